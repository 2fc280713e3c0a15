"""Files shipped with the application: the demo catalogue and its pictures, and the program that prints in the cafe."""

from pathlib import Path

_PACKAGE = Path(__file__).parent
_INSTALLED = _PACKAGE / "data"  # installed by a wheel
_FOLDER = _INSTALLED if _INSTALLED.is_dir() else _PACKAGE.parent / "data"

DEMO = _FOLDER / "demo.toml"
PRINT_AGENT = _PACKAGE / "print_agent.py"


def find_pictures() -> Path:
    """Return the folder of the menu's pictures: the one in the working directory if it exists, else the demo's."""
    own = Path.cwd() / "data" / "pictures"
    return own if own.is_dir() else _FOLDER / "pictures"
