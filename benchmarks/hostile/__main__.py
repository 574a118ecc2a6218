"""See `benchmarks.hostile`."""

import sys

from benchmarks.hostile import main

sys.exit(main(sys.argv[1:]))
