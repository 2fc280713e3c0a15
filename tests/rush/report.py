"""What a rush came to, in words and figures."""

from collections import Counter
from statistics import median

from tests.rush.plan import SECONDS
from tests.rush.play import Played

MOST_MESSAGES = 70
MOST_LINES = 60
MOST_FOR_A_GUEST = 3
FEWEST_TAPS = 4


def report(played: Played) -> str:
    states = Counter(row["status"] for row in played.orders)
    walk_ins = sum(row["customer_id"] == -1 for row in played.orders)
    late = [seconds for seconds in played.lateness if seconds > 0]
    late_by = f", by {_minutes(median(late))} at the median, {_minutes(max(late))} at most" if late else ""
    in_rush = [sample.lines for sample in played.samples if sample.at <= SECONDS]
    after = [sample.lines for sample in played.samples if sample.at > SECONDS] or [0]
    top = "the pinned board" if any(sample.is_board for sample in played.samples) else "the oldest card (no board)"
    rows = [
        ("staff", ", ".join(f"{name} at {where}" for name, where in played.stations.items())),
        ("orders", f"{len(played.orders)}, {walk_ins} of them walk-ins; over after {played.minutes:.0f} min"),
        ("  changed", f"{played.changed} by their guests"),
        ("  ended", ", ".join(f"{state} {count}" for state, count in sorted(states.items()))),
        ("new messages", f"{len(played.sent) + played.said} in the staff chat (aim: at most {MOST_MESSAGES})"),
        ("", ", ".join(f"{kind} {count}" for kind, count in _kinds(played).most_common())),
        ("to a guest", _guests(played)),
        *_couriers(played),
        *_dark(played),
        ("lines to scroll", f"median {median(in_rush):.0f}, worst {max(in_rush)} in the ten minutes, from {top}"),
        ("", f"median {median(after):.0f}, worst {max(after)} after them (aim: under {MOST_LINES})"),
        ("in the chat after", _spread(played.to_shown)),
        ("seen after", _spread(played.to_seen)),
        ("on paper after", _paper(played)),
        ("late", f"{len(late)} of {len(played.lateness)} that were made{late_by}"),
        ("time", _time(played)),
        *(("NOT OVER", each) for each in played.unfinished),
        *(("WRONG", each) for each in played.wrong),
    ]
    return "".join(f"{name:<19}{text}\n" for name, text in rows)


def _kinds(played: Played) -> Counter[str]:
    """What the messages are, by how they begin."""
    kinds = {
        "<b>№": "cards",
        "⏰": "cards once more",
        "🔔 <b>Заберуть": "cards once more",
        "<b>Замовлення на касі": "walk-in notes",
        "✅ Замовлення": "payments",
        "❌ Гість скасував": "cancellations",
        "💸 Поверніть": "money to return",
        "📋": "boards",
    }
    found = [next((kind for start, kind in kinds.items() if text.startswith(start)), "others") for text in played.sent]
    return Counter({**Counter(found), "by the staff": played.said})


def _guests(played: Played) -> str:
    """What the bot sends to those who order in the mini-app; edits of a message aside."""
    if not played.to_guests:
        return "nobody ordered in the mini-app"
    many, rang = played.to_guests, played.rang
    return (
        f"messages: median {median(many):.0f}, worst {max(many)} (aim: at most {MOST_FOR_A_GUEST}); "
        f"with a sound: median {median(rang):.0f}, worst {max(rang)}"
    )


def _couriers(played: Played) -> list[tuple[str, str]]:
    if not played.to_couriers:
        return []
    taps = played.taps or [0]
    many = ", ".join(map(str, played.to_couriers))
    return [
        ("taps of couriers", f"median {median(taps):.0f}, worst {max(taps)} a delivery (aim: {FEWEST_TAPS})"),
        ("to couriers", f"messages about orders: {many}"),
    ]


def _dark(played: Played) -> list[tuple[str, str]]:
    if played.kept is None:
        return []
    kept, waits = played.kept, played.stranded or [0.0]
    refused = ", ".join(f"{why} {count}" for why, count in Counter(kept.refused).most_common()) or "none refused"
    return [
        ("without light", f"{len(played.stranded)} orders could not be made; told after {max(waits):.0f} s at most"),
        ("without net", f"{kept.acts} acts kept, {kept.sales} of them sales; {refused}"),
    ]


def _paper(played: Played) -> str:
    """Until a ticket began to come out; orders have whole seconds, and drawing is not compressed."""
    if not played.to_paper:
        return "never"
    return f"median {median(played.to_paper):.1f} s, worst {max(played.to_paper):.1f} s (aim: under 2 s at the median)"


def _spread(seconds: list[float]) -> str:
    return f"median {median(seconds):.0f} s, worst {max(seconds):.0f} s" if seconds else "never"


def _minutes(seconds: float) -> str:
    return f"{seconds / 60:.0f} min"


def _time(played: Played) -> str:
    """How the time was compressed."""
    return (
        f"{played.minutes:.0f} min took {played.took / 60:.1f}; waits compressed {played.speed:g} times by an event "
        "loop that program, fakes and people share, what is computed not; "
        f"samples up to {played.latest_sample:.1f} s late"
    )
