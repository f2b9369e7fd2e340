//! Each path is taken by the inputs that it is made for, and by no others of these.

use super::*;
use crate::paths::taken;

/// `count` different code points, each far from its neighbours.
fn scattered(count: u32) -> Vec<u32> {
    (0..count).map(|index| bounded::add(0x4E00, bounded::mul(index, 7919) % 20_000)).collect()
}

/// `count` letters of ASCII.
fn letters(count: usize) -> Vec<u32> {
    vec![0x61; count]
}

/// The paths to the encoded form of a text.
fn encoding(text: &[u32]) -> Vec<&'static str> {
    taken(|| encode_code_points(text))
}

/// The paths to the text of an encoded form.
fn decoding(encoded: &str) -> Vec<&'static str> {
    taken(|| decode_to_code_points(encoded.as_bytes()))
}

/// The paths to the text of the encoded form of a text.
fn back(text: &[u32]) -> Vec<&'static str> {
    encode_code_points(text).map_or_else(|_| Vec::new(), |encoded| decoding(&encoded))
}

#[test]
fn a_short_text_is_encoded_in_the_smallest_room() {
    for (length, room) in [
        (0, "encode: 16 places"),
        (16, "encode: 16 places"),
        (17, "encode: 32 places"),
        (32, "encode: 32 places"),
        (33, "encode: 64 places"),
        (64, "encode: 64 places"),
        (65, "encode: long"),
    ] {
        let mut text = letters(length);
        if let Some(last) = text.last_mut() {
            *last = 0xFC;
        }
        let paths: Vec<_> = encoding(&text).into_iter().filter(|path| path.starts_with("encode")).collect();
        assert_eq!(paths, [room], "{length}");
    }
}

#[test]
fn a_label_that_is_refused_appends_nothing() {
    for text in [vec![0xFC; 16], vec![0xFC; 17], vec![0xD800]] {
        let mut output = b"xn--".to_vec();
        let _ = encode_code_points_into(&text, &mut output);
        let expected = encode_code_points(&text).map_or_else(|_| "xn--".into(), |encoded| format!("xn--{encoded}"));
        assert_eq!(output, expected.as_bytes());
    }
}

#[test]
fn few_keys_are_sorted_by_rank() {
    for (count, expected) in [
        (1, &["encode: 64 places"][..]),
        (2, &["4 keys sorted by rank", "encode: 64 places"]),
        (4, &["4 keys sorted by rank", "encode: 64 places"]),
        (5, &["8 keys sorted by rank", "encode: 64 places"]),
        (8, &["8 keys sorted by rank", "encode: 64 places"]),
        (9, &["16 keys sorted by rank", "encode: 64 places"]),
        (16, &["16 keys sorted by rank", "encode: 64 places"]),
        (17, &["encode: 64 places", "short keys sorted by comparison"]),
    ] {
        assert_eq!(encoding(&[letters(40), scattered(count)].concat()), expected, "{count}");
    }
    // More keys are counted where they are of one script, unless they are in order.
    let ascending: Vec<u32> = (0x430..0x441).collect();
    assert_eq!(encoding(&ascending), ["encode: 32 places", "short keys in order"]);
    let descending: Vec<u32> = ascending.into_iter().rev().collect();
    assert_eq!(encoding(&descending), ["encode: 32 places", "short keys sorted by counting"]);
    // Two kinds of code points are no reason to leave the short engine.
    assert!(encoding(&[0xE9, 0x4E2D].repeat(32)).contains(&"encode: 64 places"));
}

#[test]
fn what_the_short_engine_does_not_encode_goes_to_the_long_one() {
    for text in [vec![0xD800], vec![0x11_0000], vec![u32::MAX], [letters(30), vec![0xDFFF]].concat()] {
        assert!(encoding(&text).contains(&"encode: long"), "{text:X?}");
    }
    // The bits of these together are those of a surrogate.
    assert_eq!(encoding(&[0xD000, 0x0800]), ["4 keys sorted by rank", "encode: 16 places"]);
    // No text of Punycode needs more digits than there is room for.
    assert_eq!(encoding(&[letters(63), vec![0x10_FFFF]].concat()), ["encode: 64 places"]);
}

