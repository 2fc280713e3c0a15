"""One way to drive both fiscal services: our client and the fake behind it."""

from typing import Protocol

from aiohttp import ClientSession

from cafe.core.money.receipts.port import FiscalService
from cafe.providers.checkbox import Checkbox
from cafe.providers.http import Calls
from cafe.providers.vchasno import Vchasno
from tests.fakes.checkbox import FakeCheckbox
from tests.fakes.vchasno import FakeVchasno


class PassingTime:
    """A clock that can be moved ahead."""

    def __init__(self, calls: Calls) -> None:
        self._clock = calls.clock
        self._ahead = 0.0
        self.now, self.sleep = self._clock.now, self._clock.sleep

    def monotonic(self) -> float:
        return self._clock.monotonic() + self._ahead

    def pass_by(self, seconds: float) -> None:
        self._ahead += seconds


class FiscalHarness(Protocol):
    """What the tests of the port need of a fiscal service."""

    name: str
    client: FiscalService
    wrong_client: FiscalService
    """One whose credentials have a mistake."""
    sell: str
    """What a failure of the sale is planned for."""
    paths: tuple[str, ...]
    """What else may fail on the way to a receipt."""

    @property
    def fake(self) -> FakeCheckbox | FakeVchasno: ...
    def url_of_last(self) -> str: ...
    def documents(self) -> list[tuple[int, bool, bool]]:
        """Kopiykas, whether it is a return, whether in cash, of each receipt."""
        ...

    def shifts(self) -> list[bool]:
        """Whether each shift is open."""
        ...

    def age_shift(self, hours: int) -> None: ...
    def sales_asked(self) -> int: ...
    def settle(self) -> None:
        """Let the time go by in which what was sent may still come about."""
        ...


class CheckboxHarness:
    name, sell = "checkbox", "/receipts/sell"
    paths = ("/signinPinCode", "/cashier/shift", "/shifts")

    def __init__(self, fake: FakeCheckbox, session: ClientSession) -> None:
        self.fake = fake
        self._session = session
        self.client = self._connect(fake.pin)
        self.wrong_client = self._connect("0000-secret")

    def _connect(self, pin: str) -> Checkbox:
        key, url = self.fake.license_key, self.fake.base_url
        return Checkbox(self._session, license_key=key, pin=pin, base_url=url, poll_seconds=0.01)

    def url_of_last(self) -> str:
        return f"{self.fake.base_url}/{list(self.fake.receipts)[-1]}"

    def documents(self) -> list[tuple[int, bool, bool]]:
        made = [one for one in self.fake.receipts.values() if one.status != "ERROR"]
        return [(one.total, one.returns is not None, one.kind == "CASH") for one in made]

    def shifts(self) -> list[bool]:
        return [shift.status == "OPENED" for shift in self.fake.shifts]

    def age_shift(self, hours: int) -> None:
        self.fake.age_shift(hours)

    def sales_asked(self) -> int:
        return len(self.fake.calls_to(self.sell))

    def settle(self) -> None:
        """It knows receipts by our own ids."""


class VchasnoHarness:
    name, sell = "vchasno", "/sale"
    paths = ("/status", "/open-shift")

    def __init__(self, fake: FakeVchasno, session: ClientSession) -> None:
        self.fake = fake
        self.time = PassingTime(Calls())
        calls = Calls(self.time)
        self.client = Vchasno(session, token=fake.token, base_url=fake.base_url, calls=calls)
        self.wrong_client = Vchasno(session, token="0000-secret", base_url=fake.base_url, calls=calls)
        self.settle()

    def url_of_last(self) -> str:
        return f"{self.fake.base_url}/check-viewer/{self.fake.receipts[-1].doccode}"

    def documents(self) -> list[tuple[int, bool, bool]]:
        return [(one.total, one.is_return, one.is_cash) for one in self.fake.receipts]

    def shifts(self) -> list[bool]:
        return [shift.is_open for shift in self.fake.shifts]

    def age_shift(self, hours: int) -> None:
        self.fake.age_shift(hours)

    def sales_asked(self) -> int:
        return self.fake.tasks("sale")

    def settle(self) -> None:
        self.time.pass_by(61)
