//! Names under every combination of flags: all functions agree, offsets are within the name, results are fixed points.
//! The first two octets choose the profile.
#![no_main]
#![allow(clippy::restriction, reason = "a fault that is found ends the program")]

use acelabel::{
    OnError, Profile, Rules, Workspace, inspect, is_valid, to_ascii, to_ascii_code_points, to_ascii_or_keep,
    to_unicode, to_unicode_code_points, to_unicode_or_keep,
};
use libfuzzer_sys::fuzz_target;

fn profile(bits: u16) -> Profile {
    let is_set = |bit: u16| bits >> bit & 1 == 1;
    let mut profile = Profile::UTS46;
    profile.rules = match bits >> 12 & 3 {
        0 | 1 => Rules::Uts46,
        2 => Rules::Idna2008,
        _ => Rules::Idna2003,
    };
    profile.check_hyphens = is_set(0);
    profile.check_bidi = is_set(1);
    profile.check_joiners = is_set(2);
    profile.use_std3_ascii_rules = is_set(3);
    profile.verify_dns_length = is_set(4);
    profile.allow_root_dot = is_set(5);
    profile.transitional_processing = is_set(6);
    profile.ignore_invalid_punycode = is_set(7);
    profile.pass_ascii = is_set(8);
    profile.deny_url_code_points = is_set(9);
    profile.allow_unassigned = is_set(10);
    profile.refuse_ignored = is_set(11);
    profile.refuse_compatibility = is_set(14);
    profile.rfc5895_mapping = is_set(15);
    profile
}

fn text(code_points: Vec<u32>) -> String {
    code_points.into_iter().map(|unit| char::from_u32(unit).unwrap()).collect()
}

/// Returns what is found in a name is what the functions say of it.
fn is_inspected(name: &str, profile: &Profile) {
    let (inspection, ascii, characters) = (inspect(name, profile), to_ascii(name, profile), name.chars().count());
    assert_eq!(inspection.first_error, ascii.as_ref().err().copied());
    assert_eq!(inspection.ascii(), ascii.as_deref().ok());
    assert_eq!(inspection.unicode(), to_unicode(name, profile).as_deref().ok());
    assert_eq!(is_valid(name, profile), ascii.is_ok());
    let of_labels = inspection.labels.iter().flat_map(|label| &label.errors);
    let errors: Vec<_> = of_labels.chain(&inspection.errors).collect();
    assert_eq!(errors.is_empty(), ascii.is_ok());
    assert!(errors.iter().all(|error| error.offset() <= characters), "{errors:?}");
    assert!(inspection.first_error.is_none_or(|first| errors.contains(&&first)), "{errors:?}");
    for label in &inspection.labels {
        assert_eq!(inspection.forms(label).is_some(), label.errors.is_empty());
        let within = label.range.start..label.range.end.max(label.range.start + 1);
        assert!(label.errors.iter().all(|error| within.contains(&error.offset())), "{label:?}");
    }
}

fuzz_target!(|data: &[u8]| {
    let Some((bits, rest)) = data.split_first_chunk::<2>() else { return };
    let (profile, name) = (&profile(u16::from_le_bytes(*bits)), String::from_utf8_lossy(rest));
    let code_points: Vec<u32> = name.chars().map(u32::from).collect();
    let (ascii, unicode) = (to_ascii(&name, profile), to_unicode(&name, profile));
    assert_eq!(to_ascii_code_points(&code_points, profile, OnError::Raise).map(text).as_deref(), ascii.as_deref());
    assert_eq!(to_unicode_code_points(&code_points, profile, OnError::Raise).map(text).as_deref(), unicode.as_deref());
    let mut workspace = Workspace::default();
    let reused = workspace.to_ascii(&name, profile, OnError::Raise);
    assert_eq!(reused, ascii.as_deref().map_err(|error| *error));
    let kept = to_ascii_or_keep(&name, profile);
    assert_eq!(to_ascii_code_points(&code_points, profile, OnError::Keep).map(text).as_deref(), Ok(&*kept));
    let kept_unicode = to_unicode_or_keep(&name, profile);
    assert_eq!(to_unicode_code_points(&code_points, profile, OnError::Keep).map(text).as_deref(), Ok(&*kept_unicode));
    is_inspected(&name, profile);
    let (Ok(ascii), Ok(unicode)) = (&ascii, &unicode) else {
        assert_eq!(ascii, unicode);
        return;
    };
    assert!(ascii.is_ascii());
    assert_eq!((&kept, &kept_unicode), (ascii, unicode));
    // Transitional processing and labels that are left as they are may have another form the second time.
    if !profile.transitional_processing && !profile.ignore_invalid_punycode {
        for form in [ascii, unicode] {
            assert_eq!(to_ascii(form, profile).as_ref(), Ok(ascii));
            assert_eq!(to_unicode(form, profile).as_ref(), Ok(unicode));
        }
    }
});
