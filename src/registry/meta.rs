//! The facts that a file tells of itself (RFC 7940 section 4.3).

use super::fault::RuleFileError;
use super::names::owned;
use super::xml::{self, XmlNode};
use crate::memory;

/// The facts of the element `meta` that programs ask for. What is not given is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AboutRules {
    /// The version of the rules.
    pub version: Option<String>,
    /// The date of the rules, as it is written: `2022-05-31`.
    pub date: Option<String>,
    /// The languages or scripts that the rules are for, as tags of BCP 47: `de`, `und-Arab`.
    pub languages: Vec<String>,
    /// The version of Unicode that the rules were written for.
    pub unicode_version: Option<String>,
    /// The domains that the rules are for, such as `example.com` or `.`.
    pub domains: Vec<String>,
}

impl AboutRules {
    pub(super) fn read(meta: XmlNode<'_>) -> Result<Self, RuleFileError> {
        let mut about = Self::default();
        for node in xml::children(meta) {
            let text = node.text().unwrap_or_default().trim();
            match node.tag_name().name() {
                "version" => about.version = Some(owned(text)?),
                "date" => about.date = Some(owned(text)?),
                "unicode-version" => about.unicode_version = Some(owned(text)?),
                "language" => memory::push(&mut about.languages, owned(text)?)?,
                "scope" if node.attribute("type") == Some("domain") => {
                    memory::push(&mut about.domains, owned(text)?)?;
                }
                _ => {}
            }
        }
        Ok(about)
    }
}
