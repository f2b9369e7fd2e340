//! What the page is told. The tests in a browser compare more of it with the Python package.

use super::{answer, convert, out, room};

#[test]
fn names_have_both_forms_or_a_code() {
    assert_eq!(
        answer("names\tuts46\nBücher.de\na_b.de\n"),
        r#"[["xn--bcher-kva.de","bücher.de"],[null,null,"std3_disallowed",1]]"#
    );
    assert_eq!(answer("names\tdns\na_b.de"), r#"[["a_b.de","a_b.de"]]"#);
}

#[test]
fn a_name_is_looked_at_under_each_profile_and_policy() {
    let found = answer("inspect\nаррӏе.com");
    for part in [
        r#""profile":"idna2003""#,
        r#"["а","Cyrillic"]"#,
        r#"[".",null]"#,
        r#""reason":"whole_script_lookalike","offset":0"#,
        r#""skeleton":"apple.corn""#,
        r#""clients":[{"kind":"host","text":"xn--80ak6aa92e.com","clients":["chromium-156","#,
    ] {
        assert!(found.contains(part), "{part} in {found}");
    }
    let found = answer("inspect\nfa\u{DF}.example");
    assert!(found.contains(r#"{"kind":"host","text":"fass.example","clients":["#), "{found}");
}

#[test]
fn a_problem_says_what_was_found_and_what_would_help() {
    let found = answer("inspect\n⑷//x.example");
    assert!(found.contains("is not allowed in a host name; it is mapped to '(4)'\",\"hint\":null"), "{found}");
    assert!(found.contains(r#""hint":"this looks like a URL: pass only its host name""#), "{found}");
    let found = answer("trace\tdecode\nxn--bcher!kva");
    assert!(found.contains(r#""hint":"raw Punycode has no prefix: leave out the xn--""#), "{found}");
}

#[test]
fn a_name_that_looks_like_a_watched_one_is_told() {
    let found = answer("inspect\tpaypal.com, example.com\nexamp1e.com");
    assert!(found.contains(r#""lookalike":"example.com""#), "{found}");
    let shown = answer("inspect\tpaypal.com example.com\néxample.com");
    assert!(shown.contains(r#""shown":"xn--xample-9ua.com""#) && shown.contains(r#""reason":"watchlist""#), "{shown}");
    assert!(answer("inspect\texample.com\nexample.com").contains(r#""lookalike":null"#));
}

#[test]
fn the_loop_over_the_digits_gives_the_delta() {
    let found = answer("trace\tdecode\nbcher-kva");
    let digits = r#""loop":[{"digit":"k","value":10,"k":36,"t":1,"w":1,"adds":10},{"digit":"v","value":21,"k":72,"t":1,"w":35,"adds":735},{"digit":"a","value":0,"k":108,"t":26,"w":1225,"adds":0}]"#;
    assert!(found.contains(digits), "{found}");
    assert!(found.contains(r#""delta":745,"digits":"kva","start":6,"n":252,"i":1,"bias":0"#), "{found}");
}

#[test]
fn parameters_are_the_callers() {
    let decimal = "trace\tencode\t0123456789\t_\t2\t5\t10\t50\t20\t128\nbücher";
    assert!(answer(decimal).contains(r#""encoded":"bcher_9461""#));
    let refused = "trace\tencode\t0123456789\t_\t2\t50\t10\t50\t20\t128\nbücher";
    assert_eq!(answer(refused), r#"{"refused":"tmax <= base - 1"}"#);
    assert!(answer("trace\tencode\t01\t_\tx\t50\t10\t50\t20\t128\nbücher").starts_with(r#"{"refused":"#));
}

#[test]
fn names_in_a_text_are_counted_in_characters() {
    assert_eq!(
        answer("text\tuts46\tto_unicode\nü https://xn--bcher-kva.de/"),
        r#"{"text":"ü https://bücher.de/","count":1,"found":[{"start":10,"end":26,"kind":"url_host","name":"xn--bcher-kva.de","is_escaped":false,"code":null}],"left":0,"first_left":null,"others":0}"#
    );
    let left = answer("text\tuts46\tto_ascii\nü bücher.de über.de u@ü.de example.com");
    assert!(left.ends_with(r#""left":2,"first_left":"bücher.de","others":0}"#), "{left}");
}

#[test]
fn a_text_may_be_a_file_of_a_format() {
    let formats = answer("formats");
    assert!(formats.starts_with(r#"[["adblock","filter lists of "#) && formats.contains(r#"],["hosts","/etc/hosts"#));
    assert_eq!(
        answer("text\tuts46\tto_ascii\t1\thosts\n192.0.2.1 ü bü_ro # ü\n# ü"),
        r#"{"text":"192.0.2.1 xn--tda bü_ro # ü\u000a# ü","count":2,"found":[{"start":10,"end":11,"kind":"bare","name":"ü","is_escaped":false,"code":null}],"left":0,"first_left":null,"others":2}"#
    );
    let back = answer("text\tuts46\tto_unicode\t9\thosts\nü xn--tda a_b\n");
    assert!(
        back.contains(r#""text":"ü ü a_b\u000a""#) && back.contains(r#""name":"a_b","is_escaped":false,"code":"std3"#),
        "{back}"
    );
    let unknown = "text\tuts46\tto_ascii\t9\tx\nü //ü/";
    assert_eq!(answer(unknown), answer("text\tuts46\tto_ascii\t9\ttext\nü //ü/"));
}

#[test]
fn race_is_explained_or_refused() {
    assert!(answer("race\nżaba").contains(r#""rows":[1,0],"octets":[1,124,255,97,255,98,255,97]"#));
    assert!(answer("race\nbq--aaa").contains(r#""code":"bad_base32_length","offset":7"#));
}

#[test]
fn a_request_that_is_not_written_has_no_work() {
    assert!(!room(8).is_null());
    // What is not written is NUL: no work has that name.
    assert_eq!(convert(), r#"{"refused":"there is no such work"}"#.len());
    assert!(!out().is_null());
}
