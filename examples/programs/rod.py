"""Heat in a rod, whose ends are kept cold (mpi4py). Checks that no heat came from nowhere.

    mpirun -np 2 python3 rod.py [CELLS [STEPS]]
"""

import ctypes
import sys
from array import array

from mpi4py import MPI

comm = MPI.COMM_WORLD
left = comm.rank - 1 if comm.rank > 0 else MPI.PROC_NULL
right = comm.rank + 1 if comm.rank < comm.size - 1 else MPI.PROC_NULL
tracer = ctypes.CDLL(None)


def phase(name):
    """Begins a phase in the trace; None ends it. Without the tracer it does nothing."""
    if hasattr(tracer, "foretell_trace_marker"):
        tracer.foretell_trace_marker(name)


def exchange(rod):
    """Swaps the cells at the ends with those of the neighbours."""
    at_left, at_right = array("d", [0.0]), array("d", [0.0])
    requests = [comm.Irecv(at_left, left), comm.Irecv(at_right, right)]
    requests += [comm.Isend(rod[:1], left), comm.Isend(rod[-1:], right)]
    MPI.Request.Waitall(requests)
    return at_left[0], at_right[0]


def step(rod):
    at_left, at_right = exchange(rod)
    cells = array("d", [at_left]) + rod + array("d", [at_right])
    return array("d", (0.25 * a + 0.5 * b + 0.25 * c for a, b, c in zip(cells, cells[1:], cells[2:])))


def total(rod):
    heat = array("d", [sum(rod)])
    comm.Allreduce(MPI.IN_PLACE, heat)
    return heat[0]


cells, steps = (int(a) for a in (sys.argv[1:] + ["1000", "50"][len(sys.argv) - 1 :]))
rod = array("d", [1.0] * cells)
before = total(rod)
phase(b"solve")
for _ in range(steps):
    rod = step(rod)
phase(None)
after = total(rod)
assert 0 < after < before, (before, after)
if comm.rank == 0:
    print(f"{after:.3f} of {before:.0f}")
