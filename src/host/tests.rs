//! Hosts and URLs with their answers, and the parser of addresses beside that of the standard library.

use core::net::{IpAddr, Ipv6Addr};

use super::*;

fn of(host: &str) -> Result<(HostKind, String), (ErrorKind, usize)> {
    parse(host).map(|host| (host.kind(), host.ascii().to_owned())).map_err(|error| (error.kind(), error.offset()))
}

#[test]
fn a_host_is_a_domain_or_an_address() {
    for (host, kind, ascii) in [
        ("example.com", HostKind::Domain, "example.com"),
        ("EXAMPLE.Com.", HostKind::Domain, "example.com."),
        ("b%C3%BCcher.example", HostKind::Domain, "xn--bcher-kva.example"),
        ("Bücher。example", HostKind::Domain, "xn--bcher-kva.example"),
        ("xn--8i7caa", HostKind::Domain, "xn--8i7caa"),
        ("a..b", HostKind::Domain, "a..b"),
        ("1.2.3.4a", HostKind::Domain, "1.2.3.4a"),
        ("0x7f.1", HostKind::Ipv4, "127.0.0.1"),
        ("１２７.０.０.１", HostKind::Ipv4, "127.0.0.1"),
        ("%31%32%37.1", HostKind::Ipv4, "127.0.0.1"),
        ("0300.0250.1.", HostKind::Ipv4, "192.168.0.1"),
        ("4294967295", HostKind::Ipv4, "255.255.255.255"),
        ("1.0x", HostKind::Ipv4, "1.0.0.0"),
        ("[::1]", HostKind::Ipv6, "[::1]"),
        ("[1:0:0:2::3.4.5.6]", HostKind::Ipv6, "[1::2:0:0:304:506]"),
        ("[::ffff:127.0.0.1]", HostKind::Ipv6, "[::ffff:7f00:1]"),
        ("[1:0:2:0:3:0:4:0]", HostKind::Ipv6, "[1:0:2:0:3:0:4:0]"),
        ("[1:2:3:4:5:6:7::]", HostKind::Ipv6, "[1:2:3:4:5:6:7:0]"),
    ] {
        assert_eq!(of(host), Ok((kind, ascii.to_owned())), "{host}");
        assert_eq!(of(ascii), Ok((kind, ascii.to_owned())), "{ascii}");
    }
}

#[test]
fn a_refusal_has_its_place_in_the_host() {
    use ErrorKind::{
        DisallowedCodepoint, EmptyHost, ForbiddenHostCodepoint, InvalidIpv4, InvalidIpv6, InvalidPercentEncoding,
    };
    for (host, kind, offset) in [
        ("", EmptyHost, 0),
        ("%C2%AD", EmptyHost, 0),
        ("exa mple", ForbiddenHostCodepoint, 3),
        ("exa%20mple", ForbiddenHostCodepoint, 3),
        ("%C3%BC%2Fa", ForbiddenHostCodepoint, 6),
        ("ü.a／b", ForbiddenHostCodepoint, 3),
        ("a℀", ForbiddenHostCodepoint, 1),
        ("100%", ForbiddenHostCodepoint, 3),
        ("a\u{7F}", ForbiddenHostCodepoint, 1),
        ("ü\u{FFFD}", DisallowedCodepoint, 1),
        ("%61%C3%28", InvalidPercentEncoding, 3),
        ("ü%ED%A0%80", InvalidPercentEncoding, 1),
        ("a.b.1.2", InvalidIpv4, 0),
        ("1.2.3.4.5", InvalidIpv4, 8),
        ("１.２５６.３.４", InvalidIpv4, 2),
        ("%31..2", InvalidIpv4, 4),
        ("1.2.65536", InvalidIpv4, 4),
        ("1.2.3.4294967296.", InvalidIpv4, 6),
        ("0x100000000", InvalidIpv4, 0),
        ("09", InvalidIpv4, 0),
        ("[::1", InvalidIpv6, 4),
        ("[", InvalidIpv6, 1),
        ("[]", InvalidIpv6, 1),
        ("[::1]a", InvalidIpv6, 5),
        ("[:1]", InvalidIpv6, 2),
        ("[::1::]", InvalidIpv6, 5),
        ("[1:2:3:4:5:6:7]", InvalidIpv6, 14),
        ("[1:2:3:4:5:6:7:8:9]", InvalidIpv6, 17),
        ("[1:2:3:4:5:6:7:]", InvalidIpv6, 15),
        ("[::12345]", InvalidIpv6, 7),
        ("[::1%25eth0]", InvalidIpv6, 4),
        ("[::ü]", InvalidIpv6, 3),
        ("[::1.2.3]", InvalidIpv6, 8),
        ("[::1.2.3.04]", InvalidIpv6, 10),
        ("[::1.2.3.256]", InvalidIpv6, 11),
        ("[::1.2.3.4.5]", InvalidIpv6, 10),
        ("[1:2:3:4:5:6:7:1.2.3.4]", InvalidIpv6, 15),
    ] {
        assert_eq!(of(host), Err((kind, offset)), "{host}");
    }
    let surrogate = HostMemory::default().parse(b"a\xC3\xBC\xED\xA0\x80", false).map_err(|error| error.error());
    assert_eq!(surrogate, Err(Error::new(ErrorKind::Surrogate, 2)));
}

