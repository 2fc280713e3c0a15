"""The mini-app on a phone's screen: the manifest and the cafe's icons."""

import json
from io import BytesIO

from PIL import Image

from tests.driver import Answer, Cafe
from tests.uploads.photos import photo

RED, BLUE = (200, 30, 30), (30, 30, 200)


def opened(answer: Answer) -> Image.Image:
    assert answer.status == 200
    return Image.open(BytesIO(answer.body))


async def icons_of(cafe: Cafe) -> list[dict[str, str]]:
    manifest = json.loads((await cafe.get("/webapp/manifest.webmanifest")).body)
    icons: list[dict[str, str]] = manifest["icons"]
    return icons


def has_colour(picture: Image.Image, at: tuple[float, float], colour: tuple[int, int, int]) -> bool:
    """Whether a point, in parts of the sides, has about this colour and can be seen."""
    red, green, blue, alpha = (
        picture.convert("RGBA")
        .crop((x := int(picture.width * at[0]), y := int(picture.height * at[1]), x + 1, y + 1))
        .tobytes()
    )
    return alpha > 250 and all(abs(a - b) < 25 for a, b in zip((red, green, blue), colour, strict=True))


async def test_the_manifest_is_of_the_settings(cafe: Cafe) -> None:
    await cafe.configure(cafe_name="Під старою липою", accent="#3C7350")
    answer = await cafe.get("/webapp/manifest.webmanifest")
    assert answer.headers["Content-Type"].startswith("application/manifest+json")
    assert answer.headers["Cache-Control"] == "no-cache"
    manifest = json.loads(answer.body)
    icons = manifest.pop("icons")
    assert manifest == {
        "id": "/webapp/",
        "name": "Під старою липою",
        "short_name": "Під старою",
        "lang": "uk",
        "start_url": "/webapp/",
        "scope": "/webapp/",
        "display": "standalone",
        "theme_color": "#3c7350",
        "background_color": "#faf5ee",
        "categories": ["food"],
    }
    assert [(icon["sizes"], icon.get("purpose")) for icon in icons] == [
        ("192x192", None),
        ("512x512", None),
        ("512x512", "maskable"),
    ]
    for icon in icons:
        png = await cafe.get(icon["src"])
        picture = opened(png)
        assert (picture.format, f"{picture.width}x{picture.height}") == ("PNG", icon["sizes"])
        assert png.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert has_colour(picture, (0.5, 0.04), (0x3C, 0x73, 0x50))
        shown = picture.convert("RGB").getcolors(maxcolors=1 << 20) or []
        assert any(colour == (255, 255, 255) for _, colour in shown)  # the letter
    assert 'href="/webapp/manifest.webmanifest"' in (await cafe.get("/webapp/")).body.decode()


async def test_other_colours_are_other_icons_under_another_address(cafe: Cafe) -> None:
    [former, *_] = await icons_of(cafe)
    await cafe.configure(accent="#f2c14e")
    [icon, *_] = await icons_of(cafe)
    assert icon["src"] != former["src"]
    kept = await cafe.get(former["src"])
    assert has_colour(opened(kept), (0.5, 0.04), (0xF2, 0xC1, 0x4E))
    assert kept.headers["Cache-Control"] == "no-cache"


async def test_browsers_find_icons_where_they_look_by_themselves(cafe: Cafe) -> None:
    favicon = await cafe.get("/favicon.ico")
    assert favicon.headers["Content-Type"] == "image/x-icon"
    picture = opened(favicon)
    assert picture.format == "ICO"
    assert {(16, 16), (32, 32), (48, 48)} <= set(picture.info["sizes"])
    assert (await cafe.get("/favicon.ico", **{"If-None-Match": favicon.headers["ETag"]})).status == 304
    apple = opened(await cafe.get("/apple-touch-icon.png"))
    assert (apple.format, apple.size, apple.mode) == ("PNG", (180, 180), "RGB")  # iPhones show black behind holes


async def test_an_uploaded_logo_is_the_icon(cafe: Cafe) -> None:
    logo = await cafe.app.services.pictures.add(photo(800, 800))
    await cafe.configure(logo_url=logo.url)
    icons = await icons_of(cafe)
    whole, masked = [opened(await cafe.get(icon["src"])) for icon in icons[1:]]
    for picture in (whole, opened(await cafe.get("/apple-touch-icon.png"))):
        assert has_colour(picture, (0.05, 0.5), RED)
        assert has_colour(picture, (0.95, 0.5), BLUE)
    assert has_colour(masked, (0.8, 0.5), BLUE)
    assert has_colour(masked, (0.95, 0.5), RED)  # around it is the colour of its corner


async def test_without_a_logo_of_ours_a_letter_will_do(cafe: Cafe) -> None:
    missing = "/webapp/uploads/" + "a" * 64 + "-800.webp"
    for name, logo in (("Кава", ""), ("Кава", "https://elsewhere.example/logo.png"), ("Кава", missing), ("咖啡", "")):
        await cafe.configure(cafe_name=name, logo_url=logo, accent="#3c7350")
        [icon, *_] = await icons_of(cafe)
        picture = opened(await cafe.get(icon["src"]))
        assert has_colour(picture, (0.5, 0.04), (0x3C, 0x73, 0x50))
        assert picture.convert("L").getextrema()[1] == 255


async def test_only_icons_are_served_there(cafe: Cafe) -> None:
    for name in ("favicon.ico", "icon-64.png", "..%2fcafe.db"):
        assert (await cafe.get(f"/webapp/icons/{'0' * 12}/{name}")).status == 404
