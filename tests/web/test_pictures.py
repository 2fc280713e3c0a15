"""The menu's pictures: plain addresses that always work, and one that changes with them and is kept for ever."""

import asyncio
import gzip
import os
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from cafe.resources import find_pictures
from tests.driver import Answer, Cafe, config_for, open_cafe

DRAWING = b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'>" + b"<path d='M1 1h7v7z'/>" * 60 + b"</svg>"
PHOTO = b"\xff\xd8\xff" + bytes(range(256)) * 40


async def version_of(cafe: Cafe) -> str:
    return (await cafe.get("/api/settings")).headers["X-Cafe-Pictures"]


async def unpacked(cafe: Cafe, path: str, **headers: str) -> Answer:
    return await cafe.send("GET", path, headers={"Accept-Encoding": "identity", **headers})


async def test_a_drawing_is_compressed_and_kept_for_ever_under_its_version(cafe: Cafe) -> None:
    content = (find_pictures() / "americano.svg").read_bytes()
    for path, kept in (
        (f"/webapp/pictures/{await version_of(cafe)}/americano.svg", "public, max-age=31536000, immutable"),
        ("/webapp/pictures/americano.svg", "public, max-age=3600"),
        ("/webapp/pictures/0123456789ab/americano.svg", "public, max-age=3600"),
    ):
        packed = await cafe.send("GET", path, headers={"Accept-Encoding": "gzip"})
        assert (packed.status, packed.headers["Content-Encoding"]) == (200, "gzip")
        assert int(packed.headers["Content-Length"]) == len(gzip.compress(content, 9)) < len(content) / 2
        assert packed.body == content
        assert packed.headers["Content-Type"] == "image/svg+xml"
        assert packed.headers["Cache-Control"] == kept
        assert "sandbox" in packed.headers["Content-Security-Policy"]
        plain = await unpacked(cafe, path)
        assert ("Content-Encoding" in plain.headers, plain.body) == (False, content)
        again = await unpacked(cafe, path, **{"If-None-Match": plain.headers["ETag"]})
        assert (again.status, again.headers["Cache-Control"]) == (304, kept)


async def test_a_photo_too_is_kept_under_its_version_and_has_a_tag(cafe: Cafe) -> None:
    content = (find_pictures() / "americano.jpg").read_bytes()
    for version, kept in ((f"{await version_of(cafe)}/", "immutable"), ("", "max-age=3600")):
        path = f"/webapp/pictures/{version}americano.jpg"
        answer = await cafe.get(path)
        assert (answer.headers["Content-Type"], answer.body) == ("image/jpeg", content)
        assert kept in answer.headers["Cache-Control"]
        again = await cafe.get(path, **{"If-None-Match": answer.headers["ETag"]})
        assert again.status == 304


async def test_the_menu_names_its_pictures_as_the_catalogue_does(cafe: Cafe) -> None:
    await cafe.load('[[products]]\nslug = "latte"\nimage_url = "/webapp/pictures/latte.svg"')
    products = (await cafe.get("/api/products")).json
    assert [product["image_url"] for product in products if product["name"] == "Лате"] == ["/webapp/pictures/latte.svg"]


@pytest.mark.parametrize("name", ["nothing.svg", "..%2fdemo.toml", ".hidden", "sub/picture.svg"])
async def test_nothing_else_is_served(cafe: Cafe, name: str) -> None:
    for path in (f"/webapp/pictures/{name}", f"/webapp/pictures/{await version_of(cafe)}/{name}"):
        assert (await cafe.get(path)).status == 404


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cafe's own pictures."""
    folder = tmp_path / "data" / "pictures"
    folder.mkdir(parents=True)
    (folder / "one.svg").write_bytes(DRAWING)
    (folder / "two.jpg").write_bytes(PHOTO)
    monkeypatch.chdir(tmp_path)
    return folder


@pytest.fixture
async def own_cafe(folder: Path) -> AsyncIterator[Cafe]:
    async with open_cafe(config_for(folder.parents[1])) as cafe:
        yield cafe


async def version_when(cafe: Cafe, is_wanted: Callable[[str], bool]) -> str:
    """The pictures' version, once it is as wanted."""
    async with asyncio.timeout(20):
        while not is_wanted(version := await version_of(cafe)):
            cafe.clock.advance(seconds=1)
            await asyncio.sleep(0.05)
        return version


async def test_a_picture_that_is_replaced_is_seen_under_another_address(own_cafe: Cafe, folder: Path) -> None:
    first = await version_of(own_cafe)
    for name, content in (
        ("one.svg", DRAWING.replace(b"M1", b"M2")),
        ("two.jpg", PHOTO.replace(b"\x01", b"\x02")),
        ("three.svg", DRAWING),
    ):
        before = await version_of(own_cafe)
        (folder / name).write_bytes(content)
        version = await version_when(own_cafe, before.__ne__)
        answer = await own_cafe.get(f"/webapp/pictures/{version}/{name}")
        assert (answer.body, "immutable" in answer.headers["Cache-Control"]) == (content, True)
    (folder / "three.svg").unlink()
    (folder / "one.svg").write_bytes(DRAWING)
    (folder / "two.jpg").write_bytes(PHOTO)
    await version_when(own_cafe, first.__eq__)
    assert (await own_cafe.get("/webapp/pictures/three.svg")).status == 404


async def test_the_version_tells_the_content_and_not_the_time(own_cafe: Cafe, folder: Path, tmp_path: Path) -> None:
    os.utime(folder / "one.svg", ns=(1, 1))
    async with open_cafe(config_for(tmp_path, database_url=f"sqlite:///{tmp_path / 'other.db'}")) as other:
        assert await version_of(other) == await version_of(own_cafe)


async def test_a_photo_changed_a_moment_ago_is_not_kept_for_ever(own_cafe: Cafe, folder: Path) -> None:
    version = await version_of(own_cafe)
    (folder / "two.jpg").write_bytes(PHOTO + b"more")
    answer = await own_cafe.get(f"/webapp/pictures/{version}/two.jpg")
    assert answer.body == PHOTO + b"more"
    assert "immutable" not in answer.headers["Cache-Control"]
