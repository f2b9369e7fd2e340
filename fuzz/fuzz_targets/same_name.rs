//! Which names are one: `same_name` and `canonical` agree. The two names are separated by a line feed.
#![no_main]
#![allow(clippy::restriction, reason = "a fault that is found ends the program")]

use acelabel::{Profile, canonical, same_name, to_ascii, to_unicode};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let (one, other) = text.split_once('\n').unwrap_or((&text, ""));
    assert!(same_name(one, one) && same_name(other, other));
    let is_same = same_name(one, other);
    assert_eq!(same_name(other, one), is_same);
    if let (Ok(one), Ok(other)) = (canonical(one), canonical(other)) {
        assert_eq!(one == other, is_same, "{one} {other}");
    }
    for name in [one, other] {
        let Ok(spelled) = canonical(name) else { continue };
        assert!(same_name(name, &spelled), "{spelled}");
        assert_eq!(canonical(&spelled).as_ref(), Ok(&spelled));
        let unicode = to_unicode(name, &Profile::DNS).unwrap();
        assert!(same_name(name, &unicode), "{unicode}");
        assert_eq!(to_ascii(name, &Profile::DNS).unwrap().trim_end_matches('.'), spelled);
    }
});
