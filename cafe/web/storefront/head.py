"""The page's head, and the body's content until the script runs, or without one."""

import re
from collections.abc import Iterator

from cafe.core.catalogue.menu.model import Product
from cafe.core.catalogue.pictures.model import LARGE, SMALL
from cafe.core.kernel.locale import Locale
from cafe.core.kernel.urls import MENU, PICTURES, UPLOADS, WEBAPP
from cafe.web.storefront.hours import hours_text
from cafe.web.storefront.markup import Html, data_block, markup, when
from cafe.web.storefront.structured import products_of, restaurant
from cafe.web.storefront.view import View, facts, phone_link, sentences, unbroken

TITLE = '<title>{title}</title><meta name="description" content="{description}">'
SHARING = (
    '<meta property="og:type" content="website"><meta property="og:site_name" content="{name}">'
    '<meta property="og:title" content="{title}"><meta property="og:description" content="{description}">'
    '<meta property="og:locale" content="{locale}">{others}'
)
OTHER = '<meta property="og:locale:alternate" content="{locale}">'
ADDRESSES = '<link rel="canonical" href="{canonical}"><meta property="og:url" content="{canonical}">{alternates}'
ALTERNATE = '<link rel="alternate" hreflang="{lang}" href="{address}">'
PICTURE = (
    '<meta property="og:image" content="{address}"><meta property="og:image:alt" content="{name}">'
    '<meta name="twitter:card" content="{card}">'
)
CHIP = '<li><span class="chip">{name}</span></li>'
SECTION = '<section class="category"><h2>{name}</h2><ul class="grid">{cards}</ul></section>'
CARD = (
    '<li class="card"><span class="picture">{picture}</span><h3><span>{name}</span></h3>'
    '<p class="card-footer"><b class="skeleton">\u200b</b><span>{weight}</span></p></li>'
)
"""Without its price: browsers keep the page, and an old price is shown to nobody."""
IMAGE = '<img src="{url}"{widths} alt="" width="400" height="400">'
WIDTHS = ' srcset="{small} 320w, {url} 800w" sizes="(min-width: 700px) 220px, 160px"'
"""On a phone it is shown some pixels wider, but told so that two dots to a pixel take the small one."""
FIRST_CHIPS, FIRST_CARDS = 5, 6
"""As many as a phone shows before scrolling."""
OWN_PICTURE = re.compile(rf"{PICTURES}(?=[\w.-]+$)", re.ASCII)


def head(view: View, page: str, title: str, description: str) -> Html:
    """Return title, description and messengers' previews of a page.

    URLs are left out without the public address: they have to be absolute.
    """
    return Html(
        markup(TITLE, title=title, description=description)
        + markup(
            SHARING,
            name=view.name,
            title=title,
            description=description,
            locale=_region(view, view.locale),
            others=[markup(OTHER, locale=_region(view, each)) for each in view.others],
        )
        + (_addresses(view, page) if view.base_url else "")
    )


def webapp_parts(view: View, colours: str, pictures: str) -> dict[str, Html]:
    """Return the parts for the placeholders in the mini-app's page.

    `colours` is the address of a stylesheet, `pictures` the version of the menu's own pictures.
    """
    title = view.text("page-title", cafe=view.name)
    words = ("skip", "sections", "menu", "orders", "about")
    return {
        "head": Html(head(view, WEBAPP, title, _description(view)) + data_block(restaurant(view))),
        "name": markup("{name}", name=view.name),
        "colours": markup('<noscript><link rel="stylesheet" href="{colours}"></noscript>', colours=colours),
        "chips": Html("".join(_chips(view))),
        "dishes": Html("".join(_first_dishes(view, pictures))),
        "no_script": _no_script(view),
        **{word: markup("{text}", text=view.text(f"page-{word}")) for word in words},
    }


def _region(view: View, locale: Locale) -> str:
    """Return a language as messengers name it: `en_GB`."""
    return view.texts.format(locale, "language-region").replace("-", "_")


def _description(view: View) -> str:
    settings = view.settings
    first = view.text("page-description", cafe=view.name)
    return sentences((first, settings.address, hours_text(view), settings.phone))


def _addresses(view: View, page: str) -> Html:
    picture = view.picture
    card = "summary" if picture == view.settings.logo_url else "summary_large_image"
    return Html(
        markup(
            ADDRESSES,
            canonical=view.absolute(view.path(page)),
            alternates=[
                markup(ALTERNATE, lang=lang, address=address) for lang, address in view.addresses(page).items()
            ],
        )
        + when(picture, PICTURE, address=view.absolute(picture or ""), name=view.name, card=card)
    )


def _chips(view: View) -> Iterator[Html]:
    used = [category for category in view.menu.categories if products_of(view, category)]
    if len(used) > 1:
        yield from (markup(CHIP, name=each.name.in_locale(view.locale)) for each in used[:FIRST_CHIPS])


def _first_dishes(view: View, pictures: str) -> Iterator[Html]:
    """Return the first dishes by their categories: the first screen does not wait for the scripts."""
    menu, left = view.menu, FIRST_CARDS
    for category in menu.categories:
        dishes = [
            product
            for product in products_of(view, category)
            if product.is_always_served and view.is_available(product)
        ][:left]
        left -= len(dishes)
        cards = [_card(view, product, pictures) for product in dishes]
        yield when(cards, SECTION, name=category.name.in_locale(view.locale), cards=cards)


def _card(view: View, product: Product, pictures: str) -> Html:
    return markup(
        CARD,
        picture=_image(product.image_url, pictures),
        name=product.name.in_locale(view.locale),
        weight=product.weight.in_locale(view.locale),
    )


def _image(url: str, version: str) -> Html:
    """Return a picture under the addresses that the script asks for too (`picture` in `components.js`)."""
    url = OWN_PICTURE.sub(rf"\g<0>{version}/", url)
    is_upload = url.startswith(UPLOADS) and url.endswith(LARGE)
    return when(url, IMAGE, url=url, widths=when(is_upload, WIDTHS, url=url, small=url.removesuffix(LARGE) + SMALL))


def _no_script(view: View) -> Html:
    """Return the content for guests without JavaScript: a link to the menu, and a phone to order by."""
    phone, address = view.settings.phone, view.settings.address
    return markup(
        '<div class="empty-state"><h1>{name}</h1><p>{why}</p><p><a class="button" href="{menu}">{see_menu}</a></p>'
        "{call}<p>{facts}</p></div>",
        name=view.name,
        why=view.text("page-no-script" if phone else "page-no-script-unreachable"),
        menu=view.path(MENU),
        see_menu=view.text("page-see-menu"),
        call=when(
            phone,
            '<p><a class="button soft" href="{link}">{call}</a></p>',
            link=phone_link(phone or ""),
            call=view.text("page-call", phone=unbroken(phone or "")),
        ),
        facts=facts((address, hours_text(view))),
    )