#[test]
fn long_texts_are_sorted_as_it_suits_them() {
    let sort = |text: &[u32]| {
        let paths = encoding(text).into_iter();
        paths.filter(|path| path.contains("sort") || path.starts_with("few")).collect::<Vec<_>>()
    };
    assert_eq!(sort(&[0xE9, 0x4E2D, 0x10000].repeat(400)), ["few code points scanned for"]);
    assert_eq!(sort(&[0xE9, 0x4E2D, 0x10000, 0x10001].repeat(20)), ["long sort by comparison"]);
    assert_eq!(sort(&scattered(1023)), ["long sort by comparison"]);
    assert_eq!(sort(&scattered(1024)), ["radix sort"]);
    assert_eq!(sort(&(0x4E00..0x5300).collect::<Vec<_>>()), ["no sort"]);
}

#[test]
fn ranks_far_from_the_last_one_are_asked_of_the_tree() {
    assert!(encoding(&scattered(600)).contains(&"rank by the tree"));
    assert!(!encoding(&scattered(64)).contains(&"rank by the tree"));
    assert!(back(&scattered(20_000)).contains(&"select by the tree"));
}

#[test]
fn a_short_form_is_decoded_in_the_smallest_arrangement() {
    for (encoded, expected) in [
        ("bcher-kva", "decode: 16 in order"),
        ("abcdefghijkl-kva", "decode: 16 in order"),
        ("abcdefghijklm-kva", "decode: 32 in order"),
        ("abcdefghijklmnopqrstuvwxyzab-kva", "decode: 32 in order"),
        ("abcdefghijklmnopqrstuvwxyzabc-kva", "decode: 64 shifted"),
        ("abcdefghijklmnopqrst-kvakvaaa", "decode: 32 in order"),
        ("abcdefghijklmnopqrst-kvakvaaaa", "decode: 32 shifted"),
    ] {
        let paths: Vec<_> = decoding(encoded).into_iter().filter(|path| path.starts_with("decode")).collect();
        assert_eq!(paths, [expected], "{encoded}");
    }
    assert_eq!(decoding(&"a".repeat(64)), ["decode: 64 shifted"]);
    assert_eq!(decoding(&"a".repeat(65)), ["decode: long"]);
}

#[test]
fn a_delimiter_is_looked_for_eight_octets_at_a_time() {
    assert!(decoding("abcd-kvakvaa").contains(&"delimiter found in a word"));
    assert!(!decoding("ab-kvakvaaaa").contains(&"delimiter found in a word"));
    assert!(!decoding("kvakvaaaaaaa").contains(&"delimiter found in a word"));
}

#[test]
fn insertions_are_kept_once_much_would_have_to_be_moved() {
    let descending: Vec<u32> = (0x8800..0x9000).rev().collect();
    assert!(back(&descending).contains(&"insertion kept"));
    assert!(!back(bounded::first(&descending, 150)).contains(&"insertion kept"));
    assert!(!back(&(0x4E00..0x6E00).collect::<Vec<_>>()).contains(&"insertion kept"));
}

#[test]
fn labels_are_converted_without_a_division() {
    for text in ["bücher", "правда", "日本語", "ايجي", "a😀b"] {
        let text: Vec<u32> = text.chars().map(u32::from).collect();
        for paths in [encoding(&text), back(&text)] {
            assert!(!paths.contains(&"hardware division") && !paths.contains(&"thresholds computed"), "{paths:?}");
        }
    }
    assert!(encoding(&scattered(200)).contains(&"hardware division"));
    assert!(back(&scattered(200)).contains(&"hardware division"));
}

#[test]
fn long_integers_are_written_and_read_apart() {
    let border = [letters(4096), vec![0x10_FFFF, 0x80]].concat();
    assert!(encoding(&border).contains(&"late digits written"));
    for length in [60, 600] {
        assert!(!encoding(&scattered(length)).contains(&"late digits written"), "{length}");
    }
    assert!(decoding("999999999").contains(&"integer read with checks"));
    assert!(!decoding("9999999a").contains(&"integer read with checks"));
    assert!(encoding(&[letters(1 << 21), vec![0x10_FFFF, 0x10_FFFF]].concat()).contains(&"thresholds computed"));
}

#[test]
fn the_code_points_of_a_short_string_lie_on_the_stack() {
    for (text, expected) in [
        (String::new(), &["room for 24 code points"][..]),
        ("a".repeat(24), &["room for 24 code points"]),
        ("a".repeat(25), &["room for 64 code points"]),
        ("ü".repeat(64), &["room for 64 code points"]),
        ("ü".repeat(65), &["no room for the code points", "room for 64 code points"]),
    ] {
        let paths: Vec<_> = taken(|| encode(&text)).into_iter().filter(|path| path.contains("room")).collect();
        assert_eq!(paths, expected, "{text}");
    }
}
