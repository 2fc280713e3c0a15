"""Uploading a photo at the desk: from the phone to the menu, and what is refused, in words."""

import asyncio
from io import BytesIO

import pytest
from PIL import Image

from tests.driver import Answer, Cafe, DeskVisitor
from tests.uploads.photos import HEIC, SVG, animation, bomb_png, bomb_webp, photo


async def uploads(visitor: DeskVisitor, content: bytes, language: str = "uk") -> Answer:
    headers = {"Content-Type": "image/jpeg", "Accept-Language": language}
    return await visitor.request("POST", "/api/desk/pictures", data=content, headers=headers)


async def test_a_photo_is_uploaded_and_hung_with_a_dish(cafe: Cafe) -> None:
    manager = await cafe.desk("manager")
    answer = await uploads(manager, photo(1600, 1200))
    picture = answer.json
    assert answer.status == 201
    assert picture == {
        "sha256": picture["sha256"],
        "url": f"/webapp/uploads/{picture['sha256']}-800.webp",
        "width": 800,
        "height": 600,
    }
    await cafe.load(f'[[products]]\nslug = "latte"\nimage_url = "{picture["url"]}"')
    [latte] = [each for each in (await cafe.guest().get("/api/products")).json if each["name"] == "Лате"]
    shown = await cafe.get(latte["image_url"])
    assert Image.open(BytesIO(shown.body)).size == (800, 600)


async def test_the_same_photo_twice_is_one_picture(cafe: Cafe) -> None:
    manager = await cafe.desk("manager")
    answers = await asyncio.gather(*(uploads(manager, photo()) for _ in range(6)))
    assert len({answer.json["url"] for answer in answers}) == 1
    assert await cafe.value("SELECT count(*) FROM pictures") == 1


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "Файл не прочитався. Спробуйте інше фото."),
        (SVG, "Це не фото: підійдуть JPEG, PNG або WebP."),
        (animation("GIF"), "Це не фото: підійдуть JPEG, PNG або WebP."),
        (HEIC, "Фото у форматі HEIC. Надішліть його як JPEG."),
        (bomb_png(20_000, 20_000), "Фото завелике: щонайбільше 20 мегапікселів."),
        (photo()[:3000], "Файл не прочитався. Спробуйте інше фото."),
    ],
    ids=["empty", "svg", "gif", "heic", "bomb", "cut off"],
)
async def test_what_is_no_photo_is_refused_in_words(cafe: Cafe, content: bytes, words: str) -> None:
    answer = await uploads(await cafe.desk("manager"), content)
    assert answer.status == 400
    assert answer.json == {"error": "invalid", "problems": [{"field": "picture", "message": words}]}
    assert await cafe.value("SELECT count(*) FROM pictures") == 0


async def test_the_words_are_in_the_persons_language(cafe: Cafe) -> None:
    answer = await uploads(await cafe.desk("manager"), SVG, "en")
    assert answer.json["problems"][0]["message"] == "This is not a photo: JPEG, PNG or WebP will do."


async def test_fifteen_megabytes_are_taken_and_one_byte_more_is_not(cafe: Cafe) -> None:
    manager = await cafe.desk("manager")
    limit = 15 * 1024 * 1024
    content = photo()
    assert (await uploads(manager, content + bytes(limit - len(content)))).status == 201
    answer = await uploads(manager, content + bytes(limit + 1 - len(content)))
    assert answer.status == 400
    assert answer.json["problems"][0]["message"] == "Файл завеликий: щонайбільше 15 МБ."


async def test_a_body_of_no_stated_length_is_cut_at_the_limit(cafe: Cafe) -> None:
    manager = await cafe.desk("manager")
    head = (
        f"POST /api/desk/pictures HTTP/1.1\r\nHost: {cafe.url.removeprefix('http://')}\r\nCookie: {manager.cookie}\r\n"
        "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
    )
    chunk = b"100000\r\n" + bytes(1024 * 1024) + b"\r\n"
    answer = await cafe.send_bytes(head.encode() + chunk * 16)
    assert answer.startswith(b"HTTP/1.1 400")
    assert b"invalid" in answer


async def test_other_bodies_keep_their_limit(cafe: Cafe) -> None:
    manager = await cafe.desk("manager")
    answer = await manager.request("POST", "/api/desk/session/confirm", data=bytes(9 * 1024 * 1024))
    assert answer.status == 413


async def test_what_is_taken_of_a_lossless_picture_is_said(cafe: Cafe) -> None:
    answer = await uploads(await cafe.desk("manager"), bomb_webp(5_000, 4_000), "en")
    [problem] = answer.json["problems"]
    assert problem["message"] == "The photo is too large: 16 megapixels at most."
