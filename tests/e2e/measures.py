"""What of a screen can be measured, for those who see, hold or hear it differently."""

from playwright.sync_api import Page

STICKING_OUT = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
SMALL_TARGETS = """least => {
  const wanted = "a[href], button, input, select, textarea, summary, [tabindex='0']";
  const isInText = (element) => getComputedStyle(element).display === "inline" && element.closest("p, li, dd");
  // What takes the tap may be larger than the element: its label, or a card that its link covers.
  const takes = (element, box) => {
    element.scrollIntoView({ block: "center", inline: "center" });
    const { left, right, top, bottom } = box.getBoundingClientRect();
    if (right - left >= least && bottom - top >= least) return true;
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const away = least / 2 - 1;
    return [[-away, 0], [away, 0], [0, -away], [0, away]].every(([dx, dy]) => {
      const hit = document.elementFromPoint(x + dx, y + dy)?.closest(wanted + ", label");
      return hit === element || hit === box || hit?.control === element;
    });
  };
  return [...document.querySelectorAll(wanted)]
    .filter((element) => element.checkVisibility({ checkVisibilityCSS: true }) && !element.disabled)
    .filter((element) => !element.closest("[inert], .visually-hidden, #skip-link, [type=hidden]") && !isInText(element))
    .filter((element) => !document.querySelector("dialog:modal") || element.closest("dialog:modal"))
    .filter((element) => !takes(element, element.closest("label") ?? element))
    .map((element) => {
      const { width, height } = (element.closest("label") ?? element).getBoundingClientRect();
      return `${element.outerHTML.slice(0, 90)}: ${Math.round(width)} x ${Math.round(height)}`;
    });
}"""
CUT_WORDS = """() => {
  const found = [];
  for (const box of document.querySelectorAll("button, .button, label, h1, h2, h3, legend")) {
    if (!box.checkVisibility({ checkVisibilityCSS: true }) || box.offsetWidth < 2) continue; // for screen readers alone
    const isInline = getComputedStyle(box).display === "inline";
    if (!isInline && box.scrollWidth > box.clientWidth + 1) found.push(box.textContent.trim());
    const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
    while (texts.nextNode())
      for (const { 0: word, index } of texts.currentNode.data.matchAll(/[\\p{L}]{3,}/gu)) {
        const range = document.createRange();
        range.setStart(texts.currentNode, index);
        range.setEnd(texts.currentNode, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) found.push(word);
      }
  }
  return found;
}"""
HEAR = """() => {
  window.heard = [];
  const regions = "[aria-live], [role=status], [role=alert]";
  const isLive = (node) => (node.nodeType === 1 ? node : node.parentElement)?.closest(regions);
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      const live = isLive(target);
      if (live?.textContent.trim()) window.heard.push(live.textContent.replace(/\\s+/g, " ").trim());
    }
  }).observe(document.body, { childList: true, characterData: true, subtree: true });
}"""

WATCH_SHIFTS = """window.shifts = 0;
new PerformanceObserver(list => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifts += entry.value;
}).observe({ type: 'layout-shift', buffered: true });"""
"""To be run before the page: by how much what is seen moves without anybody's doing."""


def overflow(page: Page) -> int:
    """By how many pixels the page is wider than its window."""
    return int(page.evaluate(STICKING_OUT))


def small_targets(page: Page, least: int = 44) -> list[str]:
    """What can be tapped and is smaller than a fingertip; links within a text may be."""
    found: list[str] = page.evaluate(SMALL_TARGETS, least)
    return found


def cut_words(page: Page) -> list[str]:
    """Words of buttons, labels and headings that are broken in the middle or do not fit."""
    found: list[str] = page.evaluate(CUT_WORDS)
    return found


def listen(page: Page) -> None:
    """From now on, keep what a screen reader would say of its own accord."""
    page.evaluate(HEAR)


def heard(page: Page) -> list[str]:
    """What was said since the last time that this was asked."""
    said: list[str] = page.evaluate("() => window.heard.splice(0)")
    return said
