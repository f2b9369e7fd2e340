//! The libraries written in C, loaded when the program starts; one that is not installed takes no part.

use std::ffi::{CStr, CString, c_char, c_int, c_uchar, c_void};
use std::ptr::{null, null_mut};

use crate::icu;

unsafe extern "C" {
    fn dlopen(file: *const c_char, flags: c_int) -> *mut c_void;
    fn dlsym(handle: *mut c_void, symbol: *const c_char) -> *mut c_void;
    fn dlvsym(handle: *mut c_void, symbol: *const c_char, version: *const c_char) -> *mut c_void;
}

const RTLD_NOW: c_int = 2;

pub(crate) fn library(file: &CStr) -> Option<*mut c_void> {
    // SAFETY: the name ends in NUL; loading these libraries runs no code that matters here.
    let handle = unsafe { dlopen(file.as_ptr(), RTLD_NOW) };
    (!handle.is_null()).then_some(handle)
}

pub(crate) fn symbol(library: *mut c_void, name: &str) -> Option<*mut c_void> {
    let name = CString::new(name).ok()?;
    // SAFETY: the handle came from `dlopen` and is never closed.
    let found = unsafe { dlsym(library, name.as_ptr()) };
    (!found.is_null()).then_some(found)
}

/// The function behind a symbol.
///
/// # Safety
///
/// `F` must be a pointer to functions of the type that the library gives the symbol.
pub(crate) unsafe fn function<F: Copy>(symbol: *mut c_void) -> F {
    // SAFETY: pointers to data and to functions have the same size here; the caller vouches for the type.
    unsafe { std::mem::transmute_copy::<*mut c_void, F>(&symbol) }
}

type IdnEncode = unsafe extern "C" fn(usize, *const u32, *const c_uchar, *mut usize, *mut c_char) -> c_int;
type IdnDecode = unsafe extern "C" fn(usize, *const c_char, *mut usize, *mut u32, *mut c_uchar) -> c_int;

/// `punycode_encode` and `punycode_decode` of libidn.
#[derive(Clone, Copy)]
pub struct Libidn {
    encode: IdnEncode,
    decode: IdnDecode,
}

impl Libidn {
    pub fn load() -> Option<Self> {
        let library = library(c"libidn.so")?;
        let (encode, decode) = (symbol(library, "punycode_encode")?, symbol(library, "punycode_decode")?);
        // SAFETY: the types are those of libidn's header punycode.h.
        let (encode, decode) = unsafe { (function::<IdnEncode>(encode), function::<IdnDecode>(decode)) };
        Some(Self { encode, decode })
    }

    /// Length of the Punycode now in `output`, or nothing where the library refuses.
    #[inline]
    pub fn encode(&self, text: &[u32], output: &mut [u8]) -> Option<usize> {
        let mut length = output.len();
        // SAFETY: pointers and lengths are those of the slices; the case flags may be null.
        let status =
            unsafe { (self.encode)(text.len(), text.as_ptr(), null(), &mut length, output.as_mut_ptr().cast()) };
        (status == 0).then_some(length)
    }

    /// Number of code points now in `output`, or nothing where the library refuses.
    #[inline]
    pub fn decode(&self, encoded: &[u8], output: &mut [u32]) -> Option<usize> {
        let mut length = output.len();
        // SAFETY: as above.
        let status = unsafe {
            (self.decode)(encoded.len(), encoded.as_ptr().cast(), &mut length, output.as_mut_ptr(), null_mut())
        };
        (status == 0).then_some(length)
    }
}

type Idn2Encode = unsafe extern "C" fn(usize, *const u32, *mut usize, *mut c_char) -> c_int;
type Idn2Decode = unsafe extern "C" fn(usize, *const c_char, *mut usize, *mut u32) -> c_int;

/// The codec of libidn2. It is no part of the interface, but still exported for old callers under a version of its own.
#[derive(Clone, Copy)]
pub struct Libidn2 {
    encode: Idn2Encode,
    decode: Idn2Decode,
}

impl Libidn2 {
    pub fn load() -> Option<Self> {
        let library = library(c"libidn2.so")?;
        let find = |name: &CStr| {
            // SAFETY: both names end in NUL.
            let found = unsafe { dlvsym(library, name.as_ptr(), c"IDN2_0.0.0".as_ptr()) };
            (!found.is_null()).then_some(found)
        };
        let (encode, decode) = (find(c"_idn2_punycode_encode")?, find(c"_idn2_punycode_decode")?);
        // SAFETY: the types are those under which libidn2's own test of these functions declares them.
        let (encode, decode) = unsafe { (function::<Idn2Encode>(encode), function::<Idn2Decode>(decode)) };
        Some(Self { encode, decode })
    }

    #[inline]
    pub fn encode(&self, text: &[u32], output: &mut [u8]) -> Option<usize> {
        let mut length = output.len();
        // SAFETY: pointers and lengths are those of the slices.
        let status = unsafe { (self.encode)(text.len(), text.as_ptr(), &mut length, output.as_mut_ptr().cast()) };
        (status == 0).then_some(length)
    }

    #[inline]
    pub fn decode(&self, encoded: &[u8], output: &mut [u32]) -> Option<usize> {
        let mut length = output.len();
        // SAFETY: as above.
        let status = unsafe { (self.decode)(encoded.len(), encoded.as_ptr().cast(), &mut length, output.as_mut_ptr()) };
        (status == 0).then_some(length)
    }
}

type IcuConvert = unsafe extern "C" fn(*const u16, i32, *mut u16, i32, *const i8, *mut c_int) -> i32;

/// `u_strToPunycode` and `u_strFromPunycode` of ICU.
#[derive(Clone, Copy)]
pub struct Icu {
    encode: IcuConvert,
    decode: IcuConvert,
}

impl Icu {
    pub fn of(library: &icu::Library) -> Option<Self> {
        let (encode, decode) = (library.symbol("u_strToPunycode")?, library.symbol("u_strFromPunycode")?);
        // SAFETY: the types are those of ICU's punycode.h.
        let (encode, decode) = unsafe { (function::<IcuConvert>(encode), function::<IcuConvert>(decode)) };
        Some(Self { encode, decode })
    }

    #[inline]
    fn convert(convert: IcuConvert, input: &[u16], output: &mut [u16]) -> Option<usize> {
        let mut status = 0;
        let (length, capacity) = (i32::try_from(input.len()).ok()?, i32::try_from(output.len()).ok()?);
        // SAFETY: pointers and lengths are those of the slices; the case flags may be null.
        let written = unsafe { convert(input.as_ptr(), length, output.as_mut_ptr(), capacity, null(), &mut status) };
        // Positive is an error, negative a warning.
        if status > 0 { None } else { usize::try_from(written).ok() }
    }

    #[inline]
    pub fn encode(&self, text: &[u16], output: &mut [u16]) -> Option<usize> {
        Self::convert(self.encode, text, output)
    }

    #[inline]
    pub fn decode(&self, encoded: &[u16], output: &mut [u16]) -> Option<usize> {
        Self::convert(self.decode, encoded, output)
    }
}
