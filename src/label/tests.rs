//! Labels of units of any width, and the paths that labels take.

use super::map::Mapped;
use super::*;
use crate::{bounded, paths, punycode};

const TRANSITIONAL: Profile = Profile { transitional_processing: true, ..Profile::UTS46 };
const WITHOUT_JOINERS: Profile = Profile { check_joiners: false, ..Profile::UTS46 };
/// Profiles that verify no length.
const UTS46: Profile = Profile { verify_dns_length: false, ..Profile::UTS46 };
const IDNA2008: Profile = Profile { verify_dns_length: false, ..Profile::IDNA2008 };

/// COMBINING GRAVE ACCENT BELOW and COMBINING ACUTE ACCENT: in this order they are normalized.
const BELOW: u32 = 0x316;
const ACUTE: u32 = 0x301;

/// The paths of this room that `work` takes.
fn taken<T>(work: impl FnOnce() -> T) -> Vec<&'static str> {
    let is_ours = |path: &&str| path.starts_with("label: ") || path.starts_with("criterion ");
    paths::taken(work).into_iter().filter(is_ours).collect()
}

fn with_marks(count: usize) -> Vec<u32> {
    [0x62].into_iter().chain(core::iter::repeat_n(BELOW, count)).collect()
}

#[test]
fn a_label_of_narrow_units_is_that_of_its_code_points() {
    for label in ["bücher", "BÜCHER", "a\u{200D}b", "ÿ", "-ü", "xn--bcher-kva", "ＸＮ--ü", "ł\u{301}a", "a.b"] {
        let units: Vec<u16> = label.encode_utf16().collect();
        let octets: Option<Vec<u8>> = units.iter().map(|&unit| u8::try_from(unit).ok()).collect();
        for profile in [&Profile::UTS46, &Profile::IDNA2008, &Profile::IDNA2003] {
            let code_points: Vec<u32> = label.chars().map(u32::from).collect();
            assert_eq!(alabel_code_points(&code_points, profile), alabel(label, profile), "{label}");
            assert_eq!(ulabel_code_points(&code_points, profile), ulabel(label, profile), "{label}");
            for form in [Form::Ascii, Form::Unicode] {
                let expected = convert_label(label, profile, form, String::new());
                assert_eq!(convert_label(units.as_slice(), profile, form, String::new()), expected, "{label}");
                if let Some(octets) = &octets {
                    assert_eq!(convert_label(octets.as_slice(), profile, form, String::new()), expected, "{label}");
                }
            }
        }
    }
}

#[test]
fn separators_end_a_label_in_utf8_and_in_units() {
    let (scratch, memory) = (&mut Scratch::default(), &Refusals::default());
    let task = Task { profile: &Profile::UTS46, form: Form::Ascii, in_bidi_name: false, is_first: true, memory };
    for unit in 0..0x11_0000 {
        let Some(character) = char::from_u32(unit) else { continue };
        let text = format!("ü{character}a");
        let start = 'ü'.len_utf8();
        let behind = bounded::add(start, character.len_utf8());
        let mut label = convert(text.as_str(), 0, &task, scratch, &mut Discard::default());
        let (end, next) = if is_separator(unit) { (start, Some(behind)) } else { (text.len(), None) };
        assert_eq!((label.range, label.next), (0..end, next), "U+{unit:04X}");
        label = convert(text.as_str(), behind, &task, scratch, &mut Discard::default());
        assert_eq!((label.range, label.next), (behind..text.len(), None), "U+{unit:04X}");
        label = convert([0xFC, unit, 0x61].as_slice(), 0, &task, scratch, &mut Discard::default());
        let (end, next) = if is_separator(unit) { (1, Some(2)) } else { (3, None) };
        assert_eq!((label.range, label.next), (0..end, next), "U+{unit:04X}");
    }
}

#[test]
fn a_label_is_mapped_where_that_may_change_it() {
    for (label, profile, is_mapped) in [
        ("bücher", &Profile::UTS46, false),
        ("Bücher", &Profile::UTS46, true),
        ("faß", &Profile::UTS46, false),
        ("faß", &TRANSITIONAL, true),
        ("bücher", &TRANSITIONAL, false),
        // Marks, in Normalization Form C and not.
        ("क\u{94D}ष", &Profile::UTS46, false),
        ("u\u{308}", &Profile::UTS46, true),
        ("u\u{308}", &Profile::IDNA2008, false),
        ("bücher", &Profile::IDNA2003, false),
        ("Bücher", &Profile::IDNA2003, true),
    ] {
        assert_eq!(taken(|| alabel(label, profile)).contains(&"label: mapped"), is_mapped, "{label}");
    }
}

