//! Rules for public suffixes as a tree of labels, from the right to the left.
//!
//! A node lies in one list, its label in another, and a table of slots leads from a parent and a label to the node:
//!
//! ```text
//! node 0 (root) -- uk -- co           slots   hash(0, "uk") -> 1, hash(1, "co") -> 2, hash(0, "ck") -> 3, ...
//!               -- ck -- * (any)      labels  "uk" "co" "ck" ...
//! ```
//!
//! To look a name up takes a hash and a comparison per label that is in the tree, and no memory. The hash has a random
//! seed, as lists and names may come from an adversary.

use core::hash::{BuildHasher, Hasher};
use std::hash::RandomState;

use crate::bounded;
use crate::error::Error;
use crate::memory;

/// A label of a rule, and the labels behind it.
#[derive(Clone, Copy, Debug, Default)]
struct SuffixNode {
    /// The label behind it.
    parent: u32,
    /// Where its label begins.
    start: u32,
    size: u8,
    marks: u8,
    /// The node of the wildcard before it, or 0.
    any: u32,
}

/// A rule begins with this label.
pub(super) const RULE: u8 = 1;
/// An exception begins with this label.
pub(super) const EXCEPTION: u8 = 2;

/// The rules.
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
            let next = if label == b"*" { self.node(node).any } else { self.child(node, label) };
            node = if next == 0 { self.grow(node, label)? } else { next };
        }
        let Some(node) = self.nodes.get_mut(bounded::index(node)) else { return Ok(false) };
        let is_new = node.marks & mark == 0;
        node.marks |= mark;
        Ok(is_new)
    }

    /// Adds a label before a node.
    fn grow(&mut self, parent: u32, label: &[u8]) -> Result<u32, Error> {
        let number = |count: usize| u32::try_from(count).map_err(|_| memory::refused());
        let (node, start) = (number(self.nodes.len())?, number(self.labels.len())?);
        let size = u8::try_from(label.len()).map_err(|_| memory::refused())?;
        memory::append(&mut self.labels, label)?;
        memory::push(&mut self.nodes, SuffixNode { parent, start, size, ..SuffixNode::default() })?;
        if label == b"*" {
            if let Some(parent) = self.nodes.get_mut(bounded::index(parent)) {
                parent.any = node;
            }
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
        let SuffixNode { parent, .. } = self.node(node);
        let label = self.label(node);
        if label == b"*" {
            return;
        }
        let mut slot = self.slot(parent, label);
        while bounded::at(&self.slots, slot) != 0 {
            slot = self.behind(slot);
        }
        bounded::put(&mut self.slots, slot, node);
    }

    /// The node of a label before another one, or 0.
    #[inline]
    fn child(&self, parent: u32, label: &[u8]) -> u32 {
        let mut slot = self.slot(parent, label);
        loop {
            let node = bounded::at(&self.slots, slot);
            if node == 0 || (self.node(node).parent == parent && self.label(node) == label) {
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
    fn slot(&self, parent: u32, label: &[u8]) -> usize {
        const FACTOR: u128 = 0x9E37_79B9_7F4A_7C15;
        let fold = |hash: u64| {
            let product = u128::from(hash).wrapping_mul(FACTOR);
            bounded::to::<u64>(product >> 64) ^ bounded::to::<u64>(product & u128::from(u64::MAX))
        };
        let start = self.seed ^ u64::from(parent) ^ bounded::to::<u64>(label.len()).rotate_right(8);
        let hash = match *label {
            [] => start,
            [first, .., last] if label.len() < 4 => {
                let middle = bounded::at(label, label.len() >> 1);
                start ^ u64::from(u32::from_le_bytes([first, middle, last, 0]))
            }
            [only] => start ^ u64::from(only),
            _ => words(label).fold(start, |hash, word| fold(hash ^ word)),
        };
        bounded::index(fold(hash)) & bounded::sub(self.slots.len(), 1)
    }

    /// The rules that match a name in ASCII, which has no final dot. No node is visited twice.
    pub(super) fn matched(&self, name: &[u8]) -> Matched {
        let mut matched = Matched::default();
        self.walk(0, name, Some(name.len()), &mut matched);
        matched
    }

    /// Goes on with the label that ends at a place. The calls are no deeper than a rule has wildcards.
    fn walk(&self, from: u32, name: &[u8], mut end: Option<usize>, matched: &mut Matched) {
        let mut node = from;
        while let Some(stop) = end {
            let before = bounded::first(name, stop);
            end = before.iter().rposition(|&octet| octet == b'.');
            let start = end.map_or(0, |dot| bounded::add(dot, 1));
            let any = self.node(node).any;
            if any != 0 {
                self.note(any, start, matched);
                self.walk(any, name, end, matched);
            }
            node = self.child(node, bounded::rest(before, start));
            if node == 0 {
                return;
            }
            self.note(node, start, matched);
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

    /// Hands over the rules, each with its mark.
    #[cfg(feature = "python")]
    pub(super) fn each_rule<E>(&self, mut visit: impl FnMut(u8, &[u8]) -> Result<(), E>) -> Result<(), E>
    where
        E: From<Error>,
    {
        let mut rule = Vec::new();
        for (number, node) in (0..).zip(&self.nodes) {
            rule.clear();
            let mut label = if node.marks == 0 { 0 } else { number };
            while label != 0 {
                if !rule.is_empty() {
                    memory::push(&mut rule, b'.')?;
                }
                memory::append(&mut rule, self.label(label))?;
                label = self.node(label).parent;
            }
            for mark in [RULE, EXCEPTION].into_iter().filter(|mark| node.marks & mark != 0) {
                visit(mark, &rule)?;
            }
        }
        Ok(())
    }
}

/// The octets of a label of four and more, by eight; the last ones overlap those before them.
#[inline]
fn words(label: &[u8]) -> impl Iterator<Item = u64> {
    let half = |four: Option<&[u8; 4]>| four.map_or(0, |four| u64::from(u32::from_le_bytes(*four)));
    let last = match label.last_chunk::<8>() {
        Some(last) => u64::from_le_bytes(*last),
        None => half(label.first_chunk()) | half(label.last_chunk()) << 32,
    };
    label.as_chunks::<8>().0.iter().map(|eight| u64::from_le_bytes(*eight)).chain([last])
}
