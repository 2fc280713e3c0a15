"""`python -m cafe COMMAND`."""

import sys

from cafe.cli import main

sys.exit(main(sys.argv[1:]))
