//! JSON, written as it is needed here: a value after the other, commas where they belong.

use core::fmt::Write;

/// A text of JSON that grows.
#[derive(Default)]
pub(crate) struct Json {
    text: String,
}

impl Json {
    /// The text.
    pub(crate) fn finished(self) -> String {
        self.text
    }

    /// Separates a value from the one before it.
    fn separate(&mut self) {
        if !matches!(self.text.as_bytes().last(), None | Some(b'[' | b'{' | b':')) {
            self.text.push(',');
        }
    }

    pub(crate) fn object(&mut self, members: impl FnOnce(&mut Self)) {
        self.separate();
        self.text.push('{');
        members(self);
        self.text.push('}');
    }

    pub(crate) fn array(&mut self, items: impl FnOnce(&mut Self)) {
        self.separate();
        self.text.push('[');
        items(self);
        self.text.push(']');
    }

    /// The key of the value that follows.
    pub(crate) fn key(&mut self, key: &str) -> &mut Self {
        self.string(key);
        self.text.push(':');
        self
    }

    pub(crate) fn string(&mut self, value: &str) {
        self.separate();
        self.text.push('"');
        let mut rest = value;
        while let Some((before, octet)) = rest.find(|c: char| c < ' ' || c == '"' || c == '\\').and_then(|place| {
            let (before, behind) = rest.split_at_checked(place)?;
            let (octet, behind) = behind.split_at_checked(1)?;
            rest = behind;
            Some((before, octet))
        }) {
            self.text.push_str(before);
            match octet.as_bytes() {
                [control @ 0..=0x1F] => self.raw(format_args!("\\u{control:04x}")),
                _ => self.raw(format_args!("\\{octet}")),
            }
        }
        self.text.push_str(rest);
        self.text.push('"');
    }

    pub(crate) fn number(&mut self, value: impl core::fmt::Display) {
        self.separate();
        self.raw(format_args!("{value}"));
    }

    pub(crate) fn boolean(&mut self, value: bool) {
        self.separate();
        self.text.push_str(if value { "true" } else { "false" });
    }

    pub(crate) fn null(&mut self) {
        self.separate();
        self.text.push_str("null");
    }

    pub(crate) fn string_or_null(&mut self, value: Option<&str>) {
        match value {
            Some(value) => self.string(value),
            None => self.null(),
        }
    }

    pub(crate) fn number_or_null(&mut self, value: Option<impl core::fmt::Display>) {
        match value {
            Some(value) => self.number(value),
            None => self.null(),
        }
    }

    pub(crate) fn strings<'a>(&mut self, values: impl IntoIterator<Item = &'a str>) {
        self.array(|json| values.into_iter().for_each(|value| json.string(value)));
    }

    pub(crate) fn numbers(&mut self, values: impl IntoIterator<Item = impl core::fmt::Display>) {
        self.array(|json| values.into_iter().for_each(|value| json.number(value)));
    }

    fn raw(&mut self, arguments: core::fmt::Arguments<'_>) {
        // A text takes whatever is written.
        let _ = self.text.write_fmt(arguments);
    }
}
