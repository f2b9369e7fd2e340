//! Traces: the text of RFC 3492 sections 7.2 and 7.3 to the letter, and the same steps as data.

use acelabel::bootstring::{Bootstring, Direction, Settings, Trace};
use acelabel::punycode;
use proptest::prelude::*;

use crate::inputs::{forms, texts};
use crate::known_answers::{code_points, rows, string};
use crate::reference;

#[test]
fn the_text_of_the_rfc() {
    let samples = rows("rfc3492.json", "samples");
    let traces = rows("rfc3492.json", "traces");
    assert_eq!(traces.len(), 4);
    for trace in traces {
        let sample = samples.iter().find(|sample| sample["id"] == trace["sample"]).unwrap();
        let printed = if string(&trace, "direction") == "decode" {
            punycode::trace_decode(string(sample, "punycode").as_bytes()).unwrap().to_string()
        } else {
            punycode::trace_encode(&code_points(&string(sample, "text"))).unwrap().to_string()
        };
        let lines: Vec<_> = trace["lines"].as_array().unwrap().iter().map(|line| line.as_str().unwrap()).collect();
        assert_eq!(printed.split('\n').collect::<Vec<_>>(), lines);
    }
}

#[test]
fn a_trace_knows_what_went_in_and_came_out() {
    let trace = punycode::trace_encode(&code_points("bücher")).unwrap();
    assert_eq!((trace.direction(), trace.encoded(), trace.literal()), (Direction::Encode, "bcher-kva", "bcher-"));
    assert_eq!(trace.text(), code_points("bücher"));
    let back = punycode::trace_decode(b"bcher-KVA").unwrap();
    assert_eq!((back.direction(), back.encoded(), back.text()), (Direction::Decode, "bcher-KVA", trace.text()));
    assert_eq!(back.digits(&back.steps()[0]), "KVA");
    // Nothing stands before the delimiter, or there is none.
    for encoded in ["-kva", "kva"] {
        let trace = punycode::trace_decode(encoded.as_bytes()).unwrap();
        assert_eq!((trace.literal(), trace.encoded()), ("", encoded));
    }
}

#[test]
fn a_trace_that_fails_has_the_steps_up_to_the_fault() {
    let refused = |trace: &Trace| trace.error().map(|error| (error.kind().code(), error.offset()));
    let trace = punycode::trace_decode(b"bcher-kva!").unwrap();
    assert_eq!(refused(&trace), Some(("invalid_digit", 9)));
    assert_eq!((trace.literal(), trace.text(), trace.steps().len()), ("bcher-", &*code_points("bücher"), 1));
    let last = "refused: invalid_digit at offset 9: '!' (U+0021) is not a digit of the encoding";
    assert_eq!(trace.to_string().lines().last(), Some(last));

    let literal = punycode::trace_decode("bücher-kva".as_bytes()).unwrap();
    assert_eq!(refused(&literal), Some(("non_ascii", 1)));
    assert_eq!((literal.literal(), literal.encoded(), literal.steps().len()), ("", "b\u{FFFD}\u{FFFD}cher-kva", 0));
    assert_eq!(literal.to_string().lines().count(), 3);
    // The character that is not ASCII is not known.
    assert!(!literal.to_string().lines().last().unwrap().contains('\u{FFFD}'));

    let text = punycode::trace_encode(&[0x62, 0xD800]).unwrap();
    assert_eq!(refused(&text), Some(("surrogate", 1)));
    let last = "refused: surrogate at offset 1: U+D800 is a surrogate, which is not a character";
    assert_eq!(text.to_string().lines().last(), Some(last));
}

#[test]
fn the_steps_of_long_input_that_is_refused_are_not_kept() {
    for len in [Trace::KEPT, Trace::KEPT + 1] {
        let encoded = "a".repeat(len - 1) + "!";
        let trace = punycode::trace_decode(encoded.as_bytes()).unwrap();
        assert_eq!(trace.error(), Some(punycode::decode(&encoded).unwrap_err()));
        assert_eq!((trace.steps().is_empty(), trace.text().is_empty()), (len > Trace::KEPT, len > Trace::KEPT));
        assert_eq!(punycode::trace_decode(&encoded.as_bytes()[..len - 1]).unwrap().steps().len(), len - 1);
    }
}

