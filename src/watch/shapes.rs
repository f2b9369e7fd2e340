//! Texts by what they look like: by their skeletons, by the folds of these, and by words one edit away.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};

use super::deviations::form_of_2003;
use super::edits::{NearWords, SHORTEST, is_one_edit};
use super::families::Families;
use super::sieve::{Sieve, folded as folding};
use super::similar::fold;
use super::spellings::first_spelling;
use crate::bounded;
use crate::display::labels::{Labels, Room, owned};
use crate::error::Error;
use crate::memory::{self, Growing};
use crate::registry::RegistryRules;

/// In which way letters look like those of a watched text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum How {
    /// Programs that map names as IDNA2003 does take both for one: `ß` for `ss`, `ς` for `σ`, and joiners for nothing.
    /// Or they collide by the rules of a registry.
    Variant,
    /// Both have the same skeleton (UTS #39 section 4), marks and case aside.
    Skeleton,
    /// Other letters of a similar shape, digits among them, or `rn` for `m`.
    Similar,
    /// The watched label itself, under another domain.
    Label,
    /// The watched label itself, as a part of a longer one.
    Part,
    /// One letter more, less, or another one, or two neighbours swapped.
    Distance,
}

impl How {
    /// All of them, the most alike first.
    pub const ALL: [Self; 6] = [Self::Variant, Self::Skeleton, Self::Similar, Self::Label, Self::Part, Self::Distance];

    /// Its name, as Python and the command write it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Variant => "variant",
            Self::Skeleton => "skeleton",
            Self::Similar => "similar",
            Self::Label => "label",
            Self::Part => "part",
            Self::Distance => "distance",
        }
    }
}

/// Which kinds count besides variants and the skeleton.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kinds {
    /// Letters of a similar shape, [`How::Similar`].
    pub similar: bool,
    /// One edit, [`How::Distance`], of six letters and more.
    pub distance: bool,
}

impl Default for Kinds {
    /// Letters of a similar shape, and no edits.
    fn default() -> Self {
        Self { similar: true, distance: false }
    }
}

/// Numbers of texts by their letters. Of texts that look alike the first counts.
#[derive(Clone, Debug, Default)]
struct Likenesses {
    by_skeleton: HashMap<u64, u32>,
    by_fold: HashMap<u64, u32>,
}

/// Watched texts by what they look like. Of texts that look alike the first counts.
///
/// A text is kept as a hash of 64 bits under a key that nobody knows: of 100,000 texts one is taken for another once in
/// 2 to the 47 times.
#[derive(Clone, Debug, Default)]
pub(super) struct Shapes {
    kinds: Kinds,
    texts: Vec<String>,
    keys: RandomState,
    /// By their letters as they are.
    own: Likenesses,
    /// By those of their forms of IDNA2003, where these are others.
    mapped: Likenesses,
    edits: NearWords,
    sieve: Sieve,
    /// By the rules of registries.
    families: Vec<Families>,
}

impl Shapes {
    /// None yet, of which these kinds count.
    pub(super) fn of_kinds(kinds: Kinds) -> Self {
        Self { kinds, ..Self::default() }
    }

    pub(super) fn texts(&self) -> &[String] {
        &self.texts
    }

    /// Adds a text, of which these are the code points in Unicode.
    pub(super) fn add(&mut self, text: &str, units: &[u32]) -> Result<(), Error> {
        let number = u32::try_from(self.texts.len()).map_err(|_| memory::refused())?;
        let mut folded = Growing::default();
        let has_edits = self.kinds.distance && units.len() >= SHORTEST;
        first_spelling(units, |skeleton| -> Result<Option<()>, Error> {
            self.own.add(skeleton, number, (&self.keys, self.kinds), (&mut self.sieve, &mut folded))?;
            // The fold of a text may have fewer: `rn` is one letter of it.
            if has_edits {
                for word in words_of(&folded)? {
                    self.edits.add(&word, number)?;
                }
            }
            Ok(None)
        })?;
        if let Some(form) = form_of_2003(units)? {
            first_spelling(&form, |skeleton| -> Result<Option<()>, Error> {
                self.mapped.add(skeleton, number, (&self.keys, self.kinds), (&mut self.sieve, &mut folded))?;
                Ok(None)
            })?;
        }
        for one in &mut self.families {
            one.add(units, number)?;
        }
        memory::push(&mut self.texts, owned(text)?)
    }

    /// Adds the rules of a registry.
    pub(super) fn add_rules(&mut self, rules: &RegistryRules) -> Result<(), Error> {
        for rules in rules.apart() {
            let mut families = Families::of(rules?);
            for (number, text) in self.texts.iter().enumerate() {
                families.add(Labels::of(text, &mut Room::default())?.text(), bounded::to(number))?;
            }
            memory::push(&mut self.families, families)?;
        }
        Ok(())
    }

