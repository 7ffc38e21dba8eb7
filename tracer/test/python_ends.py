"""Ways in which programs of mpi4py end, and what they do meanwhile."""

import atexit
import os
import sys
import threading
import time

from mpi4py import MPI

comm = MPI.COMM_WORLD
way = sys.argv[1]


class Global:
    """Is still there as the interpreter ends."""

    def __del__(self):
        MPI.COMM_SELF.Barrier()


def poll():
    while True:
        MPI.COMM_SELF.Iprobe(tag=1)
        MPI.COMM_SELF.Barrier()


comm.Barrier()
if way == "atexit":
    atexit.register(comm.Barrier)
elif way == "global":
    kept = Global()
elif way == "daemon":
    for _ in range(3):
        threading.Thread(target=poll, daemon=True).start()
    time.sleep(0.2)
elif way == "fork":
    child = os.fork()
    if child == 0:
        os._exit(3)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
elif way == "busy":
    # Threads that compute want the interpreter's lock all the time.
    ends = threading.Event()

    def compute():
        while not ends.is_set():
            sum(range(100))

    computing = [threading.Thread(target=compute) for _ in range(2)]
    for thread in computing:
        thread.start()
    for i in range(30):
        comm.sendrecv(i, 1 - comm.rank, 0, None, 1 - comm.rank, 0)
    ends.set()
    for thread in computing:
        thread.join()
comm.Barrier()
if comm.rank == 0:
    print("ended")
