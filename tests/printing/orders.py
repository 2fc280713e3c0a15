"""Orders as values, to be printed: a usual one, and one with every text as long as it may be."""

from dataclasses import replace

from cafe.core.catalogue.menu.model import Product
from cafe.core.catalogue.options.model import PLAIN, Choice, ChosenOption
from cafe.core.catalogue.settings.busy import BusyState
from cafe.core.catalogue.settings.model import Settings
from cafe.core.catalogue.snapshot.model import Snapshot
from cafe.core.kernel.ids import CategoryId, CustomerId, OptionId, OrderId, OrderLineId, ProductId
from cafe.core.kernel.lengths import ADDRESS, COMMENT, LINE, NAME, NOTE
from cafe.core.kernel.locale import Locale, OwnText
from cafe.core.ordering.orders.model import (
    EditState,
    Order,
    OrderEdit,
    OrderLine,
    OrderStatus,
    OrderType,
    PaymentMethod,
    PaymentStatus,
)

NOON = 1_795_773_600
"""Friday, 27 November 2026, 12:00 in Kyiv; Unix seconds."""
DRINKS, FOOD = CategoryId(1), CategoryId(2)


def _product(number: int, category: CategoryId, name: OwnText, *allergens: str) -> Product:
    return Product(
        id=ProductId(number),
        category_id=category,
        slug=f"p{number}",
        name=name,
        description=OwnText("", ""),
        weight=OwnText("", ""),
        price=1,
        image_url="",
        allergens=allergens,
        no_allergens=False,
        marks=(),
        sort_order=number,
        is_active=True,
        stopped_until=0,
        takes_note=True,
        has_options=False,
        windows=(),
        category_windows=(),
    )


LATTE = _product(1, DRINKS, OwnText("Лате", "Flat white"), "milk")
CHEESECAKES = _product(2, FOOD, OwnText("Сирники з ґрунтовною сметаною", "Cheesecakes with cream"), "milk", "eggs")
TEA = _product(3, DRINKS, OwnText("Чай із чебрецем 🍵", "Thyme tea"))
SETTINGS = Settings(
    cafe_name="Кав’ярня «Ґанок»",
    cafe_name_en="Porch coffee",
    address="вул. Зелена, 17, Львів",
    address_en="Zelena St, 17, Lviv",
    phone="+380 44 111 22 33",
)
SNAPSHOT = Snapshot(
    version=1,
    settings=SETTINGS,
    pauses={},
    busy=BusyState(0, None),
    categories=(),
    products={each.id: each for each in (LATTE, CHEESECAKES, TEA)},
    recipes={},
    promos=(),
    option_groups={},
    option_recipes={},
    slots={},
)
OAT = Choice(
    (
        ChosenOption(OptionId(1), "Вівсяне молоко", "Oat milk", 1, 20),
        ChosenOption(OptionId(2), "Шот", "Shot", 2, 15),
    ),
    (ChosenOption(OptionId(3), "Цукор", "Sugar", 1, 0),),
    is_plain=False,
)


def line(
    product: Product, quantity: int, price: int, *, number: int, choice: Choice = PLAIN, note: str = ""
) -> OrderLine:
    return OrderLine(product.id, product.name, quantity, price, choice, note, OrderLineId(number))


def an_order(lines: tuple[OrderLine, ...], **changes: object) -> Order:
    """A delivery of these lines, paid in cash; nothing of it is stored."""
    items_total = sum(each.total for each in lines)
    order = Order(
        id=OrderId(7),
        sequence_number=142,
        customer_id=CustomerId(7),
        customer_locale=Locale.UK,
        order_type=OrderType.DELIVERY,
        status=OrderStatus.NEW,
        payment_method=PaymentMethod.CASH,
        payment_status=PaymentStatus.UNPAID,
        items_total=items_total,
        delivery_fee=60,
        discount_amount=0,
        promo_code=None,
        promo_discount_amount=0,
        total=items_total + 60,
        name="Олена Ґалаґан",
        phone="+380671234589",
        address_city="Львів",
        address_street="вулиця Франка",
        address_house="12",
        address_apartment="45",
        address_comment="Домофон зламаний",
        pickup_time=None,
        table_number=None,
        cash_change_for=2000,
        cancel_reason=None,
        tracking_token="k3XpQ9vT",
        created_at=NOON,
        ready_at=NOON + 35 * 60,
        lines=lines,
    )
    return replace(order, **changes)  # type: ignore[arg-type]


USUAL = an_order(
    (
        line(LATTE, 2, 145, number=1, choice=OAT, note="Дуже гаряче, без пінки"),
        line(CHEESECAKES, 3, 180, number=2),
        line(TEA, 10, 55, number=3),
    )
)
"""2 × 145 + 3 × 180 + 10 × 55 + 60 = 1440."""

WORDS = "їжачок біля ґанку шукає смачну сметану та пече вівсяне печиво щоранку "


def _filled(most: int, words: str = WORDS) -> str:
    """Words up to the limit of a text, none of them broken."""
    text = (words * (most // len(words) + 1))[:most]
    return text.rsplit(" ", 1)[0].ljust(most, ".")


def longest(words: str = WORDS) -> Order:
    """An order whose texts are all as long as the form, the cart and the menu let them be."""
    name, option = OwnText(_filled(NAME, words), ""), _filled(NAME, words)
    choice = Choice(
        tuple(ChosenOption(OptionId(each), option, "", 99, 10) for each in range(2)),
        (ChosenOption(OptionId(9), option, "", 1, 0),),
        is_plain=False,
    )
    line = OrderLine(None, name, 10_000, 99_999, choice, _filled(NOTE, words), OrderLineId(1))
    return an_order(
        (line,),
        id=OrderId(99_999_999),
        sequence_number=None,
        name=_filled(LINE, words),
        phone=_filled(LINE, words),
        address_city=_filled(ADDRESS, words),
        address_street=_filled(LINE, words),
        address_house=_filled(LINE, words),
        address_apartment=_filled(LINE, words),
        address_comment=_filled(COMMENT, words),
    )


def edited() -> Order:
    """The usual order after an edit: a latte without its choice instead of one with it, tea gone, more to eat."""
    gone = (replace(USUAL.lines[0], quantity=1), USUAL.lines[2])
    added = (line(LATTE, 1, 125, number=4), line(CHEESECAKES, 2, 180, number=2))
    edit = OrderEdit(1, EditState.APPLIED, False, "Оля", gone, added, 1440, 1235, NOON)
    lines = (replace(USUAL.lines[0], quantity=1), replace(USUAL.lines[1], quantity=5), added[0])
    return replace(USUAL, lines=lines, edits=(edit,), version=1)
