//! A file that is there as a whole, such as a text of a column: its changes, and where its names stand.

use core::ops::Range;

use super::find::each_place;
use super::rewrite::{FileRewriter, FileRewriting};
use crate::error::Error;
use crate::formats::{Format, Places};
use crate::text::{Edits, Kind};
use crate::zone::{ZoneNames, ZoneProgress, ZoneRefusals, ZoneRewriting};
use crate::{OnError, Profile};

/// The kind of a file that is there as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WholeFile {
    Lines(Format),
    Zone,
}

/// Memory for one file after another.
#[derive(Default)]
pub(crate) struct FileMemory {
    rewriter: FileRewriter,
    places: Places,
}

impl WholeFile {
    /// The kinds and their names: those of lines in their order, and master files.
    pub(crate) fn all() -> impl Iterator<Item = (&'static str, Self)> {
        Format::ALL.iter().map(|&format| (format.name(), Self::Lines(format))).chain([("zone", Self::Zone)])
    }

    /// The changes that give the names their other form. A name that is refused stays.
    pub(crate) fn edits(
        self,
        file: &[u8],
        to_unicode: bool,
        profile: &Profile,
        memory: &mut FileMemory,
    ) -> Result<Edits, Error> {
        let on_error = OnError::Keep;
        let mut edits = Edits::default();
        match self {
            Self::Lines(format) => {
                let how = FileRewriting { format, profile, to_unicode, on_error };
                memory.rewriter.edit_whole(file, &how, &mut edits).map_err(|refused| refused.error.error())?;
            }
            Self::Zone => {
                let how = ZoneRewriting { profile, to_unicode, on_error, escapes_are_letters: false };
                let refusals = &mut ZoneRefusals::of(on_error);
                ZoneProgress::default()
                    .edits(file, file.len(), true, &how, &mut edits, refusals)
                    .map_err(|error| error.error())?;
            }
        }
        Ok(edits)
    }

    /// Tells each name, in the order of the file; names are not judged.
    pub(crate) fn each_name(
        self,
        file: &[u8],
        memory: &mut FileMemory,
        mut tell: impl FnMut(Kind, Range<usize>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        match self {
            Self::Lines(format) => each_place(file, format, &mut memory.places, |place| tell(place.kind, place.range)),
            Self::Zone => ZoneNames::default().each(file, true, |_, name| tell(Kind::Bare, name)).map(drop),
        }
    }
}

#[cfg(test)]
#[allow(clippy::expect_used, clippy::arithmetic_side_effects)]
mod tests {
    use super::*;
    use crate::files::{FileRewriter, FileRewriting, find};
    use crate::zone;

    const FILES: &str = "||ü.example^$domain=xn--tda.example\n192.0.2.1 büro bü_ro XN--BRO-HOA # ü\n\
                         server_name ü.example\n  *.xn--tda.example;\n@ü.example u@xn--tda.example\n\
                         \u{FEFF}DOMAIN,ü.example\r\naddress=/ü.example/xn--a/\nhttps://ü.example:8/ü GET\n\
                         reverse_proxy https://xn--tda.example {\n} script-src *.ü.example\nServerName ü.example \\";

    /// One memory serves many files: what one of them leaves open is nothing to the next one.
    #[test]
    fn files_are_changed_as_those_that_come_in_pieces() {
        let mut memory = FileMemory::default();
        let lines: Vec<&str> = FILES.split_inclusive('\n').collect();
        let cuts = (0..lines.len()).flat_map(|start| (start..=lines.len()).map(move |end| start..end));
        for file in cuts.map(|cut| lines.get(cut).unwrap_or_default().concat()) {
            let file = file.as_bytes();
            for (kind, to_unicode) in WholeFile::all().flat_map(|(_, kind)| [(kind, false), (kind, true)]) {
                let (profile, on_error, mut expected) = (&Profile::UTS46, OnError::Keep, Vec::new());
                match kind {
                    WholeFile::Lines(format) => {
                        let how = FileRewriting { format, profile, to_unicode, on_error };
                        let mut rewriter = FileRewriter::default();
                        rewriter.feed(file, &how, &mut expected).expect("memory");
                        rewriter.finish(&how, &mut expected).expect("memory");
                    }
                    WholeFile::Zone => {
                        let how = ZoneRewriting { profile, to_unicode, on_error, escapes_are_letters: false };
                        expected = zone::rewritten(file, &how).expect("memory").unwrap_or_else(|| file.to_vec());
                    }
                }
                let (mut made, mut names) = (Vec::new(), Vec::new());
                let edits = kind.edits(file, to_unicode, profile, &mut memory).expect("memory");
                edits.apply(file, |part| made.extend_from_slice(part));
                assert_eq!(made, expected, "{kind:?}");
                let tell = |kind, name| {
                    names.push((kind, name));
                    Ok(())
                };
                kind.each_name(file, &mut memory, tell).expect("memory");
                if let WholeFile::Lines(format) = kind {
                    let found = find(file, format).expect("memory").into_iter().map(|place| (place.kind, place.range));
                    assert_eq!(names, found.collect::<Vec<_>>());
                }
            }
        }
    }
}