#[test]
fn a_rule_is_asked_of_a_label_that_may_break_it() {
    for (label, profile, asked) in [
        ("bücher", &Profile::UTS46, &[][..]),
        ("BÜCHER", &Profile::UTS46, &["label: mapped"]),
        // A virama. What was mapped is normalized.
        ("क\u{94D}षA", &Profile::UTS46, &["criterion 6", "label: mapped"]),
        ("क\u{94D}ष", &Profile::IDNA2008, &["criterion 1", "criterion 6"]),
        ("क\u{94D}\u{200D}ष", &Profile::IDNA2003, &["criterion 7", "label: mapped"]),
        ("a_ü", &Profile::UTS46, &["criterion 7"]),
        ("क\u{94D}\u{200D}ष", &Profile::UTS46, &["criterion 1", "criterion 6", "criterion 7"]),
        ("क\u{94D}\u{200D}ष", &WITHOUT_JOINERS, &["criterion 1", "criterion 6"]),
        // Too long, whatever it is mapped to.
        (&"Ü".repeat(300), &Profile::UTS46, &[]),
    ] {
        // A label that is refused is looked at twice.
        assert_eq!(taken(|| convert_label(label, profile, Form::Unicode, String::new())), asked, "{label}");
    }
}

#[test]
fn a_long_label_is_mapped_as_it_is_read() {
    let of = |letter: char, count| [letter.into()].repeat(count);
    for (label, profile, expected) in [
        (of('Ü', 1_024), UTS46, "label: mapped"),
        (of('Ü', 1_025), UTS46, "label: mapped as it is read"),
        (of('ü', 1_025), UTS46, "label: mapped as it is read"),
        (of('ü', 1_025), IDNA2008, "label: mapped as it is read"),
        // A long run of marks is not given to the normalizer.
        (with_marks(1_024), UTS46, "label: mapped as it is read"),
        (with_marks(1_025), UTS46, "label: mapped in pieces"),
    ] {
        let paths = taken(|| alabel_code_points(&label, &profile)).into_iter();
        assert_eq!(paths.filter(|path| path.starts_with("label")).collect::<Vec<_>>(), [expected]);
    }
}

#[test]
fn a_long_run_of_marks_is_refused_where_nothing_is_mapped() {
    let mut label = with_marks(1_100);
    assert!(alabel_code_points(&label, &IDNA2008).is_ok());
    label.insert(1, ACUTE);
    let refusal = alabel_code_points(&label, &IDNA2008).map_err(|error| (error.kind(), error.offset()));
    assert_eq!(refusal, Err((ErrorKind::NotNfc, 1)));
    // So is one that no string holds: the surrogate, or what is above U+10FFFF, comes first.
    for unit in [0xD800, 0x11_0000] {
        let label: Vec<u32> = [unit].into_iter().chain(label.iter().skip(1).copied()).collect();
        let refusal = alabel_code_points(&label, &IDNA2008);
        assert_eq!(refusal.map_err(|error| (error.kind(), error.offset())), Err((ErrorKind::NotNfc, 1)), "{unit:X}");
    }
    // An A-label of IDNA2003 is refused where its text is mapped to another.
    let alabel = |label: &[u32]| punycode::encode_code_points(label).map(|payload| format!("xn--{payload}"));
    let profile = Profile { verify_dns_length: false, ..Profile::IDNA2003 };
    let refusal = alabel(&label).map(|label| ulabel(&label, &profile).map_err(LabelError::kind));
    assert_eq!(refusal, Ok(Err(ErrorKind::NonCanonicalAlabel)));
    let kept = alabel(&with_marks(1_100)).map(|label| ulabel(&label, &profile).is_ok());
    assert_eq!(kept, Ok(true));
    // Under UTS #46 both are the same label.
    label.remove(1);
    label.push(ACUTE);
    let expected = alabel_code_points(&label, &UTS46);
    label.pop();
    label.insert(1, ACUTE);
    assert_eq!(alabel_code_points(&label, &UTS46), expected);
}

#[test]
fn what_cannot_fit_is_not_mapped_to_its_end() {
    let mut mapped = Mapped::default();
    let wanted = (0..10).take_while(|_| mapped.push(0xFC, 3)).count();
    assert_eq!((wanted, mapped.text.len()), (3, 4));
    // Nor is what is refused, where that is known from one character.
    let memory = &Refusals::default();
    let lax = Profile { check_hyphens: false, ..UTS46 };
    for (limit, enough, profile, length) in
        [(63, 1, Profile::UTS46, 64), (63, 1, lax, 1), (usize::MAX, 1, lax, 1), (usize::MAX, 2, lax, 2)]
    {
        let label = &mut [0x80].repeat(100).into_iter();
        let (mapped, _) = origins::map_with_origins(limit, enough, label, &profile, memory);
        assert_eq!(mapped.text.len(), length);
    }
}
