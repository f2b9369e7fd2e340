//! Reads names as lines of JSON and writes what a crate makes of each: `programs url` or `programs hickory`.

use std::io::{BufRead, BufWriter, Write, stdin, stdout};

fn answer(client: &str, name: &str) -> Result<String, String> {
    if client == "url" {
        let parsed = url::Url::parse(&format!("http://{name}/"));
        return parsed.map(|url| url.host_str().unwrap_or("").to_owned()).map_err(|error| error.to_string());
    }
    let parsed = hickory_proto::rr::Name::from_utf8(name);
    parsed.map(|name| name.to_ascii()).map_err(|error| error.to_string())
}

fn main() {
    let client = std::env::args().nth(1).unwrap_or_default();
    let mut out = BufWriter::new(stdout().lock());
    for line in stdin().lock().lines() {
        let name: String = serde_json::from_str(&line.unwrap()).unwrap();
        let row = match answer(&client, &name) {
            Ok(host) => ["host".to_owned(), host],
            Err(why) => ["refused".to_owned(), why],
        };
        writeln!(out, "{}", serde_json::to_string(&row).unwrap()).unwrap();
    }
}
