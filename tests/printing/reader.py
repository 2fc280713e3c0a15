"""Reads what is printed, as people do: Tesseract the letters, zxing-cpp the QR codes."""

import os
import re
import shutil
import subprocess
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
ALIKE = str.maketrans("abcehikmoptxy×’'ґ", "авсенікмортху" + "х" + "  " + "г")
"""Letters of two alphabets that look the same, and what Tesseract's Ukrainian does not know."""


def _environment() -> dict[str, str]:
    if not UNPACKED.is_file():
        return dict(os.environ)
    libraries = {str(path.parent) for path in CACHE.rglob("*.so*")}
    [data] = {str(path.parent) for path in CACHE.rglob("ukr.traineddata")}
    return os.environ | {"LD_LIBRARY_PATH": ":".join(sorted(libraries)), "TESSDATA_PREFIX": data}


def read_text(page: Image.Image) -> str:
    """Read all letters of a page."""
    picture = ImageOps.expand(page.convert("L"), 24, 255)
    size = picture.width * 3 // 2, picture.height * 3 // 2  # as if scanned with 300 dots to an inch
    file = BytesIO()
    picture.resize(size, Image.Resampling.LANCZOS).save(file, "PNG", compress_level=1)
    command = [PROGRAM, "-", "-", "-l", "eng+ukr", "--psm", "4", "--dpi", "300"]
    environment = _environment() | {"OMP_THREAD_LIMIT": "1"}
    done = subprocess.run(command, input=file.getvalue(), capture_output=True, env=environment, check=True)  # noqa: S603
    return done.stdout.decode()


def read_codes(page: Image.Image) -> list[str]:
    """Read the QR codes of a page."""
    return [code.text for code in zxingcpp.read_barcodes(page.convert("L"))]


def flat(text: str) -> str:
    """Return a text as one line of words and numbers, whatever stands between them."""
    return " ".join(re.findall(r"\w+", text.lower().translate(ALIKE)))


def missing(page: Image.Image, *expected: str) -> list[str]:
    """Return which of the expected words, or words that follow each other, are not on a page.

    Sums are found by their digits: Tesseract takes '₴' for a digit or a letter.
    """
    text = read_text(page)
    found, digits = f" {flat(text)} ", re.sub(r"\D", "", text)
    return [
        words
        for words in expected
        if (re.sub(r"\D", "", words) not in digits if "₴" in words else f" {flat(words)} " not in found)
    ]
