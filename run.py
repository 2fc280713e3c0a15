"""Serve the cafe: the same as `python -m cafe serve`."""

import sys

from cafe.cli import main

if __name__ == "__main__":
    sys.exit(main(["serve", *sys.argv[1:]]))
