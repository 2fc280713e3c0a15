"""Runs a program as the shipped unit lets systemd run it, as far as that can be had without systemd and root:

`python -m tests.deploy.sandbox SYSTEMD-ANALYZE UNIT PROGRAM ARGUMENTS…`, with the unit's filter of system calls, of
address families and of memory that is both writable and executable. What is not allowed is refused as systemd does it.
"""

import ctypes
import os
import socket
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

LIBSECCOMP = "libseccomp.so.2"
ALLOW, REFUSE = 0x7FFF0000, 0x00050000
"""What a filter answers; a refusal has the error's number added."""
EQUAL = 4
EPERM, EAFNOSUPPORT = 1, 97
SET_NO_NEW_PRIVILEGES, SET_MDWE, REFUSE_EXEC_GAIN = 38, 65, 1


class Comparison(ctypes.Structure):
    """libseccomp's `struct scmp_arg_cmp`."""

    _fields_ = (
        ("argument", ctypes.c_uint),
        ("operator", ctypes.c_int),
        ("first", ctypes.c_uint64),
        ("second", ctypes.c_uint64),
    )


def settings(unit: Path, key: str) -> list[str]:
    """Every value of a key, one for each line of it."""
    lines = unit.read_text(encoding="utf-8").splitlines()
    return [line.partition("=")[2] for line in lines if line.startswith(f"{key}=")]


def members(analyze: str, names: Iterable[str]) -> set[str]:
    """The system calls of these names, of which those with an @ are systemd's groups, in which may be other groups."""
    calls: set[str] = set()
    for name in names:
        if not name.startswith("@"):
            calls.add(name)
            continue
        told = subprocess.run([analyze, "syscall-filter", name], check=True, capture_output=True, text=True).stdout  # noqa: S603 - our own words
        listed = (line.strip() for line in told.splitlines()[1:])
        calls |= members(analyze, [line for line in listed if line and not line.startswith("#")])
    return calls


def allowed_calls(analyze: str, unit: Path) -> set[str]:
    """What the unit lets through; systemd always adds what is needed to begin a program at all."""
    calls = members(analyze, ["@default"])
    for value in settings(unit, "SystemCallFilter"):
        named = members(analyze, value.removeprefix("~").split())
        calls = calls - named if value.startswith("~") else calls | named
    return calls | {"execve"}


def restrict(unit: Path, analyze: str) -> None:
    """Restrict this process for good, and whatever it turns into."""
    calls = allowed_calls(analyze, unit)
    families = {
        int(getattr(socket, name)) for value in settings(unit, "RestrictAddressFamilies") for name in value.split()
    }
    library = ctypes.CDLL(LIBSECCOMP, use_errno=True)
    library.seccomp_init.restype = ctypes.c_void_p
    library.seccomp_init.argtypes = [ctypes.c_uint32]
    library.seccomp_load.argtypes = [ctypes.c_void_p]
    add = library.seccomp_rule_add_array
    add.argtypes = [ctypes.c_void_p, ctypes.c_uint32, ctypes.c_int, ctypes.c_uint, ctypes.POINTER(Comparison)]
    refusing = library.seccomp_init(REFUSE | EPERM)
    for name in calls:
        number = library.seccomp_syscall_resolve_name(name.encode())
        if number >= 0:
            assert add(refusing, ALLOW, number, 0, None) == 0, name
    narrowing = library.seccomp_init(ALLOW)
    for family in set(range(64)) - families:
        only = Comparison(0, EQUAL, family, 0)
        number = library.seccomp_syscall_resolve_name(b"socket")
        assert add(narrowing, REFUSE | EAFNOSUPPORT, number, 1, ctypes.byref(only)) == 0, family
    libc = ctypes.CDLL(None, use_errno=True)
    assert libc.prctl(SET_NO_NEW_PRIVILEGES, 1, 0, 0, 0) == 0
    if "yes" in settings(unit, "MemoryDenyWriteExecute"):
        libc.prctl(SET_MDWE, REFUSE_EXEC_GAIN, 0, 0, 0)  # from Linux 6.3 on
    assert library.seccomp_load(narrowing) == 0
    assert library.seccomp_load(refusing) == 0


if __name__ == "__main__":
    analyze, unit, *program = sys.argv[1:]
    restrict(Path(unit), analyze)
    os.execv(program[0], program)  # noqa: S606 - no shell is wanted
