"""The day in figures."""

from aiogram import Router
from aiogram.filters import Command

from cafe.bot.routing import on
from cafe.bot.speech import Speech
from cafe.bot.view import Screen, View
from cafe.core.day_summary import DaySummary
from cafe.core.services import Services


def router() -> Router:
    """Build the handlers."""
    router = Router(name="today")
    on(router.message, show, Command("today"))
    return router


async def show(view: View, say: Speech, services: Services) -> None:
    """`/today`."""
    await view.send(Screen(summary_text(say, await services.day_summary.today())))


def summary_text(say: Speech, day: DaySummary) -> str:
    """Orders, revenue by payment and type, the average, best sellers."""
    parts = [say.html("today-title", date=f"{day.since:%d.%m.%Y}")]
    parts.append(say.html("today-orders", count=day.orders, revenue=day.revenue))
    if day.cancelled:
        parts.append(say.html("today-cancelled", count=day.cancelled))
    if not day.orders:
        return "\n".join(parts)
    parts += [say.html("today-average", sum=day.average), ""]
    parts.append(say.html("today-cash", sum=day.cash))
    parts.append(say.html("today-card-paid", sum=day.card_paid))
    if day.card_unpaid:
        parts.append(say.html("today-card-unpaid", sum=day.card_unpaid))
    parts.append("")
    for kind, (count, revenue) in day.by_type.items():
        parts.append(say.html("today-type", type=say(f"type-{kind}"), count=count, revenue=revenue))
    parts += ["", say.html("today-best")]
    parts += [say.html("today-seller", name=seller.name, count=seller.quantity) for seller in day.best_sellers]
    return "\n".join(parts)
