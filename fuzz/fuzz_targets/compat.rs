//! The functions that `acelabel.compat.idna` calls: an encoded name is decoded again, and a place at fault lies within
//! its text. The first octet has the flags.
#![no_main]
#![allow(clippy::restriction, reason = "a fault that is found ends the program")]

use acelabel::fuzzed::{compat_decode, compat_encode};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((flags, rest)) = data.split_first() else { return };
    let is_set = |bit: u8| flags >> bit & 1 == 1;
    let options = [is_set(0), is_set(1), is_set(2)];
    let name: Vec<u32> = String::from_utf8_lossy(rest).chars().map(u32::from).collect();
    match compat_encode(&name, options) {
        Ok(form) => {
            assert!(form.is_ascii());
            let form: Vec<u32> = form.into_iter().map(u32::from).collect();
            let text = compat_decode(&form, options, false).expect("what is encoded is decoded");
            let again = compat_encode(&text, options).expect("what is decoded is encoded");
            let lower = |form: &[u32]| form.iter().map(|&unit| if unit < 128 { unit | 0x20 } else { unit }).collect();
            let (one, other): (Vec<u32>, Vec<u32>) =
                (lower(&form), lower(&again.into_iter().map(u32::from).collect::<Vec<_>>()));
            assert_eq!(one, other);
        }
        Err((code, place)) => assert!(place.is_none_or(|place| place != usize::MAX), "{code}"),
    }
    let shown = compat_decode(&name, options, true);
    match compat_decode(&name, options, false) {
        Ok(text) => assert_eq!(shown, Ok(text)),
        Err((code, place)) => assert!(place.is_none_or(|place| place != usize::MAX), "{code}"),
    }
});
