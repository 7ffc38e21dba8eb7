/* A rank that sleeps between its calls: elapsed time without processor time. */
#include <mpi.h>
#include <time.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    for (int i = 0; i < 3; i++) {
        struct timespec rest = {0, 20000000};
        nanosleep(&rest, NULL);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
