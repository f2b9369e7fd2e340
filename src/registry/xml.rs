//! The tree of a file of rules: read by roxmltree, which expands no entities of the file and opens nothing.
//!
//! The reader of XML compares each attribute of an element with all others, and copies the namespaces of an element to
//! those below it. So elements with many attributes and deep trees are refused before it sees them.

use roxmltree::{Attribute, Document, Node, ParsingOptions};

use super::fault::{RuleFault, RuleFileError};
use crate::{bounded, memory};

/// The namespace of RFC 7940.
const NAMESPACE: &str = "urn:ietf:params:xml:ns:lgr-1.0";

const MOST_OCTETS: usize = 1 << 24;
const MOST_DEPTH: usize = 256;
const MOST_ATTRIBUTES: usize = 256;
const MOST_NAMESPACES: usize = 64;

/// At least so many octets are taken for each node and for each attribute.
const OCTETS_OF_NODE: usize = 128;

/// An element of a file of rules.
pub(super) type XmlNode<'a> = Node<'a, 'a>;

/// Returns the text of a file, without its byte order mark.
///
/// # Errors
///
/// `TooLarge` or `NotUtf8`.
pub(super) fn text_of(octets: &[u8]) -> Result<&str, RuleFileError> {
    if octets.len() > MOST_OCTETS {
        return Err(RuleFileError::new(RuleFault::TooLarge, 1));
    }
    let text = core::str::from_utf8(octets).map_err(|error| {
        let before = bounded::first(octets, error.valid_up_to());
        RuleFileError::new(RuleFault::NotUtf8, line_after(before))
    })?;
    Ok(text.strip_prefix('\u{FEFF}').unwrap_or(text))
}

/// Returns the tree of a text.
///
/// # Errors
///
/// `TooLarge`, `NotXml` or `OutOfMemory`.
pub(super) fn tree(text: &str) -> Result<Document<'_>, RuleFileError> {
    let nodes = guard(text)?;
    // roxmltree takes so much without asking.
    memory::reserved::<u8>(nodes.saturating_mul(OCTETS_OF_NODE))?;
    let options = ParsingOptions { allow_dtd: false, ..ParsingOptions::default() };
    Document::parse_with_options(text, options).map_err(|error| {
        let row = usize::try_from(error.pos().row).unwrap_or(1);
        RuleFileError::new(RuleFault::NotXml, row.max(1))
    })
}

/// Returns a bound of the nodes and attributes of a tree that is shallow and has few attributes for each element.
/// Anything else that is wrong is left to the reader of XML.
fn guard(text: &str) -> Result<usize, RuleFileError> {
    if text.matches("xmlns").count() > MOST_NAMESPACES {
        return Err(RuleFileError::new(RuleFault::TooLarge, 1));
    }
    let (mut at, mut depth, mut nodes) = (0, 0_usize, 16_usize);
    while let Some(found) = text.get(at..).and_then(|rest| rest.find('<')) {
        let open = bounded::add(at, found);
        let rest = text.get(open..).unwrap_or_default();
        nodes = nodes.saturating_add(2);
        let length = match rest.as_bytes() {
            [b'<', b'!', b'-', b'-', ..] => end_of(rest, "-->"),
            [b'<', b'!', b'[', ..] => end_of(rest, "]]>"),
            [b'<', b'?', ..] => end_of(rest, "?>"),
            [b'<', b'/', ..] => {
                depth = depth.saturating_sub(1);
                end_of(rest, ">")
            }
            octets => {
                let tag = Tag::of(octets);
                depth = depth.saturating_add(usize::from(!tag.is_closed));
                nodes = nodes.saturating_add(tag.attributes);
                if tag.attributes > MOST_ATTRIBUTES || depth > MOST_DEPTH {
                    let line = line_after(bounded::first(text.as_bytes(), open));
                    return Err(RuleFileError::new(RuleFault::TooLarge, line));
                }
                tag.length
            }
        };
        at = bounded::add(open, length);
    }
    Ok(nodes)
}

/// The length of a text up to the end of a mark, or of all of it where the mark is missing.
fn end_of(text: &str, mark: &str) -> usize {
    text.find(mark).map_or(text.len(), |start| bounded::add(start, mark.len()))
}

