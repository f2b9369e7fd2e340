//! Structs on their way out and in again, whole and spoiled. `nox -s asan -- rust` runs these under AddressSanitizer.

use super::array::{TextBuffers, Verified};
use super::export;
use super::field::{Field, TextFormat};
use super::import::Source;
use super::node::{Buffer, Node, Type};
use super::structs::{ArrowArray, Held};
use super::{Column, converted, nothing, type_of};
use crate::Profile;
use crate::batch::Remarked;
use crate::binding::error::no_memory;
use crate::error::{Error, ErrorKind};
use crate::label::Form;
use crate::works::{Against, Remark, RowMode, RowRefusal, RowTask, Work};

use std::ffi::CString;
use std::sync::Arc;

use pyo3::prelude::*;

const ROWS: [&str; 3] = ["a.com", "www.example.com", "Bücher.example"];

/// An array of the rows, of which the second is null.
fn small() -> Node {
    let mut offsets = vec![0_i32];
    let mut data = Vec::new();
    for row in ROWS {
        data.extend_from_slice(row.as_bytes());
        offsets.push(data.len().try_into().unwrap_or(0));
    }
    Node { null_count: 1, ..Node::of(3, vec![Buffer::of(vec![0b101_u8]), Buffer::of(offsets), Buffer::of(data)]) }
}

fn keyed() -> Node {
    let dictionary = Some(Arc::new(small()));
    Node { dictionary, ..Node::of(4, vec![Buffer::ABSENT, Buffer::of(vec![2_i8, 0, 1, 2])]) }
}

fn named() -> Arc<CString> {
    Arc::new(c"host".into())
}

fn field(layout: TextFormat) -> Field {
    Field { layout, keys: None, others: None, runs: None, name: named() }
}

fn exported(node: &Arc<Node>) -> PyResult<Held<ArrowArray>> {
    export::array(node).map_err(|_| no_memory())
}

