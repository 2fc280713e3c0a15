"""Printers that put the dots they are sent on paper: written from the makers' descriptions, apart from the program."""

from base64 import b64decode
from dataclasses import dataclass, field
from xml.etree import ElementTree as ET

from PIL import Image

EPOS = "{http://www.epson-pos.com/schemas/2011/03/epos-print}"


@dataclass
class Printed:
    """What came out, and what else happened."""

    rows: list[bytes] = field(default_factory=list)
    width: int = 0
    did: list[str] = field(default_factory=list)
    tallest: int = 0
    """The most rows in one command."""

    def add(self, across: int, height: int, dots: bytes) -> None:
        assert len(dots) == across * height
        self.width = across * 8
        self.tallest = max(self.tallest, height)
        self.rows += [dots[row * across : (row + 1) * across] for row in range(height)]

    @property
    def page(self) -> Image.Image:
        """The paper: a dot that is set is black."""
        dots = bytes(255 - byte for byte in b"".join(self.rows))
        return Image.frombytes("1", (self.width, len(self.rows)), dots)


def print_escpos(sent: bytes) -> Printed:
    """Follow ESC/POS commands; any other byte is an error, as it would come out as a letter."""
    printed, at = Printed(), 0
    while at < len(sent):
        command, rest = sent[at : at + 2], sent[at + 2 :]
        match command:
            case b"\x1b@":
                assert at == 0
                at += 2
            case b"\x1bp":
                assert rest[0] in {0, 1}
                printed.did.append(f"drawer {rest[0]}: {rest[1] * 2} ms")
                at += 5
            case b"\x1bB":
                printed.did.append(f"buzzer: {rest[0]}")
                at += 4
            case b"\x1bd":
                printed.did.append(f"feed: {rest[0]}")
                at += 3
            case b"\x1dv":
                assert rest[:2] == b"0\x00"
                across, height = int.from_bytes(rest[2:4], "little"), int.from_bytes(rest[4:6], "little")
                printed.add(across, height, rest[6 : 6 + across * height])
                at += 8 + across * height
            case b"\x1dV":
                assert rest[0] == ord("B")  # feeds to the knife, then cuts
                printed.did.append("cut")
                at += 4
            case _:
                raise AssertionError(f"no command: {command!r}")
    return printed


def print_epos(sent: str) -> Printed:
    """Follow an ePOS-Print document."""
    printed = Printed()
    root = ET.fromstring(sent)  # noqa: S314 - our own
    assert root.tag == f"{EPOS}epos-print"
    for element in root:
        match element.tag.removeprefix(EPOS):
            case "image":
                assert (element.get("mode"), element.get("color")) == ("mono", "color_1")
                width, height = int(element.get("width", "")), int(element.get("height", ""))
                printed.add((width + 7) // 8, height, b64decode(element.text or "", validate=True))
            case "pulse":
                assert element.get("time") in {f"pulse_{each}" for each in (100, 200, 300, 400, 500)}
                printed.did.append(str(element.get("drawer")))
            case "sound":
                assert element.get("pattern") in {f"pattern_{each}" for each in "abcde"}
                printed.did.append(f"buzzer: {element.get('repeat')}")
            case "feed":
                printed.did.append(f"feed: {element.get('line')}")
            case "cut":
                assert element.get("type") in {"feed", "no_feed", "reserve"}
                printed.did.append("cut")
            case other:
                raise AssertionError(f"no such element: {other}")
    return printed
