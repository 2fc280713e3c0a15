"""Orders as people write them: 'велике лате на вівсяному, два круасани і без цукру'.

The words are matched as in the search (`search.py`). Numbers belong to the dish that follows, or to the one before at
the end; options to the dish beside which they stand. What is ambiguous is left open, never guessed.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from cafe.core.catalogue.menu.model import Menu, Product
from cafe.core.catalogue.menu.order_words import (
    JOINING,
    LEADING,
    LEADING_LETTERS,
    LEAST,
    NUMBERS,
    PIECES,
    TIMES,
    WITHOUT,
    has_same_root,
    is_ignored,
    is_whole_name,
    said_in_one,
    size_of,
    split_text,
)
from cafe.core.catalogue.menu.search import STRICT, WITH_SLIPS, DishWords, describe_dishes, matches, stem
from cafe.core.catalogue.options.model import Option, OptionGroups
from cafe.core.catalogue.options.rules import list_sizes
from cafe.core.kernel.ids import OptionId

LONGEST = 200
"""Characters: a longer text is not an order."""
MOST_PIECES = 20
"""A larger number is a size or a time."""
_SMALL = WITHOUT | JOINING | LEADING | NUMBERS.keys()
"""No names of dishes, even if a name has them."""


@dataclass(frozen=True, slots=True)
class WrittenLine:
    """A dish that somebody has written, with what they said of it."""

    dish: Product
    quantity: int
    pieces: Mapping[OptionId, int]
    """The options that were named."""
    without: tuple[OptionId, ...] = ()
    """The included options that are not wanted."""
    note: str = ""
    """What else is not wanted, if the kitchen takes notes for the dish."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """Words that may mean one of several dishes, the likeliest first."""

    text: str
    quantity: int
    dishes: tuple[Product, ...]


@dataclass(frozen=True, slots=True)
class WrittenOrder:
    """What was understood of a text."""

    lines: tuple[WrittenLine, ...]
    doubts: tuple[Doubt, ...]
    sold_out: tuple[Product, ...]
    missed: tuple[str, ...]
    """What was not understood, as it was written."""


@dataclass(frozen=True, slots=True)
class _Word:
    raw: str
    sound: str
    names: frozenset[int] = frozenset()
    """The dishes, by their number, whose name has it; `around`: whose description or section has it."""
    options: frozenset[OptionId] = frozenset()
    around: frozenset[int] = frozenset()


@dataclass(slots=True)
class _Mention:
    """A dish while it is being read."""

    dishes: frozenset[int]
    names: list[_Word]
    quantity: int | None = None
    options: list[tuple[_Word, int]] = field(default_factory=list)
    """With the pieces."""
    sizes: list[str] = field(default_factory=list)
    without: list[_Word] = field(default_factory=list)
    missed: list[_Word] = field(default_factory=list)
    is_vague: bool = False
    """Whether only descriptions have the word."""


def read_order(menu: Menu, text: str) -> WrittenOrder:
    """Read an order from a text: nothing is understood of one that is too long."""
    if len(text) > LONGEST:
        return WrittenOrder((), (), (), (text,))
    return _Reader(menu).read(text)


class _Reader:
    """Reads one text."""

    def __init__(self, menu: Menu) -> None:
        self._menu = menu
        self._dishes: list[DishWords] = describe_dishes(menu)
        self._names = [frozenset(word for name in each.names for word in said_in_one(name)) for each in self._dishes]
        self._options: dict[OptionId, frozenset[str]] = {}
        self._offered: list[frozenset[OptionId]] = []
        for each in self._dishes:
            self._options |= dict(each.options)
            self._offered.append(frozenset(option for option, _ in each.options))
        self._known = frozenset[str]().union(*self._names, *self._options.values())
        self._around = frozenset[str]().union(*(each.around for each in self._dishes))
        self._mentions: list[_Mention] = []
        self._missed: list[_Word] = []
        self._begin_part()

    def _begin_part(self) -> None:
        """Nothing before belongs to what follows."""
        self._current: _Mention | None = None
        self._quantity: int | None = None
        self._waiting = _Mention(frozenset(), [])
        """What was said before its dish."""
        self._is_joined = self._is_led = self._is_times = False
        self._without = ""
        """The word for it, while what is not wanted follows."""

    def read(self, text: str) -> WrittenOrder:
        for part in split_text(text):
            found = [self._look_up(raw, sound) for raw, sound in part]
            for at, word in enumerate(found):
                self._take(word, found[at + 1 :])
            self._end_part()
        return self._result()

    def _look_up(self, raw: str, sound: str) -> _Word:
        """Match a word with names and options, as strictly as it goes, else with descriptions."""
        if sound.isdigit() or sound in _SMALL or len(sound) <= LEAST or is_ignored(sound):
            exact = [option for option, said in self._options.items() if sound in said] if sound.isdigit() else []
            return _Word(raw, sound, options=frozenset(exact))
        around = frozenset[int]()
        if meant := {word for word in self._around if matches(word, sound, STRICT)}:
            around = frozenset(at for at, each in enumerate(self._dishes) if each.around & meant)
        for leniency in range(STRICT, WITH_SLIPS + 1):
            meant = {word for word in self._known if has_same_root(word, sound) or matches(word, sound, leniency)}
            if not meant:
                continue
            names = frozenset(at for at, name in enumerate(self._names) if name & meant)
            options = frozenset(option for option, said in self._options.items() if said & meant)
            return _Word(raw, sound, names, options, around)
        return _Word(raw, sound, around=around)

    def _take(self, word: _Word, rest: Sequence[_Word]) -> None:
        sound = word.sound
        if word.raw.lower() in TIMES:
            self._is_times = True
        elif sound in WITHOUT:
            self._without = word.raw
        elif sound in JOINING:
            self._is_joined = True
            self._quantity = None if self._waiting.missed else self._quantity  # 'two breads and a latte' is one latte
        elif sound in LEADING or (len(sound) == 1 and word.raw.lower() in LEADING_LETTERS):
            self._is_led = True
        elif (number := int(sound) if sound.isdigit() else NUMBERS.get(sound)) is not None:
            self._take_number(word, number, rest)
        elif is_ignored(sound):
            pass
        elif self._without:
            self._take_without(word, rest)
        elif (size := size_of(sound)) and not word.names:
            self._said().sizes.append(size)
        elif len(sound) > LEAST:
            self._take_word(word, rest)

    def _take_without(self, word: _Word, rest: Sequence[_Word]) -> None:
        """Leave something out, or choose what is called so: 'безлактозне молоко'."""
        said_so = f"bez{stem(word.sound)}"
        options = [option for option, said in self._options.items() if any(each.startswith(said_so) for each in said)]
        if options:
            self._said().options.append((replace(word, options=frozenset(options)), 1))
        else:
            self._said().without.append(replace(word, raw=f"{self._without} {word.raw}"))
        if not (rest and rest[0].options & word.options):  # 'without sour cream'
            self._without = ""

    def _said(self) -> _Mention:
        """Where what is said of a dish goes: to the one before, unless something else has begun."""
        return self._waiting if self._current is None or self._is_joined else self._current

    def _take_number(self, word: _Word, number: int, rest: Sequence[_Word]) -> None:
        mention = self._current
        is_last = all(is_ignored(each.sound) for each in rest) or stem(rest[0].sound) in PIECES
        if mention and word.options & self._offered_by(mention.dishes):
            mention.options.append((word, 1))
        elif number > MOST_PIECES or number < 1:
            (self._waiting.options.append((word, 1)) if word.options else self._missed.append(word))
        elif mention and mention.quantity is None and (self._is_times or is_last):
            mention.quantity = number
        else:
            self._quantity = number
            self._is_joined = True
        self._is_times = False

    def _take_word(self, word: _Word, rest: Sequence[_Word]) -> None:
        mention, is_led = self._current, self._is_led
        self._is_led = False
        if mention and self._adds_to(mention, word, rest):
            return
        if word.options and (self._describes_next(word, rest) or _is_option(word, rest)):
            self._add_option(self._waiting, word)
        elif word.names and not (is_led and mention and not self._is_whole_name([word])):
            self._drop_general_word(word)
            self._begin(word.names, word)
        elif word.options and not (is_led and mention):
            self._add_option(self._waiting, word)
        elif word.around and not mention and not rest and not self._waiting.options:
            self._begin(word.around, word)
            self._mentions[-1].is_vague = True
        elif mention and not self._is_joined:
            mention.missed.append(word)
        else:
            self._waiting.missed.append(word)

    def _adds_to(self, mention: _Mention, word: _Word, rest: Sequence[_Word]) -> bool:
        """Take a word that says more of the current dish; False if it does not."""
        if self._continues(mention, word):
            mention.dishes &= word.names
            mention.names.append(word)
            self._is_joined = False
            return True
        is_of_next = bool(word.options) and self._describes_next(word, rest)
        if word.options & self._offered_by(mention.dishes) and not (
            self._is_joined and (is_of_next or self._is_other_dish(word, rest))
        ):
            self._add_option(mention, word)
            return True
        # Says again what it is: 'caesar salad'.
        is_again = bool(word.around & mention.dishes) and not self._is_joined and not is_of_next
        return is_again and not self._is_whole_name([word])

    def _continues(self, mention: _Mention, word: _Word) -> bool:
        """Whether a word is a further part of the dish's name."""
        if not mention.dishes & word.names or self._quantity is not None:
            return False
        if any(stem(each.sound) == stem(word.sound) for each in mention.names):
            return False
        return not (self._is_joined and self._is_whole_name(mention.names))

    def _describes_next(self, word: _Word, rest: Sequence[_Word]) -> bool:
        """Whether an option's word stands before the dish, as 'вівсяне лате', and is no part of its name."""
        if self._is_whole_name([word]):
            return False
        following = next((each for each in rest if each.names and not is_ignored(each.sound)), None)
        if following is None or word.names & following.names:
            return False
        return bool(word.options & self._offered_by(following.names))

    def _is_other_dish(self, word: _Word, rest: Sequence[_Word]) -> bool:
        """Whether the word names a dish, alone or with the next."""
        if not word.names:
            return False
        return bool(rest and rest[0].names & word.names) or self._is_whole_name([word])

    def _drop_general_word(self, word: _Word) -> None:
        """Forget a word that says what the dish is: 'салат цезар'."""
        mention = self._current
        if mention is None or self._is_joined or len(mention.dishes) == 1 or self._is_whole_name(mention.names):
            return
        if mention.names[-1].around & word.names:
            self._mentions.remove(mention)
            self._waiting, self._quantity = mention, mention.quantity

    def _add_option(self, mention: _Mention, word: _Word) -> None:
        mention.options.append((word, self._quantity or 1))
        self._quantity = None

    def _begin(self, dishes: frozenset[int], word: _Word) -> None:
        mention = _Mention(dishes, [word], self._quantity)
        waiting = self._waiting
        mention.options, mention.sizes = waiting.options, waiting.sizes
        mention.without, mention.missed = waiting.without, waiting.missed
        self._mentions.append(mention)
        self._begin_part()
        self._current = mention

    def _end_part(self) -> None:
        """What waits for a dish in vain belongs to one before."""
        waiting = self._waiting
        for word, pieces in waiting.options:
            if owner := self._latest_with(word):
                owner.options.append((word, pieces))
            else:
                self._missed.append(word)
        for word in waiting.without:
            if owner := self._latest_with(word) or (self._mentions[-1] if self._mentions else None):
                owner.without.append(word)
            else:
                self._missed.append(word)
        if waiting.sizes and (sized := [each for each in self._mentions if self._has_sizes(each)]):
            sized[-1].sizes += waiting.sizes
        self._missed += waiting.missed
        self._begin_part()

    def _latest_with(self, word: _Word) -> _Mention | None:
        """Return the latest dish that offers an option of this name."""
        return next((each for each in reversed(self._mentions) if word.options & self._offered_by(each.dishes)), None)

    def _has_sizes(self, mention: _Mention) -> bool:
        return any(list_sizes(group) for at in mention.dishes for group in self._groups(self._dishes[at].dish))

    def _groups(self, dish: Product) -> OptionGroups:
        return self._menu.option_groups.get(dish.id, ())

    def _offered_by(self, dishes: Iterable[int]) -> frozenset[OptionId]:
        return frozenset[OptionId]().union(*(self._offered[at] for at in dishes))

    def _is_whole_name(self, said: Sequence[_Word]) -> bool:
        return bool(self._exactly(frozenset[int].intersection(*(each.names for each in said)), said))

    def _exactly(self, dishes: Iterable[int], said: Sequence[_Word]) -> list[int]:
        """Return the dishes whose whole name these words are."""
        sounds = [each.sound for each in said]
        return [at for at in dishes if any(is_whole_name(name, sounds) for name in self._dishes[at].names)]

    def _result(self) -> WrittenOrder:
        lines: dict[tuple[object, ...], WrittenLine] = {}
        doubts: list[Doubt] = []
        sold_out: list[Product] = []
        for mention in self._mentions:
            meant = self._meant(mention)
            there = [dish for dish in meant if dish in self._menu.products]
            self._missed += mention.missed
            if not there:
                sold_out += meant[:1]
            elif len(there) > 1 or mention.is_vague:
                said = " ".join(each.raw for each in mention.names)
                doubts.append(Doubt(said, mention.quantity or 1, tuple(there)))
            else:
                line = self._line(there[0], mention)
                key = (line.dish.id, tuple(sorted(line.pieces.items())), line.without, line.note)
                same = lines.get(key)
                lines[key] = replace(line, quantity=line.quantity + (same.quantity if same else 0))
        raws = tuple(dict.fromkeys(word.raw for word in self._missed))
        return WrittenOrder(tuple(lines.values()), tuple(doubts), tuple(dict.fromkeys(sold_out)), raws)

    def _meant(self, mention: _Mention) -> list[Product]:
        """Return the dishes that may be meant: one if that is sure."""
        dishes = sorted(mention.dishes)
        if len(exact := self._exactly(dishes, mention.names)) == 1:
            dishes = exact
        else:
            offering = [at for at in dishes if all(word.options & self._offered[at] for word, _ in mention.options)]
            dishes = offering or dishes
            is_first = any(name[:1] and self._begins(name, mention) for at in dishes for name in self._dishes[at].names)
            if len(dishes) == 1 and len(mention.names) == 1 and not is_first:
                others = frozenset[int].intersection(*(each.around | each.names for each in mention.names))
                dishes += sorted(others - set(dishes))
        return [self._dishes[at].dish for at in dishes]

    def _begins(self, name: Sequence[str], mention: _Mention) -> bool:
        """Whether a name begins with the first word of the mention: 'cocoa' is more of a dish than 'coffee'."""
        return matches(name[0], mention.names[0].sound, WITH_SLIPS) or has_same_root(name[0], mention.names[0].sound)

    def _line(self, dish: Product, mention: _Mention) -> WrittenLine:
        groups = self._groups(dish)
        pieces: dict[OptionId, int] = {}
        for word, count in mention.options:
            for group in groups:
                named = [option.id for option in group.options if option.id in word.options]
                if len(named) == 1:  # 'молоко' alone is every milk
                    pieces[named[0]] = count
        for size in mention.sizes:
            for group in groups:
                if option := _of_size(list_sizes(group), size):
                    pieces[option.id] = 1
        included = {option.id for group in groups for option in group.options if option.is_default}
        without = tuple(sorted({each for word in mention.without for each in word.options & included}))
        unmet = [word for word in mention.without if not word.options & included]
        if not dish.takes_note:
            self._missed += unmet
        note = ", ".join(word.raw for word in unmet) if dish.takes_note else ""
        return WrittenLine(dish, mention.quantity or 1, pieces, without, note)


def _is_option(word: _Word, rest: Sequence[_Word]) -> bool:
    """Whether a word names an option together with the next one: 'almond milk'."""
    return bool(rest and word.options & rest[0].options and not word.names & rest[0].names)


def _of_size(options: Sequence[Option], size: str) -> Option | None:
    if not options or (size == "middle" and len(options) % 2 == 0):
        return None
    return {"large": options[-1], "small": options[0], "middle": options[len(options) // 2]}[size]