fn with_python<R>(work: impl FnOnce(Python<'_>) -> R) -> R {
    Python::initialize();
    Python::attach(work)
}

/// Puts a column to work and reads the rows of what comes of it.
fn rows(py: Python<'_>, of: Type, nodes: Vec<Node>, mode: RowMode) -> PyResult<Vec<Vec<Option<String>>>> {
    let length = nodes.iter().map(|node| node.length).sum();
    let column = Column { of: Arc::new(of), chunks: Arc::new(nodes.into_iter().map(Arc::new).collect()), length };
    let task = RowTask { work: Work::Name(Form::Ascii), profile: &Profile::UTS46, mode, against: Against::Nothing };
    let result = Bound::new(py, converted(Bound::new(py, column)?.as_any(), task, None)?)?;
    let mut source = Source::of(result.as_any())?;
    let mut chunks = Vec::new();
    while let Some(array) = source.next(py)? {
        let verified = Verified::array_of(py, &array, &source.field)?;
        let verified = if source.field.keys.is_some() { verified.values(&source.field)? } else { verified };
        let column = verified.column(source.field.layout)?;
        let is_valid = |row: &usize| column.validity.is_none_or(|validity| validity.get(*row));
        let text = |row: usize| String::from_utf8_lossy(column.texts.row(row)?).into_owned().into();
        chunks.push((0..column.length).map(|row| Some(row).filter(is_valid).and_then(text)).collect());
    }
    Ok(chunks)
}

fn texts(rows: &[Option<&str>]) -> Vec<Option<String>> {
    rows.iter().map(|row| row.map(str::to_owned)).collect()
}

#[test]
fn a_column_goes_out_and_in() -> PyResult<()> {
    with_python(|py| {
        let expected = texts(&[Some("a.com"), None, Some("xn--bcher-kva.example")]);
        let of = type_of(field(TextFormat::Small), Work::Name(Form::Ascii), RowMode::Null);
        let empty = nothing(&of);
        let chunks = rows(py, of, vec![small(), empty, small()], RowMode::Null)?;
        assert_eq!(chunks, [expected.clone(), Vec::new(), expected]);
        Ok(())
    })
}

#[test]
fn a_dictionary_goes_out_and_in() -> PyResult<()> {
    with_python(|py| {
        let values = Box::new(type_of(field(TextFormat::Small), Work::Name(Form::Ascii), RowMode::Null));
        let of = Type { dictionary: Some(values), ..Type::of(c"c", named()) };
        let chunks = rows(py, of, vec![keyed()], RowMode::Keep)?;
        assert_eq!(chunks, [texts(&[Some("a.com"), Some("xn--bcher-kva.example")])]);
        Ok(())
    })
}

#[test]
fn a_report_gives_back_its_children() -> PyResult<()> {
    with_python(|py| {
        let of = Arc::new(type_of(field(TextFormat::Small), Work::Name(Form::Ascii), RowMode::Report));
        let chunk =
            super::report::node(py, small(), &[], Work::Name(Form::Ascii)).map_err(|stop| stop.exception(py, 0))?;
        let chunks = Arc::new(vec![Arc::new(chunk)]);
        let column = Bound::new(py, Column { of, chunks, length: 3 })?;
        // A capsule from which nothing is taken gives back what it holds.
        drop(column.call_method0("__arrow_c_stream__")?);
        drop(column.call_method0("__arrow_c_array__")?);
        assert!(Source::of(column.as_any()).is_err());
        Ok(())
    })
}

#[test]
fn a_number_that_is_too_long_for_a_field_asks_for_smaller_chunks() {
    with_python(|py| {
        let report = |label_index: usize| {
            let error = Error::new(ErrorKind::EmptyLabel, 0);
            let refusal = RowRefusal { error, label_index: Some(label_index), code_point: None };
            let remarked = Remarked { row: 0, remark: Remark::Refused(refusal) };
            super::report::node(py, small(), &[remarked], Work::Name(Form::Ascii))
        };
        assert!(report(0x7FFF_FFFF).is_ok());
        let fault = report(0x8000_0000).err().map(|fault| fault.exception(py, 0).to_string());
        let message = "OverflowError: the result of a chunk is too long for one of its fields: use smaller chunks";
        assert_eq!(fault.as_deref(), Some(message));
    });
}

#[test]
fn spoiled_structs_are_refused_and_given_back() -> PyResult<()> {
    type Spoil = fn(&mut ArrowArray);
    let spoils: [Spoil; 8] = [
        |array| array.length = -1,
        |array| array.offset = -1,
        |array| array.length = i64::MAX,
        |array| array.n_buffers = 2,
        |array| array.n_children = 1,
        |array| array.buffers = core::ptr::null(),
        |array| array.dictionary = core::ptr::NonNull::dangling().as_ptr(),
        |array| array.n_buffers = i64::MIN,
    ];
    with_python(|py| {
        for spoil in spoils {
            let mut array = exported(&Arc::new(small()))?;
            spoil(&mut array);
            assert!(Verified::array_of(py, &array, &field(TextFormat::Small)).is_err());
        }
        Ok(())
    })
}

/// Returns whether keys with these metadata, which are not aligned, are those of an Enum; nothing where they are
/// refused.
fn is_enum(py: Python<'_>, metadata: &[u8]) -> Option<bool> {
    let values = Box::new(type_of(field(TextFormat::Views), Work::Name(Form::Ascii), RowMode::Null));
    let mut schema = export::schema(&Type { dictionary: Some(values), ..Type::of(c"C", named()) }).ok()?;
    let shifted = [b"?", metadata].concat();
    schema.metadata = shifted.as_ptr().wrapping_add(1).cast();
    Field::of(py, &schema).ok()?.keys.map(|keys| keys.is_enum)
}

#[test]
fn metadata_are_read_to_their_end_and_no_further() {
    let number = |number: i32| number.to_ne_bytes().to_vec();
    let text = |text: &[u8]| [number(text.len().try_into().unwrap_or(0)), text.to_vec()].concat();
    let other = || [text(b"pandas"), text(b"{}")].concat();
    let own = || [text(b"_PL_ENUM_VALUES2"), text(b"5;a.com")].concat();
    let cases = [
        (number(0), Some(false)),
        ([number(1), other()].concat(), Some(false)),
        ([number(2), other(), own()].concat(), Some(true)),
        ([number(1), text(b"_PL_ENUM_VALUES"), text(b"")].concat(), Some(true)),
        (number(-1), None),
        ([number(1), number(-1)].concat(), None),
        ([number(1), text(b""), number(i32::MIN)].concat(), None),
    ];
    with_python(|py| cases.iter().for_each(|(metadata, expected)| assert_eq!(is_enum(py, metadata), *expected)));
}

#[test]
fn a_buffer_of_an_array_made_here_is_shared_without_the_array() -> PyResult<()> {
    let node = Arc::new(small());
    with_python(|py| {
        let array = Arc::new(exported(&node)?);
        let shared =
            Verified::array_of(py, &array, &field(TextFormat::Small)).map(|verified| verified.shared(2, &array));
        assert!(shared.is_ok_and(|shared| node.buffers.get(2).is_some_and(|buffer| buffer.start == shared.start)));
        assert_eq!(Arc::strong_count(&array), 1);
        Ok::<_, PyErr>(())
    })?;
    assert_eq!(Arc::strong_count(&node), 1);
    Ok(())
}

#[test]
fn what_is_not_aligned_is_copied() -> PyResult<()> {
    with_python(|py| {
        let mut octets = vec![0_u8];
        [0_i32, 1, 2].into_iter().for_each(|offset| octets.extend_from_slice(&offset.to_ne_bytes()));
        let shifted = Buffer::foreign(octets.as_ptr().wrapping_add(1).cast(), Arc::new(octets));
        let node = Node::of(2, vec![Buffer::ABSENT, shifted, Buffer::of(b"ab".to_vec())]);
        let array = exported(&Arc::new(node))?;
        let verified = Verified::array_of(py, &array, &field(TextFormat::Small))?;
        let column = verified.column(TextFormat::Small)?;
        assert_eq!((column.texts.row(0), column.texts.row(1)), (Some(&b"a"[..]), Some(&b"b"[..])));
        assert!(matches!(column.texts, TextBuffers::Small(std::borrow::Cow::Owned(_), _)));
        Ok(())
    })
}
