/* A ping-pong of 1 byte: prints the shortest half round trip of many batches, in nanoseconds. */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    enum { BATCHES = 60, ROUNDS = 2000 };
    int rank;
    char byte = 0;
    double shortest = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int batch = 0; batch < BATCHES; batch++) {
        double start = MPI_Wtime();
        for (int i = 0; i < ROUNDS; i++) {
            if (rank == 0) {
                MPI_Send(&byte, 1, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
                MPI_Recv(&byte, 1, MPI_CHAR, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            } else {
                MPI_Recv(&byte, 1, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                MPI_Send(&byte, 1, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
            }
        }
        double took = (MPI_Wtime() - start) / ROUNDS / 2;
        shortest = took < shortest ? took : shortest;
    }
    if (rank == 0)
        printf("%.1f\n", shortest * 1e9);
    MPI_Finalize();
    return 0;
}
