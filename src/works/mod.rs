//! Works: each row of one table says what becomes of one text, and with which rules. Columns and files ask here.
//!
//! `tools/works_table.py` is the table; [`table`] and [`fields`] are written from it.

mod cell;
mod fields;
mod plain_url;
mod row;
mod scan;
mod seen;
mod table;
mod work;

pub(crate) use cell::Cell;
pub(crate) use fields::CellType;
pub(crate) use row::RowMemory;
pub(crate) use scan::first_suspect;
pub(crate) use table::work_named;
pub(crate) use work::{
    Against, Failure, Remark, RowMode, RowRefusal, RowResult, RowTask, Work, is_want_of_memory, taken,
};
