//! Cells that are URLs, or hosts without a scheme: the rows of tests/vectors/bare_hosts.json.

use acelabel::host::of_bare_url;

use crate::known_answers::{refusal, rows, string};

#[test]
fn each_cell_has_one_answer() {
    let rows = rows("bare_hosts.json", "rows");
    assert!(rows.len() >= 48);
    for row in rows {
        let found = of_bare_url(&string(&row, "cell"));
        let found = found.map(|of| (of.host.ascii().to_owned(), of.port.map(u64::from)));
        let expected = match row.get("code") {
            Some(_) => Err(refusal(&row)),
            None => Ok((string(&row, "ascii"), row["port"].as_u64())),
        };
        assert_eq!(found.map_err(|error| (error.kind().code().to_owned(), error.offset())), expected, "{row}");
    }
}
