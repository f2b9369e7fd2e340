//! The spoof checker of ICU, of the version that the wheel of PyPI `icu4py` carries.

use std::ffi::{CString, c_char, c_int, c_void};
use std::path::Path;
use std::ptr::null_mut;

use crate::icu::file_in;
use crate::native::{function, library, symbol};

type Open = unsafe extern "C" fn(*mut c_int) -> *mut c_void;
type Check = unsafe extern "C" fn(*const c_void, *const c_char, i32, *mut i32, *mut c_int) -> i32;
type Skeleton = unsafe extern "C" fn(*const c_void, u32, *const c_char, i32, *mut c_char, i32, *mut c_int) -> i32;

/// `uspoof_checkUTF8` with all checks, as `uspoof_open` sets them, and `uspoof_getSkeletonUTF8`.
pub struct Spoof {
    handle: *mut c_void,
    check: Check,
    skeleton: Skeleton,
    pub version: u32,
    buffer: Vec<u8>,
}

impl Spoof {
    /// Loads `libicui18n` from a folder, whatever else its name contains.
    pub fn load(folder: &Path) -> Option<Self> {
        let file = CString::new(file_in(folder, "libicui18n")?).ok()?;
        let library = library(&file)?;
        (60..100).find_map(|version| {
            let open = symbol(library, &format!("uspoof_open_{version}"))?;
            let check = symbol(library, &format!("uspoof_checkUTF8_{version}"))?;
            let skeleton = symbol(library, &format!("uspoof_getSkeletonUTF8_{version}"))?;
            // SAFETY: the types are those of ICU's uspoof.h.
            let (open, check, skeleton) =
                unsafe { (function::<Open>(open), function::<Check>(check), function::<Skeleton>(skeleton)) };
            let mut status = 0;
            // SAFETY: the status is written to.
            let handle = unsafe { open(&mut status) };
            (status <= 0).then(|| Self { handle, check, skeleton, version, buffer: vec![0; 1 << 12] })
        })
    }

    /// The checks that failed, as bits.
    #[inline]
    pub fn check(&self, text: &str) -> i32 {
        let mut status = 0;
        let length = i32::try_from(text.len()).unwrap_or(0);
        // SAFETY: pointer and length are those of the text; the position may be null.
        unsafe { (self.check)(self.handle, text.as_ptr().cast(), length, null_mut(), &mut status) }
    }

    /// The length of the skeleton now in the buffer.
    #[inline]
    pub fn skeleton(&mut self, text: &str) -> usize {
        let mut status = 0;
        let (length, capacity) =
            (i32::try_from(text.len()).unwrap_or(0), i32::try_from(self.buffer.len()).unwrap_or(0));
        // SAFETY: pointers and lengths are those of the text and of the buffer.
        let written = unsafe {
            let output = self.buffer.as_mut_ptr().cast();
            (self.skeleton)(self.handle, 0, text.as_ptr().cast(), length, output, capacity, &mut status)
        };
        if status > 0 { 0 } else { usize::try_from(written).unwrap_or(0) }
    }
}