/// A tag that opens an element.
struct Tag {
    length: usize,
    attributes: usize,
    is_closed: bool,
}

impl Tag {
    fn of(octets: &[u8]) -> Self {
        let mut tag = Self { length: octets.len(), attributes: 0, is_closed: false };
        let mut quote = None;
        for (at, &octet) in octets.iter().enumerate() {
            match (quote, octet) {
                (Some(mark), _) => quote = Some(mark).filter(|&mark| mark != octet),
                (None, b'"' | b'\'') => quote = Some(octet),
                (None, b'=') => tag.attributes = bounded::add(tag.attributes, 1),
                (None, b'>') => {
                    tag.length = bounded::add(at, 1);
                    tag.is_closed = at.checked_sub(1).and_then(|before| octets.get(before)) == Some(&b'/');
                    break;
                }
                (None, _) => {}
            }
        }
        tag
    }
}

/// The line in which a text ends, counted from 1.
fn line_after(octets: &[u8]) -> usize {
    bounded::add(octets.iter().filter(|&&octet| octet == b'\n').count(), 1)
}

/// The error of an element.
#[cold]
#[inline(never)]
pub(super) fn fault(node: XmlNode<'_>, fault: RuleFault) -> RuleFileError {
    fault_at(node.document().input_text(), node.range().start, fault)
}

/// The error of a place in a text.
#[cold]
#[inline(never)]
pub(super) fn fault_at(text: &str, octet: usize, fault: RuleFault) -> RuleFileError {
    RuleFileError::new(fault, line_after(text.as_bytes().get(..octet).unwrap_or_default()))
}

/// Returns whether an element has this name of RFC 7940.
pub(super) fn is_named(node: XmlNode<'_>, name: &str) -> bool {
    node.tag_name().name() == name && node.tag_name().namespace() == Some(NAMESPACE)
}

/// The elements below one, in order.
pub(super) fn children<'a>(node: XmlNode<'a>) -> impl Iterator<Item = XmlNode<'a>> {
    node.children().filter(Node::is_element)
}

/// The name of an element of RFC 7940.
///
/// # Errors
///
/// `UnknownElement` for one of another namespace.
pub(super) fn name_of<'a>(node: XmlNode<'a>) -> Result<&'a str, RuleFileError> {
    let name = node.tag_name();
    if name.namespace() == Some(NAMESPACE) { Ok(name.name()) } else { Err(fault(node, RuleFault::UnknownElement)) }
}

/// The attributes of RFC 7940, as pairs. Those of other namespaces are passed over.
pub(super) fn attributes<'a>(node: XmlNode<'a>) -> impl Iterator<Item = (&'a str, &'a str)> {
    let own = node.attributes().filter(|attribute: &Attribute<'_, '_>| attribute.namespace().is_none());
    own.map(|attribute| (attribute.name(), attribute.value()))
}

/// The values of attributes, in the order of `names`. `comment` and `ref` may stand beside them.
///
/// # Errors
///
/// `UnknownAttribute`.
pub(super) fn values<'a, const N: usize>(
    node: XmlNode<'a>,
    names: [&str; N],
) -> Result<[Option<&'a str>; N], RuleFileError> {
    let mut values = [None; N];
    fill(node, &names, &mut values)?;
    Ok(values)
}

#[inline(never)]
fn fill<'a>(node: XmlNode<'a>, names: &[&str], values: &mut [Option<&'a str>]) -> Result<(), RuleFileError> {
    for (name, value) in attributes(node) {
        match names.iter().position(|known| *known == name) {
            Some(index) => bounded::put(values, index, Some(value)),
            None if matches!(name, "comment" | "ref") => {}
            None => return Err(fault(node, RuleFault::UnknownAttribute)),
        }
    }
    Ok(())
}

/// The words of a text, which any white space of XML divides.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split([' ', '\t', '\n', '\r']).filter(|word| !word.is_empty())
}

/// A code point in hexadecimal digits.
pub(super) fn code_point(word: &str) -> Option<u32> {
    if !(4..=6).contains(&word.len()) {
        return None;
    }
    let mut value = 0_u32;
    for octet in word.bytes() {
        let digit = char::from(octet).to_digit(16)?;
        value = bounded::add(bounded::mul(value, 16), digit);
    }
    (value <= 0x10_FFFF).then_some(value)
}
