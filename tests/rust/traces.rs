//! Traces: the text of RFC 3492 sections 7.2 and 7.3 to the letter, and the same steps as data.

use acelabel::bootstring::Direction;
use acelabel::punycode;
use proptest::prelude::*;

use crate::inputs::{forms, texts};
use crate::known_answers::{code_points, rows, string, told};
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
}

proptest! {
    #[test]
    fn steps_of_decoding_agree_with_the_rfc(encoded in forms()) {
        let trace = told(punycode::trace_decode(encoded.as_bytes()));
        match reference::punycode_decode(&encoded) {
            Err(refusal) => prop_assert_eq!(trace, Err(refusal)),
            Ok(decoded) => {
                let trace = trace.unwrap();
                prop_assert_eq!(trace.text(), decoded.code_points);
                prop_assert_eq!(trace.steps().len(), decoded.insertions.len());
                let mut so_far = trace.so_far(0);
                for (index, (step, insertion)) in trace.steps().iter().zip(decoded.insertions).enumerate() {
                    prop_assert_eq!((u128::from(step.delta), u128::from(step.bias)), (insertion.delta, insertion.bias));
                    prop_assert_eq!((step.n, step.i), (insertion.n, insertion.i));
                    prop_assert_eq!(trace.digits(step), insertion.digits);
                    so_far.insert(step.i, step.n);
                    prop_assert_eq!(&trace.so_far(index + 1), &so_far);
                }
            }
        }
    }

    #[test]
    fn encoding_and_decoding_take_the_same_steps(text in texts()) {
        let there = punycode::trace_encode(&code_points(&text)).unwrap();
        let back = punycode::trace_decode(there.encoded().as_bytes()).unwrap();
        prop_assert_eq!(there.text(), back.text());
        let facts = |trace: &acelabel::bootstring::Trace| -> Vec<_> {
            trace.steps().iter().map(|step| (step.delta, step.digits.clone(), step.bias, step.n, step.i)).collect()
        };
        prop_assert_eq!(facts(&there), facts(&back));
    }
}
