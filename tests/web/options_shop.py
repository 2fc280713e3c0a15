"""A cafe whose dishes have options, in the words of its guests."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cafe.core.kernel.ids import OptionId
from tests.driver import Answer, Cafe, Visitor

OPTIONS = (Path(__file__).parent.parent / "options.toml").read_text(encoding="utf-8")


@dataclass(frozen=True, slots=True)
class OptionsShop:
    """The cafe, and the ids of its options by slug."""

    cafe: Cafe
    ids: dict[str, int]

    @classmethod
    async def of(cls, cafe: Cafe) -> "OptionsShop":
        await cafe.load(OPTIONS)
        return cls(cafe, {row["slug"]: row["id"] for row in await cafe.rows("SELECT slug, id FROM options")})

    def choice(self, *slugs: str) -> list[dict[str, int]]:
        """A choice as a client sends it; an option named twice is two pieces."""
        return [{"id": self.ids[slug], "quantity": slugs.count(slug)} for slug in dict.fromkeys(slugs)]

    async def adds(
        self, who: Visitor, product: str, slugs: Sequence[str] | None = None, quantity: int = 1, **more: Any
    ) -> Answer:
        choice = {} if slugs is None else {"options": self.choice(*slugs)}
        body = {"product_id": self.cafe.products[product], "quantity": quantity, **choice, **more}
        return await who.post("/api/cart/items", body)

    async def stop(self, slug: str) -> None:
        """Put an option on the stop-list until tomorrow, as the staff do."""
        option_id = OptionId(self.ids[slug])
        await self.cafe.app.services.stop_list.stop_option(option_id, until_opening=True)
