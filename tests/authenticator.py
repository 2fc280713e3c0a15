"""An authenticator in software: makes passkeys and signs with them, as a phone does (W3C Web Authentication)."""

import hashlib
import json
import os
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

PRESENT, VERIFIED, HAS_KEY = 0x01, 0x04, 0x40
"""Flags: somebody touched it, it recognised them, a public key follows."""


def text(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


class Authenticator:
    """One passkey. `verifies`: whether it asks for face, finger or PIN."""

    def __init__(self, origin: str, *, verifies: bool = True) -> None:
        self.origin = origin
        self.id = os.urandom(16)
        self.count = 0
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._flags = PRESENT | (VERIFIED if verifies else 0)

    def make(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Answer `/api/desk/passkeys/begin`."""
        point = self._key.public_key().public_numbers()
        cose = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32), -3: point.y.to_bytes(32)})
        credential = bytes(16) + len(self.id).to_bytes(2) + self.id + cose
        data = self._data(options["rp"]["id"], self._flags | HAS_KEY) + credential
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client = self._client("webauthn.create", options)
        return self._answer(options, {"clientDataJSON": text(client), "attestationObject": text(attestation)})

    def use(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Answer `/api/desk/session/passkey/begin`."""
        self.count += 1
        data, client = self._data(options["rpId"], self._flags), self._client("webauthn.get", options)
        signature = self._key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(SHA256()))
        parts = {"clientDataJSON": text(client), "authenticatorData": text(data), "signature": text(signature)}
        return self._answer(options, parts)

    def _data(self, host: str, flags: int) -> bytes:
        return hashlib.sha256(host.encode()).digest() + bytes([flags]) + self.count.to_bytes(4)

    def _client(self, kind: str, options: Mapping[str, Any]) -> bytes:
        return json.dumps({"type": kind, "challenge": options["challenge"], "origin": self.origin}).encode()

    def _answer(self, options: Mapping[str, Any], response: Mapping[str, str]) -> dict[str, Any]:
        own = text(self.id)
        return {
            "id": own,
            "rawId": own,
            "type": "public-key",
            "challenge": options["challenge"],
            "response": dict(response),
        }
