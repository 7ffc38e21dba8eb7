"""Steps of a program of one thread, which leads may record for others."""

import array
import ctypes
import sys

import mpi4py

mpi4py.rc.thread_level = "single"

from mpi4py import MPI

comm = MPI.COMM_WORLD
tracer = ctypes.CDLL(None)
value = array.array("d", [comm.rank])
for step in range(int(sys.argv[1])):
    if hasattr(tracer, "foretell_trace_marker"):
        tracer.foretell_trace_marker(b"step")
    comm.Allreduce(MPI.IN_PLACE, value)
print(value[0] > 0)
