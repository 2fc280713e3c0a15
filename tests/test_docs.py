"""The documents held against the program: routes, environment, settings, commands, links, and the README's walk."""

import re
import shlex
import subprocess
import sys
import tomllib
from functools import partial
from pathlib import Path

import pytest
import yaml

from cafe.config import Config
from cafe.core.catalogue.settings.model import READERS
from tests.driver import config_for, open_cafe

ROOT = Path(__file__).parent.parent
DECISIONS = sorted((ROOT / "docs" / "decisions").glob("0*.md"))
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
PAGES_OF_FILES = {
    "/webapp",
    "/webapp/pictures/{name}",
    "/webapp/pictures/{version}/{name}",
    "/webapp/uploads/{name}",
    "/webapp/service-worker.js",
    "/webapp/manifest.webmanifest",
    "/webapp/icons/{version}/{name}",
    "/favicon.ico",
    "/apple-touch-icon.png",
    "/webapp/{version}/{path}",
    "/menu",
    "/menu/{version}/{name}.css",
    "/board",
    "/board/service-worker.js",
    "/board/{version}/{path}",
    "/desk",
    "/desk/{version}/{path}",
}
"""What the pages load by themselves; nobody writes a client for it."""


def read(*names: str) -> str:
    return ROOT.joinpath(*names).read_text(encoding="utf-8")


def described_routes() -> set[tuple[str, str]]:
    paths = yaml.safe_load(read("docs", "openapi.yaml"))["paths"]
    return {(method, path) for path, item in paths.items() for method in item if method != "parameters"}


def test_the_document_describes_every_route_and_no_other() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "cafe" / "web").rglob("*.py"))
    table = re.findall(r'web\.(get|post|put|patch|delete)\(\s*f?"([^"]+)"', source)
    routes = {(method, re.sub(r"\{\{?(\w+)(:[^/]*)?\}", r"{\1}", path).replace("}}", "}")) for method, path in table}
    assert len(routes) > 25
    assert {route for route in routes if route[1] not in PAGES_OF_FILES} == described_routes()


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(document: Path) -> None:
    text = re.sub(r"```.*?```", "", document.read_text(encoding="utf-8"), flags=re.DOTALL)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        file = (document.parent / name).resolve() if name else document
        assert file.exists(), target
        if anchor:
            assert anchor in anchors(file), target


