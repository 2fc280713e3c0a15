"""Codes that people read and type, and hashes of secrets."""

import hashlib

CODE_DIGITS = 8


def hash_of(secret: str) -> str:
    """Return what is stored of a secret; 128 random bits need no salt and no slow hash."""
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()


def digits_of(token: str) -> str:
    """Make a code of a token's randomness."""
    number = int.from_bytes(hashlib.sha256(token.encode()).digest())
    return f"{number % 10**CODE_DIGITS:0{CODE_DIGITS}d}"


def shown_digits(digits: str) -> str:
    """Return a code in two groups, as people read and type it."""
    half = CODE_DIGITS // 2
    return f"{digits[:half]} {digits[half:]}"


def digits_in(typed: str) -> str:
    """Return the digits of what a person typed, with spaces or dashes or without."""
    return "".join(character for character in typed if character.isdecimal())
