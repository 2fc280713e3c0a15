"""One cafe and one browser for all journeys; every person in them is new."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright, expect, sync_playwright

from tests.e2e.house import DEMO, JUNE, House, open_house
from tests.e2e.office import LOOKS, PHONE, Colleague, colleague
from tests.e2e.people import EVERYBODY, GUEST, IN_TELEGRAM, OPPOSITES, PATIENCE_MS, Look, Person, launch, somebody

Welcome = Callable[..., Person]
Hire = Callable[..., Colleague]


# It must be gone before the next package's asynchronous tests: its library keeps a loop running in this thread.
@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as started:
        expect.set_options(timeout=PATIENCE_MS)
        yield started


@pytest.fixture(scope="package")
def browser(playwright: Playwright) -> Iterator[Browser]:
    with launch(playwright) as chromium:
        yield chromium


@pytest.fixture(scope="package")
def whole_browser(playwright: Playwright) -> Iterator[Browser]:
    """One that takes push messages and puts pages on a phone's screen."""
    with launch(playwright, is_whole=True) as chromium:
        yield chromium


@pytest.fixture(scope="package")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """The demo cafe, open round the clock, with a bank; every dish as it comes."""
    with open_house(tmp_path_factory.mktemp("house")) as opened:
        yield opened


@pytest.fixture(scope="package")
def choosy_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """The same cafe, where guests choose sizes, milks and more."""
    with open_house(tmp_path_factory.mktemp("choosy"), DEMO) as opened:
        yield opened


@pytest.fixture
def own_house(tmp_path: Path) -> Iterator[House]:
    """A cafe for one test alone."""
    with open_house(tmp_path) as opened:
        yield opened


@pytest.fixture
def june_house(tmp_path: Path) -> Iterator[House]:
    """A cafe for one test alone, whose clock stands at noon of a Monday in June."""
    with open_house(tmp_path, at=JUNE) as opened:
        yield opened


@pytest.fixture
def welcome(browser: Browser, house: House) -> Iterator[Welcome]:
    """Let somebody in: `welcome(look)`. At the end nobody's browser may have complained."""
    with welcoming(browser, house) as let_in:
        yield let_in


@pytest.fixture
def welcome_whole(whole_browser: Browser, house: House) -> Iterator[Welcome]:
    """The same, with a browser that lacks nothing."""
    with welcoming(whole_browser, house) as let_in:
        yield let_in


@contextmanager
def welcoming(browser: Browser, house: House) -> Iterator[Welcome]:
    with ExitStack() as stack:
        people: list[Person] = []

        def let_in(look: Look = GUEST, *, place: House | None = None, **circumstances: bool) -> Person:
            person = stack.enter_context(somebody(browser, place or house, look, **circumstances))
            people.append(person)
            return person

        yield let_in
        complaints = [complaint for person in people for complaint in person.complaints]
        assert complaints == []


@pytest.fixture
def guest(welcome: Welcome) -> Person:
    """A guest with a phone, in Ukrainian."""
    return welcome(GUEST)


@pytest.fixture
def member(welcome: Welcome) -> Person:
    """A platform user inside Telegram, in Ukrainian."""
    return welcome(IN_TELEGRAM)


@pytest.fixture(params=EVERYBODY, ids=str)
def anybody(request: pytest.FixtureRequest, welcome: Welcome) -> Person:
    """Each kind of person in turn."""
    return welcome(request.param)


@pytest.fixture(params=OPPOSITES, ids=str)
def person(request: pytest.FixtureRequest, welcome: Welcome) -> Person:
    """Two people who have nothing in common."""
    return welcome(request.param)


@pytest.fixture
def hire(browser: Browser, own_house: House) -> Iterator[Hire]:
    """Have somebody at the desk of a cafe of this test's own: `hire(look, role="manager")`."""
    with ExitStack() as stack:

        def hire_one(look: Look = PHONE, *, role: str = "owner", house: House | None = None) -> Colleague:
            return stack.enter_context(colleague(browser, house or own_house, look, role))

        yield hire_one


@pytest.fixture(params=LOOKS, ids=str)
def owner(request: pytest.FixtureRequest, hire: Hire) -> Colleague:
    """An owner, once with a phone in Ukrainian, once with a laptop in English."""
    return hire(request.param)
