//! One rule set, or several side by side: what the public functions ask of each.

use core::fmt;
use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::{Arc, Mutex};

use super::actions::names_of;
use super::check::{Verdict, check, refused_by_none};
use super::collide::{Counterparts, by_index, by_permutation};
use super::family::family;
use super::fault::RuleFileError;
use super::file::RuleFile;
use super::index::index;
use super::meta::AboutRules;
use super::natural::Natural;
use super::parts::JudgedLabel;
use super::permutations::{AllowedLabel, Permuter, Tried};
use crate::error::{Error, ErrorKind};
use crate::label::{has_prefix, ulabel_code_points};
use crate::profile::Profile;
use crate::{bounded, memory};

/// So many permutations are tried to count variants that cannot be counted otherwise.
const MOST_COUNTED: u32 = 1 << 16;

/// The rules of a registry: one rule set of RFC 7940, or several of which each label keeps one.
///
/// A copy shares the rules. Any number of threads may ask at once.
///
/// ```
/// use acelabel::registry::RegistryRules;
///
/// let xml = br#"<lgr xmlns="urn:ietf:params:xml:ns:lgr-1.0"><data>
///   <char cp="0061"><var cp="00E4" type="blocked"/></char>
///   <char cp="00E4"><var cp="0061" type="blocked"/></char>
///   <range first-cp="0062" last-cp="007A"/>
/// </data></lgr>"#;
/// let rules = RegistryRules::from_xml(xml)?;
/// let label: Vec<u32> = "bär".chars().map(u32::from).collect();
/// assert!(rules.check(&label)?.is_eligible);
/// let mut variants = rules.variants(&label)?;
/// let first = variants.next_variant()?.unwrap();
/// assert_eq!((first.text().as_str(), first.disposition), ("bar", "blocked"));
/// assert_eq!(rules.index(&label)?, rules.index(&first.label.to_vec())?);
/// # Ok::<(), acelabel::registry::RuleFileError>(())
/// ```
#[derive(Clone)]
pub struct RegistryRules {
    files: Vec<Arc<RuleFile>>,
    /// Memory of the last check under the first file, for the next: to take it anew is a sixth of the work.
    spare: Arc<Mutex<Option<JudgedLabel>>>,
}

/// The way in which two labels collide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CollisionKind {
    /// They are the same label.
    Same,
    /// They have one index label.
    Index,
    /// One is a variant of the other, although they have two index labels.
    Variant,
}

impl CollisionKind {
    /// Its name in small letters.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Same => "same",
            Self::Index => "index",
            Self::Variant => "variant",
        }
    }
}

/// The way in which two labels collide, and the places that stand for each other, in characters of each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabelCollision {
    /// In which way.
    pub kind: CollisionKind,
    /// Where they differ: nowhere if they are the same.
    pub places: Counterparts,
}

/// A code point or sequence of a repertoire, or a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RepertoireItem<'a> {
    /// The code points of an element.
    Element(&'a [u32]),
    /// The first and the last code point of a range.
    Range(u32, u32),
}

impl fmt::Debug for RegistryRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.about()).finish()
    }
}

impl RegistryRules {
    /// Reads a rule set, a file of XML.
    ///
    /// # Errors
    ///
    /// A [`RuleFileError`] with the line where the file is not what RFC 7940 says, or is too large.
    pub fn from_xml(octets: &[u8]) -> Result<Self, RuleFileError> {
        let mut files = memory::reserved(1)?;
        files.push(Arc::new(RuleFile::of(octets)?));
        Ok(Self { files, spare: Arc::default() })
    }

