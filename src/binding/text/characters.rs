//! The characters of a `str` as names and labels are read.
#![forbid(unsafe_code)]

/// The characters of a `str`, as they lie in its storage. Whoever has this value asks the `str` no more.
#[derive(Clone, Copy)]
pub(in crate::binding) enum Str<'a> {
    Latin1(&'a [u8]),
    #[cfg(not(feature = "abi3"))]
    Ucs2(&'a [u16]),
    Ucs4(&'a [u32]),
}

/// Does the same with the characters of a `str`, whatever holds them.
macro_rules! of_any_width {
    ($text:expr, $units:ident => $work:expr) => {
        match $text {
            $crate::binding::text::characters::Str::Latin1($units) => $work,
            #[cfg(not(feature = "abi3"))]
            $crate::binding::text::characters::Str::Ucs2($units) => $work,
            $crate::binding::text::characters::Str::Ucs4($units) => $work,
        }
    };
}
pub(in crate::binding) use of_any_width;

impl<'a> Str<'a> {
    /// Returns how many there are.
    pub(in crate::binding) fn len(self) -> usize {
        of_any_width!(self, units => units.len())
    }

    /// The characters as octets, if that is how they lie there: those of each `str` that is ASCII, and of others.
    #[inline(always)]
    pub(in crate::binding) const fn octets(self) -> Option<&'a [u8]> {
        if let Self::Latin1(octets) = self { Some(octets) } else { None }
    }
}

/// The characters of a name or a label.
pub(in crate::binding) enum Characters<'a> {
    Usual(Usual<'a>),
    Long(Storage<'a>),
}

/// Those of a `str` of usual length, where memory is no matter.
pub(in crate::binding) enum Usual<'a> {
    Ascii(&'a str),
    CodePoints(&'a [u32]),
}

/// Those of a long one, where they lie.
#[derive(Clone, Copy)]
pub(in crate::binding) enum Storage<'a> {
    Ascii(&'a str),
    Other(Str<'a>),
}

/// The longest text that is not worth memory of its own.
pub(in crate::binding) const SHORT: usize = 64;

/// A `str` of more characters is long.
pub(in crate::binding) const USUAL_LENGTH: usize = 1_024;

/// Does the same with a text whatever holds it.
macro_rules! with_text {
    ($storage:expr, $text:ident => $work:expr) => {
        match $storage {
            $crate::binding::text::characters::Storage::Ascii($text) => $work,
            $crate::binding::text::characters::Storage::Other(other) => {
                $crate::binding::text::characters::of_any_width!(other, $text => $work)
            }
        }
    };
}
pub(in crate::binding) use with_text;

impl Storage<'_> {
    /// Returns how much there is of it, in units of the storage.
    pub(in crate::binding) fn len(&self) -> usize {
        with_text!(*self, text => text.len())
    }
}

impl<'a> Characters<'a> {
    /// Returns what holds them, long or not.
    pub(in crate::binding) fn storage(self) -> Storage<'a> {
        match self {
            Self::Usual(Usual::Ascii(text)) => Storage::Ascii(text),
            Self::Usual(Usual::CodePoints(units)) => Storage::Other(Str::Ucs4(units)),
            Self::Long(storage) => storage,
        }
    }
}
