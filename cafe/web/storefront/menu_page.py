"""The whole menu as a page without JavaScript, with the phone to order by."""

from collections.abc import Collection, Iterable, Iterator

from cafe.core.catalogue.hours.week import Ranges
from cafe.core.catalogue.menu.allergens import known_allergens
from cafe.core.catalogue.menu.model import Category, Product
from cafe.core.catalogue.options.diets import Diet, without_implied
from cafe.core.catalogue.options.model import Option, OptionGroup, OptionGroups
from cafe.core.kernel.locale import Locale
from cafe.core.kernel.urls import MENU, WEBAPP
from cafe.web.storefront.head import head
from cafe.web.storefront.hours import hours_text, ranges_text, special_hours, weekly_hours
from cafe.web.storefront.markup import Html, data_block, markup, when
from cafe.web.storefront.structured import price_of, products_of, restaurant_with_menu
from cafe.web.storefront.view import View, facts, phone_link, sentences, unbroken

PAGE = (
    '<!doctype html><html lang="{lang}"><head><meta charset="utf-8">'
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">'
    '{head}<meta name="theme-color" content="{colour}">'
    '<link rel="icon" href="/favicon.ico" sizes="48x48"><link rel="stylesheet" href="{stylesheet}"></head>'
    '<body><a class="skip-link" href="#menu">{skip}</a>'
    '<header><div class="wide">{logo}<h1>{name}</h1>'
    '{languages}<p class="facts">{facts}</p>'
    '<p class="acts">{call}<a class="button" href="{webapp}">{order}</a></p>{modes}</div></header>'
    '<nav class="wide" aria-label="{sections_label}"><ul>{links}</ul></nav>'
    '<main class="wide" id="menu">{sections}</main>'
    '<footer><div class="wide">{contacts}</div></footer>{data}</body></html>'
)
LANGUAGE = '<a class="language" href="{path}" hreflang="{lang}" lang="{lang}">{name}</a>'
SECTION = '<section aria-labelledby="c{id}"><h2 id="c{id}">{name}</h2>{served}<ul class="items">{items}</ul></section>'
ITEM = (
    '<li><div class="line"><h3>{name}</h3>{weight}<span class="leader"></span><b>{price}</b></div>'
    "{stopped}{description}{options}{served}{diets}{allergens}</li>"
)
SMALL = '<p class="small">{text}</p>'


def menu_page(view: View, stylesheet: str, colour: str) -> Html:
    """Return the page; `stylesheet` is an address."""
    settings = view.settings
    title = view.text("page-menu-title", cafe=view.name)
    said = view.text("page-menu-description", cafe=view.name)
    categories = [category for category in view.menu.categories if products_of(view, category)]
    return markup(
        PAGE,
        lang=view.locale,
        head=head(view, MENU, title, sentences((said, settings.address, settings.phone))),
        colour=colour,
        stylesheet=stylesheet,
        data=data_block(restaurant_with_menu(view)),
        skip=view.text("page-skip"),
        logo=when(settings.logo_url, '<img src="{url}" alt="" width="64" height="64">', url=settings.logo_url),
        name=view.name,
        facts=facts((settings.address, hours_text(view))),
        languages=[_language(view, each) for each in view.others],
        call=_call(view),
        webapp=view.path(WEBAPP),
        order=view.text("page-order"),
        modes=[markup('<p class="mode">{text}</p>', text=text) for text in view.mode_lines],
        sections_label=view.text("page-sections"),
        links=[_link(category, view.locale) for category in categories],
        sections=[_section(view, category) for category in categories],
        contacts=_contacts(view),
    )


def _language(view: View, locale: Locale) -> Html:
    return markup(LANGUAGE, path=view.path(MENU, locale), lang=locale, name=view.texts.format(locale, "language-name"))


def _call(view: View) -> Html:
    phone = view.settings.phone or ""
    text = view.text("page-call", phone=unbroken(phone))
    return when(phone, '<a class="button main" href="{link}">{text}</a>', link=phone_link(phone), text=text)


def _link(category: Category, locale: Locale) -> Html:
    return markup('<li><a href="#c{id}">{name}</a></li>', id=category.id, name=category.name.in_locale(locale))


def _section(view: View, category: Category) -> Html:
    return markup(
        SECTION,
        id=category.id,
        name=category.name.in_locale(view.locale),
        served=served(view, category.windows),
        items=[_item(view, product) for product in products_of(view, category)],
    )


