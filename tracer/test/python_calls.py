"""Calls of mpi4py. A comment names what the tracer has to record at its line, with the function around it."""

import array
import ctypes
import gc
import threading

from mpi4py import MPI  # records MPI_Init_thread at <module>

comm = MPI.COMM_WORLD
rank = comm.Get_rank()
size = comm.Get_size()
left, right = (rank - 1) % size, (rank + 1) % size


def buffers():
    sent, got = array.array("d", [rank] * 100), array.array("d", [0] * 100)
    comm.Sendrecv(sent, right, 1, got, left, 1)  # records MPI_Sendrecv at buffers
    requests = [
        comm.Irecv(got, left, 2),  # records MPI_Irecv at buffers
        comm.Isend(sent, right, 2),  # records MPI_Isend at buffers
    ]
    MPI.Request.Waitall(requests)  # records MPI_Waitall at buffers
    comm.Allreduce(MPI.IN_PLACE, got)  # records MPI_Allreduce at buffers
    return got[0]


def objects():
    if rank == 0:
        comm.send({"to": right}, dest=right, tag=3)  # records MPI_Send at objects
    found = comm.recv(source=MPI.ANY_SOURCE, tag=3)  # records MPI_Mprobe, MPI_Mrecv at objects
    if rank != 0:
        comm.send(found, dest=right, tag=3)  # records MPI_Send at objects
    request = comm.isend(rank, right, tag=4)  # records MPI_Isend at objects
    got = comm.recv(source=left, tag=4)  # records MPI_Mprobe, MPI_Mrecv at objects
    request.wait()  # records MPI_Wait at objects
    return got + len(found)


class Solver:
    def steps(self):
        return [self.step(i) for i in range(3)]

    def step(self, i):
        total = comm.allreduce(i)  # records MPI_Comm_dup, MPI_Send, MPI_Recv, MPI_Bcast at Solver.step
        comm.barrier()  # records MPI_Barrier at Solver.step
        return total


def polls():
    if rank == 0:
        comm.Barrier()  # records MPI_Barrier at polls
        comm.send(None, right, tag=5)  # records MPI_Send at polls
    else:
        while not comm.iprobe(left, tag=6):  # records MPI_Iprobe at polls
            if comm.iprobe(left, tag=6):  # records MPI_Iprobe at polls
                break
            comm.Barrier()  # records MPI_Barrier at polls
            break
        while not comm.iprobe(left, tag=5):  # records MPI_Iprobe at polls
            pass
        comm.recv(source=left, tag=5)  # records MPI_Mprobe, MPI_Mrecv at polls


def threads():
    """Each thread has frames of its own, whichever of them has the interpreter."""

    def exchange(number):
        mine = MPI.COMM_SELF
        for _ in range(50):
            mine.sendrecv(0, 0, number, None, 0, number)  # records MPI_Isend, MPI_Mprobe, MPI_Mrecv, MPI_Wait at threads.<locals>.exchange

    workers = [threading.Thread(target=exchange, args=(i,)) for i in range(3)]
    for worker in workers:
        worker.start()
    while any(worker.is_alive() for worker in workers):
        sum(range(1000))
    for worker in workers:
        worker.join()


class Holder:
    """Calls MPI when it is collected, which allocating a frame may bring about."""

    def __init__(self):
        self.comm = comm.Dup()  # records MPI_Comm_dup at Holder.__init__
        self.itself = self

    def __del__(self):
        self.comm.Free()  # records MPI_Comm_free at Holder.__del__


def collected():
    gc.set_threshold(1)
    for _ in range(20):
        Holder()
        comm.Barrier()  # records MPI_Barrier at collected
    gc.set_threshold(700)
    gc.collect()


def fresh():
    """Code that is made anew each time, perhaps at the same address."""
    for i in range(50):
        scope = {"comm": comm}
        exec(compile("\n" * i + "comm.Barrier()", f"fresh{i}.py", "exec"), scope)
        del scope


tracer = ctypes.CDLL(None)
if hasattr(tracer, "foretell_trace_marker"):
    tracer.foretell_trace_marker(b"objects")
found = buffers(), objects(), Solver().steps()
polls()
threads()
collected()
fresh()
MPI.Pcontrol(2)
add = MPI.Op.Create(lambda a, b, t=None: a + b)
summed = comm.reduce(rank, op=add)  # records MPI_Send, MPI_Recv at <module>
if rank == 0:
    print(found, summed)
