//! The names that are sought in text, for a reader that keeps them.

use super::Sought;
use crate::Profile;

/// Which names are sought, as [`Sought`] says, with a list of top-level domains in their ASCII forms.
#[derive(Clone)]
pub(crate) struct SoughtNames {
    pub(crate) profile: Profile,
    pub(crate) kinds: [bool; 3],
    /// They are sorted.
    pub(crate) tlds: Option<Vec<String>>,
    pub(crate) everywhere: bool,
    pub(crate) defanged: bool,
}

impl SoughtNames {
    /// Works with what is sought.
    pub(crate) fn with<R>(&self, work: impl FnOnce(&Sought<'_>) -> R) -> R {
        let Self { profile, kinds: [url_hosts, email_domains, bare_names], tlds, everywhere, defanged } = self;
        let (everywhere, defanged) = (*everywhere, *defanged);
        let (url_hosts, email_domains, bare_names) = (*url_hosts, *email_domains, *bare_names);
        let knows = |tld: &str| {
            tlds.as_ref().is_some_and(|tlds| tlds.binary_search_by(|known| known.as_str().cmp(tld)).is_ok())
        };
        let tlds: Option<&(dyn Fn(&str) -> bool + Sync)> = if tlds.is_some() { Some(&knows) } else { None };
        work(&Sought { url_hosts, email_domains, bare_names, tlds, everywhere, defanged, ..Sought::all(profile) })
    }
}
