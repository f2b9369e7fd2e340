//! Columns in pieces of a few rows: every row is what the functions for one text make of it.

mod expected;

use core::ops::Range;

use proptest::prelude::*;
use proptest::sample::select;

use self::expected::{WORKS, against, expected};
use super::bits::set;
use super::pause::BLOCK;
use super::{
    Bits, Cells, ColumnFault, Job, Layout, Outcome, Packed, Reasons, Strings, Texts, Unique, View, ViewTexts, Views,
    filled, gather, remapped, unique, verify,
};
use crate::label::Form;
use crate::works::{Against, RowMode, RowTask, Work};
use crate::{Profile, canonical};

type Row = Option<String>;

/// A column whose nulls have octets, too.
struct Column {
    rows: Vec<Row>,
    data: Vec<u8>,
    offsets: Vec<i32>,
    bits: Vec<u8>,
    views: Vec<View>,
}

impl Column {
    fn of(rows: &[Row]) -> Self {
        let mut column = Self {
            rows: rows.to_vec(),
            data: b"?".to_vec(),
            offsets: vec![1],
            bits: vec![0; rows.len().max(80)],
            views: Vec::new(),
        };
        let garbage = if rows.len().is_multiple_of(2) { &b"\xff..UNDER-A-NULL"[..] } else { b"..UNDER-A-NULL" };
        for (row, text) in rows.iter().enumerate() {
            let octets = text.as_ref().map_or(garbage, String::as_bytes);
            column.views.push(View::of(octets, 0, column.data.len().try_into().unwrap_or(0)));
            column.data.extend_from_slice(octets);
            column.offsets.push(column.data.len().try_into().unwrap_or(0));
            if text.is_some() {
                // The bits begin inside an octet.
                set(&mut column.bits, row.saturating_add(3));
            }
        }
        column
    }

    fn validity(&self) -> Option<Bits<'_>> {
        self.rows.contains(&None).then(|| Bits::new(&self.bits, 3))
    }
}

/// Does all steps, and says what the rows are then, which is the same with four pairs as without.
fn done<L: Layout>(
    layout: &L,
    task: RowTask<'_>,
    threads: usize,
    piece: usize,
    texts: impl Fn(&L::Output) -> Vec<String>,
) -> Result<Vec<Row>, ColumnFault> {
    let [without, with] = [0, 4].map(|slots| {
        let job = Job::new(layout, task, threads).in_pieces_of(piece, slots);
        outcome(layout, job, &texts)
    });
    assert_eq!(with, without);
    with
}

fn outcome<L: Layout>(
    layout: &L,
    mut job: Job<'_, L>,
    texts: impl Fn(&L::Output) -> Vec<String>,
) -> Result<Vec<Row>, ColumnFault> {
    while job.step()? {}
    let outcome = job.finished();
    let is_valid = |row| match &outcome.validity {
        Some(bits) => Bits::new(bits, 0).get(row),
        None => layout.validity().is_none_or(|validity| validity.get(row)),
    };
    let texts = match &outcome.output {
        Some(output) => texts(output),
        None => (0..layout.count()).map(|row| text(layout.row(row))).collect(),
    };
    assert_eq!(texts.len(), layout.count());
    Ok(texts.into_iter().enumerate().map(|(row, text)| is_valid(row).then_some(text)).collect())
}

fn text(octets: Option<&[u8]>) -> String {
    String::from_utf8_lossy(octets.unwrap_or(b"nothing")).into_owned()
}

fn of_texts(texts: &Texts<i32>) -> Vec<String> {
    let strings = Strings { offsets: &texts.offsets, data: &texts.data, validity: None };
    (0..strings.count()).map(|row| text(strings.row(row))).collect()
}

fn of_views(before: &[u8], texts: &ViewTexts) -> Vec<String> {
    let buffers: Vec<&[u8]> = core::iter::once(before).chain(texts.buffers.iter().map(Vec::as_slice)).collect();
    texts.views.iter().map(|view| text(view.text(&buffers))).collect()
}

