//! Rules for public suffixes as a tree of labels, from the right to the left.
//!
//! A node lies in one list, its label in another, and a table of slots leads from a parent and a label to the node:
//!
//! ```text
//! node 0 (root) -- uk -- co           slots   hash(0, "uk") -> 1, hash(1, "co") -> 2, hash(0, "ck") -> 3, ...
//!               -- ck -- * (any)      labels  "uk" "co" "ck" ...
//! ```
//!
//! To look a name up takes a hash and a comparison per label that is in the tree, and no memory. The octets of a short
//! label are one word, which is compared at once; nothing is sought before a label that no rule has more of, such as
//! `com`. The hash has a random seed, as lists and names may come from an adversary.

use core::hash::{BuildHasher, Hasher};
use std::hash::RandomState;

use super::last::LastLabel;
use crate::error::Error;
use crate::{bounded, memory};

/// A label of a rule, and the labels behind it.
#[derive(Clone, Copy, Debug, Default)]
struct SuffixNode {
    /// That of its label.
    key: u64,
    /// The label behind it.
    parent: u32,
    /// Where its label begins.
    start: u32,
    size: u8,
    marks: u8,
    /// True if a label before it is a node, the wildcard aside.
    has_more: bool,
    /// The node of the wildcard before it, or 0.
    any: u32,
}

/// A rule begins with this label.
pub(super) const RULE: u8 = 1;
/// An exception begins with this label.
pub(super) const EXCEPTION: u8 = 2;

#[derive(Clone, Debug)]
pub(super) struct Tree {
    /// The first is that of the root.
    nodes: Vec<SuffixNode>,
    labels: Vec<u8>,
    /// Nodes by their hash, and 0 where there is none; a power of two, at least twice as many as nodes.
    slots: Vec<u32>,
    seed: u64,
}

/// Where the longest rules begin that match a name.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Matched {
    /// The last label begins here.
    pub(super) last: usize,
    pub(super) rule: Option<usize>,
    pub(super) exception: Option<usize>,
}

impl Tree {
    pub(super) fn new() -> Result<Self, Error> {
        let (nodes, slots) = (memory::filled(SuffixNode::default(), 1)?, memory::filled(0, 4)?);
        Ok(Self { nodes, labels: Vec::new(), slots, seed: RandomState::new().build_hasher().finish() })
    }

    /// Adds a rule, and returns whether it was not there.
    pub(super) fn add(&mut self, rule: &[u8], mark: u8) -> Result<bool, Error> {
        let mut node = 0;
        for label in rule.rsplit(|&octet| octet == b'.') {
            let key = LastLabel::of(label, label.len()).key;
            let next = if label == b"*" { self.node(node).any } else { self.child(node, label, key) };
            node = if next == 0 { self.grow(node, label, key)? } else { next };
        }
        let Some(node) = self.nodes.get_mut(bounded::index(node)) else { return Ok(false) };
        let is_new = node.marks & mark == 0;
        node.marks |= mark;
        Ok(is_new)
    }

    /// Adds a label before a node.
    fn grow(&mut self, parent: u32, label: &[u8], key: u64) -> Result<u32, Error> {
        let number = |count: usize| u32::try_from(count).map_err(|_| memory::refused());
        let (node, start) = (number(self.nodes.len())?, number(self.labels.len())?);
        let size = u8::try_from(label.len()).map_err(|_| memory::refused())?;
        memory::append(&mut self.labels, label)?;
        memory::push(&mut self.nodes, SuffixNode { key, parent, start, size, ..SuffixNode::default() })?;
        let is_any = label == b"*";
        if let Some(parent) = self.nodes.get_mut(bounded::index(parent)) {
            (parent.any, parent.has_more) = if is_any { (node, parent.has_more) } else { (parent.any, true) };
        }
        if is_any {
            return Ok(node);
        }
        if self.nodes.len() > self.slots.len() >> 1 {
            self.slots = memory::filled(0, self.slots.len().saturating_mul(4))?;
            (1..node).for_each(|node| self.link(node));
        }
        self.link(node);
        Ok(node)
    }

    /// Puts a node into the first slot that is free.
    fn link(&mut self, node: u32) {
        let SuffixNode { parent, key, .. } = self.node(node);
        let label = self.label(node);
        if label == b"*" {
            return;
        }
        let mut slot = self.slot(parent, label, key);
        while bounded::at(&self.slots, slot) != 0 {
            slot = self.behind(slot);
        }
        bounded::put(&mut self.slots, slot, node);
    }

