/*
 * Counts what a program sends, without changing it:
 *
 *     make && FORETELL_CALLBACKS=$PWD/sends.so LD_PRELOAD=.../libforetell-trace.so mpirun -np 2 ./program
 *
 * Each function has the name of a call after PRE_ or POS_, and gets what the tracer knows of it and its arguments.
 */
#include <foretell/trace.h>
#include <mpi.h>
#include <stdio.h>

static long sends, bytes;
static uint64_t nanoseconds;

void PRE_MPI_Isend(const struct foretell_call *call, const void *buffer, int count, MPI_Datatype datatype, int peer,
                   int tag, MPI_Comm communicator, MPI_Request *request)
{
    (void)call, (void)buffer, (void)peer, (void)tag, (void)communicator, (void)request;
    int size;
    MPI_Type_size(datatype, &size); /* calls from here are not traced */
    sends++;
    bytes += (long)count * size;
}

void POS_MPI_Isend(const struct foretell_call *call, const void *buffer, int count, MPI_Datatype datatype, int peer,
                   int tag, MPI_Comm communicator, MPI_Request *request)
{
    (void)buffer, (void)count, (void)datatype, (void)peer, (void)tag, (void)communicator, (void)request;
    nanoseconds += call->elapsed_ns;
}

void PRE_MPI_Finalize(const struct foretell_call *call)
{
    (void)call;
    fprintf(stderr, "%ld sends, %ld bytes, %.1f us\n", sends, bytes, (double)nanoseconds / 1000);
}
