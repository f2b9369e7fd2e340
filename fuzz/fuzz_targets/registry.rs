//! Rules of registries: a file that may be anything, and labels of its own code points. Variants come once, are as many
//! as are counted, and collide with their label.
#![no_main]
#![allow(clippy::restriction, reason = "a fault that is found ends the program")]

use std::collections::HashSet;

use acelabel::registry::{CollisionKind, RegistryRules, RepertoireItem, RuleFault};
use libfuzzer_sys::fuzz_target;

/// The most variants that are looked at.
const MOST: usize = 64;

/// Labels of the first elements, in the order that the octets say.
fn labels(rules: &RegistryRules, octets: &[u8]) -> Vec<Vec<u32>> {
    let items: Vec<Vec<u32>> = rules
        .repertoire()
        .take(256)
        .map(|(item, _)| match item {
            RepertoireItem::Element(units) => units.to_vec(),
            RepertoireItem::Range(first, last) => vec![first, last],
        })
        .collect();
    let element = |octet: &u8| items.get(usize::from(*octet) % items.len().max(1)).cloned().unwrap_or_default();
    octets.chunks(6).take(8).map(|chunk| chunk.iter().flat_map(element).take(130).collect()).collect()
}

fn judge(rules: &RegistryRules, label: &[u32]) {
    let verdict = rules.check(label).unwrap();
    assert_eq!(verdict.is_eligible, verdict.problems.is_empty());
    assert_eq!(verdict.is_eligible, verdict.disposition != "invalid");
    assert!(verdict.problems.iter().all(|problem| problem.offset.is_none_or(|offset| offset <= label.len())));
    assert!(rules.index(label).unwrap().is_some() || !verdict.is_eligible);
    let (count, is_exact) = rules.count_variants(label).unwrap();
    let (mut variants, mut seen) = (rules.variants(label).unwrap(), HashSet::new());
    while seen.len() < MOST {
        match variants.next_variant() {
            Ok(Some(variant)) => {
                assert!(variant.disposition != "invalid" && variant.label != label);
                assert!(seen.insert(variant.label.to_vec()));
            }
            Ok(None) => {
                let octets = count.to_le_bytes().enumerate().filter(|(_, octet)| *octet != 0);
                let number = octets.fold(0_u128, |sum, (index, octet)| sum | u128::from(octet) << (8 * index));
                assert!(!is_exact || number == seen.len() as u128);
                break;
            }
            Err(error) => {
                assert_eq!(error.fault(), RuleFault::TooManyPermutations);
                break;
            }
        }
    }
    for variant in seen.iter().take(8) {
        let found = rules.collision(label, variant).unwrap();
        assert!(found.is_some_and(|found| found.kind != CollisionKind::Same), "{label:?} {variant:?}");
    }
}

fuzz_target!(|data: &[u8]| {
    let Some((length, rest)) = data.split_first() else { return };
    let (octets, file) = rest.split_at(usize::from(*length).min(rest.len()));
    match RegistryRules::from_xml(file) {
        Ok(rules) => labels(&rules, octets).iter().for_each(|label| judge(&rules, label)),
        Err(error) => assert!(RuleFault::ALL.contains(&error.fault()) && error.line().is_some_and(|line| line > 0)),
    }
});
