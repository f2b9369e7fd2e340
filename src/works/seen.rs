//! Answers for names that stood before. In a log most names come again, and to read one as all clients do takes long.
//!
//! ```text
//! a name has one place, by a sum of its octets; the name that stands there last has it
//! ```

use super::work::RowRefusal;
use crate::error::ErrorKind;
use crate::{bounded, memory};

/// Names and their answers, for one task.
#[derive(Default)]
pub(super) struct SeenNames {
    places: Vec<Option<KeptAnswer>>,
}

struct KeptAnswer {
    name: Vec<u8>,
    answer: Result<String, RowRefusal>,
}

impl SeenNames {
    const PLACES: usize = 512;
    /// Longer names are not kept.
    const LONGEST: usize = 256;

    /// The place of a name: FNV-1a.
    fn place(name: &[u8]) -> usize {
        let sum = |sum: u32, &octet: &u8| (sum ^ u32::from(octet)).wrapping_mul(0x0100_0193);
        bounded::index(name.iter().fold(0x811C_9DC5, sum)) % Self::PLACES
    }

    /// The answer for a name, if it is known.
    pub(super) fn answer(&self, name: &[u8]) -> Option<Result<&str, RowRefusal>> {
        let seen = self.places.get(Self::place(name))?.as_ref()?;
        (seen.name == name).then(|| seen.answer.as_deref().map_err(|&refusal| refusal))
    }

    /// Keeps an answer, if there is memory, and was for the answer.
    pub(super) fn keep(&mut self, name: &[u8], answer: Result<String, RowRefusal>) {
        let is_for_once = answer.as_ref().is_err_and(|refusal| refusal.error.kind() == ErrorKind::OutOfMemory);
        if name.len() > Self::LONGEST || is_for_once {
            return;
        }
        if self.places.is_empty() && self.places.try_reserve_exact(Self::PLACES).is_ok() {
            self.places.resize_with(Self::PLACES, || None);
        }
        if let (Some(place), Ok(name)) = (self.places.get_mut(Self::place(name)), memory::copied(name)) {
            *place = Some(KeptAnswer { name, answer });
        }
    }
}
