"""Checking passkeys with `webauthn`, loaded in a thread with the first one: it takes half a second and 10 MB."""

import asyncio

from cafe.core.people.staff.errors import PasskeyError
from cafe.core.people.staff.port import Credential, NewPasskey, Site


class WebAuthn:
    """The core's `PasskeyVerifier`. The authenticator must have recognised its person, by face, finger or PIN."""

    async def read_new(self, credential: Credential, challenge: str, site: Site) -> NewPasskey:
        """Verify the answer to a request for a new passkey.

        Raises:
            PasskeyError: it does not verify.
        """
        return await asyncio.to_thread(_read_new, credential, challenge, site)

    async def read_use(
        self, credential: Credential, challenge: str, site: Site, public_key: str, sign_count: int
    ) -> int:
        """Verify the answer of a known passkey; return its new count of signatures.

        Raises:
            PasskeyError: it does not verify.
        """
        return await asyncio.to_thread(_read_use, credential, challenge, site, public_key, sign_count)


def _read_new(credential: Credential, challenge: str, site: Site) -> NewPasskey:
    from webauthn import base64url_to_bytes, verify_registration_response  # noqa: PLC0415 - see above
    from webauthn.helpers import bytes_to_base64url  # noqa: PLC0415 - see above
    from webauthn.helpers.exceptions import WebAuthnException  # noqa: PLC0415 - see above

    try:
        found = verify_registration_response(
            credential=dict(credential),
            expected_challenge=base64url_to_bytes(challenge),
            expected_rp_id=site.host,
            expected_origin=site.origin,
            require_user_verification=True,
        )
    except (WebAuthnException, ValueError, KeyError, TypeError):  # the library trusts the shape of what it reads
        raise PasskeyError from None
    passkey_id = bytes_to_base64url(found.credential_id)
    return NewPasskey(passkey_id, bytes_to_base64url(found.credential_public_key), found.sign_count)


def _read_use(credential: Credential, challenge: str, site: Site, public_key: str, sign_count: int) -> int:
    from webauthn import base64url_to_bytes, verify_authentication_response  # noqa: PLC0415 - see above
    from webauthn.helpers.exceptions import WebAuthnException  # noqa: PLC0415 - see above

    try:
        found = verify_authentication_response(
            credential=dict(credential),
            expected_challenge=base64url_to_bytes(challenge),
            expected_rp_id=site.host,
            expected_origin=site.origin,
            credential_public_key=base64url_to_bytes(public_key),
            credential_current_sign_count=sign_count,
            require_user_verification=True,
        )
    except (WebAuthnException, ValueError, KeyError, TypeError):  # as above
        raise PasskeyError from None
    return found.new_sign_count
