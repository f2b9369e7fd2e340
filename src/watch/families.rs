//! Watched texts by the rule set of a registry: those of one family, and of these the ones that collide.

use core::fmt;
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

use crate::display::labels::{DOT, Labels, Room};
use crate::error::Error;
use crate::label::MAX_NAME;
use crate::memory;
use crate::registry::RegistryRules;

/// The questions to a rule set. Who has none, such as the page for the browser, takes no code of rules.
trait WatchedRules: fmt::Debug + Send + Sync {
    /// The family of a label, as [`RegistryRules::family`] has it.
    fn family(&self, label: &[u32]) -> Result<Option<Vec<u32>>, Error>;

    /// Returns whether a label collides with another one.
    fn collide(&self, label: &[u32], other: &[u32]) -> Result<bool, Error>;
}

impl WatchedRules for RegistryRules {
    fn family(&self, label: &[u32]) -> Result<Option<Vec<u32>>, Error> {
        self.family(label)
    }

    fn collide(&self, label: &[u32], other: &[u32]) -> Result<bool, Error> {
        Ok(self.collision(label, other)?.is_some())
    }
}

/// Numbers of watched texts under one rule set, by the families of their labels.
#[derive(Clone, Debug)]
pub(super) struct Families {
    rules: Arc<dyn WatchedRules>,
    keys: RandomState,
    numbers: HashMap<u64, Vec<u32>>,
}

impl Families {
    /// Without texts yet.
    pub(super) fn of(rules: RegistryRules) -> Self {
        Self { rules: Arc::new(rules), keys: RandomState::new(), numbers: HashMap::new() }
    }

    pub(super) fn add(&mut self, text: &[u32], number: u32) -> Result<(), Error> {
        let Some(hash) = self.hash(text)? else { return Ok(()) };
        self.numbers.try_reserve(1).map_err(|_| memory::refused())?;
        memory::push(self.numbers.entry(hash).or_default(), number)
    }

    /// The first of the watched texts that the rules call a variant of a text, as `texts` knows them by number.
    pub(super) fn first<'a>(&self, text: &[u32], texts: impl Fn(u32) -> &'a str) -> Result<Option<u32>, Error> {
        let known = self.hash(text)?.and_then(|hash| self.numbers.get(&hash));
        for &number in known.into_iter().flatten() {
            if self.is_variant(text, Labels::of(texts(number), &mut Room::default())?.text())? {
                return Ok(Some(number));
            }
        }
        Ok(None)
    }

    /// The hash of the families of the labels of a text; nothing where the rules know none of its labels.
    fn hash(&self, text: &[u32]) -> Result<Option<u64>, Error> {
        let (mut key, mut is_known) = (Vec::new(), false);
        // No name of DNS is longer.
        if text.len() > MAX_NAME {
            return Ok(None);
        }
        for label in text.split(|&unit| unit == DOT) {
            let family = self.rules.family(label)?;
            is_known |= family.is_some();
            memory::append(&mut key, family.as_deref().unwrap_or(label))?;
            memory::push(&mut key, DOT)?;
        }
        Ok(is_known.then(|| self.keys.hash_one(&key)))
    }

    /// Returns whether each label of a text is that of another text, or collides with it, and one is another label.
    fn is_variant(&self, text: &[u32], other: &[u32]) -> Result<bool, Error> {
        let labels = |text| <[u32]>::split(text, |&unit| unit == DOT);
        if text == other || labels(text).count() != labels(other).count() {
            return Ok(false);
        }
        for (one, other) in labels(text).zip(labels(other)) {
            if one != other && !self.rules.collide(one, other)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
