"""Uploaded pictures on their way to the page and to the chat."""

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from cafe.core.catalogue.pictures.model import Picture
from tests.driver import Cafe
from tests.uploads.photos import photo


async def uploaded(cafe: Cafe) -> Picture:
    return await cafe.app.services.pictures.add(photo())


async def test_a_picture_is_kept_for_ever_under_its_address(cafe: Cafe) -> None:
    picture = await uploaded(cafe)
    for end, kind in (("320.webp", "image/webp"), ("800.webp", "image/webp"), ("800.jpg", "image/jpeg")):
        path = f"/webapp/uploads/{picture.sha256}-{end}"
        answer = await cafe.get(path)
        assert answer.status == 200
        assert answer.headers["Content-Type"] == kind
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert "sandbox" in answer.headers["Content-Security-Policy"]
        again = await cafe.get(path, **{"If-None-Match": answer.headers["ETag"]})
        assert again.status == 304


async def test_a_browser_that_takes_avif_gets_fewer_bytes_under_the_same_address(cafe: Cafe) -> None:
    picture = await uploaded(cafe)
    for end in ("320.webp", "800.webp", "800.jpg"):
        path = f"/webapp/uploads/{picture.sha256}-{end}"
        plain = await cafe.get(path, Accept="image/webp,*/*")
        lean = await cafe.get(path, Accept="image/avif,image/webp,*/*;q=0.8")
        assert lean.headers["Vary"] == plain.headers["Vary"] == "Accept"
        assert lean.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        is_leaner = end != "800.jpg"  # that is the chat's
        assert lean.headers["Content-Type"] == ("image/avif" if is_leaner else plain.headers["Content-Type"])
        assert (lean.headers["ETag"] != plain.headers["ETag"]) is is_leaner
        assert Image.open(BytesIO(lean.body)).size == Image.open(BytesIO(plain.body)).size


async def test_a_picture_from_before_there_was_avif_stays_as_it_is(cafe: Cafe, tmp_path: Path) -> None:
    picture = await uploaded(cafe)
    leaner = list((tmp_path / "uploads").glob("*.avif"))
    assert len(leaner) == 2
    for file in leaner:
        file.unlink()
    answer = await cafe.get(picture.url, Accept="image/avif,image/webp")
    assert (answer.status, answer.headers["Content-Type"]) == (200, "image/webp")


@pytest.mark.parametrize("name", ["a.webp", "..%2fcafe.db", f"{'a' * 64}-800.webp", f"{'a' * 64}-900.webp", ".hidden"])
async def test_nothing_else_is_served(cafe: Cafe, name: str) -> None:
    await uploaded(cafe)
    answer = await cafe.get(f"/webapp/uploads/{name}")
    assert answer.status == 404
    assert "immutable" not in answer.headers.get("Cache-Control", "")


async def test_the_menu_names_an_uploaded_picture_by_one_plain_address(cafe: Cafe) -> None:
    picture = await uploaded(cafe)
    await cafe.load(f'[[products]]\nslug = "latte"\nimage_url = "{picture.url}"')
    products = (await cafe.get("/api/products")).json
    [url] = [product["image_url"] for product in products if product["name"] == "Лате"]
    assert (await cafe.get(url)).headers["Content-Type"] == "image/webp"
