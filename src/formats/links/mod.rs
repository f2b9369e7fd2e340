//! Links of documents: where the text of each stands, and to where it leads.
//!
//! These are readers of links alone. Libraries that parse whole documents and keep offsets are larger than all that is
//! here, and none of them reads all three notations.

mod characters;
mod html;
mod link;
mod markdown;
mod named;
mod rst;

pub(crate) use link::{DocumentLink, OnLink};

use crate::error::Error;

/// A document in which links have a text of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Markup {
    /// Markdown (CommonMark 0.31.2), and the links of HTML in it.
    Markdown,
    /// HTML.
    Html,
    /// reStructuredText.
    Rst,
}

impl Markup {
    /// Hands over the links of a document. Those whose text or target is empty, or longer than any host, are left out.
    pub(crate) fn each_link(self, text: &[u8], work: &mut OnLink<'_>) -> Result<(), Error> {
        match self {
            Self::Markdown => markdown::each_link(text, work),
            Self::Html => html::each_link(text, work),
            Self::Rst => rst::each_link(text, work),
        }
    }
}

#[cfg(test)]
#[allow(clippy::indexing_slicing)]
mod tests {
    use super::*;

    fn links(markup: Markup, text: &str) -> Vec<(String, String)> {
        let mut found = Vec::new();
        let read = markup.each_link(text.as_bytes(), &mut |link| {
            assert!(text.get(link.text.clone()).is_some() && text.get(link.target.clone()).is_some());
            found.push((link.label, link.url));
            Ok(())
        });
        assert_eq!(read, Ok(()));
        found
    }

    fn check(markup: Markup, rows: &[(&str, &[(&str, &str)])]) {
        for (text, expected) in rows {
            let expected: Vec<_> = expected.iter().map(|(label, url)| ((*label).into(), (*url).into())).collect();
            assert_eq!(links(markup, text), expected, "{text}");
        }
    }

    #[test]
    fn links_of_markdown() {
        check(
            Markup::Markdown,
            &[
                ("[a](b)", &[("a", "b")]),
                ("[a](<b c> 'd')", &[("a", "b c")]),
                ("[a](b(c)d \"t\")", &[("a", "b(c)d")]),
                ("[*a*\\_](b\\)c)", &[("*a*_", "b)c")]),
                ("[a b](//c)", &[("a b", "//c")]),
                ("[a][b] [c][] [d]\n\n[b]: x\n[c]: <y>\n  [D]: z 't'", &[("a", "x"), ("c", "y"), ("d", "z")]),
                ("![a](b) [![a](b)](c)", &[("", "c")]),
                ("`[a](b)` ``[c](d)`` \\[e](f)", &[]),
                ("```\n[a](b)\n```\n[c](d)\n~~~\n[e](f)\n", &[("c", "d")]),
                ("[a\n\nb](c)", &[]),
                ("[a\nb](c)", &[("a\nb", "c")]),
                ("[a [b](c)](d)", &[("b", "c")]),
                ("<a href=b>c</a> <!-- [d](e) --> <i>[f](g)</i>", &[("c", "b"), ("f", "g")]),
                ("[a&amp;b](c&#x2e;d)", &[("a&b", "c.d")]),
                ("[a]", &[]),
                ("[a](b", &[]),
                ("[https://a.example/](https://b.example/)", &[("https://a.example/", "https://b.example/")]),
                ("<https://a.example/[x](y)>", &[]),
            ],
        );
    }

    #[test]
    fn links_of_html() {
        check(
            Markup::Html,
            &[
                ("<a href=\"b\">c</a>", &[("c", "b")]),
                ("<A\nTITLE='>' HREF = 'b' >c<b>d</b>\n</A >", &[("cd\n", "b")]),
                ("<a href=b&amp;c>d&period;e&#102;</a>", &[("d.ef", "b&c")]),
                ("<!-- <a href=b>c</a> --><script>'<a href=b>c</a>'</script><a href=d>e</a>", &[("e", "d")]),
                ("<a href=b>c<a href=d>e</a>", &[("c", "b"), ("e", "d")]),
                ("<a name=b>c</a><abbr href=b>c</abbr>", &[]),
                ("<a href=b>c", &[("c", "b")]),
                ("<a href=\"b", &[]),
                ("<!--", &[]),
            ],
        );
    }

    #[test]
    fn links_of_restructured_text() {
        check(
            Markup::Rst,
            &[
                ("`a <b>`_", &[("a", "b")]),
                ("`a\nb <c>`__", &[("a\nb", "c")]),
                ("`a`_ c_\n\n.. _a: b\n.. _`c`: d\n", &[("a", "b"), ("c", "d")]),
                ("``a <b>`_`` :r:`c <d>` `e <f>`_", &[("e", "f")]),
                ("`a <b_>`_\n\n.. _b: c", &[("a", "c")]),
                ("`a", &[]),
            ],
        );
    }

    #[test]
    fn any_octets_are_read() {
        for text in [&b"[\xFF](\xFF)"[..], b"<a href=\xFF>\xFF</a>", b"`\xFF <\xFF>`_", b"[[[[[[", b"<a <a <a", b"````"]
        {
            for markup in [Markup::Markdown, Markup::Html, Markup::Rst] {
                assert_eq!(markup.each_link(text, &mut |_| Ok(())), Ok(()));
            }
        }
    }
}
