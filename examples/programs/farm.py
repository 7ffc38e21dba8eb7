"""A master deals out tasks to whichever worker is idle (mpi4py). Prints how long that took.

    mpirun -np 5 python3 farm.py [TASKS]

Tasks sleep for 20 to 70 ms, so that more workers than cores are no slower.
"""

import sys
import time

from mpi4py import MPI

comm = MPI.COMM_WORLD
tasks = [0.020 + 0.005 * (7 * i % 11) for i in range(int(sys.argv[1]) if len(sys.argv) > 1 else 60)]


def deal():
    """Gives each worker a task, and the next one to the worker that answers first."""
    status = MPI.Status()
    left = list(enumerate(tasks))
    done = set()
    for worker in range(1, comm.size):
        comm.send(left.pop(0) if left else None, dest=worker)
    while len(done) < len(tasks):
        done.add(comm.recv(source=MPI.ANY_SOURCE, status=status))
        comm.send(left.pop(0) if left else None, dest=status.Get_source())
    return len(done)


def work():
    """Does tasks until there are none."""
    while True:
        task = comm.recv(source=0)
        if task is None:
            return
        number, seconds = task
        time.sleep(seconds)
        comm.send(number, dest=0)


comm.Barrier()
start = MPI.Wtime()
if comm.rank == 0:
    assert deal() == len(tasks)
    print(f"{len(tasks)} tasks: {MPI.Wtime() - start:.4f} s")
else:
    work()