/// The parser of the standard library takes the same addresses. Texts are those of few characters that matter.
#[test]
fn addresses_are_those_of_the_standard_library() {
    let mut seed = 1_u64;
    let mut next = |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        bounded::index((seed >> 33) % below)
    };
    let parts = ["::", ":", "0", "a", "1f", "ffff", "12345", "1.2.3.4", "256", "0.0.0.0", ".", "g", ":0:0", "01"];
    let mut valid = 0;
    for _ in 0..200_000 {
        let count = next(12);
        let pieces = (0..=count).map(|index| if index % 2 == 1 { ":" } else { bounded::at(&parts, next(14)) });
        let text: String = pieces.collect();
        let expected = text.parse::<Ipv6Addr>();
        assert_eq!(ipv6::parse(text.as_bytes()).ok(), expected.clone().ok(), "{text}");
        let Ok(address) = expected else { continue };
        valid += 1;
        let host = parse(&format!("[{text}]"));
        assert_eq!(host.as_ref().map(Host::address), Ok(Some(IpAddr::V6(address))), "{text}");
        // The standard library writes an IPv4 address at the end of some.
        if address.to_ipv4_mapped().is_none() {
            assert_eq!(host.map(|host| host.ascii), Ok(format!("[{address}]")), "{text}");
        }
    }
    assert!(valid > 5_000, "{valid}");
}

#[test]
fn an_opaque_host_is_encoded() {
    let of = |host: &str| parse_opaque(host).map(|host| (host.kind(), host.ascii().to_owned()));
    let refused = |kind, offset| Err(LabelError::new(Error::new(kind, offset), 0, None));
    assert_eq!(of(""), Ok((HostKind::Empty, String::new())));
    assert_eq!(of("ü%é.1\u{1}\u{7F}"), Ok((HostKind::Opaque, "%C3%BC%%C3%A9.1%01%7F".to_owned())));
    assert_eq!(of("[::1]"), Ok((HostKind::Ipv6, "[::1]".to_owned())));
    assert_eq!(of("ü b"), refused(ErrorKind::ForbiddenHostCodepoint, 1));
    assert_eq!(of("\u{D7FF}a\0"), refused(ErrorKind::ForbiddenHostCodepoint, 2));
}

#[test]
fn the_host_of_a_url_is_found_as_browsers_find_it() {
    for (url, host, span, port) in [
        ("https://u:p@Bücher.de:8080/x", "xn--bcher-kva.de", 12..21, Some(8080)),
        (" \u{1}htt\tps:\\\\ü@ex\nample.com\t:443?@b ", "example.com", 13..25, None),
        ("HTTP:example.com", "example.com", 5..16, None),
        ("ws:////a@b@[::1]:0080#x", "[::1]", 11..16, None),
        ("ftp:/a:/", "a", 5..6, None),
        ("http://a:", "a", 7..8, None),
        ("http://a:65535/:b@c", "a", 7..8, Some(65535)),
        ("https://a?b@c", "a", 8..9, None),
    ] {
        let found = of_url(url, None).map(|found| (found.host.ascii().to_owned(), found.span, found.port));
        assert_eq!(found, Ok((host.to_owned(), span, port)), "{url}");
    }
}

