"""The page's head, and the body's content until the script runs, or without one."""

import re
from collections.abc import Iterator
from itertools import chain, islice, repeat

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
CARD = (
    '<li class="card"><span class="picture">{picture}</span>'
    '<span class="skeleton"></span><span class="skeleton"></span></li>'
)
IMAGE = '<img src="{url}"{widths} alt="" width="400" height="400">'
WIDTHS = ' srcset="{small} 320w, {url} 800w" sizes="(min-width: 700px) 220px, 50vw"'
FIRST_CARDS = 6
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
        "cards": Html("".join(markup(CARD, picture=_image(url, pictures)) for url in _first_pictures(view))),
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


def _first_pictures(view: View) -> Iterator[str]:
    """Return what the first cards show: so the largest things of the first screen do not wait for the scripts."""
    menu = view.menu
    shown = (
        product.image_url
        for category in menu.categories
        for product in products_of(view, category)
        if product.is_always_served and view.is_available(product)
    )
    return islice(chain(shown, repeat("")), FIRST_CARDS)


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