def test_the_site_of_the_documents_builds_without_a_warning(tmp_path: Path) -> None:
    sphinx = [sys.executable, "-m", "sphinx", "-q", "-W", "-n", "-c", "docs", ".", str(tmp_path)]
    built = subprocess.run(sphinx, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603 - our own words
    assert (built.returncode, built.stderr) == (0, "")
    start = tmp_path.joinpath("docs", "index.html").read_text(encoding="utf-8")
    for page in ("owner-guide", "owner-guide.uk", "operator-guide", "architecture", "decisions/index", "api"):
        assert f'href="{page}.html"' in start
    assert "/api/checkout/delivery" in tmp_path.joinpath("docs", "api.html").read_text(encoding="utf-8")


def anchors(file: Path) -> set[str]:
    """The anchors that headings get."""
    text = re.sub(r"```.*?```", "", file.read_text(encoding="utf-8"), flags=re.DOTALL)
    headings = re.findall(r"^#+ (.+)$", text, flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_the_index_of_decisions_lists_each_once_by_its_title() -> None:
    listed = re.findall(r"^- \[(.+)\]\((.+)\)$", read("docs", "decisions", "index.md"), flags=re.MULTILINE)
    titles = [(page.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# "), page.name) for page in DECISIONS]
    assert sorted(listed, key=lambda line: line[1]) == titles
    assert [int(name.partition("-")[0]) for _, name in titles] == [int(title.partition(".")[0]) for title, _ in titles]
    assert len({name[:4] for _, name in titles}) == len(titles)


@pytest.mark.parametrize("page", DECISIONS[1:], ids=lambda path: path.name)
def test_a_decision_is_half_a_page(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    parts = re.findall(r"^\*\*(\w+)\.\*\*", text, flags=re.MULTILINE)
    assert parts[:2] == ["Context", "Decision"]
    assert parts[2:] in ([], ["Consequences"], ["Figures"], ["Consequences", "Figures"])
    prose = [line for line in text.splitlines() if not line.startswith("|")]
    assert len(" ".join(prose).split()) <= 190


def test_every_library_has_its_reason() -> None:
    reasons = read("docs", "decisions", "0001-dependencies.md").lower()
    names = [
        name
        for folder in ("", "tests/page_report")
        for name in yaml.safe_load(read(folder, "package.json"))["devDependencies"]
    ]
    for file in ROOT.glob("requirements*.in"):
        names += re.findall(r"^([A-Za-z][\w.-]*)", file.read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert len(names) > 40
    assert [name for name in names if name.lower() not in reasons] == []


def test_the_architecture_names_what_is_there() -> None:
    """A path is from the top or from some folder in it; a bare name is a file somewhere."""
    tops = ("cafe", "tests", "bench", "deploy", "data", "docs")
    ends = {f"/{path.relative_to(ROOT).as_posix()}/" for top in tops for path in [ROOT / top, *(ROOT / top).rglob("*")]}
    named = re.findall(r"`([\w./-]+\.(?:py|js|md|toml)|\w[\w./-]*/)`", read("docs", "architecture.md"))
    assert len(named) > 100
    gone = [name for name in named if not any(end.endswith(f"/{name.rstrip('/')}/") for end in ends)]
    assert [name for name in gone if not (ROOT / name).exists()] == []


def test_the_operators_guide_lists_the_whole_environment() -> None:
    guide = read("docs", "operator-guide.md")
    table = "".join(line for line in guide.splitlines(keepends=True) if line.startswith("| `CAFE_"))
    listed = re.findall(r"`(CAFE_[A-Z_]+)`", "".join(line.split("|")[1] for line in table.splitlines()))
    assert sorted(listed) == sorted(f"CAFE_{name.upper()}" for name in Config.model_fields)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_no_unknown_name_of_the_environment(document: Path) -> None:
    known = {f"CAFE_{name.upper()}" for name in Config.model_fields} | {"CAFE_TEST_CHROMIUM", "CAFE_BROWSER_LAG"}
    assert set(re.findall(r"\bCAFE_[A-Z_]*[A-Z]\b", document.read_text(encoding="utf-8"))) <= known


@pytest.mark.parametrize("name", ["owner-guide.md", "owner-guide.uk.md"])
def test_the_owners_guides_name_every_setting(name: str) -> None:
    guide = read("docs", name)
    assert [key for key in READERS if key not in guide] == []


@pytest.mark.parametrize("name", ["owner-guide.md", "owner-guide.uk.md"])
async def test_the_owners_guides_examples_are_a_catalogue_file(name: str, tmp_path: Path) -> None:
    """What the guides' dish refers to, and they do not show, is put in front."""
    ingredients = "".join(
        f'[[ingredients]]\ncode = "{code}"\nname = "{code}"\nunit = "g"\n' for code in ("beans", "oat_milk")
    )
    groups = "".join(
        f'[[option_groups]]\nslug = "{slug}"\nname = "{slug}"\nmin = 0\nmax = 3\n' for slug in ("size", "extras")
    )
    examples = re.findall(r"```toml\n(.*?)```", read("docs", name), flags=re.DOTALL)
    async with open_cafe(config_for(tmp_path), catalogue="\n".join([ingredients, groups, *examples])) as cafe:
        tables = ("categories", "products", "option_groups", "special_days", "slots", "promo_codes", "ingredients")
        counts = [len(await cafe.rows(f"SELECT * FROM {table}")) for table in tables]  # noqa: S608 - names from above
        assert counts == [1, 1, 3, 1, 1, 1, 3]


def test_both_owners_guides_have_the_same_chapters() -> None:
    levels = [
        [len(marks) for marks in re.findall(r"^(#+) ", read("docs", name), flags=re.MULTILINE)]
        for name in ("owner-guide.md", "owner-guide.uk.md")
    ]
    assert levels[0] == levels[1]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_make_target_is_there(document: Path) -> None:
    targets = set(re.findall(r"^([a-z-]+):", read("Makefile"), flags=re.MULTILINE))
    text = document.read_text(encoding="utf-8")
    code = "\n".join(re.findall(r"```sh\n(.*?)```", text, flags=re.DOTALL) + re.findall(r"`([^`\n]+)`", text))
    assert set(re.findall(r"\bmake ([a-z-]+)", code)) <= targets


def walk() -> list[tuple[str, str | None]]:
    """The README's `curl` lines: address and body of each."""
    blocks = re.findall(r"```sh\n(.*?)```", read("README.md"), flags=re.DOTALL)
    [block] = [block for block in blocks if "curl" in block]
    requests = []
    for command in re.findall(r"curl -s [^#|;\n]*(?:'[^']*')?[^#|;\n)]*", block.replace("\\\n", " ")):
        words = shlex.split(command)
        [address] = [word for word in words if word.startswith("$api")]
        body = words[words.index("-d") + 1] if "-d" in words else None
        requests.append((address.rstrip(")"), body))
    return requests


async def test_the_readmes_walk_places_an_order_and_shows_it_by_its_link(tmp_path: Path) -> None:
    catalogue = read("data", "demo.toml")
    async with open_cafe(config_for(tmp_path), catalogue=catalogue) as cafe:
        guest, token, seen = cafe.guest(), "", []
        for address, body in walk():
            path = address.replace("$api", "/api").replace("$token", token)
            sent = None if body is None else body.encode()
            answer = await guest.request("GET" if body is None else "POST", path, data=sent)
            assert answer.status in {200, 201}, (path, answer)
            seen.append(path)
            if "track_url" in answer.json:
                token = answer.json["track_url"].partition("track=")[2]
        assert len(seen) >= 8
        assert seen[-1] == f"/api/checkout/track/{token}"
        assert (answer.json["order_type"], answer.json["table_number"]) == ("dine_in", "5")


@pytest.mark.parametrize("beside", [(), ("cafe.db-wal", "cafe.db-shm")])
def test_the_way_back_by_hand_overwrites_nothing(tmp_path: Path, beside: tuple[str, ...]) -> None:
    [step] = re.findall(r"sudo -u cafe (sh -c '.*?cp before.*?')", read("docs", "operator-guide.md"))
    data = tmp_path / "data"
    data.mkdir()
    for name in ("cafe.db", *beside):
        (data / name).write_text("newer", encoding="utf-8")
    (data / "before-2026-11-20-0930.db").write_text("older", encoding="utf-8")
    run = partial(subprocess.run, shlex.split(step), cwd=tmp_path, capture_output=True, check=False)
    assert [run().returncode, run().returncode] == [0, 1]
    assert (data / "cafe.db").read_text(encoding="utf-8") == "older"
    assert {file.name for file in (data / "by-hand").iterdir()} == {"cafe.db", *beside}
    assert {file.read_text(encoding="utf-8") for file in (data / "by-hand").iterdir()} == {"newer"}


def test_every_package_of_the_core_has_its_place_in_the_layers() -> None:
    core = ROOT / "cafe" / "core"
    packages = {".".join(each.parent.relative_to(ROOT).parts) for each in core.rglob("*.py") if each.stem != "__init__"}
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    [layers] = [contract["layers"] for contract in contracts if contract["name"].startswith("the nouns of core")]
    named = [name for layer in layers for name in layer.split(" | ")]
    assert sorted(named) == sorted(
        (packages - {"cafe.core"}) | {f"cafe.core.{each.stem}" for each in core.glob("[a-z]*.py")}
    )
