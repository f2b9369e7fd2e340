//! A file that is there as a whole, such as a text of a column: its changes, and where its names stand.

use core::ops::Range;

use super::find::each_place;
use super::rewrite::FileRewriter;
use super::rewriting::FileRewriting;
use crate::error::Error;
use crate::formats::{Format, Places};
use crate::text::{Edits, Kind};
use crate::zone::{ZoneNames, ZoneProgress, ZoneRefusals, ZoneRewriting};
use crate::{OnError, Profile};

/// The format of a file that is there as a whole, any but that of running text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WholeFile(Format);

/// Memory for one file after another.
#[derive(Default)]
pub(crate) struct FileMemory {
    rewriter: FileRewriter,
    places: Places,
}

impl WholeFile {
    /// The formats and their names.
    pub(crate) fn all() -> impl Iterator<Item = (&'static str, Self)> {
        let formats = Format::ALL.iter().filter(|&&format| format != Format::Text);
        formats.map(|&format| (format.name(), Self(format)))
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
        let escapes_are_letters = false;
        if self.0 == Format::Zone {
            let how = ZoneRewriting { profile, to_unicode, on_error, escapes_are_letters };
            let refusals = &mut ZoneRefusals::of(on_error);
            ZoneProgress::default()
                .edits(file, file.len(), true, &how, &mut edits, refusals)
                .map_err(|error| error.error())?;
        } else {
            let how = FileRewriting { format: self.0, profile, to_unicode, on_error, escapes_are_letters };
            memory.rewriter.edit_whole(file, &how, &mut edits).map_err(|refused| refused.error.error())?;
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
        if self.0 == Format::Zone {
            return ZoneNames::default().each(file, true, |_, name| tell(Kind::Bare, name)).map(drop);
        }
        each_place(file, self.0, &mut memory.places, |place| tell(place.kind, place.range))
    }
}

#[cfg(test)]
#[allow(clippy::expect_used, clippy::arithmetic_side_effects)]
mod tests {
    use super::*;
    use crate::files::find;

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
                let (format, profile, on_error, mut expected) = (kind.0, &Profile::UTS46, OnError::Keep, Vec::new());
                let how = FileRewriting { format, profile, to_unicode, on_error, escapes_are_letters: false };
                let mut rewriter = FileRewriter::default();
                rewriter.feed(file, &how, &mut expected).expect("memory");
                rewriter.finish(&how, &mut expected).expect("memory");
                let (mut made, mut names) = (Vec::new(), Vec::new());
                let edits = kind.edits(file, to_unicode, profile, &mut memory).expect("memory");
                edits.apply(file, |part| made.extend_from_slice(part));
                assert_eq!(made, expected, "{kind:?}");
                let tell = |kind, name| {
                    names.push((kind, name));
                    Ok(())
                };
                kind.each_name(file, &mut memory, tell).expect("memory");
                let found = find(file, format).expect("memory").into_iter().map(|place| (place.kind, place.range));
                assert_eq!(names, found.collect::<Vec<_>>());
            }
        }
    }
}
