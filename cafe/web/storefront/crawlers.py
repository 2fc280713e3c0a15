"""Documents for search engines: which pages exist, and which to ignore."""

from cafe.core.kernel.locale import Locale
from cafe.web.storefront.markup import Html, markup
from cafe.web.storefront.view import PAGES, View

ROBOTS = """\
User-agent: *
# What the page needs to show the menu; without it there would be nothing to see.
Allow: /api/categories
Allow: /api/products
Allow: /api/settings
Disallow: /api/
Disallow: /board
Disallow: /desk
Disallow: /telegram/
Disallow: /healthz
# Somebody's order.
Disallow: /*track=
"""
SITEMAP = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">'
    "{urls}</urlset>\n"
)
ALTERNATE = '<xhtml:link rel="alternate" hreflang="{lang}" href="{address}"/>'


def robots(base_url: str) -> str:
    """Return robots.txt; a sitemap needs the public address."""
    return f"{ROBOTS}\nSitemap: {base_url}/sitemap.xml\n" if base_url else ROBOTS


def sitemap(view: View) -> str:
    """Return every page in each language, with its counterparts."""
    return markup(SITEMAP, urls=[_url(view, page, each) for page in PAGES for each in view.texts.languages])


def _url(view: View, page: str, locale: Locale) -> Html:
    alternates = [markup(ALTERNATE, lang=lang, address=address) for lang, address in view.addresses(page).items()]
    place = markup("<loc>{address}</loc>", address=view.absolute(view.path(page, locale)))
    return markup("<url>{place}{alternates}</url>", place=place, alternates=alternates)
