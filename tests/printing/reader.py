"""Reads what is printed, as people do: Tesseract the letters, zxing-cpp the QR codes."""

import os
import re
import shutil
import subprocess
from collections import Counter
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
import zxingcpp
from PIL import Image, ImageOps

CACHE = Path(__file__).parents[2] / ".cache" / "tesseract"
UNPACKED = CACHE / "usr" / "bin" / "tesseract"
PROGRAM = str(UNPACKED) if UNPACKED.is_file() else shutil.which("tesseract") or ""
needs_tesseract = pytest.mark.skipif(
    not PROGRAM, reason="there is no Tesseract, and no Debian package of it to be had (make tesseract)"
)
ALIKE = str.maketrans("abcehikmoоptwxyз6×ґ", "авсенікм00ртшху3бхг")
"""Signs of two alphabets and digits that look the same; Tesseract's Ukrainian has no 'ґ'."""


def _environment() -> dict[str, str]:
    if not UNPACKED.is_file():
        return dict(os.environ)
    libraries = {str(path.parent) for path in CACHE.rglob("*.so*")}
    [data] = {str(path.parent) for path in CACHE.rglob("ukr.traineddata")}
    return os.environ | {"LD_LIBRARY_PATH": ":".join(sorted(libraries)), "TESSDATA_PREFIX": data}


def read_text(page: Image.Image, languages: str = "eng+ukr") -> str:
    """Read all letters of a page; one language takes half the time."""
    picture = page.convert("L")
    for code in zxingcpp.read_barcodes(picture):  # which are no letters
        corner, end = code.position.top_left, code.position.bottom_right
        picture.paste(255, (corner.x, corner.y, end.x + 1, end.y + 1))
    picture = ImageOps.expand(picture, 24, 255)
    size = picture.width * 3 // 2, picture.height * 3 // 2  # as if scanned with 300 dots to an inch
    file = BytesIO()
    picture.resize(size, Image.Resampling.LANCZOS).save(file, "PNG", compress_level=1)
    return _read(file.getvalue(), languages)


@cache
def _read(picture: bytes, languages: str) -> str:
    command = [PROGRAM, "-", "-", "-l", languages, "--psm", "4", "--dpi", "300"]
    environment = _environment() | {"OMP_THREAD_LIMIT": "1"}
    return subprocess.run(command, input=picture, capture_output=True, env=environment, check=True).stdout.decode()  # noqa: S603


def read_codes(page: Image.Image) -> list[str]:
    """Read the QR codes of a page."""
    return [code.text for code in zxingcpp.read_barcodes(page.convert("L"))]


def flat(text: str) -> str:
    """Return a text without what stands between its letters and digits: small gaps are hard to see, and so is '×'."""
    found = re.sub(r"\W", "", text.lower().translate(ALIKE))
    return re.sub(r"(?<=\d)х|х(?=\d)", "", found)


def missing(page: Image.Image, *expected: str) -> list[str]:
    """Return which of the expected words, or words that follow each other, are not on a page.

    Sums are found by their digits: Tesseract takes '₴' for a digit or a letter.
    """
    text = read_text(page)
    found, digits = flat(text), re.sub(r"\D", "", text)
    return [
        words
        for words in expected
        if (re.sub(r"\D", "", words) not in digits if "₴" in words else flat(words) not in found)
    ]


def share_of(page: Image.Image, expected: str, language: str) -> float:
    """Return how much of the expected words is on a page, each as often as it should be: 1 is all of it."""
    found = Counter(map(flat, read_text(page, language).split()))
    wanted = Counter(map(flat, expected.split()))
    return 1 - (wanted - found).total() / wanted.total()
