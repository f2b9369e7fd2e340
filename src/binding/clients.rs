//! `acelabel.clients`.

use pyo3::exceptions::PyKeyError;
use pyo3::types::PySlice;

use super::many::{Items, iterate};
use super::prelude::*;
use crate::clients::{
    self, Client, ClientReading, Clients, Readings, agreed_of, agreed_of_plain, agreed_of_url, is_plain_for_all,
};
use crate::works::{Against, Work};

/// Where each client goes for one name: a mapping from the names of the clients to Reading.
///
/// An immutable value, which `read` makes. A word of `ALIASES` is taken for the client that it stands for. Readings are
/// equal if they are of the same name.
#[pyclass(frozen, module = "acelabel.clients", name = "Readings", mapping)]
pub(super) struct ClientReadings {
    name: Py<PyString>,
    /// Nothing where every client goes to the name itself.
    readings: Option<Readings>,
}

#[pymethods]
impl ClientReadings {
    /// The name that was read.
    #[getter]
    fn name(&self, py: Python<'_>) -> Py<PyString> {
        self.name.clone_ref(py)
    }

    /// The hosts that clients go to, in lower case, each with the names of the clients that go there: a dict from str
    /// to tuple of str.
    #[getter]
    fn hosts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let hosts = dict(py)?;
        for client in Client::all() {
            if let Some(ClientReading::Host(host)) = self.reading(client) {
                let host = self.host(py, host)?;
                let host = host.call_method0(intern!(py, "lower"))?;
                let empty = tuple_of(py, None::<bool>)?;
                let before = hosts.call_method1(intern!(py, "get"), (&host, empty))?;
                let own = tuple_of(py, [string_of_text(py, client.name())?])?;
                hosts.set_item(host, before.add(own)?)?;
            }
        }
        Ok(hosts)
    }

    /// The host, in lower case, that every client goes to which accepts the name, a str. None where there are two, or
    /// none, where one sends the name as it is, or where it is unknown what one does.
    #[getter]
    fn agreed<'py>(&self, py: Python<'py>) -> PyResult<Object<'py>> {
        let host = match &self.readings {
            None => return Ok(self.name.bind(py).clone().into_any()),
            Some(readings) => readings.agreed().map(|host| string_of_text(py, host)).transpose()?,
        };
        match host {
            Some(host) => host.call_method0(intern!(py, "lower")),
            None => Ok(py.None().into_bound(py)),
        }
    }

    fn __getitem__<'py>(&self, client: &Object<'py>) -> PyResult<Object<'py>> {
        match found(client) {
            Some(client_found) => self.reading_of(client.py(), client_found),
            None => Err(raised(client.py().get_type::<PyKeyError>().call1((client,)))),
        }
    }

    fn __contains__(&self, client: &Object<'_>) -> bool {
        found(client).is_some()
    }

    fn __len__(&self) -> usize {
        Client::all().count()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Object<'py>> {
        Ok(names(py)?.try_iter()?.into_any())
    }

    /// Return the Reading of a client, or another object where there is no such client.
    ///
    /// Args:
    ///     client: The name of the client, a str.
    ///     default: The other object.
    ///
    /// Returns:
    ///     The Reading, or `default`.
    #[pyo3(signature = (client, default=None))]
    fn get<'py>(&self, client: &Object<'py>, default: Option<Object<'py>>) -> PyResult<Object<'py>> {
        let py = client.py();
        let other = || Ok(default.unwrap_or_else(|| py.None().into_bound(py)));
        found(client).map_or_else(other, |client| self.reading_of(py, client))
    }

    /// Return the names of the clients, as a view.
    fn keys<'py>(slf: &Bound<'py, Self>) -> PyResult<Object<'py>> {
        view(slf, intern!(slf.py(), "KeysView"))
    }

    /// Return the Readings of the clients, as a view.
    fn values<'py>(slf: &Bound<'py, Self>) -> PyResult<Object<'py>> {
        view(slf, intern!(slf.py(), "ValuesView"))
    }

    /// Return the names and Readings of the clients, as a view.
    fn items<'py>(slf: &Bound<'py, Self>) -> PyResult<Object<'py>> {
        view(slf, intern!(slf.py(), "ItemsView"))
    }

    fn __eq__(&self, other: &Self, py: Python<'_>) -> PyResult<bool> {
        self.name.bind(py).as_any().eq(other.name.bind(py))
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.name.bind(py).hash()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let again = py.import(intern!(py, "acelabel._native"))?.getattr(intern!(py, "clients_read"))?;
        tuple_of(py, [again, tuple_of(py, [self.name.bind(py)])?.into_any()])
    }

    fn __repr__<'py>(&self, py: Python<'py>) -> PyResult<Text<'py>> {
        let quoted = arguments::quoted(self.name.bind(py))?;
        written(py, |text| core::fmt::Write::write_fmt(text, format_args!("<acelabel.clients.Readings of {quoted}>")))
    }
}

