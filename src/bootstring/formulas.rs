//! The formulas of RFC 3492 as they stand there. Tables, packed words and vectors are compared with them in tests.

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

/// Section 6.1, the last line of `adapt`, but for `k`.
pub(crate) fn last_line(base: u64, tmin: u64, skew: u64, delta: u64) -> u64 {
    (base - tmin + 1) * delta / (delta + skew)
}

/// Section 6.1: the bias for a delta that is damped or halved, and the length of the text, with the numbers of Punycode.
pub(crate) fn adapted(delta: u64, length: u64) -> u64 {
    let mut delta = delta + delta / length;
    let mut k = 0;
    while delta > (36 - 1) * 26 / 2 {
        delta /= 36 - 1;
        k += 36;
    }
    k + last_line(36, 1, 38, delta)
}
