//! What is sought in a text, and what becomes of it, as Python says it.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;

use super::super::arguments::Optional;
use super::super::error::no_memory;
use super::super::pauses::Pauses;
use super::super::profile::chosen;
use super::super::text::{released, string_of_text};
use crate::Profile;
use crate::bounded;
use crate::error::Error;
use crate::text::{Rewriting, Sought, Start};

/// So many octets are taken at a time, so that Python hears signals in between.
const PORTION: usize = 1 << 22;

/// The same where Python is asked about top-level domains, which takes longer and keeps the interpreter.
const ASKED_PORTION: usize = 1 << 16;

pub(super) struct Options {
    /// The sum that `text_work` takes.
    sum: u32,
    tlds: Option<Tlds>,
    profile: Profile,
    /// Whether names are found, not rewritten.
    pub(super) find: bool,
    /// Whether only what is complete counts, unless it is the last piece.
    pub(super) is_piece: bool,
}

/// What is done with the rest of a portion, from a place on.
type Work<'a> = dyn FnMut(&[u8], Start, &Rewriting<'_>) -> Result<(), Error> + Send + 'a;

impl Options {
    pub(super) fn of(sum: u32, tlds: &Bound<'_, PyAny>, profile: &Optional<'_, '_>) -> PyResult<Self> {
        let object = if tlds.is_none() { None } else { Some(tlds.clone().unbind()) };
        let tlds = object.map(|object| Tlds { object, failure: Mutex::new(None) });
        Ok(Self { sum, tlds, profile: *chosen(profile)?, find: sum & 128 != 0, is_piece: sum & 256 != 0 })
    }

    /// Goes over a text in portions. Between them Python hears signals, and other threads run. Returns where it ends.
    pub(super) fn go_over(&self, py: Python<'_>, text: &[u8], work: &mut Work<'_>) -> PyResult<Start> {
        let (mut start, mut pauses) = (Start { at: 0, is_cut: self.sum & 1_024 != 0 }, Pauses::default());
        let is_all = !self.is_piece || self.sum & 512 != 0;
        let end = if is_all { Start { at: text.len(), is_cut: false } } else { start.last(text, false) };
        let (text, size) = (bounded::first(text, end.at), text.len());
        while start.at < end.at {
            let portion = start.portion(text, if self.tlds.is_some() { ASKED_PORTION } else { PORTION });
            self.work(py, size, &mut |how| work(bounded::first(text, portion.at), start, how))?;
            if self.tlds.is_some() {
                pauses.after(py, ASKED_PORTION)?;
            } else if portion.at < end.at {
                py.check_signals()?;
            }
            start = portion;
        }
        Ok(end)
    }

    /// Works with these options, with the interpreter released where there is much to do. (Not where Python is asked.)
    fn work(
        &self,
        py: Python<'_>,
        size: usize,
        work: &mut (dyn FnMut(&Rewriting<'_>) -> Result<(), Error> + Send),
    ) -> PyResult<()> {
        let Some(tlds) = &self.tlds else {
            let how = self.rewriting(None);
            return released(py, size, || work(&how)).map_err(|_| no_memory());
        };
        let worked = work(&self.rewriting(Some(&|tld| tlds.know(tld))));
        match tlds.failure() {
            Some(failure) => Err(failure),
            None => worked.map_err(|_| no_memory()),
        }
    }

    fn rewriting<'a>(&'a self, tlds: Option<&'a (dyn Fn(&str) -> bool + Sync)>) -> Rewriting<'a> {
        let has = |option: u32| self.sum & option != 0;
        let (url_hosts, email_domains, bare_names) = (has(16), has(32), has(64));
        Rewriting {
            sought: Sought { profile: &self.profile, url_hosts, email_domains, bare_names, tlds, everywhere: has(8) },
            to_unicode: has(1),
            annotate: has(2),
            isolate: has(4),
        }
    }
}

/// What knows top-level domains: a callable.
struct Tlds {
    object: Py<PyAny>,
    failure: Mutex<Option<PyErr>>,
}

impl Tlds {
    /// Whether a top-level domain is known. After a failure none is.
    fn know(&self, tld: &str) -> bool {
        if self.locked().is_some() {
            return false;
        }
        let ask = |py: Python<'_>| self.object.bind(py).call1((string_of_text(py, tld)?,))?.is_truthy();
        Python::attach(ask).unwrap_or_else(|failure| {
            *self.locked() = Some(failure);
            false
        })
    }

    /// Why the object could not be asked, if so.
    fn failure(&self) -> Option<PyErr> {
        self.locked().take()
    }

    fn locked(&self) -> MutexGuard<'_, Option<PyErr>> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