def _item(view: View, product: Product) -> Html:
    weight, description = product.weight.in_locale(view.locale), product.description.in_locale(view.locale)
    groups = view.menu.option_groups.get(product.id, ())
    return markup(
        ITEM,
        name=product.name.in_locale(view.locale),
        weight=when(weight, '<span class="weight">{weight}</span>', weight=weight),
        price=view.price(price_of(view, product)),
        stopped=when(not view.is_available(product), '<p class="stopped">{text}</p>', text=view.text("page-stopped")),
        description=when(description, "<p>{text}</p>", text=description),
        options=[group_line(view, group) for group in groups],
        served=served(view, product.windows),
        diets=[markup(SMALL, text=text) for text in _diets(view, product, groups)],
        allergens=[markup(SMALL, text=text) for text in _allergens(view, product, groups)],
    )


def _diets(view: View, product: Product, groups: OptionGroups) -> Iterator[str]:
    """Describe what a dish is by default, and what it can be with another option."""
    if diets := product.diets_of(groups):
        yield _names(view, diets)
    ways = product.ways_of(groups, view.menu.valid_from)
    for option in dict.fromkeys(ways.values()):
        names = _names(view, [diet for diet, way in ways.items() if way == option])
        yield view.text("page-diets-with", option=option.name.in_locale(view.locale), names=names)


def _names(view: View, diets: Collection[Diet]) -> str:
    return " · ".join(view.text(diet.text_id) for diet in without_implied(diets))


def _allergens(view: View, product: Product, groups: OptionGroups) -> Iterator[str]:
    """Describe a dish's allergens by default, and with each option that changes them; or that none are stated."""
    if names := _labels(view, product.allergens_of(groups)):
        yield view.text("page-allergens", names=names)
    if not product.states_allergens:
        yield view.text("page-allergens-unknown")
    elif not names:
        yield view.text("page-allergens-none")


def _labels(view: View, codes: Iterable[str]) -> str:
    return ", ".join(allergen.label(view.texts, view.locale) for allergen in known_allergens(codes))


def group_line(view: View, group: OptionGroup) -> Html:
    """Return a group's options with what they cost and change."""
    options = Html(", ".join(_option(view, option) for option in group.options))
    return markup('<p class="small">{name}: {options}</p>', name=group.name.in_locale(view.locale), options=options)


def _option(view: View, option: Option) -> Html:
    delta = option.price_delta
    price = view.text("page-price-more" if delta > 0 else "page-price-less", price=view.price(abs(delta)))
    return markup(
        "{name}{price}{changes}",
        name=option.name.in_locale(view.locale),
        price=when(delta, ' <span class="more">{price}</span>', price=price),
        changes=when(changes := "; ".join(_changes(view, option)), " ({text})", text=changes),
    )


def _changes(view: View, option: Option) -> Iterator[str]:
    """Describe how an option changes a dish's allergens."""
    for text_id, codes in (("page-option-allergens", option.allergens), ("page-option-without", option.without)):
        if names := _labels(view, codes):
            yield view.text(text_id, names=names)


def served(view: View, windows: Ranges) -> Html:
    """Return when something is served, if not always."""
    if not windows:
        return Html()
    return markup(SMALL, text=view.text("page-served", hours=ranges_text(view, windows)))


def _contacts(view: View) -> Iterator[Html]:
    settings = view.settings
    if settings.address or settings.maps_url:
        map_link = when(
            settings.maps_url,
            ' <a href="{url}" rel="noopener">{text}</a>',
            url=settings.maps_url,
            text=view.text("page-map"),
        )
        yield markup(
            "<div><h2>{title}</h2><p>{address}{map}</p></div>",
            title=view.text("page-address"),
            address=settings.address,
            map=map_link,
        )
    rows = [markup("<dt>{days}</dt><dd>{hours}</dd>", days=days, hours=hours) for days, hours in weekly_hours(view)]
    yield markup("<div><h2>{title}</h2><dl>{rows}</dl></div>", title=view.text("page-hours"), rows=rows)
    if special := special_hours(view):
        rows = [
            markup(
                "<dt>{day}</dt><dd>{hours}{said}</dd>", day=day, hours=hours, said=when(said, " – {said}", said=said)
            )
            for day, hours, said in special
        ]
        yield markup("<div><h2>{title}</h2><dl>{rows}</dl></div>", title=view.text("page-special-days"), rows=rows)
    if url := settings.instagram_url:
        yield markup('<div><h2>Instagram</h2><p><a href="{url}" rel="noopener">{url}</a></p></div>', url=url)
