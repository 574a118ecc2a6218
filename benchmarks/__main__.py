"""`python -m benchmarks`. The suite has a module of its own: spawned processes do not import this one."""

import sys

from benchmarks.suite import main

sys.exit(main(sys.argv[1:]))
