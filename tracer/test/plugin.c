/* A part of a program that is loaded later, and MPI with it. */
#include <mpi.h>
#include <stddef.h>

int run(void)
{
    int sum = 1;
    MPI_Init(NULL, NULL);
    MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return sum;
}
