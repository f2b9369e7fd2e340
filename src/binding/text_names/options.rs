//! What is sought in a text, and what becomes of it, as Python says it.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyString, PyTuple};

use super::super::arguments::{Optional, choice, iterable, wrong_type};
use super::super::error::no_memory;
use super::super::pauses::Pauses;
use super::super::profile::chosen;
use super::super::text::{released, string_of_text};
use crate::Profile;
use crate::error::Error;
use crate::text::{Kind, Rewriting, Sought, Start};

/// So many octets are taken at a time, so that Python hears signals in between.
pub(super) const PORTION: usize = 1 << 22;

/// The same where Python is asked about top-level domains, which takes longer and keeps the interpreter.
const ASKED_PORTION: usize = 1 << 16;

pub(super) struct Options {
    to_unicode: bool,
    annotate: bool,
    isolate: bool,
    everywhere: bool,
    /// Which kinds count, by their indices.
    kinds: [bool; 3],
    tlds: Option<Tlds>,
    profile: Profile,
}

impl Options {
    pub(super) fn of(options: &Bound<'_, PyTuple>) -> PyResult<Self> {
        let item = |index| options.get_item(index);
        let profile = item(6)?;
        let profile = profile.extract::<Optional<'_, '_>>().unwrap_or(Optional::LEFT_OUT);
        Ok(Self {
            to_unicode: flag("to_unicode", &item(0)?)?,
            annotate: flag("annotate", &item(1)?)?,
            isolate: flag("isolate", &item(2)?)?,
            everywhere: flag("everywhere", &item(3)?)?,
            kinds: kinds_of(&item(4)?)?,
            tlds: Tlds::of(&item(5)?)?,
            profile: *chosen(&profile)?,
        })
    }

    /// Goes over a text in portions. Between them Python hears signals, and other threads run.
    pub(super) fn go_over(&self, py: Python<'_>, text: &[u8], work: &mut Work<'_>) -> PyResult<()> {
        let size = if self.tlds.is_some() { ASKED_PORTION } else { PORTION };
        let (mut start, mut pauses) = (Start::default(), Pauses::default());
        while start.at < text.len() {
            let end = start.portion(text, size);
            let portion = text.get(..end.at).unwrap_or_default();
            self.with(py, text.len(), &mut |how| work(portion, start, how))?;
            if self.tlds.is_some() {
                pauses.after(py, size)?;
            } else if end.at < text.len() {
                py.check_signals()?;
            }
            start = end;
        }
        Ok(())
    }

    /// Works with these options, with the interpreter released where there is much to do. (Not where Python is asked.)
    pub(super) fn with(
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
        let Self { profile, everywhere, to_unicode, annotate, isolate, .. } = self;
        let [url_hosts, email_domains, bare_names] = self.kinds;
        Rewriting {
            sought: Sought { profile, url_hosts, email_domains, bare_names, tlds, everywhere: *everywhere },
            to_unicode: *to_unicode,
            annotate: *annotate,
            isolate: *isolate,
        }
    }
}

/// What is done with the rest of a portion, from a place on.
pub(super) type Work<'a> = dyn FnMut(&[u8], Start, &Rewriting<'_>) -> Result<(), Error> + Send + 'a;

fn flag(name: &str, value: &Bound<'_, PyAny>) -> PyResult<bool> {
    value.cast::<PyBool>().map(|value| value.is_true()).map_err(|_| wrong_type(name, "bool", value))
}

fn kinds_of(kinds: &Bound<'_, PyAny>) -> PyResult<[bool; 3]> {
    if kinds.is_none() {
        return Ok([true; 3]);
    }
    let expected = "an iterable of str or None";
    if kinds.is_instance_of::<PyString>() {
        return Err(wrong_type("kinds", expected, kinds));
    }
    let mut chosen = [false; 3];
    for kind in iterable("kinds", expected, kinds)? {
        let index = choice("kinds", "of 'url_host', 'email_domain' and 'bare'", &kind?, index_of_kind)?;
        for counts in chosen.iter_mut().skip(index).take(1) {
            *counts = true;
        }
    }
    Ok(chosen)
}

fn index_of_kind(name: &str) -> Option<usize> {
    let kind = match name {
        "url_host" => Kind::UrlHost,
        "email_domain" => Kind::EmailDomain,
        "bare" => Kind::Bare,
        _ => return None,
    };
    Some(kind.index().into())
}

/// What knows top-level domains: a set or a callable.
struct Tlds {
    object: Py<PyAny>,
    is_callable: bool,
    failure: Mutex<Option<PyErr>>,
}

impl Tlds {
    fn of(tlds: &Bound<'_, PyAny>) -> PyResult<Option<Self>> {
        if tlds.is_none() {
            return Ok(None);
        }
        let is_callable = tlds.is_callable();
        let is_set = tlds.get_type().hasattr(intern!(tlds.py(), "__contains__"))? && !tlds.is_instance_of::<PyString>();
        if !is_callable && !is_set {
            return Err(wrong_type("tlds", "a set of str, a callable or None", tlds));
        }
        Ok(Some(Self { object: tlds.clone().unbind(), is_callable, failure: Mutex::new(None) }))
    }

    /// Whether a top-level domain is known. After a failure none is.
    fn know(&self, tld: &str) -> bool {
        if self.locked().is_some() {
            return false;
        }
        Python::attach(|py| self.ask(py, tld)).unwrap_or_else(|failure| {
            *self.locked() = Some(failure);
            false
        })
    }

    fn ask(&self, py: Python<'_>, tld: &str) -> PyResult<bool> {
        let (object, tld) = (self.object.bind(py), string_of_text(py, tld)?);
        if self.is_callable { object.call1((tld,))?.is_truthy() } else { object.contains(tld) }
    }

    /// Why the object could not be asked, if so.
    fn failure(&self) -> Option<PyErr> {
        self.locked().take()
    }

    fn locked(&self) -> MutexGuard<'_, Option<PyErr>> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
