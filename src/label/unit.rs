//! Units that hold one code point each.

/// A unit that holds one code point: an octet in Latin-1, 16 bits in UCS-2, 32 bits in UCS-4. So a `str` of Python is
/// read where it lies.
pub(crate) trait Unit: Copy + PartialEq + From<u8> + Into<u32> {
    /// The units as code points, if that is what they are.
    #[inline(always)]
    fn as_code_points(_: &[Self]) -> Option<&[u32]> {
        None
    }
}

impl Unit for u8 {}
impl Unit for u16 {}
impl Unit for u32 {
    #[inline(always)]
    fn as_code_points(units: &[Self]) -> Option<&[u32]> {
        Some(units)
    }
}
