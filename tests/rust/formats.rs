//! Formats of lines: where names stand in them, and the laws of the loop that rewrites them.

use acelabel::files::{FileRewriter, FileRewriting, Format, find};
use acelabel::text::{Rewriting, Sought};
use acelabel::zone::{self, ZoneRewriting};
use acelabel::{ErrorKind, LineError, OnError, Profile};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// Files of each format, in which « and » stand around each name.
const FILES: [(Format, &str); 11] = [
    (Format::Adblock, ADBLOCK),
    (Format::Apache, APACHE),
    (Format::Caddy, CADDY),
    (Format::Csp, CSP),
    (Format::Dnsmasq, DNSMASQ),
    (Format::Hosts, HOSTS),
    (Format::Maps, MAPS),
    (Format::Nginx, NGINX),
    (Format::Rules, RULES),
    (Format::Squid, SQUID),
    (Format::Urls, URLS),
];

const ADBLOCK: &str = r#"[Adblock Plus 2.0 bücher.example]
! bücher.example##.ad
# bücher.example##.ad
||«bücher.example»^
@@||«bücher.example»^$third-party
||«中国»^
||*.«bücher.example»^$important
||«bücher».*^
||bü*cher.example^
||bücher.example*^
||*bücher.example^
||192.0.2.1^
||«bücher.example»:8080/a/ü.html?u=ü.example
|https://«bücher.example»/über$script,domain=«a.example»|~«ü.example»,match-case
://«bücher.example»^
/bücher\.example/$domain=«ü.example»
/bücher.gif
«bücher.example»
0.0.0.0 «bücher.example» # ü.example
::1 «ü.example»
:: «ü.example» «b.example»
-bücher.example-ad.
||«b.example»^$csp=img-src a\, domain=ü.example,domain=«ü.example»
/ads.js$script,domain=«ü.example»
@@/ads.js$domain=«ü.example»
@@||«ü.example»/ads.js$script,domain=«bücher.example»
/banner/*/img^$domain=«ü.example»
/bü\.example/i$domain=«ü.example»
||«a.example»/x$y=1$domain=«ü.example»
||*.«中国»^$denyallow=«a.中国»
*$denyallow=«ü.example»|«中国»,from=«x.example»,to=~«y.example»
*$removeparam=/ü$$/,domain=/ü\.(a|b)/|«ü.example»
||«bücher.example»^$removeparam=/ü##/
##.bücher.example
«bücher.example»,~«shop.bücher.example»##.ü.example
«bücher».*,*##.x
/bü{2,3}cher\.example/,«ü.example»##x
«ü.example»#@#x
«ü.example»#?#x
«ü.example»#@$?#x { content: "ü.example" }
«ü.example»#%#//scriptlet('ü.example')
«ü.example»$$script[a="ü.example"]
«ü.example»$@$script
[$domain=«bücher.example»|«ü».*]##.ü.example
[$app=ü,domain=«ü.example»]||«b.example»^
"#;

const APACHE: &str = r#"# ServerName bücher.example
# a comment \
ServerName bücher.example
ServerName «bücher.example»
  servername https://«bücher.example»:443
<VirtualHost «bücher.example»:443 192.0.2.1:80 [2001:db8::1]:80 *:80 «büro»>
<VirtualHost *>
</VirtualHost>
ServerAlias *.«bücher.example» www.*.büro.example \
    «ü.example» \
«b.example»
ServerAdmin büro@bücher.example
DocumentRoot /srv/bücher.example \
    bücher.example
ProxyPass "/ü.example" "https://«bücher.example»:8443/ü.example" timeout=5
ProxyPass http://«bücher.example»/
ProxyPass /x !
ProxyPass /x unix:/run/ü.sock|http://«bücher.example»/
ProxyPass /x balancer://büro/
ProxyPassReverse / http://«bücher.example»/
ProxyPassMatch ^/(https?://bücher.example.*)$ http://«bücher.example»/$1
ProxyPassReverseCookieDomain «b.example» «bücher.example»
Redirect permanent /ü https://«bücher.example»/ü
Redirect 301 / https://«bücher.example»${suffix}
RedirectMatch "^/ü" 'https://«ü.example»/'
ServerAlias "«ü.example»" www.*.ü.example ü?.example $n.ü.example
NameVirtualHost bücher.example
"#;

const CADDY: &str = r#"{
	email büro@bücher.example
}
(snippet) {
	reverse_proxy «ü.example»
}
import bücher.example
# bücher.example {
"«bücher.example»", https://*.«bücher.example»:8443, :80, # ü.example
	«büro»,
	http://«ü.example»/a/* {
	root /srv/bücher.example
	@shop host «shop.bücher.example» *.«b.example»
	@api path /ü.example
	@both {
		host «ü.example»
	}
	reverse_proxy @api «bücher.example»:8080 https://«ü.example» unix//ü.sock [2001:db8::1]:80 {$UP} {
		header_up Host ü.example
		to «c.example» \
			«d.example»:80
	}
	reverse_proxy /ü/* 192.0.2.1:80 «e.example» # ü.example \
	redir https://«bücher.example»{uri} permanent
	respond <<TXT 200
host ü.example {
TXT
	respond `ü
reverse_proxy ü.example
` 200
	handle {
		respond "ü \" reverse_proxy ü.example"
	}
}
«x.example» «localhost»:80
reverse_proxy «bücher.example»
handle {
	php_fastcgi «bücher.example»:9000
}
respond ü.example
"#;

const CSP: &str = r#"Content-Security-Policy: default-src 'self' https://*.«bücher.example»:443 «büro.example»/js.ü; img-src data: «büro» *
default-src 'none'; upgrade-insecure-requests; report-to bücher.example
frame-ancestors *.«bücher.example»:* 'self'
form-action «ü.example», script-src-elem «a.example» wss://«ü.example»
add_header Content-Security-Policy "script-src 'nonce-ü.example' «ü.example»" always;
"permissions": ["*://*.«bücher.example»/*", "https://«ü.example»/*", "<all_urls>", "storage"],
"name": "Bücher.example", "js": ["büro.js"],
file:///ü.example
*://*/*
connect-src 192.0.2.1:80 [2001:db8::1] http://192.0.2.1/
report-uri https://«bücher.example»/ü.example
# see bücher.example, script-src ü.example
"description": "Prüft script-src für alle Büros"
"description": "Öffnet https://ü.example/ im Büro"
/* connect-src Büro */
base-uri «ü.example»;sandbox bücher.example
*.«ü.example»
*.«ü.example» https://*.«ü.example»:8443 'self'
Access-Control-Allow-Origin: https://*.«ü.example»
*.ü.example im Büro
"*://*.«中国»/*"
"#;

