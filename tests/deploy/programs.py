"""The programs that the shipped files are for: the machine's own, or what `make proxies` unpacked."""

import os
import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
CACHE = ROOT / ".cache"


def find(package: str, program: str) -> str:
    """Where a program is; empty where there is none."""
    unpacked = (str(path) for path in sorted((CACHE / package).rglob(f"*bin/{program}")) if path.is_file())
    return shutil.which(program) or next(unpacked, "")


NGINX, CADDY = find("nginx", "nginx"), find("caddy", "caddy")
SYSTEMD_ANALYZE = find("systemd", "systemd-analyze")

needs_nginx = pytest.mark.skipif(not NGINX, reason="there is no nginx, and no Debian package of it to be had")
needs_caddy = pytest.mark.skipif(not CADDY, reason="there is no Caddy, and no Debian package of it to be had")
needs_systemd = pytest.mark.skipif(not SYSTEMD_ANALYZE, reason="there is no systemd, and no Debian package to be had")


def systemd_environment() -> dict[str, str]:
    """What an unpacked systemd needs to find its own libraries and units."""
    unpacked = CACHE / "systemd"
    if not SYSTEMD_ANALYZE.startswith(str(unpacked)):
        return dict(os.environ)
    libraries = {str(path.parent) for path in unpacked.rglob("*.so*")}
    [units] = {str(path.parent) for path in unpacked.rglob("system/network-online.target")}
    return os.environ | {"LD_LIBRARY_PATH": ":".join(sorted(libraries)), "SYSTEMD_UNIT_PATH": units}
