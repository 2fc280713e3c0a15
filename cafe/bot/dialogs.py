"""What the bot may be waiting for somebody to write."""

from aiogram.fsm.state import State, StatesGroup


class Asking(StatesGroup):
    """One state for each question that is answered in writing."""

    promo = State()
    form = State()
    cancel_reason = State()
    stock = State()
