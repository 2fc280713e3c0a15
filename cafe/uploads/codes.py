"""Reading codes in pictures, with ZXing."""

import asyncio
from io import BytesIO

MAX_PIXELS = 2_000_000
"""The pages send less."""
AT_ONCE = 2


class ZxingReader:
    """Reads DataMatrix, QR and Code 128: the codes of excise marks."""

    def __init__(self) -> None:
        self._room = asyncio.Semaphore(AT_ONCE)

    async def read_code(self, content: bytes) -> str | None:
        """Return what the code in a picture says; None if there is none, or it is no picture."""
        async with self._room:
            return await asyncio.to_thread(_read, content)


def _read(content: bytes) -> str | None:
    import zxingcpp  # noqa: PLC0415 - with the first picture: most cafes never need them
    from PIL import Image  # noqa: PLC0415

    try:
        picture = Image.open(BytesIO(content), formats=["JPEG", "PNG", "WEBP"])
        if picture.width * picture.height > MAX_PIXELS:
            return None
        grey = picture.convert("L")
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):  # all that Pillow raises for broken files
        return None
    formats = zxingcpp.barcode_formats_from_str("DataMatrix,QRCode,Code128")
    found = zxingcpp.read_barcodes(grey, formats=formats, text_mode=zxingcpp.TextMode.Plain)
    return found[0].text if found else None
