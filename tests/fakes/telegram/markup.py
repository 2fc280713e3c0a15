"""What the platform accepts in a message: HTML entities, lengths, keyboards."""

import re
from html import unescape
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlsplit

TAGS = {
    "b",
    "strong",
    "i",
    "em",
    "u",
    "ins",
    "s",
    "strike",
    "del",
    "code",
    "pre",
    "a",
    "blockquote",
    "tg-spoiler",
}
TAGS |= {"span", "tg-emoji"}
TEXT_LIMIT = 4096
CAPTION_LIMIT = 1024
CALLBACK_DATA_BYTES = 64


class ApiError(Exception):
    """An answer with ``ok: false``."""

    def __init__(self, code: int, description: str, **parameters: int) -> None:
        super().__init__(description)
        self.code = code
        self.description = description
        self.parameters = parameters


def bad(description: str) -> ApiError:
    return ApiError(400, f"Bad Request: {description}")


class _Entities(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.text: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in TAGS:
            raise bad(f'can\'t parse entities: Unsupported start tag "{tag}" at byte offset {self.getpos()[1]}')
        if tag == "span" and ("class", "tg-spoiler") not in attrs:
            raise bad(f'can\'t parse entities: Tag "span" must have class "tg-spoiler" at {self.getpos()[1]}')
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open[-1] != tag:
            raise bad(f"can't parse entities: Unmatched end tag at byte offset {self.getpos()[1]}")
        self.open.pop()

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        raise bad(f'can\'t parse entities: Unsupported start tag "{tag}/" at byte offset {len(attrs)}')

    def handle_data(self, data: str) -> None:
        self.text.append(data)

    def handle_entityref(self, name: str) -> None:
        self.text.append(unescape(f"&{name};") if name in {"lt", "gt", "amp", "quot"} else f"&{name};")

    def handle_charref(self, name: str) -> None:
        self.text.append(unescape(f"&#{name};"))

    def handle_comment(self, data: str) -> None:
        raise bad(f'can\'t parse entities: Unsupported start tag "!--" at byte offset {len(data)}')

    def handle_decl(self, decl: str) -> None:
        raise bad(f'can\'t parse entities: Unsupported start tag "!" at byte offset {len(decl)}')


def plain_text(source: str, parse_mode: str | None) -> str:
    """What people read of a text; refused like the real server refuses it when its tags do not parse."""
    if parse_mode is None:
        return source.strip()
    if parse_mode.lower() != "html":
        raise bad("unsupported parse_mode")
    # A '<' that opens nothing is text for Python's parser and an error for the platform.
    if stray := re.search(r"<(?![a-zA-Z/!])", source):
        raise bad(f'can\'t parse entities: Unsupported start tag "" at byte offset {stray.start()}')
    parser = _Entities()
    parser.feed(source)
    parser.close()
    if parser.open:
        raise bad(f"can't parse entities: Can't find end tag corresponding to start tag \"{parser.open[-1]}\"")
    return "".join(parser.text).strip()


def length(text: str) -> int:
    """UTF-16 units, the strictest reading of the platform's limits."""
    return len(text.encode("utf-16-le")) // 2


def check_text(source: str, parse_mode: str | None) -> str:
    text = plain_text(source, parse_mode)
    if not text:
        raise bad("message text is empty")
    if length(text) > TEXT_LIMIT:
        raise bad("message is too long")
    return text


def check_caption(source: str, parse_mode: str | None) -> str:
    text = plain_text(source, parse_mode)
    if length(text) > CAPTION_LIMIT:
        raise bad("message caption is too long")
    return text


def check_inline(markup: Any, *, private: bool) -> list[list[dict[str, Any]]]:
    """Check an inline keyboard and return its rows."""
    rows = markup["inline_keyboard"]
    if sum(len(row) for row in rows) > 100 or any(len(row) > 8 for row in rows):
        raise bad("reply markup is too long")
    for button in (button for row in rows for button in row):
        if not button.get("text", "").strip():
            raise bad("can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard")
        if button.get("style", "primary") not in {"danger", "success", "primary"}:
            raise bad("BUTTON_STYLE_INVALID")
        if "callback_data" in button:
            if not 1 <= len(button["callback_data"].encode()) <= CALLBACK_DATA_BYTES:
                raise bad("BUTTON_DATA_INVALID")
        elif "url" in button:
            _check_link(button["url"])
        elif "web_app" in button:
            check_web_app(button["web_app"]["url"])
            if not private:
                raise bad("BUTTON_TYPE_INVALID")
        else:
            raise bad("can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard")
    return [list(row) for row in rows if row]


def _check_link(url: str) -> None:
    address = urlsplit(url)
    if address.scheme not in {"http", "https", "tg", "tel"} or (
        address.scheme in {"http", "https"} and "." not in (address.hostname or "")
    ):
        raise bad(f"inline keyboard button URL '{url}' is invalid: Wrong HTTP URL")


def check_web_app(url: str) -> None:
    if urlsplit(url).scheme != "https":
        raise bad(f"inline keyboard button Web App URL '{url}' is invalid: Only HTTPS links are allowed")


def check_reply_keyboard(markup: Any, *, private: bool) -> list[list[dict[str, Any]]]:
    """Check a keyboard that stands under the input field and return its rows."""
    rows = [[button if isinstance(button, dict) else {"text": button} for button in row] for row in markup["keyboard"]]
    for button in (button for row in rows for button in row):
        if not button.get("text", "").strip():
            raise bad('can\'t parse keyboard button: field "text" must be non-empty')
        if button.get("request_contact") and not private:
            raise bad("phone number can be requested in private chats only")
        if button.get("request_chat") and not private:
            raise bad("chat can be requested in private chats only")
    return rows
