"""All languages say the same things: the same texts, the same variables, none of them empty."""

import re
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from threading import Event

import pytest
from fluent.syntax import FluentParser, ast
from fluent.syntax.visitor import Visitor

from cafe.core.kernel.locale import FOLDER, Locale, OwnText
from cafe.core.kernel.texts import TextError, Texts


class Variables(Visitor):
    """Collects the names of variables."""

    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()

    def visit_VariableReference(self, node: ast.VariableReference) -> None:  # noqa: N802 - the library's word
        self.names.add(node.id.name)


def texts_of(file: Path) -> dict[str, set[str]]:
    """The variables of each text of a file."""
    found: dict[str, set[str]] = {}
    for entry in FluentParser().parse(file.read_text(encoding="utf-8")).body:
        assert not isinstance(entry, ast.Junk), entry.content
        if isinstance(entry, ast.Message | ast.Term):
            assert entry.id.name not in found, f"{entry.id.name} is there twice"
            assert entry.value is not None, f"{entry.id.name} says nothing"
            variables = Variables()
            variables.visit(entry)
            found[entry.id.name] = variables.names
    return found


OWN_NAMES = "Українська|Мова"
"""What somebody who reads no English looks for."""

FILES = sorted(file.name for file in (FOLDER / "uk").glob("*.ftl"))
OTHERS = sorted(folder.name for folder in FOLDER.iterdir() if folder.name != "uk")


def test_ukrainian_and_english_are_there() -> None:
    assert FILES
    assert "en" in OTHERS


@pytest.mark.parametrize("language", OTHERS)
def test_each_language_has_the_same_files(language: str) -> None:
    assert sorted(file.name for file in (FOLDER / language).glob("*.ftl")) == FILES


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("file", FILES)
def test_each_language_has_the_same_texts_and_variables(language: str, file: str) -> None:
    assert texts_of(FOLDER / "uk" / file) == texts_of(FOLDER / language / file)


@pytest.mark.parametrize("file", FILES)
def test_english_has_no_cyrillic(file: str) -> None:
    content = (FOLDER / "en" / file).read_text(encoding="utf-8")
    lines = [line for line in content.splitlines() if not line.startswith("#")]
    assert [
        line for line in lines if re.search("[а-яіїєґ]", line, re.IGNORECASE) and not re.search(OWN_NAMES, line)
    ] == []


@pytest.mark.parametrize(
    ("locale", "word", "instead"),
    [
        ("uk", "підтверджен", "прийнято"),
        ("uk", "виконан", "видано, подано, доставлено"),
        ("uk", "страв", "позиція"),
        ("uk", "столу", "столика"),
        ("uk", " стіл ", "столик"),
        ("uk", " з собою", "із собою"),
        ("uk", "клієнт", "гість"),
        ("uk", "викинут", "скасувати"),
        ("uk", "чужий", "іншої людини"),
        ("en", "confirmed", "accepted"),
        ("en", " dish", "item"),
        ("en", "place the order", "checkout"),
        ("en", " sum ", "amount"),
    ],
)
def test_one_word_for_one_thing(locale: str, word: str, instead: str) -> None:
    for file in FILES:
        lines = (FOLDER / locale / file).read_text(encoding="utf-8").splitlines()
        said = [line for line in lines if not line.startswith("#") and "-words = " not in line]  # words of others
        texts = [re.sub(r"^\s*\[\w+\]", "", line.split(" = ", 1)[-1]) for line in said]
        assert [text for text in texts if word in f" {text} ".lower()] == [], f"rather: {instead}"


def test_a_broken_file_stops_the_start(tmp_path: Path) -> None:
    for locale in ("uk", "en"):
        (tmp_path / locale).mkdir()
        (tmp_path / locale / "x.ftl").write_text("hello = { $name }\n", encoding="utf-8")
    texts = Texts(tmp_path)
    assert texts.format(Locale.EN, "hello", name=1_234_567) == "1234567"
    with pytest.raises(TextError):
        texts.format(Locale.EN, "hello")
    with pytest.raises(TextError):
        texts.format(Locale.UK, "goodbye")
    (tmp_path / "en" / "x.ftl").write_text("hello { $name\n", encoding="utf-8")
    with pytest.raises(TextError):
        Texts(tmp_path)


def test_two_threads_may_need_a_text_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is parsed when it is first used; whoever comes meanwhile waits."""
    is_parsing, goes_on, texts = Event(), Event(), Texts()

    def parse_slowly(source: str) -> ast.Resource:
        is_parsing.set()
        goes_on.wait(30)
        return FluentParser().parse(source)

    monkeypatch.setattr("cafe.core.kernel.texts.FluentResource", parse_slowly)
    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(texts.format, Locale.EN, "language-name")
        is_parsing.wait(30)
        second = pool.submit(texts.format, Locale.EN, "language-name")
        wait([second], timeout=0.2)  # it would have failed by now
        goes_on.set()
        assert (first.result(), second.result()) == ("English", "English")


def test_a_text_that_has_attributes_alone_is_a_defect(tmp_path: Path) -> None:
    for locale in ("uk", "en"):
        (tmp_path / locale).mkdir()
        (tmp_path / locale / "x.ftl").write_text("button =\n    .label = Ок\n", encoding="utf-8")
    with pytest.raises(TextError, match="no value"):
        Texts(tmp_path).format(Locale.UK, "button")


def test_a_language_is_a_folder(tmp_path: Path) -> None:
    for locale in ("uk", "en", "de", "pl"):
        (tmp_path / locale).mkdir()
        (tmp_path / locale / "x.ftl").write_text(f"hello = {locale}\n", encoding="utf-8")
    texts = Texts(tmp_path)
    assert list(texts.languages) == ["uk", "de", "en", "pl"]
    assert texts.format(Locale("pl"), "hello") == "pl"
    assert [texts.languages.of(text) for text in ("pl", "PL", "fr", None, 1)] == ["pl", *["uk"] * 4]
    assert texts.languages.of_language_code("pl-PL") == "pl"


def test_who_chose_a_language_that_is_gone_is_answered_in_ukrainian() -> None:
    texts = Texts()
    assert texts.format(Locale("xx"), "status-new") == texts.format(Locale.UK, "status-new")


def test_who_reads_neither_of_the_owners_languages_gets_the_english_text() -> None:
    polish = Locale("pl")
    assert OwnText("Лате", "Latte").in_locale(polish) == "Latte"
    assert OwnText("Лате", "").in_locale(polish) == "Лате"
