"""Uploaded pictures: kept once, told apart by their content, and cleaned away when nobody needs them any more."""

import asyncio
import os
from pathlib import Path

import pytest

from cafe.children import Children
from cafe.core.catalogue.edits.file_service import CatalogueService
from cafe.core.catalogue.pictures.model import Picture
from cafe.core.catalogue.pictures.service import PictureService
from cafe.core.catalogue.snapshot.cache import SnapshotCache
from cafe.core.kernel.database import Database
from cafe.uploads.folder import UploadFolder
from cafe.uploads.maker import PillowMaker
from tests.driver import FakeClock
from tests.uploads.photos import photo


class Gallery:
    """The pictures of a cafe, as its manager sees them."""

    def __init__(self, database: Database, folder: Path, clock: FakeClock) -> None:
        self.service = PictureService(database, clock, PillowMaker(Children()), UploadFolder(folder))
        self._catalogue = CatalogueService(database, SnapshotCache(database, clock), clock, Children())
        self._database = database
        self._folder = folder
        self.clock = clock

    async def uploads(self, width: int) -> Picture:
        return await self.service.add(photo(width, 300))

    async def hangs(self, picture: Picture | None, slug: str = "latte") -> None:
        """Show a picture with a dish; None: no picture any more."""
        url = picture.url if picture else ""
        await self._catalogue.load(f'[[products]]\nslug = "{slug}"\nimage_url = "{url}"')

    async def is_kept(self, picture: Picture) -> bool:
        """Whether it is still there, with all of its files."""
        row = await self._database.read(
            lambda conn: conn.one("SELECT 1 FROM pictures WHERE sha256 = :sha256", {"sha256": picture.sha256})
        )
        files = {f"{picture.sha256}-{end}" for end in ("320.webp", "800.webp", "800.jpg")}
        there = {file.name for file in self._folder.iterdir()} & files
        assert there == (files if row else set())
        return row is not None

    async def passes(self, **span: float) -> None:
        """Let time pass, with the cleaning that is done meanwhile."""
        self.clock.advance(**span)
        await self.service.clean()


@pytest.fixture
async def gallery(catalogue_database: Database, tmp_path: Path, clock: FakeClock) -> Gallery:
    return Gallery(catalogue_database, tmp_path / "some" / "uploads", clock)


async def test_the_same_picture_twice_is_one(gallery: Gallery, catalogue_database: Database) -> None:
    first, again = await asyncio.gather(gallery.uploads(400), gallery.uploads(400))
    assert first == again == await gallery.uploads(400)
    assert first.url == f"/webapp/uploads/{first.sha256}-800.webp"
    assert (first.width, first.height) == (400, 300)
    rows = await catalogue_database.read(lambda conn: conn.all("SELECT sha256, width, height FROM pictures"))
    assert [(row["sha256"], row["width"], row["height"]) for row in rows] == [(first.sha256, 400, 300)]


async def test_what_was_never_used_goes_after_a_day(gallery: Gallery) -> None:
    picture = await gallery.uploads(400)
    await gallery.passes(hours=23)
    assert await gallery.is_kept(picture)
    await gallery.passes(hours=2)
    assert not await gallery.is_kept(picture)


async def test_what_is_uploaded_again_is_as_good_as_new(gallery: Gallery) -> None:
    picture = await gallery.uploads(400)
    await gallery.passes(hours=23)
    await gallery.uploads(400)
    await gallery.passes(hours=20)
    assert await gallery.is_kept(picture)


async def test_what_hangs_with_a_dish_or_is_the_logo_stays(
    gallery: Gallery, catalogue_database: Database, clock: FakeClock
) -> None:
    dish, logo, unused = [await gallery.uploads(width) for width in (400, 410, 420)]
    await gallery.hangs(dish)
    catalogue = CatalogueService(catalogue_database, SnapshotCache(catalogue_database, clock), clock, Children())
    await catalogue.load(f'[settings]\nlogo_url = "{logo.url}"')
    await gallery.passes(days=400)
    assert [await gallery.is_kept(each) for each in (dish, logo, unused)] == [True, True, False]


async def test_what_an_undone_change_would_bring_back_stays_for_a_month(gallery: Gallery) -> None:
    former = await gallery.uploads(400)
    await gallery.hangs(former)
    await gallery.passes(days=100)
    present = await gallery.uploads(410)
    await gallery.hangs(present)
    await gallery.passes(days=29)
    assert [await gallery.is_kept(each) for each in (former, present)] == [True, True]
    await gallery.passes(days=2)
    assert [await gallery.is_kept(each) for each in (former, present)] == [False, True]


async def test_files_that_a_kill_left_behind_go_and_no_others(gallery: Gallery, tmp_path: Path) -> None:
    picture = await gallery.uploads(400)
    await gallery.hangs(picture)
    folder = tmp_path / "some" / "uploads"
    left = [folder / f"{'a' * 64}-800.webp", folder / f".{'b' * 64}-320.webp.17.part"]
    others = [folder / "note.txt", folder / f"{'c' * 64}.webp"]
    for file in (*left, *others):
        file.write_bytes(b"x")
        moment = gallery.clock.now().timestamp()
        os.utime(file, (moment, moment))
    await gallery.passes(hours=23)
    assert all(file.exists() for file in left)
    await gallery.passes(hours=2)
    assert [file.exists() for file in (*left, *others)] == [False, False, True, True]
    assert await gallery.is_kept(picture)


async def test_before_the_first_picture_there_is_nothing_to_clean(gallery: Gallery, tmp_path: Path) -> None:
    await gallery.passes(days=2)
    assert not (tmp_path / "some").exists()
