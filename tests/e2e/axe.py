"""What axe-core finds wrong on a page."""

from importlib.resources import files
from typing import Any

from playwright.sync_api import Page

from tests.markup.saved import save

AXE = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")


def violations(page: Page, *rules: str) -> list[str]:
    """What is wrong, with where; only `rules`, when there are any. The document is left for `make markup`."""
    save(page.content())
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    options: dict[str, Any] = {"resultTypes": ["violations"]}  # the passes, by far the most, are not described
    if rules:
        options["runOnly"] = list(rules)
    found: list[dict[str, Any]] = page.evaluate(
        "options => axe.run(document, options).then(result => result.violations)", options
    )
    return [f"{rule['id']}: {node['target']} {node['failureSummary']}" for rule in found for node in rule["nodes"]]
