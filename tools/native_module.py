"""Facts of a compiled module, read from its octets alone.

The formats: System V ABI (ELF), mach-o/loader.h and nlist.h of Apple, and Microsoft's "PE Format".
"""

import struct
from dataclasses import dataclass, field

MACHINES = {0x0100000C: "arm64", 0x01000007: "x86_64", 0xAA64: "arm64", 0x8664: "x86_64"}
# Those of ELF, by the names in the tags of wheels.
LINUX_MACHINES = {3: "i686", 62: "x86_64", 40: "armv7l", 183: "aarch64", 21: "ppc64le", 22: "s390x", 243: "riscv64"}
ZERO_FILLED = 1


@dataclass
class Module:
    """A module: sections, the names it gives and takes, the libraries it loads, and the oldest system it runs on."""

    machine: str = ""
    sections: dict[str, bytes] = field(default_factory=dict)
    exports: set[str] = field(default_factory=set)
    # By library; those of ELF and Mach-O are looked for in all that is loaded, here under the empty name.
    imports: dict[str, set[str]] = field(default_factory=dict)
    libraries: set[str] = field(default_factory=set)
    oldest_system: tuple[int, int] = (0, 0)
    commands: set[int] = field(default_factory=set)
    characteristics: int = 0


def read(octets: bytes) -> Module:
    """Read a module of any of the three formats; ValueError for anything else."""
    for magic, reader in ((b"\x7fELF", elf), (b"\xcf\xfa\xed\xfe", mach_o), (b"MZ", pe)):
        if octets.startswith(magic):
            return reader(octets)
    raise ValueError("neither ELF nor Mach-O with 64 bits nor PE")


def text(octets: bytes, start: int = 0) -> str:
    """The text up to the next zero."""
    return octets[start : octets.index(b"\0", start)].decode() if b"\0" in octets[start:] else octets[start:].decode()


def elf(octets: bytes) -> Module:
    """Sections, and the names that the table of the loader has."""
    order, is_64 = "<>"[octets[5] - 1], octets[4] == 2
    (table,) = struct.unpack_from(order + ("Q" if is_64 else "I"), octets, 0x28 if is_64 else 0x20)
    size, count, names = struct.unpack_from(order + "3H", octets, 0x3A if is_64 else 0x2E)
    form = order + ("2I4Q" if is_64 else "6I")
    rows = [struct.unpack_from(form, octets, table + place * size) for place in range(count)]
    titles = octets[rows[names][4] : rows[names][4] + rows[names][5]]
    (machine,) = struct.unpack_from(order + "H", octets, 0x12)
    module = Module(machine=LINUX_MACHINES.get(machine, hex(machine)))
    module.sections = {text(titles, row[0]): octets[row[4] : row[4] + row[5]] for row in rows if row[1] != 8}
    strings = module.sections.get(".dynstr", b"")
    for row in struct.iter_unpack(order + ("I2xH16x" if is_64 else "I10xH"), module.sections.get(".dynsym", b"")):
        (module.exports if row[1] else module.imports.setdefault("", set())).add(text(strings, row[0]))
    return module


def mach_o(octets: bytes) -> Module:
    cpu, _, _, count = struct.unpack_from("<4I", octets, 4)
    module, place = Module(machine=MACHINES.get(cpu, hex(cpu))), 32
    for _ in range(count):
        command, size = struct.unpack_from("<2I", octets, place)
        module.commands.add(command)
        match command & 0x7FFFFFFF:
            case 0x19:  # LC_SEGMENT_64
                (sections,) = struct.unpack_from("<I", octets, place + 64)
                for start in range(place + 72, place + 72 + 80 * sections, 80):
                    title = text(octets[start : start + 16]), text(octets[start + 16 : start + 32])
                    length, offset, flags = struct.unpack_from("<QI12xI", octets, start + 40)
                    is_stored = flags & 0xFF != ZERO_FILLED
                    module.sections[title[0]] = octets[offset : offset + length] if is_stored else b""
            case 0x02:  # LC_SYMTAB
                symbols(octets, place, module)
            case 0x0C | 0x18 | 0x1F:  # LC_LOAD_DYLIB, _WEAK_, _REEXPORT_
                module.libraries.add(text(octets, place + struct.unpack_from("<I", octets, place + 8)[0]))
            case 0x24:  # LC_VERSION_MIN_MACOSX
                (oldest,) = struct.unpack_from("<I", octets, place + 8)
                module.oldest_system = (oldest >> 16, oldest >> 8 & 0xFF)
            case 0x32:  # LC_BUILD_VERSION
                platform, oldest = struct.unpack_from("<2I", octets, place + 8)
                module.oldest_system = (oldest >> 16, oldest >> 8 & 0xFF) if platform == 1 else (0, 0)
            case _:
                pass
        place += size
    return module


def symbols(octets: bytes, place: int, module: Module) -> None:
    """The names of LC_SYMTAB that others see or that others have."""
    start, count, strings, _ = struct.unpack_from("<4I", octets, place + 8)
    for row in range(start, start + 16 * count, 16):
        name, kind, _, _, _ = struct.unpack_from("<IBBHQ", octets, row)
        is_private, is_external, is_defined = kind & 0x10, kind & 0x01, kind & 0x0E
        if is_external and not is_private and not kind & 0xE0:
            names = module.exports if is_defined else module.imports.setdefault("", set())
            names.add(text(octets, strings + name).removeprefix("_"))


def pe(octets: bytes) -> Module:
    (start,) = struct.unpack_from("<I", octets, 0x3C)
    machine, count, _, _, _, size, _ = struct.unpack_from("<2H3I2H", octets, start + 4)
    head = start + 24
    module = Module(machine=MACHINES.get(machine, hex(machine)))
    module.oldest_system = struct.unpack_from("<2H", octets, head + 48)
    (module.characteristics,) = struct.unpack_from("<H", octets, head + 70)
    rows: list[tuple[bytes, int, int, int, int]] = [
        struct.unpack_from("<8s4I", octets, head + size + 40 * row) for row in range(count)
    ]
    for title, length, _, stored, offset in rows:
        module.sections[text(title)] = octets[offset : offset + min(length, stored)]

    def at(address: int) -> int:
        """The place in the file of a place in memory."""
        return next(address - base + offset for _, length, base, _, offset in rows if base <= address < base + length)

    exports, _, imports, _ = struct.unpack_from("<4I", octets, head + 112)
    if exports:
        named, _, names = struct.unpack_from("<3I", octets, at(exports) + 24)
        module.exports = {text(octets, at(name)) for name in struct.unpack_from(f"<{named}I", octets, at(names))}
    place = at(imports)
    while (row := struct.unpack_from("<5I", octets, place))[3]:
        library, slot = text(octets, at(row[3])), at(row[0] or row[4])
        taken = module.imports.setdefault(library, set())
        while (entry := struct.unpack_from("<Q", octets, slot)[0]) != 0:
            taken.add(f"#{entry & 0xFFFF}" if entry >> 63 else text(octets, at(entry) + 2))
            slot += 8
        place += 20
    module.libraries = set(module.imports)
    return module