#[test]
fn a_refusal_has_its_place_in_the_url() {
    use ErrorKind::{
        EmptyHost, ForbiddenHostCodepoint, InvalidIpv4, InvalidIpv6, InvalidPort, NoSpecialScheme, RelativeUrl,
    };
    for (url, kind, offset) in [
        ("", RelativeUrl, 0),
        (" \n", RelativeUrl, 2),
        ("example.com", RelativeUrl, 0),
        ("/account", RelativeUrl, 0),
        (" example.com:8080", NoSpecialScheme, 1),
        ("redis://a", NoSpecialScheme, 0),
        ("file://a/b", NoSpecialScheme, 0),
        ("//a", RelativeUrl, 0),
        ("1http://a", RelativeUrl, 0),
        ("javascript:alert(1)", NoSpecialScheme, 0),
        (" java\tscript:alert(1)", NoSpecialScheme, 1),
        ("https://", EmptyHost, 8),
        ("https://ü@/", EmptyHost, 10),
        ("https://:80", EmptyHost, 8),
        ("https://a b", ForbiddenHostCodepoint, 9),
        ("https://\tü\n<", ForbiddenHostCodepoint, 11),
        ("https://a.1/", InvalidIpv4, 8),
        ("https://\t1.\n300.1.1/", InvalidIpv4, 12),
        ("https://[::1", InvalidIpv6, 12),
        ("https://[::1]x", InvalidIpv6, 13),
        ("https://a:65536", InvalidPort, 10),
        ("https://a:8\t0x", InvalidPort, 13),
        ("https://a:b", InvalidPort, 10),
    ] {
        assert_eq!(of_url(url, None).map_err(|error| (error.kind(), error.offset())), Err((kind, offset)), "{url:?}");
    }
}

#[test]
fn a_reference_has_the_scheme_of_its_base() {
    let of = |url, base| of_url(url, Some(base)).map(|found| found.host.ascii().to_owned()).map_err(|e| e.kind());
    let (a, relative) = (Ok("a".to_owned()), Err(ErrorKind::RelativeUrl));
    for (url, with_https, with_http) in [
        ("//a/b", a.clone(), a.clone()),
        ("\\/a", a.clone(), a.clone()),
        ("https:a", relative.clone(), a.clone()),
        ("https:/a", relative.clone(), a.clone()),
        ("https:\\/a", a.clone(), a),
        ("/a", relative.clone(), relative.clone()),
        ("a", relative.clone(), relative.clone()),
        ("?//a", relative.clone(), relative),
        ("redis://a", Err(ErrorKind::NoSpecialScheme), Err(ErrorKind::NoSpecialScheme)),
        ("javascript://a", Err(ErrorKind::NoSpecialScheme), Err(ErrorKind::NoSpecialScheme)),
    ] {
        assert_eq!((of(url, Scheme::Https), of(url, Scheme::Http)), (with_https, with_http), "{url}");
    }
    assert_eq!((Scheme::named("WSS"), Scheme::named("file")), (Some(Scheme::Wss), None));
}

#[test]
fn a_bare_host_has_its_place_in_its_cell() {
    for (cell, span, port) in [
        (" Bücher.de:443/x", 1..10, Some(443)),
        ("bü\tcher.de:4\n43", 0..10, Some(443)),
        ("//u@a.de:443", 4..8, Some(443)),
        ("https://u:p@a.de:443", 12..16, None),
        ("http:/abc.xyz", 6..13, None),
    ] {
        assert_eq!(of_bare_url(cell).map(|found| (found.span, found.port)), Ok((span, port)), "{cell}");
    }
}