fn rows() -> impl Strategy<Value = Vec<Row>> {
    let name = |is_ascii| {
        prop_oneof![
            4 => "[a-z]{1,9}[.][a-z0-9]{1,9}",
            1 => Just("bücher.example".to_owned()),
            1 => Just("XN--BCHER-KVA.a-long-enough-example".to_owned()),
            1 => Just("bq--af6p6yp7ml7wc".to_owned()),
            1 => Just("xn--80ak6aa92e.com".to_owned()),
            1 => Just("see //xn--bcher-kva/ or //bücher/ü".to_owned()),
            1 => Just("http://XN--bcher-kva.example:8080/".to_owned()),
            1 => Just("https://[::1]".to_owned()),
            1 => Just("bücher.example:80/x".to_owned()),
            2 => "https?://[a-z0-9]{1,40}[.](0x[0-9a-fx]{0,2}|[0-9a-z]{1,3}-?)(/[a-zA-Zü]{0,40})?",
            1 => Just("Ü@bücher.example.".to_owned()),
            1 => "[-@a.Aü]{0,6}",
            1 => "[a-z]{60,66}",
        ]
        .prop_map(move |name| if is_ascii { name.replace('ü', "U") } else { name })
    };
    let rows = |is_ascii| proptest::collection::vec(proptest::option::weighted(0.9, name(is_ascii)), 0..300);
    // Rows that are ASCII are verified many at a time; then come some that are not.
    (rows(true), rows(false)).prop_map(|(ascii, other)| [ascii, other].concat())
}

const MODES: &[RowMode] = &[RowMode::Null, RowMode::Keep, RowMode::Report];

proptest! {
    #[test]
    fn rows_are_those_of_the_functions_for_one_text(
        rows in rows(), work in select(WORKS), mode in select(MODES), threads in 1..4_usize, piece in 1..600_usize
    ) {
        let task = RowTask { work, mode, profile: &Profile::UTS46, against: against(work) };
        let column = Column::of(&rows);
        let validity = column.validity();
        let forms: Vec<Row> = rows.iter().map(|row| expected(row.as_deref()?, &task)).collect();
        let strings = Strings { offsets: &column.offsets, data: &column.data, validity };
        let buffers = [column.data.as_slice()];
        let views = Views { views: &column.views, buffers: &buffers, validity };
        if work.is_packed() {
            // Where a row is no change, as one that is refused and kept, its cells are not there.
            let task = RowTask { mode: if mode == RowMode::Keep { RowMode::Null } else { mode }, ..task };
            prop_assert_eq!(done(&Packed { layout: strings, work }, task, threads, piece, Cells::told), Ok(forms.clone()));
            prop_assert_eq!(done(&Packed { layout: views, work }, task, threads, piece, Cells::told), Ok(forms.clone()));
        } else {
            let of_views = |texts: &ViewTexts| of_views(&column.data, texts);
            prop_assert_eq!(done(&strings, task, threads, piece, of_texts), Ok(forms.clone()));
            prop_assert_eq!(done(&views, task, threads, piece, of_views), Ok(forms.clone()));
        }

        let raise = RowTask { mode: RowMode::Raise, ..task };
        let verdict = RowTask { mode: RowMode::Verdict, ..task };
        let accepted = rows.iter().map(|row| row.clone().filter(|text| expected(text, &raise).is_some()));
        // A verdict says nothing about a null.
        let judged = |found: Vec<Row>| found.into_iter().zip(&rows).map(|(found, row)| row.as_ref().and(found)).collect();
        prop_assert_eq!(done(&strings, verdict, threads, piece, of_texts).map(judged), Ok(accepted.collect::<Vec<_>>()));
        let has_none = |text: &str| match work {
            Work::Registrable => canonical(text).is_ok(),
            Work::Lookalike | Work::RegistryIndex => true,
            _ => false,
        };
        let refused = |row: &Row| row.as_ref().is_some_and(|text| expected(text, &raise).is_none() && !has_none(text));
        let first = rows.iter().position(refused);
        let fault_row = |done: Result<Vec<Row>, ColumnFault>| match done {
            Err(ColumnFault::Refused(row, _)) => Some(row),
            _ => None,
        };
        prop_assert_eq!(fault_row(done(&strings, raise, threads, piece, of_texts)), first);
        let of_views = if work.is_packed() {
            done(&Packed { layout: views, work }, raise, threads, piece, Cells::told)
        } else {
            done(&views, raise, threads, piece, |texts| of_views(&column.data, texts))
        };
        prop_assert_eq!(fault_row(of_views), first);
    }
}

