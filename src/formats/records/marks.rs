//! The marks of logs of Zeek.

/// The marks that the header gives.
#[derive(Clone)]
pub(crate) struct ZeekMarks {
    pub(crate) separator: Vec<u8>,
    pub(crate) set_separator: Vec<u8>,
    pub(crate) empty_field: Vec<u8>,
    pub(crate) unset_field: Vec<u8>,
}

/// The marks of a file that has none.
pub(crate) static NO_MARKS: ZeekMarks =
    ZeekMarks { separator: Vec::new(), set_separator: Vec::new(), empty_field: Vec::new(), unset_field: Vec::new() };
