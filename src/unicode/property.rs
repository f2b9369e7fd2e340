//! Properties of code points as files name them: `gc:Mn`, `sc:Arab`, `jt:D`, `bc:AL`.

use icu_properties::props::{GeneralCategory, GeneralCategoryGroup, Script};
use icu_properties::{CodePointMapData, PropertyParser};

use super::props::{BidiClass, JoiningType, Props};

/// A property and one of its values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PropertyValue {
    /// General_Category, one or a group of them.
    Category(GeneralCategoryGroup),
    Script(Script),
    Joining(JoiningType),
    Bidi(BidiClass),
}

const JOINING_TYPES: [(&str, &str, JoiningType); 6] = [
    ("U", "Non_Joining", JoiningType::NonJoining),
    ("C", "Join_Causing", JoiningType::JoinCausing),
    ("D", "Dual_Joining", JoiningType::DualJoining),
    ("L", "Left_Joining", JoiningType::LeftJoining),
    ("R", "Right_Joining", JoiningType::RightJoining),
    ("T", "Transparent", JoiningType::Transparent),
];

const BIDI_CLASSES: [(&str, BidiClass); 14] = [
    ("L", BidiClass::L),
    ("R", BidiClass::R),
    ("AL", BidiClass::AL),
    ("EN", BidiClass::EN),
    ("ES", BidiClass::ES),
    ("ET", BidiClass::ET),
    ("AN", BidiClass::AN),
    ("CS", BidiClass::CS),
    ("B", BidiClass::B),
    ("S", BidiClass::S),
    ("WS", BidiClass::WS),
    ("ON", BidiClass::ON),
    ("BN", BidiClass::BN),
    ("NSM", BidiClass::NSM),
];

impl PropertyValue {
    /// The property and value of a text with a colon: the short or long names of the Unicode Character Database.
    pub(crate) fn named(text: &str) -> Option<Self> {
        let (property, value) = text.split_once(':')?;
        match property {
            "gc" | "General_Category" => {
                PropertyParser::<GeneralCategoryGroup>::new().get_strict(value).map(Self::Category)
            }
            "sc" | "Script" => PropertyParser::<Script>::new().get_strict(value).map(Self::Script),
            "jt" | "Joining_Type" => {
                let known = JOINING_TYPES.iter().find(|(short, long, _)| *short == value || *long == value);
                known.map(|&(_, _, kind)| Self::Joining(kind))
            }
            "bc" | "Bidi_Class" => BIDI_CLASSES.iter().find(|(short, _)| *short == value).map(|&(_, c)| Self::Bidi(c)),
            _ => None,
        }
    }

    /// Returns whether a code point has it.
    pub(crate) fn holds(self, code_point: u32) -> bool {
        match self {
            Self::Category(group) => group.contains(CodePointMapData::<GeneralCategory>::new().get32(code_point)),
            Self::Script(script) => CodePointMapData::<Script>::new().get32(code_point) == script,
            Self::Joining(kind) => Props::of(code_point).joining_type() == kind,
            Self::Bidi(class) => Props::of(code_point).bidi_class() == class,
        }
    }
}
