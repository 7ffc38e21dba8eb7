/* Heat on a square plate whose upper edge is hot: halo N STEPS
 *
 * N x N inner points in blocks over a grid of ranks. In each step a block exchanges its edges with up to four
 * neighbours, without waiting in turn; each tenth step all ranks agree on the largest change. */
#include <foretell/trace.h>
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int n = argc > 1 ? atoi(argv[1]) : 512;
  int steps = argc > 2 ? atoi(argv[2]) : 500;
  int ranks, dimensions[2] = {0, 0}, periods[2] = {0, 0};
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Dims_create(ranks, 2, dimensions);
  if (n < 1 || steps < 1 || n % dimensions[0] || n % dimensions[1]) {
    fprintf(stderr, "usage: halo N STEPS, where N is a multiple of %d and %d\n", dimensions[0], dimensions[1]);
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  MPI_Comm grid;
  MPI_Cart_create(MPI_COMM_WORLD, 2, dimensions, periods, 0, &grid);
  int rank, place[2], up, down, left, right;
  MPI_Comm_rank(grid, &rank);
  MPI_Cart_coords(grid, rank, 2, place);
  MPI_Cart_shift(grid, 0, 1, &up, &down);
  MPI_Cart_shift(grid, 1, 1, &left, &right);

  int rows = n / dimensions[0], columns = n / dimensions[1], width = columns + 2;
  size_t points = (size_t)(rows + 2) * (size_t)width;
  double *now = calloc(points, sizeof *now), *then = calloc(points, sizeof *then);
  if (place[0] == 0) {
    for (int j = 0; j < width; j++) {
      now[j] = then[j] = 1;
    }
  }
  MPI_Datatype column;
  MPI_Type_vector(rows, 1, width, MPI_DOUBLE, &column);
  MPI_Type_commit(&column);

  MPI_Barrier(grid);
  foretell_marker("solve");
  double start = MPI_Wtime(), change = 0;
  for (int step = 1; step <= steps; step++) {
    MPI_Request requests[8];
    MPI_Irecv(now + 1, columns, MPI_DOUBLE, up, 0, grid, requests);
    MPI_Irecv(now + (rows + 1) * width + 1, columns, MPI_DOUBLE, down, 1, grid, requests + 1);
    MPI_Irecv(now + width, 1, column, left, 2, grid, requests + 2);
    MPI_Irecv(now + width + columns + 1, 1, column, right, 3, grid, requests + 3);
    MPI_Isend(now + rows * width + 1, columns, MPI_DOUBLE, down, 0, grid, requests + 4);
    MPI_Isend(now + width + 1, columns, MPI_DOUBLE, up, 1, grid, requests + 5);
    MPI_Isend(now + width + columns, 1, column, right, 2, grid, requests + 6);
    MPI_Isend(now + width + 1, 1, column, left, 3, grid, requests + 7);
    MPI_Waitall(8, requests, MPI_STATUSES_IGNORE);
    change = 0;
    for (int i = 1; i <= rows; i++) {
      for (int j = 1; j <= columns; j++) {
        int at = i * width + j;
        then[at] = 0.25 * (now[at - width] + now[at + width] + now[at - 1] + now[at + 1]);
        change = fmax(change, fabs(then[at] - now[at]));
      }
    }
    double *swap = now;
    now = then;
    then = swap;
    if (step % 10 == 0 || step == steps) {
      MPI_Allreduce(MPI_IN_PLACE, &change, 1, MPI_DOUBLE, MPI_MAX, grid);
    }
  }
  double seconds = MPI_Wtime() - start, sums[2] = {seconds, 0};
  foretell_marker(NULL);

  /* Heat only comes in from above: it is positive, and no point is as hot as the edge. */
  int wrong = !(change > 0 && change < 0.25), all;
  for (int i = 1; i <= rows; i++) {
    for (int j = 1; j <= columns; j++) {
      double heat = now[i * width + j];
      wrong |= !(heat >= 0 && heat < 1);
      sums[1] += heat;
    }
  }
  double greatest, heat;
  MPI_Reduce(sums, &greatest, 1, MPI_DOUBLE, MPI_MAX, 0, grid);
  MPI_Reduce(sums + 1, &heat, 1, MPI_DOUBLE, MPI_SUM, 0, grid);
  MPI_Allreduce(&wrong, &all, 1, MPI_INT, MPI_LOR, grid);
  if (rank == 0) {
    printf("seconds %.9f %s heat %.6f\n", greatest, all ? "WRONG" : "right", heat);
  }
  MPI_Type_free(&column);
  MPI_Comm_free(&grid);
  free(now);
  free(then);
  MPI_Finalize();
  return all;
}
