"""A chatting cafe whose dishes have options."""

from pathlib import Path
from typing import Any

from cafe.core.kernel.ids import OptionId
from tests.bot.conversation import ChatCafe
from tests.fakes.telegram import Message

OPTIONS = (Path(__file__).parent.parent / "options.toml").read_text(encoding="utf-8")


async def offer_options(cafe: ChatCafe) -> None:
    await cafe.cafe.load(OPTIONS)


async def stop_option(cafe: ChatCafe, slug: str) -> None:
    """Put an option on the stop-list until tomorrow, as the staff do."""
    option_id = OptionId(await cafe.cafe.value("SELECT id FROM options WHERE slug = :slug", slug=slug))
    await cafe.cafe.app.services.stop_list.stop_option(option_id, until_opening=True)


def data_of(message: Message, label: str) -> str:
    """What a button of a message carries."""
    buttons = [button for row in message.inline for button in row]
    return next(str(button["callback_data"]) for button in buttons if label in button["text"])


async def lines(cafe: ChatCafe, user: int = 501) -> list[tuple[str, int, str]]:
    """The names, quantities and notes of somebody's cart."""
    cart = (await cafe.cafe.person(user).cart()).json
    return [(line["name"], line["quantity"], line.get("note") or "") for line in cart["items"]]


async def adds(cafe: ChatCafe, slugs: str, product: str = "latte", **more: Any) -> None:
    """What somebody chooses in the mini-app."""
    ids = {row["slug"]: row["id"] for row in await cafe.cafe.rows("SELECT slug, id FROM options")}
    chosen = slugs.split()
    options = [{"id": ids[slug], "quantity": chosen.count(slug)} for slug in dict.fromkeys(chosen)]
    body = {"product_id": cafe.cafe.products[product], "options": options, **more}
    assert (await cafe.cafe.person(501).post("/api/cart/items", body)).status == 201
