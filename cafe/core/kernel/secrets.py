"""Codes for people to type, and hashes of secrets."""

import hashlib
import hmac

CODE_DIGITS = 8


def hash_of(secret: str) -> str:
    """Return the hash stored for a secret; 128 random bits need no salt and no slow hash."""
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()


def digits_of(token: str) -> str:
    """Derive a code from a random token."""
    number = int.from_bytes(hashlib.sha256(token.encode()).digest())
    return f"{number % 10**CODE_DIGITS:0{CODE_DIGITS}d}"


def shown_digits(digits: str) -> str:
    """Return a code in two groups of digits, for reading."""
    half = CODE_DIGITS // 2
    return f"{digits[:half]} {digits[half:]}"


def digits_in(typed: str) -> str:
    """Return the digits of a typed code, without spaces and dashes."""
    return "".join(character for character in typed if character.isdecimal())


def slow_hash(secret: str, salt: str) -> str:
    """Return the hash stored for a secret that is short enough to be guessed (scrypt, RFC 7914).

    It takes some 50 ms and 16 MB: run it in a thread.
    """
    digest = hashlib.scrypt(secret.encode(errors="replace"), salt=salt.encode(), n=2**14, r=8, p=1)
    return f"{salt}:{digest.hex()}"


def is_slow_hash_of(secret: str, stored: str) -> bool:
    """Whether a stored hash is that of a secret; takes as long for any, also where nothing is stored (empty)."""
    salt, _, _ = stored.partition(":")
    return hmac.compare_digest(slow_hash(secret, salt), stored)
