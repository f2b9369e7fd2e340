//! Libraries of ICU: the one that is installed, and one in a folder, as the wheel of PyPI `icu4py` carries it.

use std::ffi::{CString, c_void};
use std::path::Path;

use crate::native::{function, library, symbol};

/// `libicuuc`. Its symbols carry its version.
#[derive(Clone)]
pub struct Library {
    handle: *mut c_void,
    pub version: u32,
    /// The version of ICU and that of its Unicode.
    pub title: String,
}

impl Library {
    fn load(file: &str) -> Option<Self> {
        let handle = library(&CString::new(file).ok()?)?;
        (60..100).find_map(|version| {
            let unicode = symbol(handle, &format!("u_getUnicodeVersion_{version}"))?;
            // SAFETY: the type is that of ICU's uchar.h.
            let unicode = unsafe { function::<unsafe extern "C" fn(*mut u8)>(unicode) };
            let mut numbers = [0; 4];
            // SAFETY: four octets are written to.
            unsafe { unicode(numbers.as_mut_ptr()) };
            let title = format!("ICU {version} (Unicode {})", numbers[0]);
            Some(Self { handle, version, title })
        })
    }

    pub(crate) fn symbol(&self, name: &str) -> Option<*mut c_void> {
        symbol(self.handle, &format!("{name}_{}", self.version))
    }
}

/// The file of a folder whose name begins so.
pub(crate) fn file_in(folder: &Path, start: &str) -> Option<String> {
    let mut files = std::fs::read_dir(folder).ok()?.filter_map(|entry| Some(entry.ok()?.path()));
    let found = files.find(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(start)))?;
    Some(found.to_str()?.to_owned())
}

/// The library that is installed and the one in the folder, or those of them there are.
pub fn libraries(folder: &Path) -> Vec<Library> {
    let files = [Some("libicuuc.so".to_owned()), file_in(folder, "libicuuc")];
    files.into_iter().flatten().filter_map(|file| Library::load(&file)).collect()
}
