//! Names in every form that one of the contestants takes, and the libraries written in C that convert them.

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::path::Path;
use std::ptr::null_mut;

use crate::icu;
use crate::native::{function, library, symbol};

/// One corpus for one direction: names, one to a line.
pub struct Names {
    pub title: String,
    pub text: Vec<String>,
    pub utf16: Vec<Vec<u16>>,
    pub c_strings: Vec<CString>,
}

impl Names {
    /// Takes names over.
    pub fn of(title: &str, text: Vec<String>) -> Self {
        let utf16 = text.iter().map(|name| name.encode_utf16().collect()).collect();
        let c_strings = text.iter().map(|name| CString::new(name.as_str()).unwrap_or_default()).collect();
        Self { title: title.to_owned(), text, utf16, c_strings }
    }

    /// Reads a file of one name to a line.
    ///
    /// # Panics
    ///
    /// Where the file cannot be read.
    pub fn read(path: &Path) -> Self {
        let file = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let title = path.file_stem().unwrap_or_default().to_string_lossy();
        Self::of(&title, file.lines().map(str::to_owned).collect())
    }
}

/// UIDNAInfo of uidna.h.
#[repr(C)]
struct Info {
    size: i16,
    is_transitional_different: i8,
    reserved_b3: i8,
    errors: u32,
    reserved: [i32; 2],
}

type Open = unsafe extern "C" fn(u32, *mut c_int) -> *mut c_void;
type Convert = unsafe extern "C" fn(*const c_void, *const u16, i32, *mut u16, i32, *mut Info, *mut c_int) -> i32;

/// `uidna_nameToASCII` or `uidna_nameToUnicode` of ICU: nontransitional, with the STD3 rules, bidi and joiners checked.
pub struct IcuNames {
    handle: *mut c_void,
    convert: Convert,
    /// The answer.
    pub buffer: Vec<u16>,
}

/// UIDNA_USE_STD3_RULES, UIDNA_CHECK_BIDI, UIDNA_CHECK_CONTEXTJ and UIDNA_NONTRANSITIONAL in both directions.
const OPTIONS: u32 = 0x2 | 0x4 | 0x8 | 0x30;
/// The errors of hyphens at the ends and in third and fourth position, which are checked whether one asks or not.
const HYPHENS: u32 = 0x8 | 0x10 | 0x20;

impl IcuNames {
    pub fn of(library: &icu::Library, name: &str) -> Option<Self> {
        let (open, convert) = (library.symbol("uidna_openUTS46")?, library.symbol(name)?);
        // SAFETY: the types are those of ICU's uidna.h.
        let (open, convert) = unsafe { (function::<Open>(open), function::<Convert>(convert)) };
        let mut status = 0;
        // SAFETY: the options are ICU's, and the status is written to.
        let handle = unsafe { open(OPTIONS, &mut status) };
        (status <= 0).then(|| Self { handle, convert, buffer: vec![0; 1 << 12] })
    }

    /// The length of the answer now in `buffer`, or nothing where ICU reports an error.
    #[inline]
    pub fn convert(&mut self, name: &[u16]) -> Option<usize> {
        let mut info = Info { size: 16, is_transitional_different: 0, reserved_b3: 0, errors: 0, reserved: [0; 2] };
        let mut status = 0;
        let (length, capacity) = (i32::try_from(name.len()).ok()?, i32::try_from(self.buffer.len()).ok()?);
        // SAFETY: pointers and lengths are those of the slices, and the handle is open.
        let written = unsafe {
            let output = self.buffer.as_mut_ptr();
            (self.convert)(self.handle, name.as_ptr(), length, output, capacity, &mut info, &mut status)
        };
        // Positive is an error, negative a warning.
        if status > 0 || info.errors & !HYPHENS != 0 { None } else { usize::try_from(written).ok() }
    }
}

type Convert8 = unsafe extern "C" fn(*const c_char, *mut *mut c_char, c_int) -> c_int;
type Free = unsafe extern "C" fn(*mut c_void);

/// `idn2_lookup_u8` or `idn2_to_unicode_8z8z` of libidn2, after nontransitional mapping.
#[derive(Clone, Copy)]
pub struct Libidn2Names {
    convert: Convert8,
    free: Free,
}

/// IDN2_NFC_INPUT, IDN2_NONTRANSITIONAL and IDN2_USE_STD3_ASCII_RULES.
const FLAGS: c_int = 1 | 8 | 32;

impl Libidn2Names {
    pub fn load(name: &str) -> Option<Self> {
        let library = library(c"libidn2.so")?;
        let (convert, free) = (symbol(library, name)?, symbol(library, "idn2_free")?);
        // SAFETY: the types are those of libidn2's header idn2.h.
        let (convert, free) = unsafe { (function::<Convert8>(convert), function::<Free>(free)) };
        Some(Self { convert, free })
    }

    /// Returns what `use_answer` makes of the answer, or nothing where the library refuses.
    #[inline]
    pub fn convert<T>(&self, name: &CStr, use_answer: impl FnOnce(&CStr) -> T) -> Option<T> {
        let mut output = null_mut();
        // SAFETY: the name ends in NUL, and the output is written to.
        let status = unsafe { (self.convert)(name.as_ptr(), &mut output, FLAGS) };
        if status != 0 {
            return None;
        }
        // SAFETY: where it succeeds the library leaves a string that ends in NUL, which is freed once.
        unsafe {
            let answer = use_answer(CStr::from_ptr(output));
            (self.free)(output.cast());
            Some(answer)
        }
    }
}
