"""Scripts and stylesheets without what only their readers need: comments, and space that means nothing."""

import re

SPACE = re.compile(rb"(?:\s+|//[^\n]*|/\*.*?\*/)+", re.DOTALL)
TOKEN = re.compile(rb'"(?:[^"\\]|\\.)*"|' rb"'(?:[^'\\]|\\.)*'|[\w$]+|.", re.DOTALL)
EXPRESSION = re.compile(rb"/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*")
TEMPLATE_TEXT = re.compile(rb"(?:[^`\\$]|\\.|\$(?!\{))*(?:`|\$\{)", re.DOTALL)
LINE_END = re.compile(rb"\s*\n\s*")

TIGHT = b"{}()[],;:?=&|<>*."
"""Beside these no space is needed. Beside `+` and `-` it is: two of them mean something else."""
BEFORE_EXPRESSION = (*(bytes([mark]) for mark in b"(,=:[!&|?{};>"), b"return")
"""After these a slash begins a regular expression; after others it divides."""

CSS_SPACE = re.compile(rb"\s*/\*.*?\*/\s*|(?<=[{};,])\s+|\s+(?=\{)|;?\s+(?=\})", re.DOTALL)


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
        if gap and before[-1] not in TIGHT and token[0] not in TIGHT:
            kept.append(gap)
        kept.append(token)
        before, gap = token, b""
    return b"".join(kept)


def minify_stylesheet(source: bytes) -> bytes:
    """Return a stylesheet without comments and space. Its comments stand between rules or declarations."""
    return CSS_SPACE.sub(b"", source)


def _match(pattern: re.Pattern[bytes], source: bytes, at: int) -> bytes:
    found = pattern.match(source, at)
    return found[0] if found else b""
