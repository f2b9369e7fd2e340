//! Tables of two stages, whose files the compiler takes apart: the number of a block of code points for each such block
//! of Unicode, and the blocks.
//!
//! Bounds: all of it but `place` is evaluated by the compiler, which would not let an index or a sum go too far.
//! `place` is in a block for code points alone (lemma `code_points_have_places_in_blocks`).

/// Code points of a block: 2 to this power.
pub(super) const SHIFT: u32 = 7;
pub(super) const BLOCKS: usize = 0x11_0000 >> SHIFT;

/// The bit of a place in `mappings.bin` that says that nameprep maps alike.
pub(super) const IN_NAMEPREP: u16 = 1 << 15;

/// Where in the blocks a code point stands, or nothing beyond U+10FFFF.
#[inline]
pub(super) fn place(block_of: &[u16; BLOCKS], code_point: u32) -> Option<usize> {
    let block = usize::try_from(code_point >> SHIFT).ok().and_then(|upper| block_of.get(upper))?;
    Some((usize::from(*block) << SHIFT) | usize::try_from(code_point & 0x7F).ok()?)
}

/// The octets of a file from a place on.
pub(super) const fn octets<const N: usize>(file: &[u8], at: usize) -> [u8; N] {
    let mut octets = [0; N];
    octets.copy_from_slice(file.split_at(at).1.split_at(N).0);
    octets
}

/// A function that reads the little-endian integers of a file from a place on.
macro_rules! integers {
    ($(#[$doc:meta])* $name:ident of $integer:ident) => {
        $(#[$doc])*
        pub(super) const fn $name<const N: usize>(file: &[u8], at: usize) -> [$integer; N] {
            let mut integers = [0; N];
            let mut slots: &mut [$integer] = &mut integers;
            let mut rest = file.split_at(at).1.split_at(size_of::<[$integer; N]>()).0.as_chunks().0;
            while let ([slot, others @ ..], [octets, behind @ ..]) = (slots, rest) {
                *slot = $integer::from_le_bytes(*octets);
                (slots, rest) = (others, behind);
            }
            integers
        }
    };
}

integers! {
    /// Those of 16 bits.
    halves of u16
}
integers! {
    /// Those of 32 bits.
    words of u32
}

/// Which of the groups of four octets is the one asked for.
pub(super) const fn place_of_four(groups: &[u8], asked: [u8; 4]) -> Option<usize> {
    let groups = groups.as_chunks::<4>().0;
    let mut rest = groups;
    while let [group, behind @ ..] = rest {
        if u32::from_le_bytes(*group) == u32::from_le_bytes(asked) {
            return Some(groups.len().abs_diff(rest.len()));
        }
        rest = behind;
    }
    None
}
