"""Inputs that are no text in UTF-8, told by how they begin, and what would help."""

# The first octets of compressed files, and the commands that unpack them to standard output.
_COMPRESSED = {
    b"\x1f\x8b": "gzip -dc",
    b"\x28\xb5\x2f\xfd": "zstd -dc",
    # An empty file has no block, but the mark of the end.
    **{b"BZh%d%b" % (level, mark): "bzip2 -dc" for level in range(1, 10) for mark in (b"1AY&SY", b"\x17rE8P")},
    b"\xfd7zXZ\x00": "xz -dc",
    b"]\x00\x00": "xz --format=lzma -dc",
    b"\x04\x22\x4d\x18": "lz4 -dc",
    b"\x1f\x9d": "gzip -dc",
    b"LZIP\x01": "lzip -dc",
    b"PK\x03\x04": "unzip -p. If it is an Excel file, save it as CSV",
    b"PK\x05\x06": "unzip -p",
    b"7z\xbc\xaf\x27\x1c": "7z x -so",
    b"Rar!\x1a\x07": "unrar p -inul",
}
# The magic numbers of Parquet (PARE where its footer is encrypted), of Arrow files, and of a stream of Arrow.
_TABLES = {b"PAR1": "parquet", b"PARE": "parquet", b"ARROW1": "feather"}
_CONTROLS = {bytes([octet]) for octet in range(0x20)} - {b"\t", b"\n", b"\r"}
_STREAM = b"\xff\xff\xff\xff"
# Longer marks first, as those of UTF-16 begin them.
_MARKS = {b"\xff\xfe\0\0": "UTF-32", b"\0\0\xfe\xff": "UTF-32", b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16"}


def fault_of_input(head: bytes, form: str | None = None) -> str | None:
    """Return what to say of an input that is neither text nor of the format that columns should have; else None.

    Only its beginning is looked at.
    """
    for mark, command in _COMPRESSED.items():
        if head.startswith(mark):
            return f"the input is compressed. Unpack it first: {command}"
    for mark, found in _TABLES.items():
        # A control follows the mark; a name may begin with these letters.
        if head.startswith(mark) and head[len(mark) : len(mark) + 1] in _CONTROLS and found != form:
            return f"the input is {found.capitalize()}. To convert a column of a file: --format {found} --column COLUMN"
    if head.startswith(_STREAM):
        return "the input is a stream of Arrow. Write it as a file first, which is Feather"
    return None


def wide_encoding(head: bytes, separator: str) -> str | None:
    """Return what to say of an input whose beginning looks like text in UTF-16 or UTF-32; None if it does not."""
    found = next((name for mark, name in _MARKS.items() if head.startswith(mark)), None)
    # NUL is also what ends a record with --null.
    if found is None and separator != "\0":
        # Of ASCII text every second octet is NUL in UTF-16, and three of four are in UTF-32.
        zeros = [head[place::4].count(0) for place in range(4)]
        if sum(zeros) > 5 * len(head) // 8:
            found = "UTF-32"
        elif max(zeros[0] + zeros[2], zeros[1] + zeros[3]) > len(head) // 4:
            found = "UTF-16"
    return found and f"the input looks like {found}. Convert it first: iconv -f {found} -t UTF-8"
