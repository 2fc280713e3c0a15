"""All tests. The bot's package comes first, because it says how aiogram is to be imported."""

import cafe.bot as bot  # noqa: PLR0402, F401
