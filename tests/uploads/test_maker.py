"""What becomes of an uploaded picture: upright, small, without a trace of where it was taken, or refused in time."""

import asyncio
import hashlib
import time
import tracemalloc
from io import BytesIO

import pytest
from PIL import Image

from cafe.children import Children
from cafe.core.catalogue.pictures.model import PictureFiles, PictureRefusedError
from cafe.uploads.maker import PillowMaker
from tests.uploads import photos
from tests.uploads.photos import HEIC, PDF, SIDEWAYS, SVG, animation, bomb_png, bomb_webp, photo


async def made(content: bytes) -> PictureFiles:
    return await PillowMaker(Children()).make(content)


def opened(content: bytes) -> Image.Image:
    return Image.open(BytesIO(content))


def is_near(picture: Image.Image, at: tuple[int, int], colour: tuple[int, int, int]) -> bool:
    found = picture.convert("RGB").getpixel(at)
    assert isinstance(found, tuple)
    return all(abs(one - other) < 25 for one, other in zip(found, colour, strict=True))


async def test_a_photo_becomes_two_for_the_page_and_one_for_the_chat() -> None:
    files = await made(photo(1200, 900))
    for content, kind, size in (
        (files.small, "WEBP", (320, 240)),
        (files.large, "WEBP", (800, 600)),
        (files.chat, "JPEG", (800, 600)),
        (files.small_avif, "AVIF", (320, 240)),
        (files.large_avif, "AVIF", (800, 600)),
    ):
        assert content is not None
        picture = opened(content)
        assert (picture.format, picture.size) == (kind, size)
        assert is_near(picture, (20, 20), photos.RED)
        assert is_near(picture, (size[0] - 20, 20), photos.BLUE)
    assert (files.width, files.height) == (800, 600)
    assert files.sha256 == hashlib.sha256(files.large).hexdigest()


async def test_avif_has_fewer_bytes() -> None:
    noise = [Image.effect_noise((side, side * 3 // 4), 120).resize((1600, 1200)) for side in (25, 60, 200)]
    file = BytesIO()
    Image.merge("RGB", noise).save(file, "JPEG", quality=92)
    files = await made(file.getvalue())
    for leaner, plain in ((files.small_avif, files.small), (files.large_avif, files.large)):
        assert leaner is not None
        assert len(leaner) < 0.8 * len(plain)


async def test_a_small_one_is_not_blown_up() -> None:
    files = await made(photo(200, 100))
    assert [opened(each).size for each in (files.small, files.large, files.chat)] == [(200, 100)] * 3


async def test_a_tall_one_fits_as_well() -> None:
    files = await made(photo(600, 1200))
    assert (opened(files.small).size, opened(files.large).size) == ((160, 320), (400, 800))


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
async def test_a_photo_that_lies_on_its_side_is_put_upright(kind: str) -> None:
    files = await made(photo(1200, 900, kind, orientation=SIDEWAYS))
    for content in (files.small, files.large, files.chat):
        picture = opened(content)
        assert picture.width < picture.height
        assert is_near(picture, (picture.width // 2, 10), photos.RED)
        assert is_near(picture, (picture.width // 2, picture.height - 10), photos.BLUE)
    assert (files.width, files.height) == (600, 800)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
async def test_nothing_tells_where_it_was_taken(kind: str) -> None:
    content = photo(kind=kind)
    assert photos.PLACE in str(dict(opened(content).getexif()))
    files = await made(content)
    for each in files.by_name.values():
        assert not dict(opened(each).getexif())
        assert photos.PLACE.encode() not in each
        assert not {"exif", "icc_profile", "xmp", "comment"} & set(opened(each).info)


async def test_what_is_seen_through_becomes_white() -> None:
    assert is_near(opened((await made(photos.see_through())).large), (50, 50), (255, 255, 255))


async def test_colours_of_print_and_of_other_profiles_are_understood() -> None:
    printed = opened((await made(photos.printed())).large)
    assert printed.mode == "RGB"
    assert is_near(opened((await made(photos.with_profile())).large), (20, 20), photos.RED)


async def test_the_same_picture_gives_the_same_files_whatever_the_camera_wrote_into_it() -> None:
    assert await made(photo(kind="PNG")) == await made(photo(kind="PNG", orientation=1, dpi=(300, 300)))


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "unreadable"),
        (SVG, "kind"),
        (PDF, "kind"),
        (HEIC, "heic"),
        (animation("GIF"), "kind"),
        (photo()[:3000], "unreadable"),
        (b"\xff\xd8\xff" + bytes(5000), "unreadable"),
        (b"\x89PNG\r\n\x1a\n" + bytes(5000), "unreadable"),
        (b"RIFF\x10\0\0\0WEBP" + bytes(30), "unreadable"),
    ],
    ids=["empty", "svg", "pdf", "heic", "gif", "cut off", "false jpeg", "false png", "false webp"],
)
async def test_what_is_no_picture_is_refused(content: bytes, problem: str) -> None:
    with pytest.raises(PictureRefusedError) as refused:
        await made(content)
    assert refused.value.problem.value == problem


@pytest.mark.parametrize("kind", ["WEBP", "PNG"])
async def test_of_an_animation_the_first_picture_counts(kind: str) -> None:
    large = opened((await made(animation(kind))).large)
    assert getattr(large, "n_frames", 1) == 1
    assert is_near(large, (40, 40), photos.RED)


@pytest.mark.parametrize(
    "content",
    [bomb_png(20_000, 20_000), bomb_png(5_000, 4_001), bomb_webp(16_383, 16_383), bomb_webp(4_000, 4_001)],
    ids=["png", "png just above", "webp", "webp just above"],
)
async def test_a_picture_that_would_fill_the_memory_is_refused_before_it_is_decoded(content: bytes) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(PictureRefusedError) as refused:
            await made(content)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert refused.value.problem.value == "pixels"
    assert peak < 5_000_000


async def test_forty_million_pixels_are_taken() -> None:
    assert (await made(photo(8_000, 5_000))).width == 800


async def test_a_large_picture_is_made_in_a_child_as_a_small_one_is_here(monkeypatch: pytest.MonkeyPatch) -> None:
    content = photo(1_200, 900)
    apart = await made(content)
    monkeypatch.setattr("cafe.uploads.maker.SMALL_PIXELS", 2_000_000)
    assert await made(content) == apart


async def test_a_large_picture_that_breaks_off_is_refused_from_the_child() -> None:
    with pytest.raises(PictureRefusedError) as refused:
        await made(photo(2_000, 1_500)[:20_000])
    assert refused.value.problem.value == "unreadable"


async def test_pictures_are_made_one_after_another_while_the_rest_goes_on() -> None:
    maker, content = PillowMaker(Children()), photo(4_000, 3_000, "PNG")
    turns = 0

    async def watch() -> None:
        nonlocal turns
        while True:
            await asyncio.to_thread(time.sleep, 0.01)  # real time: a virtual one stands still meanwhile
            turns += 1

    async with asyncio.TaskGroup() as group:
        watching = group.create_task(watch())
        made_files = await asyncio.gather(*(maker.make(content) for _ in range(3)))
        watching.cancel()
    assert len({files.sha256 for files in made_files}) == 1
    assert turns > 20, "the loop stood still while a picture was made"
