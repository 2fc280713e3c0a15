"""The screen of an unfinished choice: its groups as text, and one or more buttons for each option."""

from cafe.bot.chat.choice import Draft, lacking, most_of
from cafe.bot.chat.keyboards import button, rows_of
from cafe.bot.chat.translator import Translator, clipped
from cafe.bot.telegram.callbacks import ChoiceAct, ChoiceCallback
from cafe.bot.telegram.limits import LABEL, LABEL_IN_ROW
from cafe.core.catalogue.menu.model import Product
from cafe.core.catalogue.options.model import Option, OptionGroup, OptionGroups
from cafe.core.messages.outbox.port import Button, Keyboard, Tone

SHORT = 19
"""Characters of a label that are readable beside another one on a phone."""
MOST_BUTTONS = 80
"""Telegram allows 100 under a message; the rest is for the other buttons."""
MAX_GROUPS = 12
WORDS = 120
"""Characters of the chosen options of a group."""


def group_lines(say: Translator, groups: OptionGroups, draft: Draft) -> list[str]:
    """Render a line for each group with its rule and its chosen options, and one for the note."""
    lines = [
        say.html(
            "choice-group",
            name=clipped(group.name.in_locale(say.locale), WORDS),
            rule=_rule(say, group),
            chosen=clipped(_words(say, group, draft), WORDS) or "—",
        )
        for group in groups[:MAX_GROUPS]
    ]
    return [*lines, say.html("choice-note", note=draft.note)] if draft.note else lines


def option_rows(say: Translator, groups: OptionGroups, draft: Draft, now: int) -> Keyboard:
    """Return the buttons of all options, the groups in their order. `now` in Unix seconds."""
    rows: list[tuple[Button, ...]] = []
    for group in groups:
        rows += _group_rows(say, group, draft, now)
    while sum(map(len, rows)) > MOST_BUTTONS:
        rows.pop()
    return tuple(rows)


def note_row(say: Translator, dish: Product, draft: Draft) -> Keyboard:
    """Return the button that asks for a note, if the dish allows one."""
    if not dish.takes_note:
        return ()
    row = [press(say("choice-note-change" if draft.note else "choice-note-add"), draft, ChoiceAct.ASK_NOTE)]
    if draft.note:
        row.append(press(say("choice-note-drop"), draft, ChoiceAct.DROP_NOTE))
    return (tuple(row),)


def more_row(say: Translator, dish: Product, groups: OptionGroups, draft: Draft) -> Keyboard:
    """Return one button for everything that can be chosen; without options, for the note."""
    if not groups:
        return tuple(row[:1] for row in note_row(say, dish, draft))
    names = ", ".join(group.name.in_locale(say.locale) for group in groups)
    return ((press(say("choice-more", names=clipped(names, LABEL)), draft, ChoiceAct.MORE),),)


def take_button(say: Translator, groups: OptionGroups, draft: Draft, text_id: str, price: int) -> Button:
    """Return the button that confirms the choice, with its price; it names the first missing option."""
    lacks = lacking(draft, groups)
    if lacks is None:
        return button(say(text_id, price=price), ChoiceCallback(act=ChoiceAct.TAKE, key=draft.key), Tone.PRIMARY)
    name = clipped(lacks.name.in_locale(say.locale), LABEL_IN_ROW)
    return press(say("choice-lacking", name=name, price=price), draft, ChoiceAct.TAKE)


def press(text: str, draft: Draft, act: ChoiceAct, option_id: int = 0, pieces: int = 0) -> Button:
    return button(text, ChoiceCallback(act=act, key=draft.key, id=option_id, pieces=pieces))


def _group_rows(say: Translator, group: OptionGroup, draft: Draft, now: int) -> list[tuple[Button, ...]]:
    has_steppers = any(most_of(group, option) > 1 for option in group.options)
    buttons = [
        _stepper(say, option, draft)
        if draft.pieces.get(option.id) and most_of(group, option) > 1
        else (_option_button(say, group, option, draft, now),)
        for option in group.options
    ]
    if has_steppers or any(len(button.text) > SHORT for row in buttons for button in row):
        return buttons
    return list(rows_of([button for row in buttons for button in row], 2))


def _option_button(say: Translator, group: OptionGroup, option: Option, draft: Draft, now: int) -> Button:
    """Return a button that sets a state, so that a second press has no effect."""
    name, is_chosen = clipped(option.name.in_locale(say.locale), LABEL_IN_ROW), option.id in draft.pieces
    if not option.is_available(now):
        return press(say("choice-stopped", name=name), draft, ChoiceAct.SET, option.id, 1)
    is_one_of = group.max == 1
    marks = ("🔘", "⚪️") if is_one_of else ("✅", "⬜️")
    label = f"{marks[0] if is_chosen else marks[1]} {name}{_difference(option)}"
    is_kept = is_one_of and group.min == 1
    return press(label, draft, ChoiceAct.SET, option.id, 1 if not is_chosen or is_kept else 0)


def _stepper(say: Translator, option: Option, draft: Draft) -> tuple[Button, ...]:
    pieces = draft.pieces[option.id]
    label = f"{pieces} × {clipped(option.name.in_locale(say.locale), LABEL_IN_ROW)}{_difference(option)}"
    return (
        press("➖", draft, ChoiceAct.SET, option.id, pieces - 1),
        press(label, draft, ChoiceAct.SET, option.id, pieces),
        press("➕", draft, ChoiceAct.SET, option.id, pieces + 1),
    )


def _difference(option: Option) -> str:
    """Format the extra price of an option for its button."""
    return f" {option.price_delta:+d}".replace("-", "−") if option.price_delta else ""


def _words(say: Translator, group: OptionGroup, draft: Draft) -> str:
    """Format the chosen options of a group."""
    chosen = [
        (option.name.in_locale(say.locale), draft.pieces[option.id])
        for option in group.options
        if option.id in draft.pieces
    ]
    return ", ".join(f"{name} ×{pieces}" if pieces > 1 else name for name, pieces in chosen)


def _rule(say: Translator, group: OptionGroup) -> str:
    """Format the rule of a group."""
    most = min(group.max, sum(most_of(group, option) for option in group.options))
    if group.max == 1:
        return say("choice-rule-one" if group.min else "choice-rule-maybe-one")
    if group.min == 0:
        return say("choice-rule-up-to", max=most)
    return say("choice-rule-exactly" if group.min >= most else "choice-rule-between", min=group.min, max=most)