#[test]
fn faults_of_the_column_are_found_wherever_they_are() {
    let task = RowTask {
        work: Work::Name(Form::Ascii),
        mode: RowMode::Null,
        profile: &Profile::UTS46,
        against: Against::Nothing,
    };
    let faults = |offsets: &[i32]| {
        let strings = Strings { offsets, data: b"aaaaaaaaaa", validity: None };
        done(&strings, task, 1, 2, of_texts).err()
    };
    assert_eq!(faults(&[0, 2, 4, 6, 8, 10]), None);
    assert_eq!(faults(&[0, 2, 4, 3, 8, 10]), Some(ColumnFault::Offset(2)));
    assert_eq!(faults(&[-1, 2, 4, 6, 8, 10]), Some(ColumnFault::Offset(0)));
    assert_eq!(faults(&[0, 2, 4, 6, 8, 11]), Some(ColumnFault::Offset(4)));
    let views = [View::of(b"a", 0, 0), View::of(b"aaaaaaaaaaaaa", 1, 0)];
    let layout = Views { views: &views, buffers: &[b"aaaaaaaaaaaaa"], validity: None };
    assert_eq!(done(&layout, task, 1, 1, |texts| of_views(b"", texts)).err(), Some(ColumnFault::View(1)));
}

#[test]
fn a_column_that_is_its_own_form_has_no_result() {
    let task = RowTask {
        work: Work::Name(Form::Ascii),
        mode: RowMode::Raise,
        profile: &Profile::UTS46,
        against: Against::Nothing,
    };
    let column = Column::of(&[Some("a.b".to_owned()), None, Some("xn--bcher-kva".to_owned())]);
    let strings = Strings { offsets: &column.offsets, data: &column.data, validity: column.validity() };
    let mut job = Job::new(&strings, task, 1);
    assert_eq!(job.step(), Ok(false));
    let outcome = job.finished();
    assert!(outcome.output.is_none() && outcome.validity.is_none() && outcome.remarks.is_empty());
}

#[test]
fn a_piece_has_one_row_at_least_and_nulls_weigh_nothing() {
    let text = |length: usize| View::of(&vec![b'a'; length], 0, 0);
    let views = [text(20), text(0x100), text(30), text(5), text(60)];
    // The second one is null.
    let bits = [0b1_1101];
    let layout = Views { views: &views, buffers: &[], validity: Some(Bits::new(&bits, 0)) };
    let ends = [0, 19, 20, 50, 55, 115].map(|octets| layout.beginning(0..5, octets));
    assert_eq!(ends, [(1, 20), (1, 20), (2, 20), (3, 50), (4, 55), (5, 115)]);
    assert_eq!(layout.beginning(5..5, 9), (5, 0));
}

/// The last row is the only one that changes: the rows before it are appended in more than one step.
#[test]
fn rows_before_the_first_change_are_appended_in_steps() -> Result<(), ColumnFault> {
    const COUNT: i32 = 200_000;
    let offsets: Vec<i32> = (0..=COUNT).collect();
    let mut data = vec![b'a'; 200_000];
    *data.last_mut().ok_or(ColumnFault::OutOfMemory)? = b'B';
    let strings = Strings { offsets: &offsets, data: &data, validity: None };
    let task = RowTask {
        work: Work::Name(Form::Ascii),
        mode: RowMode::Raise,
        profile: &Profile::UTS46,
        against: Against::Nothing,
    };
    for (threads, piece) in [(1, 1_000), (3, 1_000), (1, 7), (2, COUNT.unsigned_abs().try_into().unwrap_or(1))] {
        let mut job = Job::new(&strings, task, threads).in_pieces_of(piece, 4);
        while job.step()? {}
        let output = job.finished().output.unwrap_or_default();
        assert!(output.offsets == offsets && output.data.ends_with(b"ab") && output.data.len() == 200_000);
    }
    Ok(())
}

/// As another thread may change offsets after they were verified.
#[test]
fn a_column_that_changes_while_it_is_read_is_refused() {
    let appended = |offsets: &[i32], rows: Range<usize>, bits: Option<&[u8]>| {
        let validity = bits.map(|bits| Bits::new(bits, 0));
        let strings = Strings { offsets, data: b"aaaaaaaaa", validity };
        let mut texts = Texts::default();
        strings.append_rows(rows, &mut texts).map(|()| texts.offsets)
    };
    assert_eq!(appended(&[0, 2, 4], 0..2, None), Ok(vec![0, 2, 4]));
    assert_eq!(appended(&[0, 2, 10], 0..2, None), Err(ColumnFault::Changed));
    assert_eq!(appended(&[4, 2, 0], 0..2, None), Err(ColumnFault::Changed));
    // Every other row is null, and the others have all octets, which is no want of memory.
    let offsets: Vec<i32> = (0..=100).map(|row| if row % 2 == 0 { 0 } else { 9 }).collect();
    assert_eq!(appended(&offsets, 0..100, Some(&[0x55; 13])), Err(ColumnFault::Changed));
    assert_eq!(appended(&offsets, 0..1, Some(&[0x55; 13])), Ok(vec![0, 9]));
}

