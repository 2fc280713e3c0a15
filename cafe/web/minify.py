"""Scripts and stylesheets without what only their readers need: comments, and space that means nothing."""

import re

SPACE = re.compile(rb"(?:\s+|//[^\n]*|/\*.*?\*/)+", re.DOTALL)
TOKEN = re.compile(rb'"(?:[^"\\]|\\.)*"|' rb"'(?:[^'\\]|\\.)*'|[\w$]+|.", re.DOTALL)
EXPRESSION = re.compile(rb"/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*")
TEMPLATE_TEXT = re.compile(rb"(?:[^`\\$]|\\.|\$(?!\{))*(?:`|\$\{)", re.DOTALL)
LINE_END = re.compile(rb"\s*\n\s*")

TIGHT = b"{}()[],;:?=&|<>*."
"""Beside these no space is needed, nor a line's end."""
TOUCHING = re.compile(rb"[\w$\x80-\xff]{2}|\+\+|--|//")
"""What would become one, or mean something else, if the space between went away."""
BEFORE_EXPRESSION = (*(bytes([mark]) for mark in b"(,=:[!&|?{};>"), b"return")
"""After these a slash begins a regular expression; after others it divides."""

CSS_SPACE = re.compile(rb"\s*/\*.*?\*/\s*|(?<=[{};,])\s+|(?<=[\w)]:)\s+|\s+(?=\{)|;?\s+(?=\})", re.DOTALL)
PAGE_SPACE = re.compile(rb"\n\s*")


def minify_script(source: bytes) -> bytes:
    """Return a module without comments and space. It is to be as `biome format` leaves it, with every semicolon.

    In the text of templates a line's end with its indentation becomes a space: it is HTML, which takes both for one.
    """
    kept: list[bytes] = []
    opened: list[bytes] = []  # the braces that are open: "{", or "${" within a template
    at, before, gap = 0, b";", b""
    while at < len(source):
        if space := _match(SPACE, source, at):
            at += len(space)
            gap = b"\n" if b"\n" in space else b" "
            continue
        token = _match(EXPRESSION, source, at) if before.endswith(BEFORE_EXPRESSION) else b""
        token = token or _match(TOKEN, source, at)
        at += len(token)
        if token == b"{":
            opened.append(token)
        if token == b"`" or (token == b"}" and opened and opened.pop() == b"${"):
            text = _match(TEMPLATE_TEXT, source, at)
            at += len(text)
            token += LINE_END.sub(b" ", text)
            if text.endswith(b"${"):
                opened.append(b"${")
        if kept and _is_spare(before, token):
            before = kept[-2] if len(kept) > 1 else b";"
            kept.pop()
        if _parts(before, gap, token):
            kept.append(gap)
        kept.append(token)
        before, gap = token, b""
    return b"".join(kept)


def _is_spare(before: bytes, token: bytes) -> bool:
    """Whether a token needs nothing of the one before it: a semicolon at a block's end, a comma at a list's."""
    return (before == b";" and token == b"}") or (before == b"," and token in {b")", b"}", b"]"})


def _parts(before: bytes, gap: bytes, token: bytes) -> bool:
    """Whether the gap between two tokens means something. A line's end that may end a statement does."""
    if not gap or before[-1] in TIGHT or token[0] in TIGHT:
        return False
    return gap == b"\n" or TOUCHING.fullmatch(before[-1:] + token[:1]) is not None


def minify_page(source: bytes) -> bytes:
    """Return the page without line ends and indentation: between its elements they mean nothing."""
    return PAGE_SPACE.sub(b"", source)


def minify_stylesheet(source: bytes) -> bytes:
    """Return a stylesheet without comments and space. Its comments stand between rules or declarations."""
    return CSS_SPACE.sub(b"", source)


def _match(pattern: re.Pattern[bytes], source: bytes, at: int) -> bytes:
    found = pattern.match(source, at)
    return found[0] if found else b""