    /// Puts in order what [`each`](Self::each) searches.
    pub(super) fn finish(&mut self) -> Result<(), Error> {
        self.edits.finish()?;
        self.sieve.finish()
    }

    /// Returns whether a plain text may look like a watched one.
    pub(super) fn may_have(&self, text: &[u8]) -> Result<bool, Error> {
        if self.sieve.may_have(text) || !self.families.is_empty() && self.is_variant(text)? {
            return Ok(true);
        }
        // `m` may be two letters, and a word one letter shorter.
        let doubled = text.iter().filter(|octet| octet.eq_ignore_ascii_case(&b'm')).count();
        if !self.kinds.distance || bounded::add(text.len(), doubled) < bounded::sub(SHORTEST, 1) {
            return Ok(false);
        }
        let mut folded = Growing::reserved(text.len());
        for &octet in text {
            match (folding(octet), folded.last_mut()) {
                (b'n', Some(last)) if *last == b'r' => *last = b'm',
                (letter, _) => folded.push(letter),
            }
        }
        Ok(self.has_near(&folded)? || with_rn(&folded)?.map_or(Ok(false), |word| self.has_near(&word))?)
    }

    #[cold]
    fn is_variant(&self, text: &[u8]) -> Result<bool, Error> {
        let units: Vec<u32> =
            memory::collected(text.iter().map(|octet| octet.to_ascii_lowercase().into()), text.len())?;
        let mut is_variant = false;
        self.each_variant(&units, &mut |_, _| {
            is_variant = true;
            Ok(())
        })?;
        Ok(is_variant)
    }

    /// Hands over the first watched text under each rule set that it calls a variant of a text.
    fn each_variant<'a>(
        &'a self,
        text: &[u32],
        work: &mut impl FnMut(&'a str, How) -> Result<(), Error>,
    ) -> Result<(), Error> {
        for one in &self.families {
            if let Some(number) = one.first(text, |number| self.text(number))? {
                work(self.text(number), How::Variant)?;
            }
        }
        Ok(())
    }

    fn has_near(&self, word: &[u8]) -> Result<bool, Error> {
        let mut has_near = false;
        self.edits.each_near(word, |number| {
            has_near = has_near || is_near(self.text(number), &units(word)?)?;
            Ok(())
        })?;
        Ok(has_near)
    }

    /// The text with a number, which is that of one.
    fn text(&self, number: u32) -> &str {
        bounded::some(self.texts.get(bounded::index(number))).map_or("", String::as_str)
    }

    /// Hands over the watched texts that a text looks like most: by the rules of registries, as it is and as IDNA2003
    /// maps it and them, and those that are one edit away.
    pub(super) fn each<'a>(
        &'a self,
        text: &[u32],
        mut work: impl FnMut(&'a str, How) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.each_variant(text, &mut work)?;
        let mut folded = Growing::reserved(text.len());
        let most = self.most_alike(&self.own, text, &mut folded)?;
        let form = form_of_2003(text)?;
        if form.is_none() && self.mapped.by_skeleton.is_empty() {
            if let Some((how, number)) = most {
                work(self.text(number), how)?;
            }
        } else {
            let mut other = Growing::default();
            let mapped = form.as_deref().unwrap_or(text);
            let by_form = if form.is_some() { self.most_alike(&self.own, mapped, &mut other)? } else { None };
            let found = [most, by_form, self.most_alike(&self.mapped, mapped, &mut other)?];
            self.each_in_order(found, mapped, &mut work)?;
        }
        if !self.kinds.distance {
            return Ok(());
        }
        for word in words_of(&folded)? {
            self.edits.each_near(&word, |number| {
                let target = self.text(number);
                if is_near(target, &word)? { work(target, How::Distance) } else { Ok(()) }
            })?;
        }
        Ok(())
    }

    /// The first of such texts that has the skeleton of a text, or else its fold, which is written.
    fn most_alike(
        &self,
        among: &Likenesses,
        text: &[u32],
        folded: &mut Growing<u8>,
    ) -> Result<Option<(How, u32)>, Error> {
        let mut suspect = Growing::default();
        first_spelling(text, |skeleton| {
            let skeleton_of = among.by_skeleton.get(&self.keys.hash_one(skeleton));
            let mut found = skeleton_of.map(|&number| (How::Skeleton, number));
            let by_fold =
                |fold: &[u8]| among.by_fold.get(&self.keys.hash_one(fold)).map(|&number| (How::Similar, number));
            if self.kinds.similar || self.kinds.distance {
                let differs = write_fold(skeleton, false, folded)?;
                found = found.or_else(|| by_fold(folded));
                if differs && self.kinds.similar && found.is_none() {
                    write_fold(skeleton, true, &mut suspect)?;
                    found = by_fold(&suspect);
                }
            }
            Ok(found)
        })
    }