    /// Puts rule sets side by side: a label may be registered that one of them allows as a whole.
    ///
    /// # Errors
    ///
    /// `OutOfMemory`.
    pub fn merge<'a>(all: impl IntoIterator<Item = &'a Self>) -> Result<Self, Error> {
        let mut files = Vec::new();
        for file in all.into_iter().flat_map(|rules| &rules.files) {
            memory::push(&mut files, Arc::clone(file))?;
        }
        Ok(Self { files, spare: Arc::default() })
    }

    /// Returns what each rule set says of itself.
    pub fn about(&self) -> impl Iterator<Item = &AboutRules> {
        self.files.iter().map(|file| &file.about)
    }

    /// The elements of the repertoires, in the order of the files. With `true` come those that are listed for the sake
    /// of others alone, as their variants.
    pub fn repertoire(&self) -> impl Iterator<Item = (RepertoireItem<'_>, bool)> {
        self.files.iter().flat_map(|file| {
            let repertoire = &file.repertoire;
            let entries = repertoire.entries.iter().map(move |entry| {
                let own = entry.reflexive.of(&repertoire.substitutes);
                let is_foreign = own.iter().any(|own| super::actions::kind(own.kind) & file.foreign != 0);
                (RepertoireItem::Element(entry.units.of(&repertoire.units)), is_foreign)
            });
            let ranges = repertoire.ranges.iter().map(|range| RepertoireItem::Range(range.first, range.last));
            entries.chain(ranges.map(|range| (range, false)))
        })
    }

    /// Says whether a label, in code points, may be registered, and why not. An A-label is read as its U-label, here
    /// and in the other functions; all else is taken as it is.
    ///
    /// # Errors
    ///
    /// `OutOfMemory`.
    pub fn check(&self, label: &[u32]) -> Result<Verdict<'_>, Error> {
        let label = &*as_ulabel(label)?;
        let mut best: Option<Verdict<'_>> = None;
        for (set, file) in self.files.iter().enumerate() {
            let kept = (set == 0).then(|| self.spare.try_lock().ok()?.take()).flatten();
            let mut judged = kept.map_or_else(|| JudgedLabel::of(file), Ok)?;
            let verdict = Verdict { set, ..check(file, &mut judged, label)? };
            if set == 0
                && let Ok(mut spare) = self.spare.try_lock()
            {
                *spare = Some(judged);
            }
            if verdict.is_eligible {
                return Ok(verdict);
            }
            if best.as_ref().is_none_or(|best| verdict.problems.len() < best.problems.len()) {
                best = Some(verdict);
            }
        }
        Ok(best.unwrap_or_else(refused_by_none))
    }

    /// The index label: the same for a label and its variants, but where a variant holds in one context only, or where
    /// a variant of a variant is no variant. Nothing for a label that is in no repertoire.
    ///
    /// Of several rule sets, the least index label of those that have the label in their repertoire.
    ///
    /// # Errors
    ///
    /// `OutOfMemory`.
    pub fn index(&self, label: &[u32]) -> Result<Option<Vec<u32>>, Error> {
        let label = &*as_ulabel(label)?;
        let mut least: Option<Vec<u32>> = None;
        for file in &self.files {
            let Some(found) = index(file, label)? else { continue };
            if least.as_ref().is_none_or(|least| found < *least) {
                least = Some(found);
            }
        }
        Ok(least)
    }

    /// Each rule set by itself.
    pub(crate) fn apart(&self) -> impl Iterator<Item = Result<Self, Error>> {
        self.files.iter().map(|file| Ok(Self { files: memory::filled(Arc::clone(file), 1)?, spare: Arc::default() }))
    }

    /// The family of a label under the first rule set: labels that collide have the same one, some others have it, too.
    pub(crate) fn family(&self, label: &[u32]) -> Result<Option<Vec<u32>>, Error> {
        self.files.first().map_or(Ok(None), |file| family(file, label))
    }

    /// Returns how a label collides with another, if it does.
    ///
    /// # Errors
    ///
    /// `OutOfMemory`.
    pub fn collision(&self, label: &[u32], other: &[u32]) -> Result<Option<LabelCollision>, Error> {
        let key = self.index(label)?;
        self.collision_by(key.as_deref(), label, other)
    }

    /// The same where the index label of the first is known.
    pub(crate) fn collision_by(
        &self,
        key: Option<&[u32]>,
        label: &[u32],
        other: &[u32],
    ) -> Result<Option<LabelCollision>, Error> {
        let (label, other) = (&*as_ulabel(label)?, &*as_ulabel(other)?);
        if label == other {
            return Ok(Some(LabelCollision { kind: CollisionKind::Same, places: Vec::new() }));
        }
        if key.is_some() && self.index(other)?.as_deref() == key {
            for file in &self.files {
                let (own, theirs) = (index(file, label)?, index(file, other)?);
                if own.is_some() && own == theirs {
                    let places = by_index(file, label, other)?;
                    return Ok(Some(LabelCollision { kind: CollisionKind::Index, places }));
                }
            }
            // The index labels are those of two rule sets: all of one stands for all of the other.
            let places = memory::filled((0..label.len(), 0..other.len()), 1)?;
            return Ok(Some(LabelCollision { kind: CollisionKind::Index, places }));
        }
        for file in &self.files {
            if let Some(places) = by_permutation(file, label, other)? {
                return Ok(Some(LabelCollision { kind: CollisionKind::Variant, places }));
            }
            if let Some(mut places) = by_permutation(file, other, label)? {
                places.iter_mut().for_each(|(theirs, own)| core::mem::swap(theirs, own));
                return Ok(Some(LabelCollision { kind: CollisionKind::Variant, places }));
            }
        }
        Ok(None)
    }

    /// The variants of a label, which are made one by one: other labels by its variants that no rule refuses. A label
    /// that is not eligible has none.
    ///
    /// # Errors
    ///
    /// `OutOfMemory`.
    pub fn variants(&self, label: &[u32]) -> Result<LabelVariants, Error> {
        let label = &*as_ulabel(label)?;
        let mut waiting = Vec::new();
        for file in self.files.iter().rev() {
            if let Some(permuter) = Permuter::of(file, label)? {
                memory::push(&mut waiting, (Arc::clone(file), permuter))?;
            }
        }
        if waiting.len() > 1 {
            waiting.iter_mut().for_each(|(_, permuter)| permuter.note(HashSet::new()));
        }
        Ok(LabelVariants { waiting, allowed: None })
    }

    /// The number of variants of a label, and whether it is exact. Conditions and rules may refuse some permutations;
    /// then each is tried, and if there are more than 65,536, the number is that of all permutations, which is a bound.
    ///
    /// # Errors
    ///
    /// `OutOfMemory`.
    pub fn count_variants(&self, label: &[u32]) -> Result<(Natural, bool), Error> {
        let mut variants = self.variants(label)?;
        let [(file, permuter)] = variants.waiting.as_mut_slice() else { return variants.counted() };
        if permuter.all_allowed(file)? { Ok((permuter.ways(file)?, true)) } else { variants.counted() }
    }
}

