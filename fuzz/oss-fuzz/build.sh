#!/bin/bash -eu
# Each target with its seeds and the dictionary, as OSS-Fuzz wants them in $OUT.
# cargo-fuzz asks for the profile `release`, which is that of the module here.
export CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 CARGO_PROFILE_RELEASE_STRIP=none
cargo fuzz build --release --debug-assertions
for source in fuzz/fuzz_targets/*.rs; do
  name=$(basename "$source" .rs)
  cp "target/x86_64-unknown-linux-gnu/release/$name" "$OUT/"
  zip -jq "$OUT/${name}_seed_corpus.zip" "fuzz/seeds/$name"/*
  cp fuzz/names.dict "$OUT/$name.dict"
done