impl ClientReadings {
    /// The reading of a client. Where the name is the host itself, its text is left to [`Self::host`].
    fn reading(&self, client: Client) -> Option<ClientReading<'_>> {
        self.readings.as_ref().map_or(Some(ClientReading::Host("")), |readings| readings.get(client))
    }

    fn host<'py>(&self, py: Python<'py>, host: &str) -> PyResult<Text<'py>> {
        if self.readings.is_none() { Ok(self.name.bind(py).clone()) } else { string_of_text(py, host) }
    }

    /// The Reading of a client.
    fn reading_of<'py>(&self, py: Python<'py>, client: Client) -> PyResult<Object<'py>> {
        let class = py.import(intern!(py, "acelabel.clients"))?.getattr(intern!(py, "Reading"))?;
        let none = || py.None().into_bound(py);
        let text = |text: &str| PyResult::Ok(string_of_text(py, text)?.into_any());
        let flag = |flag: bool| PyBool::new(py, flag).to_owned().into_any();
        let [host, why, raw] = match self.reading(client) {
            Some(ClientReading::Host(host)) => [self.host(py, host)?.into_any(), none(), none()],
            Some(ClientReading::Refused(why) | ClientReading::Unknown(why)) => [none(), text(why)?, none()],
            Some(ClientReading::Raw(raw)) => [none(), none(), text(raw)?],
            None => [none(), none(), none()],
        };
        let is_refused = matches!(self.reading(client), Some(ClientReading::Refused(_)));
        let is_unknown = matches!(self.reading(client), Some(ClientReading::Unknown(_)) | None);
        class.call1((host, flag(is_refused), flag(is_unknown), why, raw))
    }
}

/// The client that a key stands for.
fn found(key: &Object<'_>) -> Option<Client> {
    Client::named(&key.cast::<PyString>().ok()?.to_cow().ok()?)
}

fn view<'py>(readings: &Bound<'py, ClientReadings>, of: &Bound<'py, PyString>) -> PyResult<Object<'py>> {
    readings.py().import(intern!(readings.py(), "collections.abc"))?.getattr(of)?.call1((readings,))
}

/// The names of all clients, a tuple of str.
#[pyfunction]
pub(super) fn names(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
    tuple_of(py, gathered(Client::all().map(|client| string_of_text(py, client.name())))?)
}

/// The words for the newest client of a kind, a dict from str to str.
#[pyfunction]
pub(super) fn aliases(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let all = dict(py)?;
    for (alias, name) in Client::aliases() {
        all.set_item(string_of_text(py, alias)?, string_of_text(py, name)?)?;
    }
    Ok(all)
}

/// Read a name as each client does: browsers, curl, Java and others, in the versions that were run.
///
/// Args:
///     name: The name, a str, without a port; or a URL.
///     url: Whether it is a URL, a bool, as for `agreed`.
///
/// Returns:
///     A Readings, of a URL those of its host. A name with a NUL or half of a character, and one of more than 4096
///     characters, is unknown for all clients; one with a character of the syntax of URLs is unknown for those that
///     take URLs.
///
/// Raises:
///     AceError: `clients_disagree` for a URL whose host parsers look for each in its own way.
#[pyfunction(signature = (name, *, url=LEFT_OUT), text_signature = "(name, *, url=False)")]
pub(super) fn read<'py>(name: &Object<'py>, url: Optional<'_, 'py>) -> PyResult<ClientReadings> {
    let text = arguments::text("name", name)?;
    let host = if is_url(&url)? { Some(host_of(text)?) } else { None };
    let text = host.as_ref().unwrap_or(text);
    let is_plain = |octets: &&[u8]| is_plain_for_all(octets);
    if text.is_exact_instance_of::<PyString>() && with_str(text, |text| text.octets().filter(is_plain).is_some())? {
        return Ok(ClientReadings { name: text.clone().unbind(), readings: None });
    }
    let readings = with_code_points(text, |units| Readings::of(units, Clients::ALL))?.map_err(|_| no_memory())?;
    // A subclass has methods of its own.
    let name = if text.is_exact_instance_of::<PyString>() { text.clone() } else { text.str()? };
    Ok(ClientReadings { name: name.unbind(), readings: Some(readings) })
}

