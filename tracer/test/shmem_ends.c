/* How programs of OpenSHMEM end, and programs that use MPI as well. */
#include <mpi.h>
#include <shmem.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static long flag;

static void both(int argc, char **argv, int mpi_first) {
  if (mpi_first) {
    MPI_Init(&argc, &argv);
  }
  shmem_init();
  int rank, sum = 0, finalized;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  shmem_long_p(&flag, 7, 1 - rank);
  shmem_long_wait_until(&flag, SHMEM_CMP_EQ, 7);
  printf("%d\n", sum);
  shmem_finalize();
  MPI_Finalized(&finalized);
  if (!finalized) {
    MPI_Finalize();
  }
}

int main(int argc, char **argv) {
  const char *way = argc > 1 ? argv[1] : "return";
  if (strcmp(way, "mpi_first") == 0 || strcmp(way, "shmem_first") == 0) {
    both(argc, argv, way[0] == 'm');
    return 0;
  }
  shmem_init();
  shmem_barrier_all();
  if (strcmp(way, "_exit") == 0) {
    _exit(3);
  } else if (strcmp(way, "kill") == 0) {
    raise(SIGKILL);
  } else if (strcmp(way, "segv") == 0) {
    raise(SIGSEGV);
  } else if (strcmp(way, "global") == 0) {
    shmem_global_exit(4);
  } else if (strcmp(way, "exit") == 0) {
    exit(5);
  }
  return 0;
}
