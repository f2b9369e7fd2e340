//! Why a file of rules is refused, and where: two facts, [`RuleFault`] and a line.

use core::fmt;

use crate::error::Error;

/// The refusal of a file of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RuleFileError {
    fault: RuleFault,
    /// 0 where the fault has no line.
    line: usize,
}

impl RuleFileError {
    #[cold]
    pub(super) const fn new(fault: RuleFault, line: usize) -> Self {
        Self { fault, line }
    }

    /// Returns what is wrong.
    #[must_use]
    pub const fn fault(self) -> RuleFault {
        self.fault
    }

    /// The fault of no line.
    #[cold]
    pub(super) const fn of_no_line(fault: RuleFault) -> Self {
        Self { fault, line: 0 }
    }

    /// Returns the line of the fault, counted from 1; line 1 for the file as a whole, nothing if a label is at fault.
    #[must_use]
    pub const fn line(self) -> Option<usize> {
        if self.line == 0 { None } else { Some(self.line) }
    }
}

impl fmt::Display for RuleFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (code, message) = (self.fault.code(), self.fault.message());
        match self.line() {
            Some(line) => write!(f, "{code} in line {line}: {message}"),
            None => write!(f, "{code}: {message}"),
        }
    }
}

impl core::error::Error for RuleFileError {}

/// Another refusal has no place in the file: there was no memory.
impl From<Error> for RuleFileError {
    #[cold]
    fn from(_: Error) -> Self {
        Self::of_no_line(RuleFault::OutOfMemory)
    }
}

/// One row per fault: variant, stable code, what is wrong.
macro_rules! faults {
    ($($variant:ident $code:literal $message:literal;)*) => {
        /// The closed list of faults of a file of rules. Codes are stable; wording may change.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum RuleFault {
            $(#[doc = concat!("In words: ", $message, ".")] $variant,)*
            /// The allocator refused memory whose size follows from the file. In Python it is a `MemoryError`.
            OutOfMemory,
        }

        impl RuleFault {
            /// Every fault of a file, in the order of the documentation.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The stable code, in snake case: what programs compare.
            #[must_use]
            pub const fn code(self) -> &'static str {
                match self { $(Self::$variant => $code,)* Self::OutOfMemory => "out_of_memory" }
            }

            /// Returns what is wrong, for people: a phrase without a full stop.
            #[must_use]
            pub const fn message(self) -> &'static str {
                match self { $(Self::$variant => $message,)* Self::OutOfMemory => "the allocator refused memory" }
            }
        }
    };
}

faults! {
    NotUtf8 "not_utf8" "the file is not UTF-8";
    NotXml "not_xml" "the file is not well-formed XML without a DTD";
    NotARuleSet "not_a_rule_set" "the file is not an lgr element of urn:ietf:params:xml:ns:lgr-1.0 with data";
    TooLarge "too_large" "the file has more than 16 MiB, 256 nested elements or 256 attributes of one element";
    TooComplex "too_complex" "the rules have more classes, types or steps than are evaluated";
    UnknownElement "unknown_element" "the element does not stand at this place";
    UnknownAttribute "unknown_attribute" "the element has no such attribute";
    MissingAttribute "missing_attribute" "the element lacks an attribute that it needs";
    InvalidCodePoint "invalid_code_point" "a code point is not written as one: 4 to 6 hexadecimal digits up to 10FFFF";
    InvalidRange "invalid_range" "the range ends before it begins";
    DuplicateCodePoint "duplicate_code_point" "the code point or sequence is in the repertoire already";
    DuplicateVariant "duplicate_variant" "the code point has the same variant with the same condition already";
    DuplicateName "duplicate_name" "a class or rule of this name is defined already";
    TaggedSequence "tagged_sequence" "a sequence has a tag, which only a code point may have";
    WhenAndNotWhen "when_and_not_when" "the element has a when and a not-when";
    UnknownRule "unknown_rule" "no rule of this name is defined before this place";
    UnknownClass "unknown_class" "no class of this name is defined before this place";
    UnknownProperty "unknown_property" "the property is not gc, sc, jt or bc, or has no such value";
    InvalidClass "invalid_class" "the class is not defined in exactly one way, or an operator has not its number of classes";
    InvalidRule "invalid_rule" "the rule is empty, or has content beside by-ref";
    InvalidCount "invalid_count" "the count is not a number, a number and +, or two numbers in order";
    MisplacedAnchor "misplaced_anchor" "an anchor stands where it has no one place: twice, counted, or in a look-around";
    TooManyPermutations "too_many_permutations" "the rules refuse more than 65,536 permutations of the label in a row";
    InvalidAction "invalid_action" "the action has no disp, two conditions on rules or two on variants";
}
