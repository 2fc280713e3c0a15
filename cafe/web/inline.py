"""What a page carries within itself, so that its first view needs nothing else; its policy names each by its hash."""

import base64
import hashlib
import re
from collections.abc import Callable, Mapping

STYLESHEET = re.compile(r'<link rel="stylesheet" href="(?![a-z]+:|[/#?])([^"]+)">')
SCRIPT = re.compile(r'<script async src="([^"]+)"></script>')
"""No module: those are fetched."""
PART = re.compile(r"<(script|style)>(.*?)</\1>", re.DOTALL)
POLICY = "Content-Security-Policy"


def write_parts(html: str, take: Callable[[str], str]) -> str:
    """Put each of the page's own stylesheets and plain scripts, by its address there, in the place of its link."""
    html = STYLESHEET.sub(lambda link: f"<style>{take(link[1])}</style>", html)
    return SCRIPT.sub(lambda link: f"<script>{take(link[1])}</script>", html)


def allow_parts(headers: Mapping[str, str], html: str) -> dict[str, str]:
    """Return a page's headers with the hashes of its own styles and scripts in their policy."""
    policy = headers[POLICY]
    for kind, part in PART.findall(html):
        digest = base64.b64encode(hashlib.sha256(part.encode()).digest()).decode()
        policy = policy.replace(f"{kind}-src 'self'", f"{kind}-src 'self' 'sha256-{digest}'", 1)
    return {**headers, POLICY: policy}
