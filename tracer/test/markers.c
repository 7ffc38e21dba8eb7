/*
 * Steps with a marker each, for FORETELL_CLUSTERS:
 * markers [regular | changes | sizes | uneven | early | threads | split | late] STEPS
 */
#include "foretell/trace.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, ranks;
static MPI_Comm row;
static double sum;

static void step(int values)
{
    double out[64], in[64] = {0};
    MPI_Request requests[4];
    int n = 0;
    for (int i = 0; i < values; i++)
        out[i] = rank + sum;
    for (int side = -1; side <= 1; side += 2)
        if (rank + side >= 0 && rank + side < ranks)
            MPI_Irecv(side < 0 ? in : in + 32, values, MPI_DOUBLE, rank + side, 5, row, &requests[n++]);
    for (int side = -1; side <= 1; side += 2)
        if (rank + side >= 0 && rank + side < ranks)
            MPI_Isend(out, values, MPI_DOUBLE, rank + side, 5, row, &requests[n++]);
    MPI_Waitall(n, requests, MPI_STATUSES_IGNORE);
    sum = 0.5 * sum + 0.25 * (in[0] + in[32]);
}

int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "regular";
    int steps = argc > 2 ? atoi(argv[2]) : 100, provided;
    if (strcmp(how, "threads") == 0)
        MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    else
        MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    row = MPI_COMM_WORLD;
    if (strcmp(how, "split") == 0)
        MPI_Comm_split(MPI_COMM_WORLD, 0, rank, &row);
    for (int i = 0; i < steps; i++) {
        if (strcmp(how, "uneven") != 0 && (strcmp(how, "early") != 0 || rank != ranks - 1 || i < 20))
            foretell_marker("step");
        for (double begun = MPI_Wtime(); strcmp(how, "late") == 0 && rank == 2 && i == steps / 2;)
            if (MPI_Wtime() > begun + 0.2)
                break;
        step(strcmp(how, "sizes") == 0 ? 1 + i % 7 : 8);
        if (strcmp(how, "changes") == 0 && i / 10 % 3 == 1) {
            double all = 0;
            MPI_Allreduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
            sum += all / ranks;
        }
    }
    if (strcmp(how, "uneven") == 0) {
        /* Those who wait for rank 0 come to no marker before it has come to all of its own. */
        int token = 7;
        if (rank == 0)
            for (int i = 0; i < steps; i++)
                foretell_marker("alone");
        MPI_Bcast(&token, 1, MPI_INT, 0, MPI_COMM_WORLD);
        for (int i = 0; rank != 0 && i < 3; i++)
            foretell_marker("others");
        sum += token;
    }
    double all = 0;
    MPI_Reduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (row != MPI_COMM_WORLD)
        MPI_Comm_free(&row);
    if (rank == 0)
        printf("sum %.12f\n", all);
    MPI_Finalize();
    return 0;
}
