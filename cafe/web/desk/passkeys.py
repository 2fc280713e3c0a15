"""Passkeys: signing in with one, one's own list of them, and a recovery code."""

from base64 import urlsafe_b64encode
from typing import Any

from aiohttp import web

from cafe.core.people.staff.errors import SignedOutError
from cafe.core.people.staff.model import Passkey, Session
from cafe.core.people.staff.passkeys import CHALLENGE_SECONDS
from cafe.core.services import Services
from cafe.web.desk.access import DeskAccess
from cafe.web.desk.agents import agent_of
from cafe.web.desk.sessions import SessionHandlers
from cafe.web.json import json_response, read_body

ALGORITHMS = (-8, -7, -257)
"""EdDSA, ES256 and RS256 of the COSE registry: what every authenticator has one of."""


def routes(services: Services, access: DeskAccess) -> list[web.RouteDef]:
    passkeys = PasskeyHandlers(services, access)
    public, guard = access.public, access.guard
    return [
        web.post("/api/desk/session/passkey", public(passkeys.sign_in)),
        web.post("/api/desk/session/passkey/begin", public(passkeys.begin_use)),
        web.post("/api/desk/session/recovery", public(passkeys.recover)),
        web.get("/api/desk/passkeys", guard(passkeys.list)),
        web.post("/api/desk/passkeys", guard(passkeys.add, asks_again=True)),
        web.post("/api/desk/passkeys/begin", guard(passkeys.begin_new, asks_again=True)),
        web.delete("/api/desk/passkeys/{passkey_id:[A-Za-z0-9_-]+}", guard(passkeys.delete, asks_again=True)),
        web.post("/api/desk/recovery-code", guard(passkeys.issue_code, asks_again=True)),
    ]


class PasskeyHandlers:
    def __init__(self, services: Services, access: DeskAccess) -> None:
        self._services = services
        self._passkeys = services.passkeys
        self._access = access
        self._sessions = SessionHandlers(services, access)

    async def begin_use(self, request: web.Request) -> web.Response:
        """POST /api/desk/session/passkey/begin: what the browser signs, to sign in or to confirm who is signed in."""
        try:
            session = await self._access.session(request)
        except SignedOutError:
            session = None
        own = [] if session is None else await self._passkeys.list(session.member.id)
        return json_response(
            {
                "challenge": await self._passkeys.begin(session),
                "rpId": self._access.site(request).host,
                "allowCredentials": _descriptors(own),
                "userVerification": "required",
                "timeout": CHALLENGE_SECONDS * 1000,
            }
        )

    async def sign_in(self, request: web.Request) -> web.Response:
        """POST /api/desk/session/passkey: sign in with the browser's answer."""
        site = self._access.site(request)
        signed_in = await self._passkeys.sign_in(await read_body(request), site, agent_of(request))
        return self._sessions.signed_in(signed_in)

    async def recover(self, request: web.Request) -> web.Response:
        """POST /api/desk/session/recovery: sign in by a recovery code, which is used up."""
        code = (await read_body(request)).get("code")
        signed_in = await self._passkeys.recover(code if isinstance(code, str) else "", agent_of(request))
        return self._sessions.signed_in(signed_in)

    async def list(self, _request: web.Request, session: Session) -> web.Response:
        """GET /api/desk/passkeys: one's own."""
        return await self._listed(session)

    async def begin_new(self, request: web.Request, session: Session) -> web.Response:
        """POST /api/desk/passkeys/begin: what the browser makes a passkey of."""
        own = await self._passkeys.list(session.member.id)
        return json_response(
            {
                "challenge": await self._passkeys.begin(session),
                "rp": {
                    "id": self._access.site(request).host,
                    "name": self._services.settings.current.cafe_name,
                },
                "user": {
                    "id": urlsafe_b64encode(f"staff-{session.member.id}".encode()).decode().rstrip("="),
                    "name": session.member.name,
                    "displayName": session.member.name,
                },
                "pubKeyCredParams": [{"type": "public-key", "alg": each} for each in ALGORITHMS],
                "excludeCredentials": _descriptors(own),
                "authenticatorSelection": {
                    "residentKey": "required",
                    "requireResidentKey": True,
                    "userVerification": "required",
                },
                "attestation": "none",
                "timeout": CHALLENGE_SECONDS * 1000,
            }
        )

    async def add(self, request: web.Request, session: Session) -> web.Response:
        """POST /api/desk/passkeys: store the passkey that the browser has made."""
        site = self._access.site(request)
        await self._passkeys.add(session, await read_body(request), site, agent_of(request))
        return await self._listed(session, status=201)

    async def delete(self, request: web.Request, session: Session) -> web.Response:
        """DELETE /api/desk/passkeys/{passkey_id}: one of one's own, unless it is the last way in."""
        await self._passkeys.delete(session, request.match_info["passkey_id"])
        return await self._listed(session)

    async def issue_code(self, _request: web.Request, session: Session) -> web.Response:
        """POST /api/desk/recovery-code: a code to print, which signs in once; the former one is worth nothing then."""
        return json_response({"code": await self._passkeys.issue_recovery_code(session)}, status=201)

    async def _listed(self, session: Session, status: int = 200) -> web.Response:
        own = await self._passkeys.list(session.member.id)
        return json_response({"passkeys": [_json(each) for each in own]}, status=status)


def _descriptors(passkeys: list[Passkey]) -> list[dict[str, str]]:
    return [{"type": "public-key", "id": each.id} for each in passkeys]


def _json(passkey: Passkey) -> dict[str, Any]:
    return {
        "id": passkey.id,
        "agent": passkey.agent,
        "created_at": passkey.created_at,
        "used_at": passkey.used_at,
    }
