"""The command ``python -m cmlib.replication``."""

import sys

from cmlib.replication.ledger import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