/// The U-label of an A-label, as UTS #46 has it; any other label as it is.
fn as_ulabel(label: &[u32]) -> Result<Cow<'_, [u32]>, Error> {
    if !has_prefix(label) {
        return Ok(Cow::Borrowed(label));
    }
    match ulabel_code_points(label, &Profile::UTS46) {
        Ok(text) => Ok(Cow::Owned(memory::collected(text.chars().map(u32::from), text.len())?)),
        Err(error) if error.kind() == ErrorKind::OutOfMemory => Err(error.error()),
        Err(_) => Ok(Cow::Borrowed(label)),
    }
}

/// The long names of the scripts of the repertoires, but for Common and Inherited and for code points that are listed
/// for the sake of others.
#[cfg(feature = "python")]
pub(crate) fn scripts_of(rules: &RegistryRules) -> Vec<&'static str> {
    let own = rules.repertoire().filter_map(|(item, is_foreign)| (!is_foreign).then_some(item));
    let mut codes = own.flat_map(|item| match item {
        RepertoireItem::Element(units) => units.iter().copied().chain(0..0),
        RepertoireItem::Range(first, last) => [].iter().copied().chain(first..bounded::add(last, 1)),
    });
    crate::unicode::Script::names(&mut codes)
}

/// A variant, as long as the next is not made.
#[derive(Clone, Debug)]
pub struct LabelVariant<'a> {
    /// Its code points.
    pub label: &'a [u32],
    /// Its disposition, such as `blocked` or `allocatable`.
    pub disposition: &'a str,
    /// The types of the variants in it, one bit for each type of the rule set.
    pub(crate) kinds: u128,
    names: &'a [String],
}

