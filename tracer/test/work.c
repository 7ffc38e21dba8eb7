/* Says what its bursts do: 5 steps of as much as the rank has, a marker in each, and what is not recorded. */
#include <foretell/trace.h>
#include <math.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    double work = 1000.0 * (rank + 1);
    for (int step = 0; step < 5; step++) {
        foretell_work(2 * work, 24 * work);
        MPI_Barrier(MPI_COMM_WORLD);
        foretell_marker("step");
        foretell_work(2 * work, 24 * work);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    foretell_work(6.8, 0.4);
    foretell_record(0);
    foretell_work(99, 99);
    foretell_record(1);
    foretell_work(0, 0);
    foretell_work(-1, 3);
    foretell_work(NAN, 3);
    foretell_work(1, INFINITY);
    MPI_Finalize();
    return 0;
}
