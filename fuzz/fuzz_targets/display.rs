//! Names as they are shown: a report and the shown text agree, findings lie within their labels, and watched names are
//! found. The first two octets choose the rules; the first line is the name, each further one a watched name.
#![no_main]
#![allow(clippy::restriction, reason = "a fault that is found ends the program")]

use acelabel::display::{Policy, Reason, Watchlist, report, report_beside, to_display, to_display_beside};
use acelabel::security::{are_confusable, skeleton};
use libfuzzer_sys::fuzz_target;

fn policy(bits: u16) -> Policy {
    let base = [Policy::LOOKALIKE_AWARE, Policy::STRICT, Policy::UTS39_MODERATE][usize::from(bits >> 13) % 3];
    let with = |policy: Policy, (bit, reason)| policy.with_rule(reason, bits >> bit & 1 == 0);
    Reason::ALL.into_iter().enumerate().fold(base, with)
}

fuzz_target!(|data: &[u8]| {
    let Some((bits, rest)) = data.split_first_chunk::<2>() else { return };
    let (policy, text) = (policy(u16::from_le_bytes(*bits)), String::from_utf8_lossy(rest));
    let mut lines = text.split('\n');
    let name = lines.next().unwrap_or_default();
    let labels = report(name, &policy).expect("there is memory");
    assert!(labels.len() <= 127);
    for label in &labels {
        let characters = label.unicode.chars().count();
        let Some(finding) = label.finding else {
            assert_eq!(label.shown().as_deref(), Ok(label.unicode.as_str()));
            continue;
        };
        assert!(finding.offset <= characters, "{label:?}");
        let at = label.unicode.chars().nth(finding.offset).map(u32::from);
        assert!(finding.code_point.is_none() || finding.code_point == at, "{label:?}");
        assert_eq!(label.shown().as_deref().ok(), label.ascii().ok().as_deref());
    }
    let shown = to_display(name, &policy).expect("there is memory");
    if labels.len() < 127 {
        let of_labels: Vec<_> = labels.iter().map(|label| label.shown().expect("there is memory")).collect();
        assert!(shown == of_labels.join(".") || shown == of_labels.join(".") + ".", "{shown:?} {of_labels:?}");
    }
    assert_eq!(are_confusable(name, &skeleton(name).expect("there is memory")), Ok(true));
    let watched: Vec<&str> = lines.filter(|line| Watchlist::new([line]).is_ok()).collect();
    let watchlist = Watchlist::new(&watched).expect("there is memory");
    assert_eq!(watchlist.len(), watched.len());
    if let Some(found) = watchlist.lookup(name).expect("there is memory") {
        assert!(watchlist.names().any(|watched| watched == found));
    }
    assert_eq!(report_beside(name, &policy, &watchlist).expect("there is memory").len(), labels.len());
    drop(to_display_beside(name, &policy, &watchlist).expect("there is memory"));
});
