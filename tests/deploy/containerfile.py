"""Reads a Containerfile as far as ours goes, and copies what it copies."""

import re
import shutil
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Instruction:
    """A line, its continuations joined: `RUN`, and what follows."""

    name: str
    text: str


def read(file: Path) -> list[Instruction]:
    """List the instructions from top to bottom."""
    lines = [line for line in file.read_text(encoding="utf-8").splitlines() if not line.lstrip().startswith("#")]
    joined = re.sub(r"\\\n\s*", "", "\n".join(lines))
    return [Instruction(*line.split(maxsplit=1)) for line in joined.splitlines() if line]


def all_of(instructions: list[Instruction], name: str) -> list[str]:
    """List what follows each instruction of a kind."""
    return [each.text for each in instructions if each.name == name]


def copy(instructions: list[Instruction], context: Path, target: Path) -> None:
    """Copy what the `COPY` lines say: files into a folder, or what is in a folder into one."""
    for line in all_of(instructions, "COPY"):
        *sources, into = line.split()
        (target / into).mkdir(parents=True, exist_ok=True)
        for source in sources:
            if (context / source).is_dir():
                ignored = shutil.ignore_patterns("__pycache__")
                shutil.copytree(context / source, target / into, ignore=ignored, dirs_exist_ok=True)
            else:
                shutil.copy(context / source, target / into)
