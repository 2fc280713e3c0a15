"""What guests write is understood: a table of sentences as people write them, misspelt, mixed, in three languages."""

from collections.abc import AsyncIterator, Iterable
from pathlib import Path

import pytest

from cafe.bot.customer.speech import Intent, Meaning, understand
from cafe.core.catalogue.menu.model import Menu
from tests.bot.conversation import ChatCafe, do
from tests.driver import FakeClock, config_for, open_cafe

DEMO = (Path(__file__).parents[2] / "data" / "demo.toml").read_text(encoding="utf-8")
TABLE = (Path(__file__).parent / "sentences.tsv").read_text(encoding="utf-8")
SENTENCES = [
    (text, meaning)
    for text, _, meaning in (line.partition("\t") for line in TABLE.splitlines() if not line.startswith("#"))
]
LEAST_RIGHT = 0.9


@pytest.fixture
async def menu(tmp_path: Path, clock: FakeClock) -> AsyncIterator[Menu]:
    """All of the demo cafe's menu."""
    async with open_cafe(config_for(tmp_path, bot_token=None), clock=clock, catalogue=DEMO) as cafe:
        yield cafe.app.services.cache.whole_menu


def described(menu: Menu, meant: Meaning | None) -> str:
    """What was understood, in the notation of the table."""
    if meant is None or isinstance(meant, Intent):
        return meant.name if meant else "none"
    if isinstance(meant, tuple):
        return " ".join(meant).upper()
    slugs = {
        option.id: option.slug for groups in menu.option_groups.values() for each in groups for option in each.options
    }
    parts = []
    for line in meant.lines:
        chosen = [slugs[each] + (f"*{count}" if count > 1 else "") for each, count in line.pieces.items()]
        chosen += [f"-{slugs[each]}" for each in line.without]
        quantity = f"{line.quantity} " if line.quantity > 1 else ""
        parts.append(f"{quantity}{line.dish.slug}" + (f" [{' '.join(chosen)}]" if chosen else ""))
    return " + ".join([*parts, *("?" + "|".join(dish.slug for dish in doubt.dishes) for doubt in meant.doubts)])


def read(meaning: str) -> list[tuple[str, ...]]:
    """A notation's parts, in any order, each with its words in any order."""
    return sorted(tuple(sorted(part.replace("[", "").replace("]", "").split())) for part in meaning.split(" + "))


def is_right(found: str, meaning: str) -> bool:
    """Whether this was understood; of a choice, whether it begins with these."""
    if not meaning.startswith("?"):
        return read(found) == read(meaning)
    likely = meaning[1:].split("|")
    return found.startswith("?") and set(found[1:].split("|")[: len(likely)]) == set(likely)


async def test_most_sentences_are_understood(menu: Menu) -> None:
    assert len(SENTENCES) >= 300
    found = [(text, meaning, described(menu, understand(text, menu))) for text, meaning in SENTENCES]
    wrong = [each for each in found if not is_right(each[2], each[1])]
    assert 1 - len(wrong) / len(found) >= LEAST_RIGHT, wrong


async def test_nothing_is_put_into_a_cart_without_a_press(cafe: ChatCafe) -> None:
    await cafe.cafe.load(DEMO)
    guest = cafe.customer()
    for text in ordering(SENTENCES):
        await do(guest, text)
        await guest.sees()
    assert await cafe.cafe.value("SELECT count(*) FROM cart_lines") == 0


def ordering(sentences: Iterable[tuple[str, str]]) -> list[str]:
    """Every fifth sentence that orders something."""
    return [text for text, meaning in sentences if not meaning.isupper() and meaning != "none"][::5]
