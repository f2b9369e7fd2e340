//! The formulas of RFC 3492 written out, the oracle of tables and packed words in tests.

/// Section 6.2: the threshold of digit `j`, counted from 0.
pub(crate) fn threshold(base: u64, j: u64, bias: u64, tmin: u64, tmax: u64) -> u64 {
    let k = base * (j + 1);
    if k <= bias + tmin {
        tmin
    } else if k >= bias + tmax {
        tmax
    } else {
        k - bias
    }
}

/// Section 6.1, the last line of `adapt`: what is added to `k`.
pub(crate) fn last_line(base: u64, tmin: u64, skew: u64, delta: u64) -> u64 {
    (base - tmin + 1) * delta / (delta + skew)
}
