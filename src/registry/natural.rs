//! Natural numbers of any size, for counts of variants: some labels have more than a word can tell.

use crate::error::Error;
use crate::{bounded, memory};

/// A number in digits of 32 bits, the lowest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Natural(Vec<u32>);

impl Natural {
    pub(super) fn of(number: usize) -> Result<Self, Error> {
        let mut natural = Self(memory::filled(1, 1)?);
        natural.multiply(number)?;
        Ok(natural)
    }

    pub(super) fn multiply(&mut self, factor: usize) -> Result<(), Error> {
        // A number of items of a file of 16 MiB.
        let factor = u64::from(bounded::to::<u32>(factor));
        let mut carried = 0_u64;
        for digit in &mut self.0 {
            let product = bounded::add(bounded::mul(u64::from(*digit), factor), carried);
            *digit = bounded::to(product & u64::from(u32::MAX));
            carried = product >> 32;
        }
        self.carry(carried)
    }

    pub(super) fn add(&mut self, other: &Self) -> Result<(), Error> {
        memory::fill_up(&mut self.0, other.0.len())?;
        let mut carried = 0_u64;
        for (index, digit) in self.0.iter_mut().enumerate() {
            let more = other.0.get(index).copied().unwrap_or(0);
            let sum = bounded::add(bounded::add(u64::from(*digit), u64::from(more)), carried);
            *digit = bounded::to(sum & u64::from(u32::MAX));
            carried = sum >> 32;
        }
        self.carry(carried)
    }

    pub(super) fn is_at_most(&self, number: u32) -> bool {
        let (last, higher) = self.0.split_first().unwrap_or((&0, &[]));
        *last <= number && higher.iter().all(|&digit| digit == 0)
    }

    /// Takes 1 off a number that is not 0.
    pub(super) fn decrement(&mut self) {
        for digit in &mut self.0 {
            let (less, is_borrowed) = digit.overflowing_sub(1);
            *digit = less;
            if !is_borrowed {
                break;
            }
        }
    }

    fn carry(&mut self, carried: u64) -> Result<(), Error> {
        if carried != 0 { memory::push(&mut self.0, bounded::to(carried)) } else { Ok(()) }
    }

    /// The number in octets, the lowest first.
    pub fn to_le_bytes(&self) -> impl Iterator<Item = u8> {
        self.0.iter().flat_map(|digit| digit.to_le_bytes())
    }
}