#[test]
fn a_report_of_any_length_tells_each_row() -> Result<(), ColumnFault> {
    let names =
        ["a.com", "bücher.example", "a..b", "xn--a", "раураl.com", "bq--a", "a\u{ad}b..\u{30a}"].map(String::from);
    for (work, count) in WORKS.iter().flat_map(|&work| [1, 7, 64, 65, 128, 129, 300].map(|count| (work, count))) {
        let rows: Vec<Row> = (0..count).map(|row| names.get(row % 8).cloned()).collect();
        let task = RowTask { work, mode: RowMode::Report, profile: &Profile::UTS46, against: against(work) };
        let column = Column::of(&rows);
        let strings = Strings { offsets: &column.offsets, data: &column.data, validity: column.validity() };
        let mut job = Job::new(&strings, task, 1);
        while job.step()? {}
        let Outcome { remarks, .. } = job.finished();
        let reasons = Reasons::of::<ColumnFault>(count, &remarks, work, |_| Ok(()))?;
        let [valid, pointed] = [&reasons.validity, &reasons.have_code_points].map(|bits| Bits::new(bits, 0));
        assert_eq!(valid.count_clear(count), count.saturating_sub(remarks.len()));
        let told: Vec<_> = remarks.iter().filter_map(|remarked| remarked.remark.code_point()).collect();
        let told = if work.tells_code_points() { told.len() } else { 0 };
        assert_eq!(pointed.count_clear(count), count.saturating_sub(told));
        for row in 0..count {
            let remark = remarks.iter().find(|remarked| remarked.row == row).map(|remarked| remarked.remark);
            let ends =
                reasons.codes.offsets.get(row..).and_then(<[i32]>::first_chunk::<2>).copied().unwrap_or_default();
            let [start, end] = ends.map(|end| usize::try_from(end).unwrap_or(usize::MAX));
            assert_eq!(reasons.codes.data.get(start..end), Some(remark.map_or("", |remark| remark.code()).as_bytes()));
            assert_eq!(valid.get(row), remark.is_some());
            let code_point = remark.and_then(|remark| remark.code_point()).filter(|_| work.tells_code_points());
            assert_eq!(reasons.code_points.get(row).copied().filter(|_| pointed.get(row)), code_point);
        }
    }
    Ok(())
}

/// A pause that counts, and ends the work when it is asked for the last time.
fn pauses(asked: &mut usize, last: usize) -> impl FnMut(usize) -> Result<(), ColumnFault> {
    move |_| {
        *asked = asked.saturating_add(1);
        if *asked == last { Err(ColumnFault::Changed) } else { Ok(()) }
    }
}

#[test]
fn long_work_pauses_and_ends_where_a_pause_says_so() {
    const COUNT: usize = 100_000;
    let offsets: Vec<i32> = (0..=100_000).collect();
    let data: Vec<u8> = (0..100_000_u32).map(|row| row.to_le_bytes()[0]).collect();
    let strings = Strings { offsets: &offsets, data: &data, validity: None };
    let places: Vec<u32> = (0..100_000).collect();
    let all = Unique { places: places.clone(), firsts: Vec::new() };
    let views: Vec<View> = vec![View::of(b"www.example.com", 0, 0); COUNT];
    let collected = |pause: &mut dyn FnMut(usize) -> Result<(), ColumnFault>| {
        let mut texts = ViewTexts { views: views.clone(), ..ViewTexts::default() };
        texts.collect(&[&[b'w'; 1 << 23]], 0, pause)
    };
    type Work<'a> = &'a dyn Fn(&mut dyn FnMut(usize) -> Result<(), ColumnFault>) -> Result<(), ColumnFault>;
    let works: [Work<'_>; 7] = [
        &collected,
        &|pause| unique(&strings, pause).map(drop),
        &|pause| verify(&places, None, COUNT, pause),
        &|pause| remapped(&places, None, &all, pause).map(drop),
        &|pause| gather(&strings, &places, pause).map(drop),
        &|pause| filled(0_u64, COUNT, pause).map(drop),
        &|pause| Reasons::of(COUNT, &[], crate::works::Work::Skeleton, pause).map(drop),
    ];
    for work in works {
        let mut asked = 0;
        assert_eq!(work(&mut pauses(&mut asked, usize::MAX)), Ok(()));
        assert!(asked >= COUNT / BLOCK, "{asked}");
        for last in [1, asked] {
            let mut again = 0;
            assert_eq!(work(&mut pauses(&mut again, last)), Err(ColumnFault::Changed));
            assert_eq!(again, last);
        }
    }
}

