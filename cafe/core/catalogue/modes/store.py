"""SQL for the modes of the menu."""

from cafe.core.catalogue.hours.week_ranges import parse_week_ranges
from cafe.core.catalogue.modes.model import Mode
from cafe.core.catalogue.settings.pause import ENDLESS
from cafe.core.kernel.database import Connection
from cafe.core.kernel.ids import CategoryId, ModeId, ProductId
from cafe.core.kernel.locale import OwnText
from cafe.core.kernel.meta import bump_catalogue_version, get_meta, set_meta

ANNOUNCED = "modes_announced"
"""The key of the ids of the modes that the staff know to be on."""


def list_modes(conn: Connection) -> list[Mode]:
    """List the modes in their order."""
    rows = conn.all("SELECT * FROM modes ORDER BY sort_order, id")
    if not rows:
        return []
    categories: dict[int, set[CategoryId]] = {}
    for row in conn.all("SELECT mode_id, category_id FROM mode_categories"):
        categories.setdefault(row["mode_id"], set()).add(row["category_id"])
    products: dict[int, set[ProductId]] = {}
    for row in conn.all("SELECT mode_id, product_id FROM mode_products"):
        products.setdefault(row["mode_id"], set()).add(row["product_id"])
    return [
        Mode(
            ModeId(row["id"]),
            row["slug"],
            OwnText.of(row, "name"),
            frozenset(categories.get(row["id"], ())),
            frozenset(products.get(row["id"], ())),
            row["extra_minutes"],
            _listed(row["order_types"]),
            _listed(row["payments"]),
            OwnText.of(row, "message"),
            parse_week_ranges(row["hours"]),
            row["on_until"],
            row["off_until"],
        )
        for row in rows
    ]


def switch_mode(conn: Connection, mode_id: ModeId, *, on_until: int, off_until: int) -> None:
    """Store until when a mode is on, or stays off, whatever else says (Unix seconds)."""
    bump_catalogue_version(conn)
    conn.run(
        "UPDATE modes SET on_until = :on_until, off_until = :off_until WHERE id = :id",
        {"on_until": on_until, "off_until": off_until, "id": mode_id},
    )


def list_announced(conn: Connection) -> frozenset[ModeId]:
    """List the modes that the staff know to be on."""
    return frozenset(ModeId(int(mode_id)) for mode_id in (get_meta(conn, ANNOUNCED) or "").split())


def set_announced(conn: Connection, mode_ids: frozenset[ModeId]) -> None:
    set_meta(conn, ANNOUNCED, " ".join(map(str, sorted(mode_ids))))


def _listed(stored: str) -> tuple[str, ...]:
    return tuple(stored.split(",")) if stored else ()


def let_on_again(conn: Connection, slug: str) -> None:
    """Have a mode that was switched off for as long as something has it on, come on the next time."""
    conn.run(
        "UPDATE modes SET off_until = 0 WHERE slug = :slug AND off_until >= :endless",
        {"slug": slug, "endless": ENDLESS},
    )