#[test]
fn other_parameters_have_traces_too() {
    let same = Bootstring::new(&punycode::SETTINGS).unwrap();
    assert_eq!(same.trace_encode(&code_points("bücher")), punycode::trace_encode(&code_points("bücher")));
    assert_eq!(same.trace_decode(b"bcher-kva"), punycode::trace_decode(b"bcher-kva"));
    assert_eq!(punycode::SETTINGS, reference::PUNYCODE);
    let kana = Bootstring::new(&Settings { initial_n: 0x3000, ..punycode::SETTINGS }).unwrap();
    let trace = kana.trace_encode(&code_points("aあ")).unwrap();
    assert_eq!(trace.encoded(), kana.encode("aあ").unwrap());
    assert!(trace.to_string().starts_with("bias is 72\n"));
    assert!(
        kana.trace_decode(trace.encoded().as_bytes())
            .unwrap()
            .to_string()
            .starts_with("n is 12288, i is 0, bias is 72\n")
    );
    let refused = kana.trace_encode(&code_points("aé")).unwrap();
    assert_eq!(refused.error().map(|error| (error.kind().code(), error.offset())), Some(("below_initial_n", 1)));
}

/// The texts so far of a trace that is not shortened, as the lines with a star.
fn starred(trace: &Trace) -> Vec<String> {
    trace.to_string().lines().filter(|line| line.contains('*')).map(str::to_owned).collect()
}

#[test]
fn a_long_trace_shows_what_surrounds_each_insertion() {
    // Inserted from both ends and in the middle, among literal code points.
    let text: Vec<u32> =
        (0..400_u32).map(|index| if index % 3 == 0 { 0x61 } else { 0x4E00 + index * 7919 % 977 }).collect();
    for len in [Trace::WHOLE, Trace::WHOLE + 1, 400] {
        let trace = punycode::trace_decode(punycode::encode_code_points(&text[..len]).unwrap().as_bytes()).unwrap();
        assert_eq!(trace.is_shortened(), len > Trace::WHOLE);
        assert_eq!(trace.to_string().contains("is shown around"), len > Trace::WHOLE);
        let mut so_far = trace.so_far(0).unwrap();
        for (step, line) in trace.steps().iter().zip(starred(&trace)) {
            so_far.insert(step.i, step.n);
            let around = if trace.is_shortened() { 8 } else { usize::MAX };
            let (start, end) = (step.i.saturating_sub(around), step.i.saturating_add(around).min(so_far.len() - 1));
            let shown: Vec<_> = (start..=end)
                .map(|index| format!("{:04X}{}", so_far[index], if index == step.i { " *" } else { "" }))
                .collect();
            let before = if start > 0 { format!("({start} before) ") } else { String::new() };
            let behind = so_far.len() - 1 - end;
            let after = if behind > 0 { format!(" ({behind} after)") } else { String::new() };
            assert_eq!(line, format!("{before}{}{after}", shown.join(" ")));
        }
        assert_eq!(so_far, text[..len]);
    }
}

proptest! {
    #[test]
    fn steps_of_decoding_agree_with_the_rfc(encoded in forms()) {
        let trace = punycode::trace_decode(encoded.as_bytes()).unwrap();
        match reference::punycode_decode(&encoded) {
            Err(refusal) => {
                prop_assert_eq!(trace.error().map(|error| (error.kind().code(), error.offset())), Some(refusal));
                prop_assert_eq!(trace.text(), trace.so_far(trace.steps().len()).unwrap());
            }
            Ok(decoded) => {
                prop_assert_eq!(trace.error(), None);
                prop_assert_eq!(trace.text(), decoded.code_points);
                prop_assert_eq!(trace.steps().len(), decoded.insertions.len());
                let mut so_far = trace.so_far(0).unwrap();
                for (index, (step, insertion)) in trace.steps().iter().zip(decoded.insertions).enumerate() {
                    prop_assert_eq!((u128::from(step.delta), u128::from(step.bias)), (insertion.delta, insertion.bias));
                    prop_assert_eq!((step.n, step.i), (insertion.n, insertion.i));
                    prop_assert_eq!(trace.digits(step), insertion.digits);
                    so_far.insert(step.i, step.n);
                    prop_assert_eq!(&trace.so_far(index + 1).unwrap(), &so_far);
                }
            }
        }
    }

    #[test]
    fn encoding_and_decoding_take_the_same_steps(text in texts()) {
        let there = punycode::trace_encode(&code_points(&text)).unwrap();
        let back = punycode::trace_decode(there.encoded().as_bytes()).unwrap();
        prop_assert_eq!(there.text(), back.text());
        let facts = |trace: &Trace| -> Vec<_> {
            trace.steps().iter().map(|step| (step.delta, step.digits.clone(), step.bias, step.n, step.i)).collect()
        };
        prop_assert_eq!(facts(&there), facts(&back));
    }
}
