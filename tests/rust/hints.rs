//! Advice on refusals: what a text was taken for, and who takes it. tests/python/test_hints.py has many more texts.

use acelabel::{Error, Face, Hint, Profile, SuffixRules, host, inspect, punycode, race, to_ascii};

#[test]
fn a_name_that_is_refused_is_told_what_it_looks_like() {
    for (input, hint) in [
        ("user+tag@x.example", Some("this looks like an e-mail address: pass only the part after '@'")),
        ("Büro <info@bücher.example>", Some("pass only the part between '@' and '>'")),
        ("https://вирус.рф:80", Some("this looks like a URL: pass only its host name")),
        ("2001:db8::1%eth0", Some("this looks like an IP address, which is not a domain name")),
        ("192.0.2.0/24", Some("this looks like an IP network, which is not a domain name")),
        ("вирус[ . ]рф", Some("this looks defanged: write '.' for '[ . ]'")),
        ("b&uuml;cher.example", Some("this looks written with character references of HTML: decode it first")),
        ("bücher\u{A0}.example", Some("remove the white space at the dot")),
        ("_dmarc.bücher.example", Some("the profile Profile::DNS allows it")),
        ("@hans:bücher.example", Some("this looks like a user of Matrix: pass only the part after ':'")),
        ("a@x.example/b", Some("this looks like an address of XMPP: pass only the part between '@' and '/'")),
        (
            "www.xn--8i7caa.example",
            Some("full-width characters were encoded without the mapping of UTS #46: 'www' may be meant"),
        ),
        (
            "xn–bcher-kva.\u{378}",
            Some("it has a dash in place of the hyphens of xn--; 'xn--bcher-kva.\\u0378' may be meant"),
        ),
        (
            "bÃ¼.\u{378}",
            Some("it looks like UTF-8 that was read as Latin-1 or Windows-1252; 'bü.\\u0378' may be meant"),
        ),
        ("www.xn--müller.de", Some("an A-label is ASCII: leave out the xn--")),
        ("a..b", None),
        ("a'b.example", None),
    ] {
        let error = to_ascii(input, &Profile::UTS46).unwrap_err();
        assert_eq!(error.hint(input).map(|hint| hint.to_string()).as_deref(), hint, "{input}");
        let long = format!("{input}{}", "\u{1F600}a".repeat(5_000));
        assert!(
            to_ascii(&long, &Profile::UTS46).unwrap_err().hint(&long).is_none_or(|hint| hint.to_string().len() < 300)
        );
    }
}

#[test]
fn a_fault_far_inside_a_text_is_told_what_is_near() {
    let far = "ü.".repeat(50_000);
    let input = format!("{far}https://b.example/{far}");
    let mut rules = Profile::UTS46;
    rules.verify_dns_length = false;
    let error = to_ascii(&input, &rules).unwrap_err();
    assert_eq!(error.offset(), 100_005);
    assert_eq!(error.hint(&input), Some(Hint::Host));
}

#[test]
fn each_face_reads_its_own_terms() {
    let hints = [Hint::Dns, Hint::Url, Hint::OtherScheme, Hint::WholeName, Hint::DnsOrPattern, Hint::CodePoints];
    for hint in hints {
        let [rust, python, shell, page] =
            [Face::Rust, Face::Python, Face::Shell, Face::Page].map(|face| hint.words(face));
        assert_eq!(hint.to_string(), rust);
        // No face names what only another one has.
        assert!(!rust.contains("acelabel.") && !python.contains("::") && !shell.contains("::"), "{hint:?}");
        assert!(!page.contains("::") && !page.contains("acelabel") && !page.contains("()"), "{hint:?}");
    }
    let input = "http://xn--中文.tw";
    let error = Error::from(host::of_url(input, None).map(|_| ()).unwrap_err());
    assert_eq!(error.hint(input), Some(Hint::PrefixOfUlabel));
}

#[test]
fn a_valid_name_may_have_a_note() {
    let note = |input: &str| inspect(input, &Profile::UTS46).note(input);
    assert_eq!(note("xn–a.bÃ¼.de").unwrap().matches("may be meant").count(), 1);
    assert_eq!((note("bücher.de"), note("bÃ¼.\u{378}"), note("")), (None, None, None));
}

#[test]
fn codecs_and_hosts_have_hints() {
    let hint = |input: &str, error: Result<(), Error>| error.unwrap_err().hint(input).unwrap().to_string();
    let decoded = punycode::decode("xn--bcher!kva").map(|_| ());
    assert_eq!(hint("xn--bcher!kva", decoded), "raw Punycode has no prefix: leave out the xn--");
    assert_eq!(hint("xn--a", race::decode("xn--a").map(|_| ())), "this is an A-label: to_unicode decodes it");
    let url = "https://a.example";
    assert_eq!(hint(url, host::parse(url).map(|_| ()).map_err(Error::from)), "host::of_url takes a URL");
}

#[test]
fn a_reason_says_what_was_found() {
    let reason = |input: &str| to_ascii(input, &Profile::UTS46).unwrap_err().reason(input);
    assert_eq!(reason("⑷.example"), "'⑷' (U+2477) is not allowed in a host name; it is mapped to '(4)'");
    assert_eq!(reason("xn--8i7caa"), "'ｗ' (U+FF57) is mapped by UTS #46, so no A-label holds it");
    let none = "the label begins with xn-- but what follows is not the Punycode of a U-label; ";
    assert_eq!(reason("xn--example-.org"), format!("{none}it encodes nothing beyond ASCII"));
    assert_eq!(reason("xn--bcher-kv.de"), format!("{none}the input ends inside an integer"));
    assert_eq!(reason(&format!("{}.de", "ü".repeat(70))), "the label is longer than 63 characters (76 in ASCII form)");
}

#[test]
fn a_list_that_is_passed_as_one_rule_is_refused() {
    for (list, place) in [("com\nco.uk", 3), ("// a list\ncom\nco.uk", 9)] {
        let error = SuffixRules::new([list], false).unwrap_err().error();
        assert_eq!((error.offset(), error.code_point()), (place, Some(0x0A)));
        assert_eq!(error.hint(list), Some(Hint::OneLine));
    }
}
