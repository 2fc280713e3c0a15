"""A small real server that speaks the Telegram Bot API over HTTP, and misbehaves when told to."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from aiohttp import ClientError, ClientSession, ClientTimeout, web

from tests.fakes.server import FakeServer
from tests.fakes.telegram.api import BotApi
from tests.fakes.telegram.chats import Chat
from tests.fakes.telegram.faults import Fault, Trouble
from tests.fakes.telegram.markup import ApiError
from tests.fakes.telegram.page import add_page
from tests.fakes.telegram.people import Seat
from tests.fakes.telegram.world import Json, World
from tests.vendors import telegram as described

TOKEN = "110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw"
SENDING = {"sendmessage", "sendphoto"}
GROUP_MESSAGES_A_MINUTE = 20


@dataclass(frozen=True, slots=True)
class Call:
    """One request of the bot, for tests that look at what was asked and when."""

    method: str
    params: Json
    at: float


class FakeTelegram(FakeServer):
    """The Bot API server with the people and chats on it; its chats page is at its address."""

    def __init__(self, token: str = TOKEN, *, port: int = 0, now: Callable[[], float] = time.time) -> None:
        """`now` is the time that messages tell, in Unix seconds."""
        super().__init__(port=port)
        self.world = World(token, now)
        self.api = BotApi(self.world)
        self.calls: list[Call] = []
        self.sent: list[tuple[int, str]] = []
        self.rang: list[int] = []
        """The chats of the new messages that had a sound."""
        """Every new message that stood in a chat, with its chat, whatever became of it since."""
        self.edited: list[tuple[int, str]] = []
        """The same of every text that a message was changed to."""
        self.troubles: list[Trouble] = []
        self.keeps_pace_limits = False
        self.minute = 60.0  # of the pace limits, by the event loop's clock; a shorter one makes a test quicker
        self._poller = 0
        self.sends_strange_updates = False  # such as no version of the Bot API describes
        self._breaches: list[str] = []
        """What was asked or answered otherwise than Telegram describes it; one ends the test."""

    @property
    def url(self) -> str:
        return self.base_url

    # What tests do

    def person(
        self, user_id: int, first_name: str = "Оля", *, language: str = "uk", username: str | None = None
    ) -> Seat:
        """A person in the private chat with the bot; the chat opens when they first write."""
        user = self.world.user(user_id, first_name, language, username)
        return Seat(self.world, user, self.world.chats[user_id])

    def group(self, chat_id: int, title: str = "Персонал") -> Chat:
        return self.world.group(chat_id, title)

    def meet(self, fault: Fault, **where: Any) -> Trouble:
        """From now on calls (of ``method``, to ``chat_id``, so many ``times``) run into this fault."""
        trouble = Trouble(fault, **where)
        self.troubles.append(trouble)
        return trouble

    def recover(self) -> None:
        self.troubles.clear()

    def calls_of(self, method: str) -> list[Call]:
        return [call for call in self.calls if call.method.lower() == method.lower()]

    # What the bot gets

    def app(self) -> web.Application:
        app = web.Application(client_max_size=32 * 2**20)
        app.router.add_route("*", r"/bot{token}/{method}", self._finish)
        add_page(app, self.world)
        app.cleanup_ctx.append(self._pushing)
        app.on_cleanup.append(self._tell_breaches)
        return app

    async def _finish(self, request: web.Request) -> web.StreamResponse:
        """Do what was asked also when the bot no longer waits: `TestServer` would cancel it."""
        return await asyncio.shield(self._handle(request))

    async def _tell_breaches(self, _app: web.Application) -> None:
        assert not self._breaches, self._breaches

    async def _handle(self, request: web.Request) -> web.StreamResponse:
        method = request.match_info["method"]
        params = await _parameters(request)
        self.calls.append(Call(method, params, asyncio.get_running_loop().time()))
        self._breaches += described.breaches_of_call(method, params)
        try:
            trouble = self._trouble(method, params)
            early = await self._misbehave(request, trouble) if trouble else None
            if early is not None:
                return early
            result = await self._perform(request.match_info["token"], method, params)
            if trouble and trouble.fault is Fault.DROP_AFTER:
                return _dropped(request)
        except ApiError as error:
            return _refusal(error)
        if not (self.sends_strange_updates and method.lower() == "getupdates"):
            self._breaches += described.breaches_of_answer(method, result)
        return web.json_response({"ok": True, "result": result})

    async def _perform(self, token: str, method: str, params: Json) -> Any:
        if token != self.world.token:
            raise ApiError(401, "Unauthorized")
        if method.lower() == "getupdates":
            return await self._get_updates(params)
        if self.keeps_pace_limits and method.lower() in SENDING:
            self._keep_pace(params)
        result = self.api.call(method, params)
        if method.lower() in SENDING and "ephemeral_message_id" not in result:
            self.sent.append((int(params["chat_id"]), str(params.get("text") or params.get("caption", ""))))
            if str(params.get("disable_notification")).lower() != "true":
                self.rang.append(int(params["chat_id"]))
        if method.lower() == "editmessagetext":
            self.edited.append((int(params["chat_id"]), str(params["text"])))
        return result

    def _trouble(self, method: str, params: Json) -> Trouble | None:
        chat_id = int(params["chat_id"]) if str(params.get("chat_id", "")).lstrip("-").isdigit() else None
        text = str(params.get("text", ""))
        return next((trouble for trouble in self.troubles if trouble.meets(method, chat_id, text)), None)

    async def _misbehave(self, request: web.Request, trouble: Trouble) -> web.StreamResponse | None:
        match trouble.fault:
            case Fault.FLOOD:
                seconds = int(trouble.seconds)
                raise ApiError(429, f"Too Many Requests: retry after {seconds}", retry_after=seconds)
            case Fault.SERVER_ERROR:
                raise ApiError(502, "Bad Gateway")
            case Fault.HTML:
                page = "<html><body><h1>502 Bad Gateway</h1></body></html>"
                return web.Response(status=502, text=page, content_type="text/html")
            case Fault.DROP:
                return _dropped(request)
            case Fault.REFUSED:
                raise ApiError(400, "Bad Request: can't parse entities")
            case Fault.UNAUTHORIZED:
                raise ApiError(401, "Unauthorized")
            case Fault.REJECTED:
                raise ApiError(400, "Bad Request: IMAGE_PROCESS_FAILED")
            case Fault.SLOW:
                await asyncio.sleep(trouble.seconds)
        return None

    def _keep_pace(self, params: Json) -> None:
        chat = self.world.chat_for_bot(int(params["chat_id"]))
        now = asyncio.get_running_loop().time()
        recent = [at for at in chat.sent_at if now - at < self.minute]
        if not chat.is_private and len(recent) >= GROUP_MESSAGES_A_MINUTE:
            seconds = int(self.minute - (now - recent[0])) + 1
            raise ApiError(429, f"Too Many Requests: retry after {seconds}", retry_after=seconds)
        chat.sent_at.append(now)

    async def _get_updates(self, params: Json) -> list[Json]:
        if self.api.webhook["url"]:
            raise ApiError(409, "Conflict: can't use getUpdates method while webhook is active")
        self._poller += 1
        poller = self._poller
        self.world.touch()
        offset = int(params.get("offset", 0))
        while self.world.updates and self.world.updates[0]["update_id"] < offset:
            self.world.updates.popleft()

        def ready() -> list[Json] | None:
            if poller != self._poller or self.api.webhook["url"]:
                raise ApiError(409, "Conflict: terminated by other getUpdates request")
            return list(self.world.updates)[: int(params.get("limit", 100))] or None

        return await self.world.wait_for(ready, float(params.get("timeout", 0))) or []

    async def _pushing(self, _app: web.Application) -> AsyncIterator[None]:
        async with ClientSession(timeout=ClientTimeout(total=30)) as session:
            pushing = asyncio.create_task(self._push_updates(session))
            yield
            pushing.cancel()
            with suppress(asyncio.CancelledError):
                await pushing

    async def _push_updates(self, session: ClientSession) -> None:
        """In webhook mode: bring each update to the bot's address until it is taken."""
        while True:
            await self.world.wait_for(lambda: bool(self.api.webhook["url"] and self.world.updates) or None, 3600)
            if not (self.api.webhook["url"] and self.world.updates):
                continue
            update = self.world.updates[0]
            headers = {"X-Telegram-Bot-Api-Secret-Token": self.api.webhook["secret_token"]}
            try:
                async with session.post(self.api.webhook["url"], json=update, headers=headers) as response:
                    is_taken = response.ok
            except (ClientError, TimeoutError):
                is_taken = False
            if is_taken:
                self.world.updates.remove(update)
            else:
                await asyncio.sleep(0.2)


async def _parameters(request: web.Request) -> Json:
    params: Json = dict(request.query)
    if request.content_type == "application/json":
        return {**params, **await request.json()}
    for name, value in (await request.post()).items():
        params[name] = value.file.read() if isinstance(value, web.FileField) else value
    return params


def _refusal(error: ApiError) -> web.Response:
    body: Json = {"ok": False, "error_code": error.code, "description": error.description}
    if error.parameters:
        body["parameters"] = error.parameters
    return web.json_response(body, status=error.code)


def _dropped(request: web.Request) -> web.Response:
    if request.transport is not None:
        request.transport.abort()
    return web.Response()