    /// Hands over what was found, the most alike first: a variant is what IDNA2003 maps to the same form.
    fn each_in_order<'a>(
        &'a self,
        mut found: [Option<(How, u32)>; 3],
        mapped: &[u32],
        work: &mut impl FnMut(&'a str, How) -> Result<(), Error>,
    ) -> Result<(), Error> {
        for (how, number) in found.iter_mut().flatten() {
            if *how == How::Skeleton && is_mapped_to(self.text(*number), mapped)? {
                *how = How::Variant;
            }
        }
        let is_variant = |&&(how, _): &&(How, u32)| how == How::Variant;
        let (all, rest) = (found.iter().flatten(), found.iter().flatten());
        for &(how, number) in all.filter(is_variant).chain(rest.filter(|one| !is_variant(one))) {
            work(self.text(number), how)?;
        }
        Ok(())
    }
}

impl Likenesses {
    /// Adds a skeleton of a watched text, whose fold is written, and whose suspected fold goes to the sieve.
    fn add(
        &mut self,
        skeleton: &[u8],
        number: u32,
        (keys, kinds): (&RandomState, Kinds),
        (sieve, folded): (&mut Sieve, &mut Growing<u8>),
    ) -> Result<(), Error> {
        put(&mut self.by_skeleton, keys.hash_one(skeleton), number)?;
        write_fold(skeleton, true, folded)?;
        sieve.add(folded)?;
        write_fold(skeleton, false, folded)?;
        if kinds.similar {
            put(&mut self.by_fold, keys.hash_one(&**folded), number)?;
        }
        Ok(())
    }
}

/// Returns whether IDNA2003 maps a watched text to a form.
fn is_mapped_to(target: &str, form: &[u32]) -> Result<bool, Error> {
    let mut room = Room::default();
    let labels = Labels::of(target, &mut room)?;
    Ok(form_of_2003(labels.text())?.as_deref().unwrap_or(labels.text()) == form)
}

/// Returns whether the fold of a watched text is one edit away from that of another text.
fn is_near(target: &str, text: &[u32]) -> Result<bool, Error> {
    let mut folded = Growing::default();
    let near = first_spelling(Labels::of(target, &mut Room::default())?.text(), |skeleton| {
        write_fold(skeleton, false, &mut folded)?;
        Ok(words_of(&folded)?.iter().any(|word| is_one_edit(word, text)).then_some(()))
    })?;
    Ok(near.is_some())
}

pub(super) fn write_fold(skeleton: &[u8], is_suspect: bool, folded: &mut Growing<u8>) -> Result<bool, Error> {
    folded.clear();
    let differs = fold(skeleton, is_suspect, folded);
    if folded.is_refused() { Err(memory::refused()) } else { Ok(differs) }
}

/// The words of a fold in which edits are looked for: as it is, and with `rn` for each `m`, as an edit changes one
/// letter of either.
fn words_of(folded: &[u8]) -> Result<Vec<Vec<u32>>, Error> {
    let mut words = memory::reserved(2)?;
    if let Some(word) = with_rn(folded)? {
        words.push(units(&word)?);
    }
    words.push(units(folded)?);
    Ok(words)
}

fn units(word: &[u8]) -> Result<Vec<u32>, Error> {
    memory::collected(bounded::utf8(word).chars().map(u32::from), word.len())
}

/// A fold with `rn` for each `m`, if it has one, but not in the last label of more: no top-level domain differs by it.
fn with_rn(folded: &[u8]) -> Result<Option<Growing<u8>>, Error> {
    let end = folded.iter().rposition(|&octet| octet == b'.').unwrap_or(folded.len());
    let (body, last) = (bounded::first(folded, end), bounded::rest(folded, end));
    if !body.contains(&b'm') {
        return Ok(None);
    }
    let mut word = Growing::reserved(bounded::mul(folded.len(), 2));
    for &octet in body {
        if octet == b'm' { word.extend_from_slice(b"rn") } else { word.push(octet) }
    }
    word.extend_from_slice(last);
    if word.is_refused() { Err(memory::refused()) } else { Ok(Some(word)) }
}

fn put(texts: &mut HashMap<u64, u32>, hash: u64, number: u32) -> Result<(), Error> {
    texts.try_reserve(1).map_err(|_| memory::refused())?;
    texts.entry(hash).or_insert(number);
    Ok(())
}
