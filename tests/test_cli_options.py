"""Option groups in catalogue files: loaded whole or not at all, and dumped as they were written."""

import tomllib
from pathlib import Path

import pytest

from tests.test_cli import Cli, Said, contents
from tests.test_cli import cli as cli  # noqa: PLC0414 - a fixture
from tests.test_cli import filled as filled  # noqa: PLC0414 - a fixture

OPTIONS = (Path(__file__).parent / "options.toml").read_text(encoding="utf-8")
GROUP = '[[option_groups]]\nslug = "milk"\nname = "Молоко"\n'
OPTION = '[[option_groups.options]]\nslug = "oat"\nname = "Вівсяне"\n'


@pytest.fixture
def with_options(filled: Cli, tmp_path: Path) -> Cli:
    assert load(filled, tmp_path, OPTIONS) == Said(0, "", "")
    return filled


def load(cli: Cli, folder: Path, toml: str) -> Said:
    (folder / "piece.toml").write_text(toml, encoding="utf-8")
    return cli("load", "piece.toml")


def test_what_was_loaded_is_dumped(with_options: Cli) -> None:
    dumped, written = tomllib.loads(with_options("dump").out), tomllib.loads(OPTIONS)
    for group, as_written in zip(dumped["option_groups"], written["option_groups"], strict=True):
        assert {key: group[key] for key in as_written if key != "options"} == {
            key: value for key, value in as_written.items() if key != "options"
        }
        for option, option_as_written in zip(group["options"], as_written["options"], strict=True):
            assert {key: option[key] for key in option_as_written} == option_as_written
    products = {product["slug"]: product for product in dumped["products"]}
    assert products["latte"]["options"] == ["size", "milk", "extras"]
    assert products["latte"]["notes"] is True
    assert products["espresso"]["options"] == [{"group": "extras", "max": 1}]
    assert not products["cake"].keys() & {"options", "notes"}


def test_a_dump_with_options_changes_nothing(with_options: Cli, tmp_path: Path) -> None:
    before, dump = contents(tmp_path), with_options("dump").out
    assert load(with_options, tmp_path, dump).code == 0
    assert contents(tmp_path) == before
    assert with_options("dump").out == dump


