"""The whole menu on paper, in two languages: A4 pages with numbered allergens and a code that opens the menu."""

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import quote

from cafe.core.catalogue.menu.allergens import ALLERGENS, known_allergens
from cafe.core.catalogue.menu.model import Category, Product
from cafe.core.kernel.locale import Locale, OwnText
from cafe.core.kernel.urls import MENU
from cafe.web.desk.tables import code_svg
from cafe.web.storefront.markup import Html, markup, when
from cafe.web.storefront.menu_page import group_line, served
from cafe.web.storefront.structured import price_of, products_of
from cafe.web.storefront.view import View, facts, unbroken

PAGE = (
    '<!doctype html><html lang="{lang}"><head><meta charset="utf-8">'
    '<meta name="viewport" content="width=device-width, initial-scale=1">'
    '<title>{title}</title><link rel="icon" href="/favicon.ico" sizes="48x48">'
    '<link rel="stylesheet" href="{stylesheet}"></head>'
    '<body><aside class="hint">{hint}</aside><header><div><h1>{name}</h1><p>{facts}</p></div>{code}</header>'
    "<main>{sections}</main><footer>{legend}{unstated}</footer></body></html>"
)
CODE = (
    '<figure><img src="data:image/svg+xml,{svg}" alt="{address}" width="110" height="110">'
    "<figcaption>{scan}</figcaption></figure>"
)
SECTION = "<section><h2>{name}</h2>{served}<ul>{items}</ul></section>"
ITEM = (
    '<li><div class="line"><h3>{name}{numbers}</h3><span class="leader"></span>{weight}<b>{price}</b></div>'
    "{descriptions}{options}{served}</li>"
)
UNSTATED = "*"


@dataclass(frozen=True, slots=True)
class Pair:
    """The two languages of a page, the first one above."""

    first: View
    second: View

    def names(self, text: OwnText) -> Html:
        """Return a name in both languages, once if they are the same."""
        mine, other = (text.in_locale(each.locale) for each in (self.first, self.second))
        lang = self.second.locale
        return markup(
            "{mine}{other}",
            mine=mine,
            other=when(other != mine, ' <span class="other" lang="{lang}">{text}</span>', lang=lang, text=other),
        )

    def paragraphs(self, text: OwnText) -> Iterator[Html]:
        texts = {text.in_locale(each.locale): each.locale for each in (self.second, self.first)}
        for words, locale in reversed(texts.items()):
            yield when(words, '<p lang="{lang}">{text}</p>', lang=locale, text=words)

    def say(self, text_id: str) -> str:
        return " / ".join(each.text(text_id) for each in (self.first, self.second))


def print_page(pair: Pair, stylesheet: str) -> Html:
    """Return the page; `stylesheet` is an address. The code needs the public address."""
    view = pair.first
    categories = [category for category in view.menu.categories if products_of(view, category)]
    return markup(
        PAGE,
        lang=view.locale,
        title=view.text("page-print-title", cafe=view.name),
        stylesheet=stylesheet,
        hint=view.text("page-print-hint"),
        name=pair.names(OwnText(*(each.name for each in _by_language(pair)))),
        facts=facts((view.settings.address, unbroken(view.settings.phone or ""))),
        code=_code(pair) if view.base_url else None,
        sections=[_section(pair, category) for category in categories],
        legend=_legend(pair),
        unstated=when(
            any(not product.states_allergens for product in view.menu.products),
            "<p>{mark} {text}</p>",
            mark=UNSTATED,
            text=pair.say("page-allergens-unknown"),
        ),
    )


def _by_language(pair: Pair) -> tuple[View, View]:
    """Return the Ukrainian view and the other one."""
    return (pair.first, pair.second) if pair.first.locale == Locale.UK else (pair.second, pair.first)


def _code(pair: Pair) -> Html:
    address = pair.first.absolute(MENU)
    return markup(CODE, svg=quote(code_svg(address)), address=address, scan=pair.say("page-print-scan"))


def _section(pair: Pair, category: Category) -> Html:
    return markup(
        SECTION,
        name=pair.names(category.name),
        served=served(pair.first, category.windows),
        items=[_item(pair, product) for product in products_of(pair.first, category)],
    )


def _item(pair: Pair, product: Product) -> Html:
    view = pair.first
    groups = view.menu.option_groups.get(product.id, ())
    numbers = _numbers(product.allergens_of(groups)) or ("" if product.states_allergens else UNSTATED)
    weight = product.weight.in_locale(view.locale)
    return markup(
        ITEM,
        name=pair.names(product.name),
        numbers=when(numbers, " <sup>{numbers}</sup>", numbers=numbers),
        weight=when(weight, '<span class="weight">{weight}</span>', weight=weight),
        price=view.price(price_of(view, product)),
        descriptions=pair.paragraphs(product.description),
        options=[group_line(each, group) for group in groups for each in (pair.first, pair.second)],
        served=served(view, product.windows),
    )


def _numbers(codes: tuple[str, ...]) -> str:
    """Return the numbers of allergens in the list of those that must be declared."""
    order = list(ALLERGENS)
    return ",\u00a0".join(
        str(number) for number in sorted(order.index(each.code) + 1 for each in known_allergens(codes))
    )


def _legend(pair: Pair) -> Html:
    groups = pair.first.menu.option_groups
    used = {code for product in pair.first.menu.products for code in product.allergens_of(groups.get(product.id, ()))}
    rows = [
        markup(
            "<li><b>{number}</b> {text}</li>",
            number=number,
            text=" / ".join(each.label(view.texts, view.locale) for view in (pair.first, pair.second)),
        )
        for number, each in enumerate(ALLERGENS.values(), start=1)
        if each.code in used
    ]
    return when(rows, "<h2>{title}</h2><ul>{rows}</ul>", title=pair.say("page-print-allergens"), rows=rows)
