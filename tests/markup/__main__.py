"""`make markup`: the Nu Html Checker and html-validate over every page.

That is what the service sends, and what the browser tests left in test-output/markup: the document at each place where
they asked axe. Exits with 1 if either has a complaint; each is told once, with the first place where it came up.
"""

import asyncio
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.driver import config_for, open_cafe
from tests.markup.saved import FOLDER, save

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
NODE_MODULES = ROOT / "node_modules"
DEMO = (ROOT / "data" / "demo.toml").read_text(encoding="utf-8")
PAGES = ("/webapp/", "/webapp/?lang=en", "/menu/", "/menu/?lang=en", "/desk/", "/board/")


@dataclass(frozen=True)
class Complaint:
    """What a checker found, and where."""

    text: str
    place: str
    extract: str


async def main() -> int:
    """Fetch, check, print, and return the exit code."""
    for earlier in FOLDER.glob("served-*"):
        earlier.unlink()
    for catalogue in (DEMO, None):
        with tempfile.TemporaryDirectory(prefix="cafe-markup-") as folder:
            await fetch(Path(folder), catalogue)
    found = [*nu_html_checker(), *html_validate()]
    first: dict[str, Complaint] = {}
    for complaint in found:
        first.setdefault(complaint.text, complaint)
    for text, complaint in first.items():
        times = sum(each.text == text for each in found)
        print(f"{text}\n  {times} times, first in {complaint.place}\n  {complaint.extract}")  # noqa: T201 - a report
    print(f"{len(list(FOLDER.glob('*.html')))} pages, {len(first)} complaints")  # noqa: T201 - a report
    return 1 if first else 0


async def fetch(folder: Path, catalogue: str | None) -> None:
    """Save what each page's address answers, of a full cafe or an empty one."""
    async with open_cafe(config_for(folder, bot_token=None), catalogue=catalogue) as cafe:
        for page in PAGES:
            answer = await cafe.guest().get(page)
            assert answer.status == 200, page
            save(answer.body.decode(), f"served-{'full' if catalogue else 'empty'}-{page}")


def nu_html_checker() -> Iterator[Complaint]:
    jar = NODE_MODULES / "vnu-jar" / "build" / "dist" / "vnu.jar"
    options = ["--format", "json", "--exit-zero-always", "--filterfile", str(HERE / "nu-html-checker.txt")]
    report = run("java", "-jar", str(jar), *options, str(FOLDER)).stderr
    for message in json.loads(report)["messages"]:
        extract = " ".join(message.get("extract", "").split())
        yield Complaint(f"Nu Html Checker: {message['message']}", place(message["url"]), extract)


def html_validate() -> Iterator[Complaint]:
    program = NODE_MODULES / ".bin" / "html-validate"
    report = FOLDER.with_suffix(".json")  # its end would be lost in a pipe
    run(str(program), "--config", str(HERE / "html-validate.mjs"), "--formatter", f"json={report}", str(FOLDER))
    for file in json.loads(report.read_text(encoding="utf-8")):
        for message in file["messages"]:
            extract = f"{message['selector']}, line {message['line']}, column {message['column']}"
            text = f"html-validate, {message['ruleId']}: {message['message']}"
            yield Complaint(text, place(file["filePath"]), extract)


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603 - our own words


def place(address: str) -> str:
    return Path(address).name


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
