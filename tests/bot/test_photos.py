"""Photos of dishes in the chat: uploaded once, and a dish comes without one where Telegram takes none."""

from pathlib import Path

from tests.bot.conversation import ChatCafe, Turn, converse, open_chat_cafe
from tests.conftest import copy_database
from tests.fakes.telegram import FakeTelegram
from tests.uploads.photos import photo

TO_THE_LATTE: list[Turn] = [("/menu", "Меню"), ("[Кава]", "Лате — 85 ₴"), ("[Лате", "🖼\nЛате · 300 мл")]


async def give_photo(cafe: ChatCafe) -> None:
    """The latte gets an uploaded photo."""
    picture = await cafe.cafe.app.services.pictures.add(photo())
    await cafe.cafe.load(f'[[products]]\nslug = "latte"\nimage_url = "{picture.url}"')


def uploads(telegram: FakeTelegram) -> int:
    """How many files the bot has sent."""
    return sum(isinstance(content, bytes) for content in telegram.world.files.values())


async def test_a_photo_is_uploaded_once_whoever_looks_and_whatever_restarts(
    tmp_path: Path, prepared_database: Path, telegram: FakeTelegram
) -> None:
    copy_database(prepared_database, tmp_path / "cafe.db")
    async with open_chat_cafe(tmp_path, telegram) as cafe:
        await give_photo(cafe)
        await converse(cafe.customer(), TO_THE_LATTE)
        await converse(cafe.customer(502, "Іра"), TO_THE_LATTE)
    async with open_chat_cafe(tmp_path, telegram) as cafe:
        await converse(cafe.customer(503, "Марко"), TO_THE_LATTE)
    assert uploads(telegram) == 1


async def test_a_photo_that_telegram_has_forgotten_is_uploaded_again(cafe: ChatCafe) -> None:
    olha, files = cafe.customer(), cafe.telegram.world.files
    await give_photo(cafe)
    await converse(olha, TO_THE_LATTE)
    files.clear()
    files["another"] = "their own"
    await converse(olha, [*TO_THE_LATTE[:2], ("[Лате", "Лате · 300 мл", "85 ₴")])
    assert uploads(cafe.telegram) == 0
    await converse(olha, TO_THE_LATTE)
    assert uploads(cafe.telegram) == 1
