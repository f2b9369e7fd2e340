//! Each path is taken by the texts that it is made for.

use super::*;
use crate::paths::taken;

#[test]
fn each_mode_has_its_writer_and_its_reader() {
    for (text, label, writer, reader) in [
        ("żaba", "bq--af6p6yp7ml7wc", "RACE: compressed", "RACE: expanded"),
        ("müller", "bq--abw7y3dmmvza", "RACE: compressed", "RACE: expanded"),
        ("日本語", "bq--3bs6kzzmrkpa", "RACE: uncompressed", "RACE: units read"),
    ] {
        assert_eq!(encode(text).as_deref(), Ok(label));
        assert_eq!(taken(|| encode(text)), [writer]);
        assert_eq!(taken(|| decode(label)), [reader]);
    }
    assert_eq!(taken(|| encode("zaba")), [""; 0]);
}
