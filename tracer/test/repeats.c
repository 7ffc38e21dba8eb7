/*
 * Calls that repeat in loops within loops, with loops of changing length; with an argument also without any order, and
 * none alike. With a number it makes only so many sends to nobody.
 */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t state = 20261123;

static int draw(int below)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (int)((state >> 33) % (uint64_t)below);
}

static void send(int tag)
{
    MPI_Send(NULL, 0, MPI_BYTE, MPI_PROC_NULL, tag, MPI_COMM_WORLD);
}

/* A program of loops: each of a few bodies, which hold loops themselves. */
static void loops(int depth, uint64_t seed)
{
    for (int body = 0; body < 3; body++) {
        int times = 1 + (int)((seed >> (8 * body)) % 7);
        for (int i = 0; i < times; i++) {
            send(10 * depth + body);
            if (depth < 4)
                loops(depth + 1, seed * 31 + (uint64_t)body);
            else if (i % 2 == 0)
                MPI_Barrier(MPI_COMM_SELF);
        }
    }
}

int main(int argc, char **argv)
{
    double in, out = 1, sum = 0;
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int sends = argc > 1 ? atoi(argv[1]) : 0;
    for (int i = 0; i < sends; i++)
        send(i % 40);
    for (int step = 0; sends == 0 && step < 4000; step++) {
        MPI_Request requests[2];
        for (int i = 0; i < 2; i++) {
            MPI_Irecv(&in, 1, MPI_DOUBLE, (rank + 1) % size, MPI_ANY_TAG, MPI_COMM_WORLD, &requests[0]);
            MPI_Isend(&out, 1, MPI_DOUBLE, (rank + size - 1) % size, 7, MPI_COMM_WORLD, &requests[1]);
            MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        }
        for (int i = 0; i < step % 3; i++)
            MPI_Allreduce(&out, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_SELF);
    }
    if (argc > 1 && sends == 0) {
        for (int i = 0; i < 3; i++)
            loops(0, 20261123);
        for (int i = 0; i < 20000; i++)
            send(draw(3));
        for (int i = 0; i < 70000; i++)
            send(1000 + i);
        for (int i = 0; i < 2000; i++)
            send(i % 5);
    }
    printf("%g\n", sum);
    MPI_Finalize();
    return 0;
}
