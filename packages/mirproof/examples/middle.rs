//! Functions that `middle.py` proves, and one that it refutes.

/// The middle of two places, rounded down; `low` is at most `high`.
pub fn middle(low: u32, high: u32) -> u32 {
    low + (high - low) / 2
}

/// The same, and wrong: the sum of two places may not fit.
pub fn middle_of_sum(low: u32, high: u32) -> u32 {
    (low + high) / 2
}

/// So often a number can be divided by ten before it is below ten.
pub fn tens(mut number: u64) -> u32 {
    let mut count = 0;
    while number >= 10 {
        number /= 10;
        count += 1;
    }
    count
}

/// The byte before a place, which may be the first one.
pub fn before(bytes: &[u8], place: usize) -> Option<u8> {
    let place = place.checked_sub(1)?;
    Some(bytes[place])
}