/// The host of a URL that all programs find in the same place.
fn host_of<'py>(url: &Text<'py>) -> PyResult<Text<'py>> {
    let found = with_code_points(url, clients::plain_host)?;
    let host = found.map_err(|offset| label_error(url.py(), clients::disagreement(offset), Some(url), None))?;
    let [start, end] = [host.start, host.end].map(|place| isize::try_from(place).unwrap_or(isize::MAX));
    Ok(url.get_item(PySlice::new(url.py(), start, end, 1))?.cast_into()?)
}

/// The argument `url`.
fn is_url(url: &Optional<'_, '_>) -> PyResult<bool> {
    url.given().map_or(Ok(false), |url| arguments::flag("url", url))
}

/// Find the host that all of some clients go to for a name.
///
/// >>> from acelabel import clients
/// >>> clients.agreed("https://bücher.example/", url=True, among=("browser", "requests"))
/// 'xn--bcher-kva.example'
///
/// Args:
///     name: The name, a str, or a URL.
///     url: Whether it is a URL, a bool: a scheme (`http`, `https`, `ws`, `wss`, `ftp`), `://`, a host, perhaps a port,
///         and then nothing or a slash. Anything that parsers read each in its own way is refused, such as user
///         information, backslashes, percent signs, brackets, blanks, or `?` behind the host.
///     among: The clients, an iterable of str: names of `NAMES` or words of `ALIASES`; or None, for all.
///
/// Returns:
///     The host, an ASCII str in lower case, that every client goes to which accepts the name.
///
/// Raises:
///     AceError: `clients_disagree` where clients go to two hosts, where none accepts the name, where one sends it as
///         it is, or where it is unknown what one does; of a URL also where it is none of those above. The offset is
///         that of the first character that they read otherwise.
///     ValueError: `among` has a word that is no client, or none at all.
#[pyfunction(signature = (name, *, url=LEFT_OUT, among=LEFT_OUT))]
#[pyo3(text_signature = "(name, *, url=False, among=None)")]
pub(super) fn agreed<'py>(name: &Object<'py>, url: Optional<'_, 'py>, among: Optional<'_, 'py>) -> PyResult<Text<'py>> {
    let (py, text, among) = (name.py(), arguments::text("name", name)?, chosen_clients(&among)?);
    let is_url = is_url(&url)?;
    let is_plain = |octets: &&[u8]| !is_url && agreed_of_plain(octets).is_some();
    if text.is_exact_instance_of::<PyString>() && with_str(text, |text| text.octets().filter(is_plain).is_some())? {
        return Ok(text.clone());
    }
    let find = if is_url { agreed_of_url } else { agreed_of };
    let host = with_code_points(text, |units| released(py, units.len(), || find(units, among, true)))?;
    string_of_text(py, &host.map_err(|error| label_error(py, error, Some(text), None))?)
}