const DNSMASQ: &str = r#"# address=/bücher.example/192.0.2.1
address=/«bücher.example»/«büro»/192.0.2.1
address=/.«bücher.example»/2001:db8::1  # ü.example
server=/«bücher.example»/192.0.2.1#5353@eth0
server=/*.«bücher.example»/#/192.0.2.1
server=192.0.2.1#53
local=/«中国»/
ipset=/«bücher.example»/ü,ö
nftset=/«bücher.example»/4#inet#ü#ö
rebind-domain-ok=/«ü.example»/
rebind-domain-ok=«ü.example»
cname=«www.bücher.example»,*.«b.example»,«bücher.example»,60
host-record=«bücher.example»,«büro»,192.0.2.1,2001:db8::1,3600
domain=«bücher.example»,192.0.2.0/24,local
srv-host=«_ldap._tcp.ü.example»,«ü.example»,389
mx-host=«ü.example»,«post.ü.example»,10
txt-record=«ü.example»,ü.example
naptr-record=«ü.example»,1,2,s,SIP+D2U,,«_sip._udp.ü.example»
dhcp-option=option:domain-search,«ü.example»,«b.example»
dhcp-option=119,«ü.example»
server=/«ü.example»/«dns.ö.example»#53
address = /«ü.example»/192.0.2.1
cname = «bücher.example»,"«ü.example»"
ptr-record=«ü.example»,"Büro Page.ü.example"
ptr-record=«_http._tcp.ü.example»,«ü.example»
conf-dir=/etc/bücher.example/,*.conf
dhcp-leasefile=/var/lib/bücher.example/x
dhcp-host=11:22:33:44:55:66,büro,192.0.2.9
dhcp-option=114,https://«bücher.example»/portal
[/«bücher.example»/«ü»/]192.0.2.1
[/«bücher.example»/*.«ü.example»/]https://«ü.example»/dns-query tls://«b.example» 192.0.2.1
tls://«dns.bücher.example»:853
address /«bücher.example»/#
address /-.«bücher.example»/192.0.2.1
domain-rules /domain-set:bücher/ -a #
domain-rules /«bücher.example»/ -group ü.example
nameserver /«bücher.example»/büro
cname /«bücher.example»/«ü.example»
cache-file /var/bücher.example/x
"#;

const HOSTS: &str = r#"# bücher.example
! bücher.example
; bücher.example
// bücher.example
192.0.2.1  «büro» «büro.example»  # ü.example
192.0.2.1	«bücher.example»#ü.example
0.0.0.0 «xn--bcher-kva.example»
::1 «localhost» «ip6-localhost»
fe80::1%lo0 «bücher.example»
2001:db8::1 «bücher.example» 192.0.2.1
::ffff:192.0.2.1 «bücher.example»
«bücher.example»
   «中国»
0.0.0.0 .«bücher.example»
0.0.0.0 *.«bücher.example»

0.0.0.0 0.0.0.0
"#;

const MAPS: &str = r#"# bücher.example
«bücher.example»      smtp:[«post.bücher.example»]:25
.«bücher.example»     :[«post.bücher.example»]
«ü.example» REJECT für z.B.ä ü.example
中国	OK
@«bücher.example»     büro@«ü.example», chef@«ü.example»
büro@«bücher.example» bücher@«b.example»,
    chef@«ü.example» über
büro@                 OK
«ü.example»:          relay:«post.ü.example»:587
büro                  smtp:[«büro»]:25, [2001:db8::1], [fe80::1]
büro                  mueller@«ü.example»
"büro x"@bücher.example x@ü.example
[«mail.ü.example»]:587 user:Schlüssel.X
[«mail.ü.example»]:587 info@bücher.example:Pä.ss@Wö.rt
x: :fail: Büro.ä ist weg
@«ü.example»: büro
*@«ü.example»: büro
«ö.example» :«ü.example»
«ö.example» REDIRECT a@«ü.example»
«ö.example» BCC a@«ü.example»
«ö.example» FILTER smtp:[«f.ü.example»]:25
müller:               büro@«ü.example»
müller:               "|/usr/bin/ü.example"
/^ü@bücher\.example$/ REJECT
chef@«ü.example»      bücher.example/chef/
«ü.example»           smtp:«post.ü.example»:25
192.0.2.1             REJECT http://ü.example/ü.html
2001:db8::1           OK
«ü.example»           550 5.1.1 ü.example
*                     smtp:«ü.example»
^büro.*@bücher\.example$ : fail
"#;

const NGINX: &str = r#"# server_name bücher.example;
server { listen 80; server_name «bücher.example» *.«büro.example» .«ü.example» «www.bücher».*; # ü.example;
    server_name "«ü.example»" '~^ü\.example$' ~^ü\d+\.example$ _ "";
    server_name
        «bücher.example»
        # ü.example
        «ü.example»;
    root /srv/bücher.example;
    set $x ü.example; add_header X "ü.example; server_name ü.example;
server_name ü.example; ";
    proxy_set_header Host ü.example;
    proxy_pass https://«bücher.example»:8443/ü.example;
    proxy_pass http://«bücher.example»$request_uri;
    proxy_pass «bücher.example»:25; listen «ü.example»:80; listen 443 ssl http2; listen [::]:80;
    valid_referers none blocked *.ü.example; proxy_ssl_name «ü.example»; rewrite ^/x https://«ü.example»/ü;
    proxy_pass http://${x}.ü.example; proxy_pass http://unix:/run/ü.sock:/;
    if ($host = ü.example) { return 301 https://«ü.example»${request_uri}; }
    location ~ "ü{2}" { proxy_pass http://büro; fastcgi_pass «bücher.example»:9000; }
    location = /x { content_by_lua_block { ngx.say("hello world; ü.example") } }
    content_by_lua_block {
        server_name ü.example; if x then { y } end
    }
    server_name «ü.example»;
}
upstream büro { server «bücher.example»:8080 weight=5; server 192.0.2.1; server unix:/run/ü.sock; }
map $uri $a { ü.example /a; server_name ü.example; }
map "$http_host" $b {
    hostnames; default ü.example; include ü.map;
    «bücher.example» /ü.example;
    *.«bücher.example»
        ü.example; "«ü.example»:8080" 1;
    ~^ü\.example 1;
}
server_name «ü.example»;
"#;

const RULES: &str = r#"# DOMAIN,bücher.example
; bücher.example
// bücher.example
payload:
  - DOMAIN-SUFFIX,«bücher.example»,PROXY
  - 'DOMAIN,«bücher.example»'
  - "+.«bücher.example»" # ü.example
  - '.«bücher.example»'
  - Büro
  - '*.*.«bücher.example»'
  - 中国
  - 192.0.2.0/24
  - IP-CIDR6,2001:db8::/32,no-resolve
DOMAIN-KEYWORD,bücher
DOMAIN-REGEX,^bücher\.example$
host-suffix, «bücher.example», direct
RULE-SET,https://bücher.example/ü.list,PROXY
full:«bücher.example» @ads
domain:«bücher.example»:@ads
keyword:bücher
regexp:^bücher\.example$
include:bücher
«bücher.example» @ads
[Rule]
skip-proxy = ü.example
behavior: ü.example
"#;

const URLS: &str = "\
# https://bücher.example/
https://«bücher.example»/ü https://ü.example/
  http://u:p@«bücher.example»:80?u=ü.example
«bücher.example»:80 ü.example
*.«büro.example»
//ü.example/
https://[::1]/
https://192.0.2.1/
  # ü.example
https://«xn--tda.example»/
ftp://«ü.example»
https://bü*cher.example/

";

const SQUID: &str = r#"1790.123 90 192.0.2.9 TCP_MISS/200 512 GET https://«bücher.example»/ü.example - HIER_DIRECT/«bücher.example» text/html
1790.123 12 192.0.2.9 TCP_TUNNEL/200 39 CONNECT «bücher.example»:443 - HIER_DIRECT/192.0.2.1 -
1790.123 12 192.0.2.9 TCP_TUNNEL/200 39 CONNECT 192.0.2.1:443 - HIER_DIRECT/2001:db8::1 -
1790.123 12 192.0.2.9 TCP_DENIED/403 39 GET error:bücher.example - HIER_NONE/- text/html;charset=ü
1790.123 12 192.0.2.9 NONE/000 0 NONE error:transaction-end - NONE/- -
1790.123 12 192.0.2.9 TCP_MISS/200 1 GET http://ü:x@«bücher.example»:80/?u=ü.example ü.example DIRECT/«büro» -
1790.123 12 192.0.2.9 TCP_MISS/200 1 GET http://[2001:db8::1]/ü - FIRSTUP_PARENT/«ü.example» -
1790.123 12 192.0.2.9 TCP_MISS/200 1 GET cache_object://«localhost»/ü - HIER_NONE/- -
192.0.2.9 - - [10/Oct/2026:13:55:36 +0000] "GET http://«bücher.example»/ HTTP/1.1" 200 5 "https://«ü.example»/" "ü/5.0"
192.0.2.9 - ü.example [10/Oct/2026:13:55:36 +0000] "GET /ü.example HTTP/1.1" 200 5 TCP_HIT:HIER_NONE
192.0.2.9 - - [10/Oct/2026:13:55:36 +0000] "CONNECT «ü.example»:443 HTTP/1.1" 200 5
ü.example/x /ü.example ü: über
"#;

#[test]
fn names_are_where_the_format_says() {
    let of_lines: Vec<_> =
        Format::ALL.iter().filter(|format| OF_ROOMS.iter().all(|(room, _)| room != *format)).collect();
    assert_eq!(FILES.iter().map(|(format, _)| format).collect::<Vec<_>>(), of_lines);
    for (format, marked) in FILES.into_iter().chain(OF_ROOMS) {
        let file = marked.replace(['«', '»'], "");
        let mut found = file.clone();
        for place in find(file.as_bytes(), format).unwrap().into_iter().rev() {
            found.replace_range(place.range.clone(), &format!("«{}»", &file[place.range]));
        }
        for (found, marked) in found.lines().zip(marked.lines()) {
            assert_eq!(found, marked, "{format:?}");
        }
        assert!(marked.lines().count() >= 12 || OF_ROOMS.contains(&(format, marked)));
    }
}

/// The same of formats that have a room of their own, where their tests are.
const OF_ROOMS: [(Format, &str); 2] = [
    (Format::Text, "GET https://«bücher.example»/ü by a@«ü.example»\n\"a b\"@«ü.example» xn--a «xn--tda»\n"),
    (Format::Zone, "«büro.example.» IN MX ( 10 ; für das Büro\n  «ü» )\n@ IN TXT \"ü\"\n  IN NS «a.example.»\n"),
];

/// Names in their canonical ASCII form, and in Unicode.
const NAMES: [[&str; 2]; 8] = [
    ["xn--bcher-kva.example", "bücher.example"],
    ["www.xn--bro-hoa.xn--tda", "www.büro.ü"],
    ["xn--mgbh0fb.xn--kgbechtv", "مثال.إختبار"],
    ["_dmarc.xn--fiqs8s.example", "_dmarc.中国.example"],
    ["xn--zckzah.example", "テスト.example"],
    ["plain.example", "plain.example"],
    ["plain", "plain"],
    ["xn--fiqs8s", "中国"],
];

/// The file of a format, with other names at the places of its own.
fn with_names(format: Format, marked: &str, names: &[Index], form: usize) -> String {
    let mut names = names.iter().cycle();
    // Some places of these have names with a dot alone.
    let has_dot = matches!(format, Format::Adblock | Format::Maps | Format::Nginx | Format::Rules);
    let choice = if has_dot { &NAMES[..6] } else { &NAMES[..] };
    let mut file = String::new();
    for (number, part) in marked.split(['«', '»']).enumerate() {
        file.push_str(if number % 2 == 1 { names.next().unwrap().get(choice)[form] } else { part });
    }
    file
}

fn how(format: Format, to_unicode: bool, on_error: OnError) -> FileRewriting<'static> {
    FileRewriting { format, profile: &Profile::DNS, to_unicode, on_error, escapes_are_letters: false }
}

/// The output of a rewriter that gets pieces, and what it told. A piece that is refused is given again, to be kept.
fn in_pieces(pieces: &[&[u8]], how: FileRewriting<'_>) -> (Vec<u8>, [usize; 4], Vec<LineError>, usize) {
    let keep = FileRewriting { on_error: OnError::Keep, ..how };
    let (mut rewriter, mut output, mut problems, mut raised) = (FileRewriter::default(), Vec::new(), Vec::new(), 0);
    for piece in pieces {
        let before = (output.clone(), rewriter.counts());
        if let Err(error) = rewriter.feed(piece, &how, &mut output) {
            assert_eq!((&output, rewriter.counts()), (&before.0, before.1));
            rewriter.feed(piece, &keep, &mut output).unwrap();
            assert_eq!(rewriter.problems().first(), Some(&error));
            raised += 1;
        }
        problems.extend_from_slice(rewriter.problems());
    }
    rewriter.finish(&keep, &mut output).unwrap();
    problems.extend_from_slice(rewriter.problems());
    let counts = rewriter.counts();
    (output, [counts.lines, counts.names, counts.rewritten, counts.refused], problems, raised)
}

/// A file cut at these places.
fn cut<'a>(file: &'a [u8], places: &[Index]) -> Vec<&'a [u8]> {
    let mut places: Vec<_> = places.iter().map(|place| place.index(file.len() + 1)).collect();
    places.sort_unstable();
    let ends = places.iter().copied().chain([file.len()]);
    [0].into_iter().chain(places.clone()).zip(ends).map(|(start, end)| &file[start..end]).collect()
}

/// The file, each name of which is replaced by its other form, and how many of them there are and are refused.
fn slowly(file: &[u8], how: &FileRewriting<'_>) -> (Vec<u8>, [usize; 4]) {
    let (mut output, mut end, mut counts) = (Vec::new(), 0, [file.split_inclusive(|&o| o == b'\n').count(), 0, 0, 0]);
    for place in find(file, how.format).unwrap() {
        let name = &file[place.range.clone()];
        output.extend_from_slice(&file[end..place.range.start]);
        end = place.range.end;
        let is_sought = if how.to_unicode {
            name.to_ascii_lowercase().windows(4).any(|four| four == b"xn--")
        } else {
            !name.is_ascii()
        };
        let form = std::str::from_utf8(name).map_err(|_| ()).and_then(|name| {
            let form = if how.to_unicode {
                acelabel::to_unicode(name, how.profile)
            } else {
                acelabel::to_ascii(name, how.profile)
            };
            form.map_err(|_| ())
        });
        counts[1] += usize::from(is_sought);
        match form {
            Ok(form) if is_sought && !form.eq_ignore_ascii_case(std::str::from_utf8(name).unwrap()) => {
                counts[2] += 1;
                output.extend_from_slice(form.as_bytes());
            }
            form => {
                counts[3] += usize::from(is_sought && form.is_err());
                output.extend_from_slice(name);
            }
        }
    }
    output.extend_from_slice(&file[end..]);
    (output, counts)
}

fn formats() -> impl Strategy<Value = (Format, &'static str)> {
    select(&FILES[..])
}

/// Lines of the file of a format, whole or not, among names and octets that mean something or nothing.
fn files() -> impl Strategy<Value = (Format, Vec<u8>)> {
    const OCTETS: &[u8] = b"\n\n\r \t\"'`\\#{};,.:/@*|^$=~-!<>[]%_ax0\xC3\xFF";
    formats().prop_flat_map(|(format, marked)| {
        let lines: Vec<_> =
            marked.split_inclusive('\n').map(|line| line.replace(['«', '»'], "").into_bytes()).collect();
        let part = prop_oneof![
            4 => select(lines.clone()),
            2 => (select(lines), any::<Index>()).prop_map(|(line, end)| line[..end.index(line.len())].to_vec()),
            2 => select(NAMES.as_flattened()).prop_map(|name| name.as_bytes().to_vec()),
            1 => select(vec!["xn--a", "bü_ro", "\u{FEFF}", "XN--TDA"]).prop_map(|name| name.as_bytes().to_vec()),
            6 => select(OCTETS).prop_map(|octet| vec![octet]),
            1 => vec(any::<u8>(), 0..8),
        ];
        (Just(format), vec(part, 0..24).prop_map(|parts| parts.concat()))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn the_other_form_of_a_file_is_that_of_its_names(
        (format, marked) in formats(),
        names in vec(any::<Index>(), 1..24),
        cuts in vec(any::<Index>(), 0..9),
    ) {
        let forms = [0, 1].map(|form| with_names(format, marked, &names, form));
        for (from, to_unicode) in [(0, true), (1, false)] {
            let how = how(format, to_unicode, OnError::Raise);
            let (output, [lines, ..], problems, raised) = in_pieces(&cut(forms[from].as_bytes(), &cuts), how);
            prop_assert_eq!(std::str::from_utf8(&output).unwrap(), &forms[1 - from]);
            prop_assert_eq!((lines, problems, raised), (forms[0].lines().count(), vec![], 0));
        }
    }

    #[test]
    fn pieces_make_no_difference((format, file) in files(), cuts in vec(any::<Index>(), 0..9), to_unicode: bool) {
        let (keep, raise) = (how(format, to_unicode, OnError::Keep), how(format, to_unicode, OnError::Raise));
        let whole = in_pieces(&[&file], keep);
        let (expected, counts) = slowly(&file, &keep);
        prop_assert_eq!(String::from_utf8_lossy(&whole.0), String::from_utf8_lossy(&expected));
        prop_assert_eq!((whole.1, whole.2.len()), (counts, counts[3]));
        for how in [keep, raise] {
            let (output, counts, problems, raised) = in_pieces(&cut(&file, &cuts), how);
            prop_assert_eq!((&output, counts, &problems), (&whole.0, whole.1, &whole.2));
            prop_assert!(raised <= counts[3] && (how.on_error == OnError::Raise || raised == 0));
        }
    }

    #[test]
    fn octets_at_random_stay_or_are_names(file in vec(any::<u8>(), 0..200)) {
        for &(format, _) in &FILES {
            for to_unicode in [true, false] {
                let how = how(format, to_unicode, OnError::Keep);
                prop_assert_eq!(in_pieces(&[&file], how).0, slowly(&file, &how).0);
            }
        }
    }
}

proptest! {
    #[test]
    fn master_files_and_text_are_those_of_their_rooms(
        parts in vec(select(ROOMS), 0..40),
        cuts in vec(any::<Index>(), 0..9),
        to_unicode: bool,
    ) {
        let file = parts.concat().into_bytes();
        let lines = file.split_inclusive(|&octet| octet == b'\n').count();
        let profile = &Profile::DNS;
        let sought = Sought::all(profile);
        let of_text = Rewriting { sought, to_unicode, annotate: false, isolate: false, shows: None };
        let of_zone = ZoneRewriting { profile, to_unicode, on_error: OnError::Keep, escapes_are_letters: false };
        let expected = [
            (Format::Text, acelabel::text::rewritten(&file, &of_text).unwrap(), 0),
            (Format::Zone, zone::rewritten(&file, &of_zone).unwrap(), zone::problems(&file, &of_zone).unwrap().len()),
        ];
        for (format, new, count) in expected {
            let (output, counts, problems, _) = in_pieces(&cut(&file, &cuts), how(format, to_unicode, OnError::Keep));
            let new = new.unwrap_or(file.clone());
            prop_assert_eq!(String::from_utf8_lossy(&output), String::from_utf8_lossy(&new));
            prop_assert_eq!((counts[0], problems.len()), (lines, count));
            for place in find(&file, format).unwrap() {
                prop_assert!(!file[place.range].is_empty());
            }
        }
    }
}

/// Parts of master files and of texts.
const ROOMS: &[&str] = &[
    "ü",
    "xn--tda",
    " ",
    "\n",
    ".",
    "a",
    " A 192.0.2.1\n",
    "\n@ NS ",
    "(",
    ")",
    ";",
    "\"",
    "\\195\\188",
    "bü_ro",
    "//",
    "/",
    "@",
    "https://ü.example/",
    "a@xn--tda.example",
    "\t",
];

#[test]
fn what_is_open_ends_with_the_file() {
    let [to_ascii, raise] = [OnError::Keep, OnError::Raise].map(|on_error| how(Format::Apache, false, on_error));
    let (mut rewriter, mut output) = (FileRewriter::default(), Vec::new());
    rewriter.feed(b"ServerAlias \\\n", &to_ascii, &mut output).unwrap();
    rewriter.feed("ü \\".as_bytes(), &to_ascii, &mut output).unwrap();
    rewriter.finish(&to_ascii, &mut output).unwrap();
    rewriter.feed("ü\nServerAlias \\\nbü_ro".as_bytes(), &to_ascii, &mut output).unwrap();
    // The rest of a file that is refused is not kept, nor counted.
    let counts = rewriter.counts();
    let error = rewriter.finish(&raise, &mut output).unwrap_err();
    assert_eq!((error.line, error.error.kind(), error.error.offset()), (3, ErrorKind::Std3Disallowed, 20));
    assert_eq!(rewriter.counts(), counts);
    rewriter.feed("\u{FEFF}ServerName ü\nü".as_bytes(), &to_ascii, &mut output).unwrap();
    rewriter.finish(&to_ascii, &mut output).unwrap();
    let expected = "ServerAlias \\\nxn--tda \\ü\nServerAlias \\\n\u{FEFF}ServerName xn--tda\nü";
    assert_eq!(String::from_utf8(output).unwrap(), expected);
    let counts = rewriter.counts();
    assert_eq!((counts.lines, counts.names, counts.rewritten, counts.refused), (6, 2, 2, 0));
}