    /// The node of a label before another one, or 0.
    #[inline]
    fn child(&self, parent: u32, label: &[u8], key: u64) -> u32 {
        let mut slot = self.slot(parent, label, key);
        loop {
            let node = bounded::at(&self.slots, slot);
            let found = self.node(node);
            let is_like = found.key == key && found.parent == parent && usize::from(found.size) == label.len();
            if node == 0 || is_like && (label.len() <= LastLabel::WHOLE || self.label(node) == label) {
                return node;
            }
            slot = self.behind(slot);
        }
    }

    #[inline]
    fn node(&self, node: u32) -> SuffixNode {
        bounded::at(&self.nodes, bounded::index(node))
    }

    #[inline]
    fn label(&self, node: u32) -> &[u8] {
        let SuffixNode { start, size, .. } = self.node(node);
        let start = bounded::index(start);
        bounded::part(&self.labels, start..bounded::add(start, size.into()))
    }

    fn behind(&self, slot: usize) -> usize {
        bounded::add(slot, 1) & bounded::sub(self.slots.len(), 1)
    }

    /// The slot at which the search for a label begins: products of 64 bits, folded.
    #[inline]
    fn slot(&self, parent: u32, label: &[u8], key: u64) -> usize {
        const FACTOR: u128 = 0x9E37_79B9_7F4A_7C15;
        let fold = |hash: u64| {
            let product = u128::from(hash).wrapping_mul(FACTOR);
            bounded::to::<u64>(product >> 64) ^ bounded::to::<u64>(product & u128::from(u64::MAX))
        };
        let start = self.seed ^ u64::from(parent).rotate_right(16) ^ key;
        // The key of a long label holds its end.
        let before = bounded::first(label, label.len().saturating_sub(LastLabel::WHOLE));
        let chunks = before.chunks(LastLabel::WHOLE);
        let hash = chunks.fold(start, |hash, chunk| fold(hash) ^ LastLabel::of(chunk, chunk.len()).key);
        bounded::index(fold(hash)) & bounded::sub(self.slots.len(), 1)
    }

    /// The rules that match a name in ASCII, which has no final dot. No node is visited twice.
    pub(super) fn matched(&self, name: &[u8]) -> Matched {
        let last = LastLabel::of(name, name.len());
        let mut matched = Matched { last: last.start, ..Matched::default() };
        self.walk(0, name, name.len(), last, &mut matched);
        matched
    }

    /// Goes on with the label that ends at a place. The calls are no deeper than a rule has wildcards.
    fn walk(&self, from: u32, name: &[u8], end: usize, label: LastLabel, matched: &mut Matched) {
        let (mut node, mut end, mut label) = (from, end, label);
        loop {
            let LastLabel { start, key } = label;
            let next = start.checked_sub(1);
            let any = self.node(node).any;
            if any != 0 {
                self.note(any, start, matched);
                if let Some(end) = next {
                    self.walk(any, name, end, LastLabel::of(name, end), matched);
                }
            }
            node = self.child(node, bounded::part(name, start..end), key);
            if node == 0 {
                return;
            }
            self.note(node, start, matched);
            let SuffixNode { any, has_more, .. } = self.node(node);
            match next {
                Some(stop) if any != 0 || has_more => (end, label) = (stop, LastLabel::of(name, stop)),
                _ => return,
            }
        }
    }

    #[inline]
    fn note(&self, node: u32, start: usize, matched: &mut Matched) {
        let longer = |known: Option<usize>| Some(known.map_or(start, |known| known.min(start)));
        let marks = self.node(node).marks;
        if marks & RULE != 0 {
            matched.rule = longer(matched.rule);
        }
        if marks & EXCEPTION != 0 {
            matched.exception = longer(matched.exception);
        }
    }

    /// The rules in ASCII, as lines of a list.
    #[cfg(feature = "python")]
    pub(super) fn lines(&self) -> Result<Vec<Vec<u8>>, Error> {
        let mut lines = Vec::new();
        for (number, node) in (0..).zip(&self.nodes) {
            for (_, sign) in [(RULE, ""), (EXCEPTION, "!")].into_iter().filter(|(mark, _)| node.marks & mark != 0) {
                let mut line = memory::copied(sign.as_bytes())?;
                let mut label = number;
                while label != 0 {
                    if line.len() > sign.len() {
                        memory::push(&mut line, b'.')?;
                    }
                    memory::append(&mut line, self.label(label))?;
                    label = self.node(label).parent;
                }
                memory::push(&mut lines, line)?;
            }
        }
        Ok(lines)
    }
}
