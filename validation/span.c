/* Preloaded into any MPI program: rank 0 reports the seconds from the end of MPI_Init to the start of MPI_Finalize. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double began;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* The tracer may be preloaded behind this library, so its functions are called, not the PMPI ones. */
static void *behind(const char *name) {
  void *found = dlsym(RTLD_NEXT, name);
  if (found == NULL) {
    fprintf(stderr, "span: there is no %s\n", name);
    abort();
  }
  return found;
}

static void report(void) {
  double seconds = now() - began;
  int rank;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) fprintf(stderr, "\nspan %.6f\n", seconds);
}

int MPI_Init(int *argc, char ***argv) {
  int (*init)(int *, char ***) = (int (*)(int *, char ***))behind("MPI_Init");
  int result = init(argc, argv);
  began = now();
  return result;
}

int MPI_Init_thread(int *argc, char ***argv, int required, int *provided) {
  int (*init)(int *, char ***, int, int *) = (int (*)(int *, char ***, int, int *))behind("MPI_Init_thread");
  int result = init(argc, argv, required, provided);
  began = now();
  return result;
}

int MPI_Finalize(void) {
  report();
  return ((int (*)(void))behind("MPI_Finalize"))();
}

/* Open MPI's and MPICH's functions for Fortran call the PMPI functions of C. */
void mpi_init_(int *result) {
  ((void (*)(int *))behind("mpi_init_"))(result);
  began = now();
}

void mpi_finalize_(int *result) {
  report();
  ((void (*)(int *))behind("mpi_finalize_"))(result);
}
