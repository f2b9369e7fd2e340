//! Libraries written in C, loaded when a program starts, as functions that tell whether an input is accepted.
//!
//! ICU is that of the wheel `icu4py` from PyPI. libidn and libidn2 are those of the machine; one that is not installed
//! takes no part.

use std::ffi::{CString, c_char, c_int, c_uchar, c_void};
use std::path::Path;
use std::ptr::{null, null_mut};

unsafe extern "C" {
    fn dlopen(file: *const c_char, flags: c_int) -> *mut c_void;
    fn dlsym(handle: *mut c_void, symbol: *const c_char) -> *mut c_void;
}

const RTLD_NOW: c_int = 2;
/// Room for the answer to any label or name here.
const ROOM: usize = 1 << 10;

/// A library that stays loaded.
#[derive(Clone, Copy)]
struct Library(*mut c_void);

impl Library {
    fn open(file: &str) -> Option<Self> {
        let file = CString::new(file).ok()?;
        // SAFETY: the name ends in NUL; loading these libraries runs no code that matters here.
        let handle = unsafe { dlopen(file.as_ptr(), RTLD_NOW) };
        (!handle.is_null()).then_some(Self(handle))
    }

    /// The function of that name. The caller is sure that `F` points to functions of the type that the header declares.
    unsafe fn function<F: Copy>(self, name: &str) -> Option<F> {
        let name = CString::new(name).ok()?;
        // SAFETY: the library is never unloaded.
        let found = unsafe { dlsym(self.0, name.as_ptr()) };
        // SAFETY: pointers to data and to functions have the same size here; the caller vouches for the type.
        (!found.is_null()).then(|| unsafe { std::mem::transmute_copy::<*mut c_void, F>(&found) })
    }
}

/// `punycode_encode` of libidn.
pub fn libidn_encode() -> Option<impl FnMut(&[u32]) -> bool> {
    type Encode = unsafe extern "C" fn(usize, *const u32, *const c_uchar, *mut usize, *mut c_char) -> c_int;
    // SAFETY: the type is that of libidn's punycode.h.
    let encode = unsafe { Library::open("libidn.so")?.function::<Encode>("punycode_encode")? };
    let mut output = vec![0_u8; ROOM];
    Some(move |text: &[u32]| {
        let mut length = output.len();
        // SAFETY: pointers and lengths are those of the slices; the case flags may be null.
        unsafe { encode(text.len(), text.as_ptr(), null(), &mut length, output.as_mut_ptr().cast()) == 0 }
    })
}

/// `punycode_decode` of libidn.
pub fn libidn_decode() -> Option<impl FnMut(&str) -> bool> {
    type Decode = unsafe extern "C" fn(usize, *const c_char, *mut usize, *mut u32, *mut c_uchar) -> c_int;
    // SAFETY: the type is that of libidn's punycode.h.
    let decode = unsafe { Library::open("libidn.so")?.function::<Decode>("punycode_decode")? };
    let mut output = vec![0_u32; ROOM];
    Some(move |label: &str| {
        let mut length = output.len();
        // SAFETY: as above.
        unsafe { decode(label.len(), label.as_ptr().cast(), &mut length, output.as_mut_ptr(), null_mut()) == 0 }
    })
}

/// `idn2_lookup_u8` or `idn2_to_unicode_8z8z` of libidn2, after nontransitional mapping.
pub fn libidn2(name: &str) -> Option<impl FnMut(&CString) -> bool + use<>> {
    type Convert = unsafe extern "C" fn(*const c_char, *mut *mut c_char, c_int) -> c_int;
    type Free = unsafe extern "C" fn(*mut c_void);
    /// IDN2_NFC_INPUT, IDN2_NONTRANSITIONAL and IDN2_USE_STD3_ASCII_RULES.
    const FLAGS: c_int = 1 | 8 | 32;
    let library = Library::open("libidn2.so")?;
    // SAFETY: the types are those of libidn2's idn2.h.
    let (convert, free) = unsafe { (library.function::<Convert>(name)?, library.function::<Free>("idn2_free")?) };
    Some(move |name: &CString| {
        let mut output = null_mut();
        // SAFETY: the name ends in NUL; the output is written to, and freed once.
        unsafe {
            let status = convert(name.as_ptr(), &mut output, FLAGS);
            free(output.cast());
            status == 0
        }
    })
}

/// The libraries of ICU in a folder. Their symbols carry the version.
pub struct Icu {
    /// It loads the other one, too.
    i18n: Library,
    version: u32,
    /// The version of ICU and that of its Unicode.
    pub title: String,
}

