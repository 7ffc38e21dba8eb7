/* Conjugate gradients for the Laplacian of an N x N grid: cg N STEPS
 *
 * The ranks hold whole rows. Each step exchanges a row with each neighbour and needs two sums over all ranks. */
#include <foretell/trace.h>
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int rank, ranks, n, rows;

static double *field(void) {
  return calloc((size_t)(rows + 2) * (size_t)n, sizeof(double));
}

/* y = A x, with the rows of the neighbours beside those of x. */
static void apply(double *x, double *y) {
  int up = rank > 0 ? rank - 1 : MPI_PROC_NULL, down = rank < ranks - 1 ? rank + 1 : MPI_PROC_NULL;
  MPI_Request requests[4];
  MPI_Irecv(x, n, MPI_DOUBLE, up, 0, MPI_COMM_WORLD, requests);
  MPI_Irecv(x + (rows + 1) * n, n, MPI_DOUBLE, down, 0, MPI_COMM_WORLD, requests + 1);
  MPI_Isend(x + n, n, MPI_DOUBLE, up, 0, MPI_COMM_WORLD, requests + 2);
  MPI_Isend(x + rows * n, n, MPI_DOUBLE, down, 0, MPI_COMM_WORLD, requests + 3);
  MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
  for (int i = 1; i <= rows; i++) {
    for (int j = 0; j < n; j++) {
      int at = i * n + j;
      double left = j > 0 ? x[at - 1] : 0, right = j < n - 1 ? x[at + 1] : 0;
      y[at] = 4 * x[at] - x[at - n] - x[at + n] - left - right;
    }
  }
}

static double dot(const double *x, const double *y) {
  double mine = 0, all;
  for (int at = n; at < (rows + 1) * n; at++) {
    mine += x[at] * y[at];
  }
  MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return all;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  n = argc > 1 ? atoi(argv[1]) : 256;
  int steps = argc > 2 ? atoi(argv[2]) : 200;
  if (n < 1 || steps < 1 || n % ranks) {
    fprintf(stderr, "usage: cg N STEPS, where N is a multiple of %d\n", ranks);
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  rows = n / ranks;
  double *x = field(), *residual = field(), *direction = field(), *image = field();
  for (int at = n; at < (rows + 1) * n; at++) {
    residual[at] = direction[at] = 1;
  }

  MPI_Barrier(MPI_COMM_WORLD);
  foretell_marker("solve");
  double start = MPI_Wtime(), first = dot(residual, residual), square = first;
  for (int step = 0; step < steps; step++) {
    apply(direction, image);
    double length = square / dot(direction, image);
    for (int at = n; at < (rows + 1) * n; at++) {
      x[at] += length * direction[at];
      residual[at] -= length * image[at];
    }
    double next = dot(residual, residual);
    for (int at = n; at < (rows + 1) * n; at++) {
      direction[at] = residual[at] + next / square * direction[at];
    }
    square = next;
  }
  double seconds = MPI_Wtime() - start, greatest;
  foretell_marker(NULL);

  /* What the steps call the residual is that of x. */
  apply(x, image);
  double error = 0, all;
  for (int at = n; at < (rows + 1) * n; at++) {
    error = fmax(error, fabs(1 - image[at] - residual[at]));
  }
  MPI_Allreduce(&error, &all, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  MPI_Reduce(&seconds, &greatest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  int wrong = !(all < 1e-6 * n);
  if (rank == 0) {
    printf("seconds %.9f %s residual %.3e of %.3e\n", greatest, wrong ? "WRONG" : "right", sqrt(square), sqrt(first));
  }
  free(x);
  free(residual);
  free(direction);
  free(image);
  MPI_Finalize();
  return wrong;
}
