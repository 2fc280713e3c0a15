"""The image's and the compose files. Tests have no container engine: what can be said without one is tested."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from cafe.config import PREFIX, Config
from tests.deploy.containerfile import all_of, read
from tests.deploy.programs import DEPLOY, ROOT

CONTAINERFILE = read(DEPLOY / "Containerfile")
COMPOSE = sorted(DEPLOY.glob("compose*.yaml"))
KEYS = {"name", "services", "volumes"}
SERVICE_KEYS = {
    *("build", "image", "env_file", "environment", "ports", "volumes", "depends_on", "healthcheck", "restart"),
    *("stop_grace_period", "mem_limit", "read_only", "tmpfs", "cap_drop", "security_opt"),
}
"""What ours use of the Compose Specification: a key that is misspelt would be refused only by the engine."""

each_compose = pytest.mark.parametrize("file", COMPOSE, ids=lambda file: file.name)


def parsed(file: Path) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(file.read_text(encoding="utf-8"))
    return found


def cafes(file: Path) -> list[dict[str, Any]]:
    return [service for service in parsed(file)["services"].values() if "build" in service]


def mounted(service: dict[str, Any]) -> dict[str, str]:
    """What is mounted, by where it is in the container."""
    pairs = (volume.split(":")[:2] for volume in service["volumes"])
    return {inside: outside for outside, inside in pairs}


def test_the_image_is_installed_by_the_script() -> None:
    [made, installed] = all_of(CONTAINERFILE, "RUN")
    assert "sh deploy/install.sh /srv/cafe && rm /srv/cafe/.env" in installed
    assert "ln -s /data /srv/cafe/data" in made
    assert all_of(CONTAINERFILE, "WORKDIR")[-1] == "/srv/cafe"
    assert json.loads(all_of(CONTAINERFILE, "CMD")[0]) == ["cafe", "serve"]
    assert "PATH=/srv/cafe/venv/bin:$PATH" in all_of(CONTAINERFILE, "ENV")[0]


def test_the_program_is_not_root_and_lies_outside_the_volume() -> None:
    names = [each.name for each in CONTAINERFILE]
    assert names.index("USER") > max(number for number, name in enumerate(names) if name in {"RUN", "COPY"})
    [user] = all_of(CONTAINERFILE, "USER")
    assert re.fullmatch(r"[1-9]\d+:[1-9]\d+", user)  # by number, so that an engine can tell that it is not root
    assert f"--uid {user.partition(':')[0]}" in all_of(CONTAINERFILE, "RUN")[0]
    assert all_of(CONTAINERFILE, "VOLUME") == ["/data"]


def test_the_image_gets_only_what_the_program_is_made_of() -> None:
    kept = {line.removeprefix("!") for line in (ROOT / ".dockerignore").read_text().splitlines() if line[:1] == "!"}
    for line in all_of(CONTAINERFILE, "COPY"):
        for source in line.split()[:-1]:
            assert (ROOT / source).exists()
            assert any(Path(source).match(pattern) for pattern in kept), source


@pytest.mark.parametrize("status", [200, 503])
def test_the_health_check_tells_a_healthy_service_from_another(status: int, tmp_path: Path) -> None:
    """The image's own words, against a server that answers as the service would."""
    [check] = all_of(CONTAINERFILE, "HEALTHCHECK")
    program, option, words = json.loads(check.partition("CMD ")[2])
    assert (program, option) == ("python", "-c")
    answering = f"""
import http.server, subprocess, sys, threading

class Service(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response({status} if self.path == "/healthz" else 404)
        self.end_headers()

    def log_message(self, *_):
        pass

server = http.server.HTTPServer(("127.0.0.1", 0), Service)
threading.Thread(target=server.serve_forever, daemon=True).start()
words = sys.argv[1].replace("8080", str(server.server_port))
sys.exit(subprocess.run([sys.executable, "-c", words]).returncode)
"""
    done = subprocess.run([sys.executable, "-c", answering, words], cwd=tmp_path, check=False)  # noqa: S603 - our own words
    assert (done.returncode == 0) is (status == 200)


@each_compose
def test_the_keys_are_those_of_the_specification(file: Path) -> None:
    whole = parsed(file)
    assert {key for key in whole if not key.startswith("x-")} <= KEYS
    for service in whole["services"].values():
        assert set(service) <= SERVICE_KEYS
        assert ("build" in service) or ":" in service["image"]
        assert set(service.get("depends_on", [])) <= set(whole["services"])
        named = {outside for outside in mounted(service).values() if not outside.startswith(".")}
        assert named <= set(whole["volumes"])


@each_compose
def test_what_is_mounted_is_what_the_image_keeps(file: Path) -> None:
    volumes = {mounted(service)["/data"] for service in cafes(file)}
    assert len(volumes) == 1  # pictures that one process took are the other's, too
    for service in cafes(file):
        assert set(mounted(service)) == set(all_of(CONTAINERFILE, "VOLUME"))
        built = (file.parent / service["build"]["context"]).resolve(), service["build"]["dockerfile"]
        assert built == (ROOT, "deploy/Containerfile")
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
        assert "ports" not in service  # reached through the proxy alone
    caddyfile = mounted(parsed(file)["services"]["caddy"])
    assert (file.parent / caddyfile["/etc/caddy/Caddyfile"]).resolve() == DEPLOY / "Caddyfile"


@each_compose
def test_the_proxy_knows_every_process(file: Path) -> None:
    services = parsed(file)["services"]
    [port] = all_of(CONTAINERFILE, "EXPOSE")
    processes = {f"{name}:{port}" for name, service in services.items() if "build" in service}
    environment = services["caddy"]["environment"]
    assert set(environment["UPSTREAMS"].split()) == processes
    for name in environment:
        assert f"{{${name}" in (DEPLOY / "Caddyfile").read_text(encoding="utf-8")


def test_no_secret_has_a_default() -> None:
    text = (DEPLOY / "compose.postgres.yaml").read_text(encoding="utf-8")
    for name in ("CAFE_SECRET_KEY", "POSTGRES_PASSWORD"):
        assert set(re.findall(rf"\$\{{{name}(.)", text)) == {":"}
        assert set(re.findall(rf"\$\{{{name}:(.)", text)) == {"?"}


def test_every_variable_is_one_that_the_program_knows() -> None:
    files = [DEPLOY / "Containerfile", DEPLOY / "install.sh", DEPLOY / "compose.env.example", *COMPOSE]
    named = {name for file in files for name in re.findall(r"\bCAFE_[A-Z_]+", file.read_text(encoding="utf-8"))}
    assert "CAFE_BASE_URL" in named
    assert named <= {PREFIX + field.upper() for field in Config.model_fields}