/// The work and the clients of a column that the arguments `among` and `url` say, as a tuple.
pub(super) fn asked_in_column(arguments: &Object<'_>) -> PyResult<(Work, Against<'static>)> {
    let (among, url): (Optional<'_, '_>, Object<'_>) = arguments.extract()?;
    Ok((Work::Agreed(arguments::flag("url", &url)?), Against::Clients(chosen_clients(&among)?)))
}

/// The clients of the argument `among`.
pub(super) fn chosen_clients(among: &Optional<'_, '_>) -> PyResult<Clients> {
    among.given().filter(|among| !among.is_none()).map_or(Ok(Clients::ALL), |among| clients_of("among", among))
}

/// The clients that an iterable names, which is the argument of this name.
pub(super) fn clients_of(argument: &str, among: &Object<'_>) -> PyResult<Clients> {
    let mut clients = Clients::NONE;
    for (index, item) in iterate(argument, among, Items::Str)?.enumerate() {
        let item = item?;
        let text = item.cast::<PyString>().map_err(|_| wrong_item(index, "str", &item))?;
        clients = clients.with(found(&item).map_or_else(|| Err(no_client(argument, text)), Ok)?);
    }
    if clients == Clients::NONE {
        return Err(PyValueError::new_err(format!("argument '{argument}' names no client")));
    }
    Ok(clients)
}

#[cold]
fn no_client(argument: &str, text: &Text<'_>) -> PyErr {
    let known = Client::all().map(Client::name).chain(Client::aliases().iter().map(|&(alias, _)| alias)).collect();
    match arguments::quoted(text).and_then(|quoted| Ok((quoted, arguments::meant(text, known)?))) {
        Ok((quoted, meant)) => PyValueError::new_err(format!("argument '{argument}' has no client {quoted}{meant}")),
        Err(failure) => failure,
    }
}

/// Hosts to which clients may go, read once. It never changes; any number of threads may use it.
///
/// >>> from acelabel import clients
/// >>> hosts = clients.Allowlist(["bücher.example", "*.cdn.example", ".internal.example"], among=["requests", "curl"])
/// >>> hosts.allows("BÜCHER.example"), hosts.allows("a.b.internal.example"), hosts.allows("internal.example")
/// (True, True, False)
///
/// Args:
///     names: The entries, an iterable of str: a host; `*.` and a host, below which it stands for one label, as for
///         `matches_any`; or `.` and a host, for all names below it. A final dot makes no difference. An IPv4 address
///         is allowed only by itself, as four decimal numbers.
///     among: The clients, as for `agreed`.
///
/// Raises:
///     AceError: As for `to_ascii` with the profile DNS, of an entry, whose `index` it has. A `*` elsewhere is
///         `std3_disallowed`.
///     ValueError: As for `agreed`.
#[pyclass(frozen, module = "acelabel.clients", name = "Allowlist")]
pub(super) struct AllowedHosts {
    hosts: clients::Allowlist,
    /// The arguments as they came, for pickle.
    names: Py<PyTuple>,
    among: Clients,
}

#[pymethods]
impl AllowedHosts {
    #[new]
    #[pyo3(signature = (names, *, among=LEFT_OUT), text_signature = "(names, *, among=None)")]
    fn new<'py>(names: &Object<'py>, among: Optional<'_, 'py>) -> PyResult<Self> {
        let (py, among) = (names.py(), chosen_clients(&among)?);
        let (mut hosts, mut kept) = (clients::Allowlist::empty(among), Vec::new());
        for (index, item) in iterate("names", names, Items::Str)?.enumerate() {
            let item = item?;
            let text = item.cast::<PyString>().map_err(|_| wrong_item(index, "str", &item))?;
            let added = with_code_points(text, |units| hosts.add_entry(units))?;
            added.map_err(|error| at_index(py, name_error(text, error), index))?;
            memory::push(&mut kept, text.clone()).map_err(|_| no_memory())?;
        }
        Ok(Self { hosts, names: tuple_of(py, kept)?.unbind(), among })
    }

    /// Say whether every client goes to an allowed host for a name.
    ///
    /// Args:
    ///     name: The name, a str.
    ///
    /// Returns:
    ///     A bool. False where a client goes elsewhere, where it is unknown what one does, where one sends the name as
    ///     it is, and where none accepts it. A client that refuses the name goes nowhere.
    fn allows(&self, name: &Object<'_>) -> PyResult<bool> {
        let text = arguments::text("name", name)?;
        with_code_points(text, |units| self.hosts.allows_code_points(units))?.map_err(|_| no_memory())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let (py, own) = (slf.py(), slf.get());
        let keywords = dict(py)?;
        let among = own.among.iter().map(|client| string_of_text(py, client.name()));
        keywords.set_item(intern!(py, "names"), own.names.bind(py))?;
        keywords.set_item(intern!(py, "among"), tuple_of(py, gathered(among)?)?)?;
        super::list::made_again(&slf.get_type(), keywords)
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("<acelabel.clients.Allowlist of {} entries>", self.names.bind(py).len())
    }
}
