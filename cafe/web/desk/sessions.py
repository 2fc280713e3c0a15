"""Signing in and out, and the list of sessions."""

from typing import Any

from aiohttp import hdrs, web

from cafe.core.kernel.lengths import LENGTHS
from cafe.core.people.customers.model import TelegramUser
from cafe.core.people.staff.errors import SignedOutError, SignInLinkError
from cafe.core.people.staff.model import CONFIRMED_SECONDS, Right, Session, SessionKind, SignedIn
from cafe.core.services import Services
from cafe.web.desk.access import DeskAccess
from cafe.web.desk.agents import agent_of
from cafe.web.json import json_response, path_id, read_body

FRESH_SECONDS = 300
"""Maximum age of init data for signing in, in seconds."""


def routes(services: Services, access: DeskAccess) -> list[web.RouteDef]:
    sessions = SessionHandlers(services, access)
    public, guard = access.public, access.guard
    return [
        web.get("/api/desk/session", guard(sessions.get)),
        web.delete("/api/desk/session", guard(sessions.sign_out)),
        web.post("/api/desk/session/link", public(sessions.use_link)),
        web.post("/api/desk/session/link/look", public(sessions.inspect_link)),
        web.post("/api/desk/session/code", public(sessions.begin_code)),
        web.post("/api/desk/session/code/poll", public(sessions.poll_code)),
        web.post("/api/desk/session/telegram", public(sessions.sign_in_telegram)),
        web.post("/api/desk/session/bind", guard(sessions.bind, asks_again=True)),
        web.post("/api/desk/session/confirm", guard(sessions.confirm)),
        web.get("/api/desk/sessions", guard(sessions.list)),
        web.delete("/api/desk/sessions/{session_id:[0-9]+}", guard(sessions.end)),
    ]


