"""What the fakes share: a loopback server, failures on demand, webhooks tried three times."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from typing import TypedDict, Unpack

from aiohttp import ClientError, ClientSession, ClientTimeout, web

from tests.fakes.server import FakeServer
from tests.vendors import Description

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

HTML_ERROR = "<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>"


class Failure(StrEnum):
    """How a service can misbehave."""

    SLOW = "slow"  # answers rightly, but late
    TOO_MANY_REQUESTS = "429"
    SERVER_ERROR = "500"
    HTML = "html"  # 200 with a page where JSON was expected
    NONSENSE = "nonsense"  # 200 with JSON of the wrong shape
    DROPPED = "dropped"  # the connection ends, nothing was done
    LOST_ANSWER = "lost answer"  # everything was done, but the connection ends before the answer


_WRONG_ANSWERS = {
    Failure.TOO_MANY_REQUESTS: (
        429,
        "application/json",
        '{"errCode": "TMR", "message": "too many requests"}',
    ),
    Failure.SERVER_ERROR: (500, "text/html", HTML_ERROR),
    Failure.HTML: (200, "text/html", HTML_ERROR),
}


@dataclass(slots=True)
class _Planned:
    failure: Failure
    path: str
    left: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Call:
    """A request that the fake received, failures included."""

    method: str
    path: str
    body: bytes
    headers: Mapping[str, str]


def machine_time() -> datetime:
    return datetime.now(UTC)


class Options(TypedDict, total=False):
    """How a service is set up."""

    port: int
    now: Callable[[], datetime]  # the time it lives by; the machine's unless said otherwise
    retry_gap: float  # seconds between the attempts of a webhook


class FakeService(FakeServer):
    """Does what it is asked for, and fails on demand; subclasses give `routes`.

    What it is asked for and what it answers is held against the company's `description`; a breach ends the test.
    """

    description: Description

    def __init__(self, **options: Unpack[Options]) -> None:
        super().__init__(port=options.get("port", 0))
        self.calls: list[Call] = []
        self.nonsense = '[{"surprise": null}]'  # what `NONSENSE` answers
        self.webhooks = WebhookSender(retry_gap=options.get("retry_gap", 0.05))
        self._now = options.get("now", machine_time)
        self._planned: list[_Planned] = []
        self._breaches: list[str] = []

    def routes(self) -> Sequence[web.RouteDef]:
        raise NotImplementedError

    def app(self) -> web.Application:
        app = web.Application(middlewares=[self._finish])
        app.add_routes(self.routes())
        app.on_shutdown.append(self._stop_webhooks)
        app.on_cleanup.append(self._tell_breaches)
        return app

    def fail(self, failure: Failure, *, path: str = "/", times: int = 1, seconds: float = 0) -> None:
        """Let the next `times` requests whose name contains `path` fail; `seconds` is how slow `SLOW` is."""
        self._planned.append(_Planned(failure, path, times, seconds))

    def recover(self) -> None:
        """Forget every planned failure."""
        self._planned.clear()

    def calls_to(self, path: str) -> list[Call]:
        return [call for call in self.calls if path in call.path]

    def name_of(self, path: str, body: bytes) -> str:  # noqa: ARG002 - some services tell their calls apart by bodies
        """What a call is known by."""
        return path

    def described(self, request: web.Request, body: bytes) -> tuple[str, object] | None:
        """What the description calls this call, and what was sent; None: a page, which it does not describe."""
        if not request.path.startswith("/api/"):
            return None
        sent = json.loads(body) if body else dict(request.query)
        return f"{request.method} {request.path}", sent

    def describe_webhook(self, told: object) -> None:
        """Hold what a webhook tells against the description."""
        self._breaches += self.description.breaches_of_answer("WEBHOOK", 200, told)

    async def _tell_breaches(self, _app: web.Application) -> None:
        assert not self._breaches, self._breaches

    async def _perform(self, request: web.Request, handler: Handler, body: bytes) -> web.StreamResponse:
        """Do what is asked, and hold it against the description."""
        described = self.described(request, body)
        if described is None:
            return await handler(request)
        operation, sent = described
        self._breaches += self.description.breaches_of_call(operation, sent)
        try:
            answer = await handler(request)
        except web.HTTPException as refusal:
            self._breaches += self.description.breaches_of_answer(operation, refusal.status, _read(refusal))
            raise
        assert isinstance(answer, web.Response)
        self._breaches += self.description.breaches_of_answer(operation, answer.status, _read(answer))
        return answer

    async def _stop_webhooks(self, _app: web.Application) -> None:
        await self.webhooks.close()

    @web.middleware
    async def _finish(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Do what was asked also when the caller no longer waits: `TestServer` would cancel it."""
        return await asyncio.shield(self._answer_or_refuse(request, handler))

    async def _answer_or_refuse(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Refuse by an answer, not by an exception, that nobody would take once the caller has gone."""
        try:
            return await self._answer(request, handler)
        except web.HTTPException as refusal:
            return web.Response(
                status=refusal.status, reason=refusal.reason, headers=refusal.headers, body=refusal.body
            )

    async def _answer(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        self.calls.append(Call(request.method, request.path, await request.read(), dict(request.headers)))
        name = self.name_of(request.path, self.calls[-1].body)
        planned = next((p for p in self._planned if p.left > 0 and p.path in name), None)
        body = self.calls[-1].body
        if planned is None:
            return await self._perform(request, handler, body)
        planned.left -= 1
        if planned.failure is Failure.SLOW:
            await asyncio.sleep(planned.seconds)
            return await self._perform(request, handler, body)
        if planned.failure in _WRONG_ANSWERS:
            status, content_type, text = _WRONG_ANSWERS[planned.failure]
            return web.Response(text=text, content_type=content_type, status=status)
        if planned.failure is Failure.NONSENSE:
            return web.Response(text=self.nonsense, content_type="application/json")
        if planned.failure is Failure.LOST_ANSWER:
            await self._perform(request, handler, body)
        if request.transport is not None:
            request.transport.abort()
        return web.Response()


def _read(answer: web.Response) -> object:
    """What an answer tells; None where that is nothing, or a page."""
    return json.loads(answer.text) if answer.text and answer.content_type == "application/json" else None


@dataclass(slots=True)
class Delivery:
    """One webhook and the answers its attempts got; 0 stands for no answer at all."""

    url: str
    body: bytes
    headers: Mapping[str, str]
    answers: list[int] = field(default_factory=list)


class WebhookSender:
    """Posts webhooks like a payment company: in the background, up to three attempts until a 200.

    `copies` sends each one several times, `is_reordered` the last one first, `is_silent` none at all.
    """

    attempts = 3

    def __init__(self, *, retry_gap: float = 0.05) -> None:
        self.deliveries: list[Delivery] = []
        self.copies = 1
        self.is_reordered = False
        self.is_silent = False
        self._retry_gap = retry_gap
        self._running: set[asyncio.Task[None]] = set()

    def post(self, webhooks: Sequence[Delivery]) -> None:
        """Send these, one after the other, without waiting for it."""
        if self.is_silent:
            return
        ordered = list(reversed(webhooks)) if self.is_reordered else list(webhooks)
        copied = [Delivery(one.url, one.body, one.headers) for one in ordered for _ in range(self.copies) if one.url]
        self.deliveries += copied
        task = asyncio.create_task(self._send(copied))
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def settled(self) -> None:
        """Wait until nothing is on its way any more."""
        while self._running:
            await asyncio.gather(*self._running)

    async def close(self) -> None:
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)

    async def _send(self, webhooks: Sequence[Delivery]) -> None:
        async with ClientSession(timeout=ClientTimeout(total=10)) as session:
            for webhook in webhooks:
                for attempt in range(self.attempts):
                    if attempt:
                        await asyncio.sleep(self._retry_gap)
                    webhook.answers.append(await self._attempt(session, webhook))
                    if webhook.answers[-1] == 200:
                        break

    @staticmethod
    async def _attempt(session: ClientSession, webhook: Delivery) -> int:
        try:
            async with session.post(webhook.url, data=webhook.body, headers=webhook.headers) as answer:
                await answer.read()
                return answer.status
        except (ClientError, TimeoutError, OSError):
            return 0
