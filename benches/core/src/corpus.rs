//! Labels in every form that one of the contestants takes, prepared before any clock runs.

use std::path::{Path, PathBuf};

/// Many short sequences back to back.
pub struct Flat<T> {
    items: Vec<T>,
    ends: Vec<usize>,
}

impl<T> Flat<T> {
    fn collect<I: IntoIterator<Item = T>>(sequences: impl Iterator<Item = I>) -> Self {
        let mut flat = Self { items: Vec::new(), ends: vec![0] };
        for sequence in sequences {
            flat.items.extend(sequence);
            flat.ends.push(flat.items.len());
        }
        flat
    }

    /// The sequence at `index`.
    #[inline]
    pub fn get(&self, index: usize) -> &[T] {
        &self.items[self.ends[index]..self.ends[index + 1]]
    }
}

/// One corpus: texts, and their Punycode.
pub struct Corpus {
    pub name: String,
    pub code_points: Flat<u32>,
    pub characters: Flat<char>,
    pub utf16: Flat<u16>,
    pub encoded: Flat<u8>,
    pub encoded_utf16: Flat<u16>,
    text: String,
    text_ends: Vec<usize>,
    encoded_text: String,
}

impl Corpus {
    /// Reads a file of one label to a line, at most `limit` of them.
    ///
    /// # Panics
    ///
    /// Where the file cannot be read or one of its labels has no Punycode.
    pub fn read(path: &Path, limit: usize) -> Self {
        let file = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let labels: Vec<&str> = file.lines().take(limit).collect();
        let encoded: Vec<String> = labels.iter().map(|label| acelabel::punycode::encode(label).unwrap()).collect();
        let mut text_ends = vec![0];
        text_ends.extend(labels.iter().scan(0, |end, label| {
            *end += label.len();
            Some(*end)
        }));
        Self {
            name: path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
            code_points: Flat::collect(labels.iter().map(|label| label.chars().map(u32::from))),
            characters: Flat::collect(labels.iter().map(|label| label.chars())),
            utf16: Flat::collect(labels.iter().map(|label| label.encode_utf16())),
            encoded: Flat::collect(encoded.iter().map(|label| label.bytes())),
            encoded_utf16: Flat::collect(encoded.iter().map(|label| label.encode_utf16())),
            text: labels.concat(),
            text_ends,
            encoded_text: encoded.concat(),
        }
    }

    /// Returns how many labels there are.
    pub fn len(&self) -> usize {
        self.text_ends.len() - 1
    }

    /// Returns whether there is no label.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The label at `index`.
    #[inline]
    pub fn text(&self, index: usize) -> &str {
        &self.text[self.text_ends[index]..self.text_ends[index + 1]]
    }

    /// The Punycode of the label at `index`.
    #[inline]
    pub fn encoded_text(&self, index: usize) -> &str {
        &self.encoded_text[self.encoded.ends[index]..self.encoded.ends[index + 1]]
    }
}

/// The corpora of a folder, in the order of their names.
///
/// # Panics
///
/// Where the folder cannot be read.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut files: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|end| end == "txt")).collect();
    files.sort();
    files
}