#[test]
fn views_that_are_converted_again_and_again_do_not_keep_what_is_dead() -> Result<(), ColumnFault> {
    let rows: Vec<Row> = (0..500).map(|row| Some(format!("www.bücher-{row}.example"))).collect();
    let column = Column::of(&rows);
    let (mut views, mut buffers) = (column.views.clone(), vec![column.data.clone()]);
    for turn in 0..40 {
        let form = if turn % 2 == 0 { Form::Ascii } else { Form::Unicode };
        let task = RowTask {
            work: Work::Name(form),
            mode: RowMode::Raise,
            profile: &Profile::UTS46,
            against: Against::Nothing,
        };
        let came: Vec<&[u8]> = buffers.iter().map(Vec::as_slice).collect();
        let layout = Views { views: &views, buffers: &came, validity: None };
        let mut job = Job::new(&layout, task, 1);
        while job.step()? {}
        let Outcome { output, octets, .. } = job.finished();
        assert_eq!(octets, views.iter().filter_map(|view| view.text(&came)).map(<[u8]>::len).sum::<usize>());
        let mut texts = output.unwrap_or_default();
        texts.collect(&came, octets, |_| Ok::<_, ColumnFault>(()))?;
        let all = texts.all(&came)?;
        let of = |view: &View| view.text(&all).map(<[u8]>::to_vec);
        let expected = |row: &Row| expected(row.as_deref()?, &task).map(String::into_bytes);
        assert!(texts.views.iter().map(of).eq(rows.iter().map(expected)));
        let size: usize = all.iter().map(|buffer| buffer.len()).sum();
        assert!(all.len() <= 5 && size < column.data.len().saturating_mul(6), "{} of {size}", all.len());
        let next = all.iter().map(|buffer| buffer.to_vec()).collect();
        (views, buffers) = (texts.views, next);
    }
    Ok(())
}

#[test]
fn room_for_a_result_is_not_asked_for_by_an_offset_that_is_not_verified() {
    for last in [-1, i32::MAX] {
        let strings = Strings { offsets: &[0, 1, last], data: b"ab", validity: None };
        let mut texts = Texts::default();
        assert_eq!(strings.make_room(&mut texts), Ok(()));
        assert!(texts.data.capacity() < 64, "{}", texts.data.capacity());
    }
}

/// A column that is long enough to look up names in pairs: six rows again and again.
#[test]
fn a_long_column_has_what_the_functions_for_one_text_return() {
    let names = [
        "www.xn--bcher-kva.example",
        "www.a..b",
        "WWW.Example.COM",
        "www.bücher.example",
        "xn--a.example",
        "plain.example",
    ];
    let rows: Vec<Row> = names.into_iter().cycle().take(20_000).map(|name| Some(name.to_owned())).collect();
    let column = Column::of(&rows);
    let strings = Strings { offsets: &column.offsets, data: &column.data, validity: None };
    let modes = [RowMode::Null, RowMode::Keep].into_iter();
    for (mode, form) in modes.flat_map(|mode| [Form::Ascii, Form::Unicode].map(|form| (mode, form))) {
        let work = Work::Name(form);
        let task = RowTask { work, mode, profile: &Profile::UTS46, against: Against::Nothing };
        let forms: Vec<Row> = names.iter().map(|name| expected(name, &task)).collect();
        let found = outcome(&strings, Job::new(&strings, task, 2), of_texts).unwrap_or_default();
        assert!(found.len() == 20_000 && found.iter().eq(forms.iter().cycle().take(20_000)), "{mode:?} {work:?}");
    }
}