class SessionHandlers:
    def __init__(self, services: Services, access: DeskAccess) -> None:
        self._services = services
        self._access = access

    async def get(self, request: web.Request, session: Session) -> web.Response:
        """GET /api/desk/session: the signed-in person; renews the cookie for thirty days."""
        response = json_response(self._session_json(session))
        token = self._access.cookie.read(request)
        if session.kind is SessionKind.COOKIE and token is not None:
            response.headers[hdrs.SET_COOKIE] = self._access.cookie.header(token)
        return response

    async def sign_out(self, _request: web.Request, session: Session) -> web.Response:
        """DELETE /api/desk/session."""
        await self._services.sessions.end(session.id)
        response = json_response({"ok": True})
        if session.kind is SessionKind.COOKIE:
            response.headers[hdrs.SET_COOKIE] = self._access.cookie.removal()
        return response

    async def inspect_link(self, request: web.Request) -> web.Response:
        """POST /api/desk/session/link/look: whom the link's button would sign in."""
        member = await self._services.sign_in.inspect_link(await _text_in(request, "token"))
        return json_response({"name": member.name, "role": member.role, "cafe": self._cafe_name})

    async def use_link(self, request: web.Request) -> web.Response:
        """POST /api/desk/session/link: sign in by the link's button."""
        token = await _text_in(request, "token")
        return self.signed_in(await self._services.sign_in.use_link(token, agent_of(request)))

    async def begin_code(self, request: web.Request) -> web.Response:
        """POST /api/desk/session/code: a code to send to the bot; a signed-in person confirms their identity by it."""
        try:
            session = await self._access.session(request)
        except SignedOutError:
            session = None
        codes = self._services.sign_in_codes
        code, bot = await codes.begin(agent_of(request), session), await codes.bot_name()
        return json_response(
            {
                "code": code.shown,
                "secret": code.secret,
                "expires_at": code.expires_at,
                "bot": None if bot is None else f"@{bot}",
                "url": None if bot is None or session is None else f"https://t.me/{bot}?start=sure-{code.digits}",
            }
        )

    async def poll_code(self, request: web.Request) -> web.Response:
        """POST /api/desk/session/code/poll: signs in once the person has confirmed to the bot."""
        signed_in = await self._services.sign_in_codes.poll_sign_in(await _text_in(request, "secret"))
        return json_response({"state": "waiting"}) if signed_in is None else self.signed_in(signed_in)

    async def sign_in_telegram(self, request: web.Request) -> web.Response:
        """POST /api/desk/session/telegram: sign in inside Telegram, by its init data."""
        raw = await _text_in(request, "init_data")
        signed_in = await self._services.sign_in.sign_in_telegram(self._telegram_id(raw), agent_of(request))
        return json_response(self._session_json(signed_in.session) | {"token": signed_in.token})

    async def bind(self, _request: web.Request, session: Session) -> web.Response:
        """POST /api/desk/session/bind: a link to the bot, which links its user's account to this person."""
        link = await self._services.sign_in.issue_telegram_link(session)
        bot, payload = await self._services.sign_in_codes.bot_name(), f"desk-{link.token}"
        return json_response(
            {
                "url": None if bot is None else f"https://t.me/{bot}?start={payload}",
                "text": f"/start {payload}",
                "bot": None if bot is None else f"@{bot}",
                "expires_at": link.expires_at,
            }
        )

    async def confirm(self, request: web.Request, session: Session) -> web.Response:
        """POST /api/desk/session/confirm: confirm one's identity by `token`, `secret`, `init_data` or `passkey`."""
        body = await read_body(request)
        match body:
            case {"token": str(token)}:
                await self._services.sign_in.confirm_by_link(session, token)
            case {"init_data": str(raw)}:
                await self._services.sign_in.confirm_by_telegram(session, self._telegram_id(raw))
            case {"passkey": dict(credential)}:
                await self._services.passkeys.confirm(session, credential, self._access.site(request))
            case {"secret": str(secret)}:
                if not await self._services.sign_in_codes.poll_confirmation(session, secret):
                    return json_response({"state": "waiting"})
            case _:
                raise SignInLinkError
        return json_response({"state": "confirmed", "seconds": CONFIRMED_SECONDS})

    async def list(self, _request: web.Request, session: Session) -> web.Response:
        """GET /api/desk/sessions: one's own; an owner sees everybody's."""
        sees_all = session.member.may(Right.PEOPLE)
        found = [
            {
                "id": each.id,
                "staff_id": each.member.id,
                "name": each.member.name,
                "role": each.member.role,
                "agent": each.agent,
                "kind": each.kind,
                "created_at": each.created_at,
                "seen_at": each.seen_at,
                "expires_at": each.expires_at,
                "is_this": each.id == session.id,
            }
            for each in await self._services.sessions.list_all()
            if sees_all or each.member.id == session.member.id
        ]
        return json_response({"sessions": found})

    async def end(self, request: web.Request, session: Session) -> web.Response:
        """DELETE /api/desk/sessions/{session_id}: one's own; an owner ends anybody's."""
        of = None if session.member.may(Right.PEOPLE) else session.member.id
        await self._services.sessions.end(path_id(request, "session_id"), of)
        return json_response({"ok": True})

    @property
    def _cafe_name(self) -> str:
        return self._services.settings.current.cafe_name

    def signed_in(self, signed_in: SignedIn) -> web.Response:
        """Return the session with its cookie."""
        response = json_response(self._session_json(signed_in.session) | {"state": "signed_in"})
        response.headers[hdrs.SET_COOKIE] = self._access.cookie.header(signed_in.token)
        return response

    def _session_json(self, session: Session) -> dict[str, Any]:
        member = session.member
        return {
            "id": session.id,
            "staff_id": member.id,
            "name": member.name,
            "role": member.role,
            "rights": sorted(member.rights),
            **({} if member.own_role is None else {"role_name": member.own_role.name}),
            "has_telegram": member.telegram_id is not None,
            "has_passkey": session.has_passkey,
            "cafe": self._cafe_name,
            "kind": session.kind,
            "expires_at": session.expires_at,
            "confirmed_until": session.confirmed_at + CONFIRMED_SECONDS,
            "lengths": LENGTHS,
        }

    def _telegram_id(self, raw: str) -> int:
        """Return the user of init data; none unless it is fresh and valid."""
        user = self._access.init_data.read(raw, self._services.clock.now().timestamp(), max_age=FRESH_SECONDS)
        if not isinstance(user, TelegramUser):
            raise SignedOutError
        return user.id


async def _text_in(request: web.Request, name: str) -> str:
    value = (await read_body(request)).get(name)
    return value if isinstance(value, str) else ""