impl LabelVariant<'_> {
    /// Returns its text. A code point that is no scalar value, which a hostile rule set may name, is U+FFFD.
    #[must_use]
    pub fn text(&self) -> String {
        self.label.iter().map(|&code| char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
    }

    /// The types of the variants in it, in order.
    ///
    /// # Errors
    ///
    /// `OutOfMemory`.
    pub fn types(&self) -> Result<Vec<&str>, Error> {
        names_of(self.kinds, self.names)
    }
}

/// The variants of a label, of which each is made when it is asked for.
///
/// Their order: the last element of the label changes first, as digits do; of an element first itself, then its
/// variants in the order of the file; of several ways to cut the label the one with the longer first element comes
/// first. A label that can be made in two ways comes once, as the first of them makes it.
pub struct LabelVariants {
    /// The rule sets that allow the label, the first one last.
    waiting: Vec<(Arc<RuleFile>, Permuter)>,
    /// The permutation that was found last.
    allowed: Option<AllowedLabel>,
}

impl LabelVariants {
    /// The next variant.
    ///
    /// # Errors
    ///
    /// `TooManyPermutations` where rules refuse 65,536 in a row; `OutOfMemory`.
    pub fn next_variant(&mut self) -> Result<Option<LabelVariant<'_>>, RuleFileError> {
        while !self.advance(usize::MAX)? {}
        Ok(self.current())
    }

    /// Tries at most so many permutations. Returns whether the next variant was found, or that there is none.
    pub(crate) fn advance(&mut self, tries: usize) -> Result<bool, RuleFileError> {
        while let Some((file, permuter)) = self.waiting.last_mut() {
            match permuter.next(file, tries)? {
                Tried::Found(allowed) => {
                    self.allowed = Some(allowed);
                    return Ok(true);
                }
                Tried::NotYet => return Ok(false),
                Tried::End => self.go_on(),
            }
        }
        self.allowed = None;
        Ok(true)
    }

    /// The variant that was found last.
    pub(crate) fn current(&self) -> Option<LabelVariant<'_>> {
        let (allowed, (file, permuter)) = (self.allowed?, self.waiting.last()?);
        let disposition = file.dispositions.get(bounded::index(allowed.disposition)).map_or("", String::as_str);
        Some(LabelVariant { label: permuter.made(), disposition, kinds: allowed.kinds, names: &file.kinds })
    }

    /// Goes on with the next rule set.
    fn go_on(&mut self) {
        let ended = self.waiting.pop();
        if let (Some((_, ended)), Some((_, next))) = (ended, self.waiting.last_mut()) {
            next.note(ended.noted());
        }
    }

    /// The number of rule sets that are left: types may have other names where it changes.
    #[cfg(feature = "python")]
    pub(crate) fn left(&self) -> usize {
        self.waiting.len()
    }

    /// The number of variants, by trying all permutations if they are few; else that of all, and that it is a bound.
    fn counted(mut self) -> Result<(Natural, bool), Error> {
        let mut all = Natural::of(0)?;
        for (file, permuter) in &self.waiting {
            all.add(&permuter.ways(file)?)?;
        }
        if !all.is_at_most(MOST_COUNTED) {
            return Ok((all, false));
        }
        let mut count = 0_usize;
        // So few are never too many in a row.
        while self.next_variant().map_err(|_| memory::refused())?.is_some() {
            count = bounded::add(count, 1);
        }
        Ok((Natural::of(count)?, true))
    }
}
