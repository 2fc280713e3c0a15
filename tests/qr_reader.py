"""Reads a QR code from its SVG as a camera would from paper, by the rules of ISO/IEC 18004; it knows no encoder.

Only what codes of tables need: levels Q and H, versions 1 to 10, one segment of bytes. Damage is found by the check
bytes (every syndrome must be zero), not repaired.
"""

import re
from collections.abc import Iterator
from xml.etree import ElementTree as ET

QUIET_ZONE = 4
LEVELS = {0b01: "L", 0b00: "M", 0b11: "Q", 0b10: "H"}
MASKS = (
    lambda y, x: (y + x) % 2 == 0,
    lambda y, _x: y % 2 == 0,
    lambda _y, x: x % 3 == 0,
    lambda y, x: (y + x) % 3 == 0,
    lambda y, x: (y // 2 + x // 3) % 2 == 0,
    lambda y, x: y * x % 2 + y * x % 3 == 0,
    lambda y, x: (y * x % 2 + y * x % 3) % 2 == 0,
    lambda y, x: ((y + x) % 2 + y * x % 3) % 2 == 0,
)
ALIGNED = {1: (), 2: (6, 18), 3: (6, 22), 4: (6, 26), 5: (6, 30), 6: (6, 34), 7: (6, 22, 38), 8: (6, 24, 42)}
ALIGNED |= {9: (6, 26, 46), 10: (6, 28, 50)}
BLOCKS = {
    "Q": {1: (13, [13]), 2: (22, [22]), 3: (18, [17] * 2), 4: (26, [24] * 2), 5: (18, [15] * 2 + [16] * 2)}
    | {6: (24, [19] * 4), 7: (18, [14] * 2 + [15] * 4), 8: (22, [18] * 4 + [19] * 2), 9: (20, [16] * 4 + [17] * 4)}
    | {10: (24, [19] * 6 + [20] * 2)},
    "H": {1: (17, [9]), 2: (28, [16]), 3: (22, [13] * 2), 4: (16, [9] * 4), 5: (22, [11] * 2 + [12] * 2)}
    | {6: (28, [15] * 4), 7: (26, [13] * 4 + [14]), 8: (26, [14] * 4 + [15] * 2), 9: (24, [12] * 4 + [13] * 4)}
    | {10: (28, [15] * 6 + [16] * 2)},
}
"""For each version: check bytes of a block, and the data bytes of each block."""

Modules = list[list[bool]]


def read_qr(svg: str) -> str:
    """The text of a code; an AssertionError where it is none."""
    return _read(_modules(svg))


def read_printed_qr(lines: list[str]) -> str:
    """The text of a code on a terminal, where a character is two modules and what is light is drawn."""
    dark = [[each not in half for each in line] for line in lines for half in ("▀█", "▄█")]
    inner = range(QUIET_ZONE, len(lines[0]) - QUIET_ZONE)
    return _read([[dark[y][x] for x in inner] for y in inner])


def _read(modules: Modules) -> str:
    version = (len(modules) - 17) // 4
    assert len(modules) == 17 + 4 * version
    for y, x in ((0, 0), (0, len(modules) - 7), (len(modules) - 7, 0)):
        ring = [modules[y + at][x] for at in range(7)] + [modules[y][x + at] for at in range(7)]
        assert all(ring), "a finder's frame"
        assert modules[y + 3][x + 3], "its core"
        assert not modules[y + 1][x + 1], "and the light between them"
    level, mask = _format(modules)
    data = _without_checks(_codewords(modules, version, mask), *BLOCKS[level][version])
    bits = "".join(f"{byte:08b}" for byte in data)
    assert bits[:4] == "0100", "bytes"
    counted = 16 if version >= 10 else 8
    length, start = int(bits[4 : 4 + counted], 2), 4 + counted
    assert length * 8 <= len(bits) - start
    read = bytes(int(bits[at : at + 8], 2) for at in range(start, start + 8 * length, 8))
    return read.decode("ascii")


def _modules(svg: str) -> Modules:
    """The dark modules as drawn: strokes of one unit's width along the middle of each row."""
    root = ET.fromstring(svg)  # noqa: S314 - our own picture
    size = int(root.attrib["viewBox"].split()[2])
    ground, drawn = [path for path in root.iter() if path.tag.endswith("path")]
    assert (ground.attrib["fill"], ground.attrib["d"]) == ("#fff", f"M0 0h{size}v{size}h-{size}z")
    assert drawn.attrib["stroke"] == "#000"
    paper = [[False] * size for _ in range(size)]
    x = y = 0.0
    for command, numbers in re.findall(r"([Mmh])([-\d. ]+)", drawn.attrib["d"]):
        given = [float(number) for number in numbers.split()]
        if command == "M":
            x, y = given
        elif command == "m":
            x, y = x + given[0], y + given[1]
        else:
            for at in range(int(x), int(x + given[0])):
                paper[int(y)][at] = True
            x += given[0]
    inner = range(QUIET_ZONE, size - QUIET_ZONE)
    for at, row in enumerate(paper):
        assert at in inner or not any(row), "the quiet zone"
        assert not any(row[:QUIET_ZONE] + row[-QUIET_ZONE:]), "the quiet zone"
    return [[paper[y][x] for x in inner] for y in inner]


def _format(modules: Modules) -> tuple[str, int]:
    places = [(8, x) for x in (0, 1, 2, 3, 4, 5, 7, 8)] + [(y, 8) for y in (7, 5, 4, 3, 2, 1, 0)]
    bits = int("".join(str(int(modules[y][x])) for y, x in places), 2) ^ 0b101010000010010
    rest = bits
    for at in range(14, 9, -1):
        if rest >> at & 1:
            rest ^= 0b10100110111 << (at - 10)
    assert rest == 0, "the format's own check"
    return LEVELS[bits >> 13], bits >> 10 & 0b111


def _codewords(modules: Modules, version: int, mask: int) -> list[int]:
    size = len(modules)
    bits = [
        modules[y][x] ^ MASKS[mask](y, x) for y, x in _zigzag(size) if not _is_function(y, x, size, ALIGNED[version])
    ]
    return [int("".join(str(int(bit)) for bit in bits[at : at + 8]), 2) for at in range(0, len(bits) // 8 * 8, 8)]


def _zigzag(size: int) -> Iterator[tuple[int, int]]:
    rights = [*range(size - 1, 6, -2), 5, 3, 1]
    for turn, right in enumerate(rights):
        for y in range(size) if turn % 2 else range(size - 1, -1, -1):
            yield from ((y, right), (y, right - 1))


def _is_function(y: int, x: int, size: int, aligned: tuple[int, ...]) -> bool:
    far = size - 8
    if 6 in {y, x} or (y < 9 and x < 9) or (y < 9 and x >= far) or (y >= far and x < 9):
        return True
    if size >= 45 and ((y < 6 and x >= size - 11) or (x < 6 and y >= size - 11)):
        return True
    corners = {(6, 6), (6, size - 7), (size - 7, 6)}
    centres = [(cy, cx) for cy in aligned for cx in aligned if (cy, cx) not in corners]
    return any(abs(y - cy) <= 2 and abs(x - cx) <= 2 for cy, cx in centres)


def _without_checks(codewords: list[int], checks: int, lengths: list[int]) -> list[int]:
    assert len(codewords) == sum(lengths) + checks * len(lengths)
    blocks: list[list[int]] = [[] for _ in lengths]
    rest = iter(codewords)
    for at in range(max(lengths)):
        for block, length in zip(blocks, lengths, strict=True):
            if at < length:
                block.append(next(rest))
    data = [byte for block in blocks for byte in block]
    for _ in range(checks):
        for block in blocks:
            block.append(next(rest))
    for block in blocks:
        assert all(_syndrome(block, power) == 0 for power in range(checks)), "a block's check bytes"
    return data


def _syndrome(block: list[int], power: int) -> int:
    """The block as a polynomial over GF(256), at 2 to this power."""
    at, value = 1, 0
    for _ in range(power):
        at = _times(at, 2)
    for byte in block:
        value = _times(value, at) ^ byte
    return value


def _times(a: int, b: int) -> int:
    product = 0
    while b:
        if b & 1:
            product ^= a
        a <<= 1
        if a & 256:
            a ^= 0b100011101
        b >>= 1
    return product
