/* A token goes round a ring of ranks: ring BYTES ROUNDS
 *
 * Each rank waits for the token, adds its number to every word of it, and passes it on. */
#include <foretell/trace.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  int words = (argc > 1 ? atoi(argv[1]) : 8192) / (int)sizeof(long);
  int rounds = argc > 2 ? atoi(argv[2]) : 1000;
  if (words < 1 || rounds < 1 || ranks < 2) {
    fprintf(stderr, "usage: ring BYTES ROUNDS, with at least 8 bytes, 1 round and 2 ranks\n");
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  long *token = calloc((size_t)words, sizeof *token);
  int next = (rank + 1) % ranks;
  int previous = (rank + ranks - 1) % ranks;

  MPI_Barrier(MPI_COMM_WORLD);
  foretell_marker("solve");
  double start = MPI_Wtime();
  for (int round = 0; round < rounds; round++) {
    if (rank == 0) {
      MPI_Send(token, words, MPI_LONG, next, 1, MPI_COMM_WORLD);
    }
    MPI_Recv(token, words, MPI_LONG, previous, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < words; i++) {
      token[i] += rank;
    }
    if (rank != 0) {
      MPI_Send(token, words, MPI_LONG, next, 1, MPI_COMM_WORLD);
    }
  }
  MPI_Barrier(MPI_COMM_WORLD);
  double seconds = MPI_Wtime() - start;
  foretell_marker(NULL);

  int wrong = 0;
  if (rank == 0) {
    long sum = (long)rounds * ranks * (ranks - 1) / 2;
    for (int i = 0; i < words; i++) {
      wrong |= token[i] != sum;
    }
    printf("seconds %.9f %s\n", seconds, wrong ? "WRONG" : "right");
  }
  free(token);
  MPI_Finalize();
  return wrong;
}