def test_a_dump_with_options_fills_another_database_alike(
    with_options: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dump = with_options("dump").out
    monkeypatch.setenv("CAFE_DATABASE_URL", f"sqlite:///{tmp_path / 'other.db'}")
    assert load(with_options, tmp_path, dump).code == 0
    assert with_options("dump").out == dump


def test_what_a_file_does_not_mention_of_a_group_stays(with_options: Cli, tmp_path: Path) -> None:
    before = tomllib.loads(with_options("dump").out)
    piece = '[[option_groups]]\nslug = "milk"\n[[option_groups.options]]\nslug = "oat"\nprice_delta = 25\n'
    assert load(with_options, tmp_path, piece) == Said(0, "", "")
    after = tomllib.loads(with_options("dump").out)
    [milk] = [group for group in before["option_groups"] if group["slug"] == "milk"]
    [oat] = [option for option in milk["options"] if option["slug"] == "oat"]
    oat["price_delta"] = 25
    by_slug = {option["slug"]: option for group in after["option_groups"] for option in group["options"]}
    assert by_slug["oat"] == oat
    assert len(by_slug) == sum(len(group["options"]) for group in before["option_groups"])


def test_a_product_may_lose_its_options_and_notes(with_options: Cli, tmp_path: Path) -> None:
    assert load(with_options, tmp_path, '[[products]]\nslug = "latte"\noptions = []\nnotes = false\n').code == 0
    [latte] = [each for each in tomllib.loads(with_options("dump").out)["products"] if each["slug"] == "latte"]
    assert not latte.keys() & {"options", "notes"}


BAD_FILES: list[tuple[str, tuple[str, ...]]] = [
    (GROUP + "min = 2\nmax = 1\n", ("option_groups", "milk")),
    (GROUP + "min = 1\n", ("option_groups", "milk", "options")),
    (GROUP + "min = 1\n" + OPTION, ("option_groups", "milk", "options", "default")),
    (GROUP + "min = 1\n" + OPTION + "default = true\nactive = false\n", ("option_groups", "milk", "options")),
    (GROUP + OPTION + "default = true\n" + OPTION.replace("oat", "soy") + "default = true\n", ("milk", "options")),
    (GROUP + "max = 0\n", ("option_groups", "milk", "max")),
    (GROUP + "min = -1\n", ("option_groups", "milk", "min")),
    (GROUP + "colour = 1\n", ("option_groups", "milk", "colour")),
    (GROUP + "options = 5\n", ("option_groups", "milk", "options")),
    (GROUP + '[[option_groups.options]]\nname = "x"\n', ("option_groups", "milk", "options", "slug")),
    (GROUP + '[[option_groups.options]]\nslug = "new"\n', ("option_groups", "milk", "new", "name")),
    (GROUP + OPTION + OPTION, ("option_groups", "milk", "oat", "twice")),
    (GROUP + OPTION + "colour = 1\n", ("option_groups", "milk", "oat", "colour")),
    (GROUP + OPTION + "price_delta = 1.5\n", ("option_groups", "milk", "oat", "price_delta")),
    (GROUP + OPTION + "max_quantity = 0\n", ("option_groups", "milk", "oat", "max_quantity")),
    (GROUP + OPTION + "recipe = { beans = 0 }\n", ("option_groups", "milk", "oat", "recipe", "beans")),
    (GROUP + OPTION + "recipe = { gold = 1 }\n", ("option_groups", "milk", "oat", "recipe", "gold")),
    ('[[option_groups]]\nslug = "new"\n', ("option_groups", "new", "name")),
    ('[[products]]\nslug = "latte"\noptions = "size"\n', ("products", "latte", "options")),
    ('[[products]]\nslug = "latte"\noptions = [5]\n', ("products", "latte", "options")),
    ('[[products]]\nslug = "latte"\noptions = ["nonsense"]\n', ("products", "latte", "options", "nonsense")),
    ('[[products]]\nslug = "latte"\noptions = [{ min = 1 }]\n', ("products", "latte", "options", "group")),
    ('[[products]]\nslug = "latte"\nnotes = 1\n', ("products", "latte", "notes")),
    ('[[products]]\nslug = "latte"\nmarks = "new"\n', ("products", "latte", "marks")),
    ('[[products]]\nslug = "latte"\nmarks = ["new", "hot"]\n', ("products", "latte", "marks", "hot", "spicy")),
    ('[[products]]\nslug = "latte"\ndiets = ["keto"]\n', ("products", "latte", "diets", "keto", "gluten_free")),
    (GROUP + OPTION + 'diets = ["keto"]\n', ("option_groups", "milk", "oat", "diets", "keto")),
]
WITH_GROUPS: list[tuple[str, tuple[str, ...]]] = [
    ('[[products]]\nslug = "latte"\noptions = ["size", "size"]\n', ("products", "latte", "options", "size")),
    ('[[products]]\nslug = "latte"\noptions = [{ group = "size", min = 0 }]\n', ("products", "latte", "size")),
    ('[[products]]\nslug = "latte"\noptions = [{ group = "extras", max = 4 }]\n', ("products", "latte", "extras")),
    ('[[products]]\nslug = "latte"\noptions = [{ group = "extras", min = 1 }]\n', ("products", "latte", "extras")),
    ('[[products]]\nslug = "latte"\noptions = [{ group = "size", colour = 0 }]\n', ("products", "latte", "colour")),
    ('[[option_groups]]\nslug = "extras"\nmin = 1\n', ("option_groups", "extras", "options")),
    (
        '[[option_groups]]\nslug = "milk"\n[[option_groups.options]]\nslug = "cow"\nactive = false\n',
        ("option_groups", "milk", "options"),
    ),
]


@pytest.mark.parametrize(("toml", "words"), BAD_FILES)
def test_a_bad_file_names_the_table_and_key_and_changes_nothing(
    filled: Cli, tmp_path: Path, toml: str, words: tuple[str, ...]
) -> None:
    assert_refused(filled, tmp_path, toml, words)


@pytest.mark.parametrize(("toml", "words"), WITH_GROUPS)
def test_a_change_that_breaks_a_group_is_refused(
    with_options: Cli, tmp_path: Path, toml: str, words: tuple[str, ...]
) -> None:
    assert_refused(with_options, tmp_path, toml, words)


def assert_refused(cli: Cli, folder: Path, toml: str, words: tuple[str, ...]) -> None:
    before = contents(folder)
    said = load(cli, folder, toml)
    assert (said.code, said.out) == (1, "")
    assert len(said.err.splitlines()) == 1
    for word in words:
        assert word in said.err
    assert contents(folder) == before