impl Icu {
    /// Loads those in a folder; nothing where a library or a function is missing.
    pub fn load(folder: &Path) -> Option<Self> {
        let mut files = std::fs::read_dir(folder).ok()?.filter_map(|entry| Some(entry.ok()?.path()));
        let i18n = Library::open(files.find(|path| path.to_string_lossy().contains("/libicui18n"))?.to_str()?)?;
        (60..100).find_map(|version| {
            let mut numbers = [0; 4];
            // SAFETY: the type is that of ICU's uchar.h, and four octets are written to.
            unsafe {
                let name = format!("u_getUnicodeVersion_{version}");
                i18n.function::<unsafe extern "C" fn(*mut u8)>(&name)?(numbers.as_mut_ptr());
            }
            let title = format!("ICU {version} (Unicode {})", numbers[0]);
            Some(Self { i18n, version, title })
        })
    }

    /// The function of that name, of whose type the caller is sure.
    unsafe fn function<F: Copy>(&self, name: &str) -> Option<F> {
        // SAFETY: the caller vouches for the type.
        unsafe { self.i18n.function(&format!("{name}_{}", self.version)) }
    }

    /// Returns `u_strToPunycode` or `u_strFromPunycode`.
    pub fn codec(&self, name: &str) -> Option<impl FnMut(&[u16]) -> bool + use<>> {
        type Convert = unsafe extern "C" fn(*const u16, i32, *mut u16, i32, *const i8, *mut c_int) -> i32;
        // SAFETY: the type is that of ICU's punycode.h.
        let convert = unsafe { self.function::<Convert>(name)? };
        let mut output = vec![0_u16; ROOM];
        Some(move |input: &[u16]| {
            let mut status = 0;
            // SAFETY: pointers and lengths are those of the slices; the case flags may be null.
            unsafe {
                convert(input.as_ptr(), input.len() as i32, output.as_mut_ptr(), ROOM as i32, null(), &mut status)
            };
            // Positive is an error, negative a warning.
            status <= 0
        })
    }

    /// Returns `uidna_nameToASCII` or `uidna_nameToUnicode`: nontransitional, with the STD3 rules, bidi and joiners
    /// checked.
    pub fn names(&self, name: &str) -> Option<impl FnMut(&[u16]) -> bool + use<>> {
        type Open = unsafe extern "C" fn(u32, *mut c_int) -> *mut c_void;
        type Convert =
            unsafe extern "C" fn(*const c_void, *const u16, i32, *mut u16, i32, *mut Info, *mut c_int) -> i32;
        /// UIDNAInfo of uidna.h.
        #[repr(C)]
        struct Info {
            size: i16,
            flags: [i8; 2],
            errors: u32,
            reserved: [i32; 2],
        }
        /// UIDNA_USE_STD3_RULES, UIDNA_CHECK_BIDI, UIDNA_CHECK_CONTEXTJ and UIDNA_NONTRANSITIONAL both ways.
        const OPTIONS: u32 = 0x2 | 0x4 | 0x8 | 0x30;
        /// Errors of hyphens at the ends and in third and fourth position, which are checked whether one asks or not.
        const HYPHENS: u32 = 0x8 | 0x10 | 0x20;
        let mut status = 0;
        // SAFETY: the types are those of ICU's uidna.h; the status is written to.
        let (handle, convert) = unsafe {
            let open = self.function::<Open>("uidna_openUTS46")?;
            (open(OPTIONS, &mut status), self.function::<Convert>(name)?)
        };
        let mut output = vec![0_u16; ROOM];
        (status <= 0).then_some(move |input: &[u16]| {
            let mut info = Info { size: 16, flags: [0; 2], errors: 0, reserved: [0; 2] };
            let (length, room) = (input.len() as i32, output.len() as i32);
            let mut status = 0;
            // SAFETY: pointers and lengths are those of the slices, and the handle is open.
            unsafe { convert(handle, input.as_ptr(), length, output.as_mut_ptr(), room, &mut info, &mut status) };
            status <= 0 && info.errors & !HYPHENS == 0
        })
    }

    /// Returns `uspoof_checkUTF8` with all checks, as `uspoof_open` sets them. Every finding is an answer.
    pub fn spoof_check(&self) -> Option<impl FnMut(&str) -> bool + use<>> {
        type Open = unsafe extern "C" fn(*mut c_int) -> *mut c_void;
        type Check = unsafe extern "C" fn(*const c_void, *const c_char, i32, *mut i32, *mut c_int) -> i32;
        let mut status = 0;
        // SAFETY: the types are those of ICU's uspoof.h; the status is written to.
        let (handle, check) = unsafe {
            let open = self.function::<Open>("uspoof_open")?;
            (open(&mut status), self.function::<Check>("uspoof_checkUTF8")?)
        };
        (status <= 0).then_some(move |text: &str| {
            let mut status = 0;
            // SAFETY: pointer and length are those of the text; the position may be null.
            unsafe { check(handle, text.as_ptr().cast(), text.len() as i32, null_mut(), &mut status) };
            status <= 0
        })
    }
}
