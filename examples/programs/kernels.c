/* Kernels of computation for the comparison of cores: kernels ROUNDS
 *
 * Each kernel runs on every rank at the same time, ROUNDS times, followed by a barrier in a function of its own: so
 * its bursts have a call site of their own. Each checks its result and prints the median time of rank 0. */
#include <complex.h>
#include <foretell/trace.h>
#include <math.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STREAM = 1 << 21, MATRIX = 192, CHAIN = 1 << 21, STEPS = 1 << 17, POINTS = 1 << 15, KEYS = 1 << 19 };

static double *a, *b, *c;
static uint32_t *chain, *keys, *sorted;
static double complex *points;

/* Four arrays' worth of traffic, far beyond the caches: bound by the bandwidth of memory. */
static int stream(void) {
  for (int i = 0; i < STREAM; i++) {
    a[i] = b[i] + 3 * c[i];
  }
  MPI_Barrier(MPI_COMM_WORLD);
  return a[STREAM / 2] == 7;
}

/* A product of matrices that stay in the cache: bound by arithmetic. */
static int dgemm(void) {
  memset(a, 0, sizeof *a * MATRIX * MATRIX);
  for (int i = 0; i < MATRIX; i++) {
    for (int k = 0; k < MATRIX; k++) {
      double factor = b[i * MATRIX + k];
      for (int j = 0; j < MATRIX; j++) {
        a[i * MATRIX + j] += factor * c[k * MATRIX + j];
      }
    }
  }
  MPI_Barrier(MPI_COMM_WORLD);
  return a[MATRIX] == 2.0 * MATRIX;
}

/* Loads that depend on each other, all over memory: bound by the latency of memory. */
static int chase(void) {
  uint32_t at = 0;
  for (int i = 0; i < STEPS; i++) {
    at = chain[at];
  }
  MPI_Barrier(MPI_COMM_WORLD);
  return at != 0; /* The chain is one cycle, and longer than the walk. */
}

static void transform(double complex *x, int inverse) {
  for (int i = 1, j = 0; i < POINTS; i++) {
    int bit = POINTS >> 1;
    for (; j & bit; bit >>= 1) {
      j ^= bit;
    }
    j ^= bit;
    if (i < j) {
      double complex swap = x[i];
      x[i] = x[j];
      x[j] = swap;
    }
  }
  for (int length = 2; length <= POINTS; length <<= 1) {
    double angle = (inverse ? 2 : -2) * acos(-1.0) / length;
    double complex step = cos(angle) + sin(angle) * I;
    for (int i = 0; i < POINTS; i += length) {
      double complex w = 1;
      for (int j = 0; j < length / 2; j++, w *= step) {
        double complex even = x[i + j], odd = x[i + j + length / 2] * w;
        x[i + j] = even + odd;
        x[i + j + length / 2] = even - odd;
      }
    }
  }
}

/* There and back: arithmetic and strides in the second cache. */
static int fft(void) {
  for (int i = 0; i < POINTS; i++) {
    points[i] = i % 7;
  }
  transform(points, 0);
  transform(points, 1);
  MPI_Barrier(MPI_COMM_WORLD);
  return fabs(creal(points[5]) / POINTS - 5) < 1e-6;
}

/* Radix sort: integers and scattered stores. */
static int sort(void) {
  uint32_t next = 1;
  for (int i = 0; i < KEYS; i++) {
    next = next * 1664525u + 1013904223u;
    keys[i] = next;
  }
  for (int shift = 0; shift < 32; shift += 8) {
    uint32_t count[257] = {0};
    for (int i = 0; i < KEYS; i++) {
      count[(keys[i] >> shift & 255) + 1]++;
    }
    for (int i = 0; i < 256; i++) {
      count[i + 1] += count[i];
    }
    for (int i = 0; i < KEYS; i++) {
      sorted[count[keys[i] >> shift & 255]++] = keys[i];
    }
    uint32_t *swap = keys;
    keys = sorted;
    sorted = swap;
  }
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 1; i < KEYS; i++) {
    if (keys[i - 1] > keys[i]) {
      return 0;
    }
  }
  return 1;
}

static int by_size(const void *one, const void *other) {
  double x = *(const double *)one, y = *(const double *)other;
  return (x > y) - (x < y);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, rounds = argc > 1 ? atoi(argv[1]) : 20;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  a = malloc(sizeof *a * STREAM);
  b = malloc(sizeof *b * STREAM);
  c = malloc(sizeof *c * STREAM);
  chain = malloc(sizeof *chain * CHAIN);
  keys = malloc(sizeof *keys * KEYS);
  sorted = malloc(sizeof *sorted * KEYS);
  points = malloc(sizeof *points * POINTS);
  double *times = malloc(sizeof *times * (size_t)(rounds < 1 ? 1 : rounds));
  if (rounds < 1 || !a || !b || !c || !chain || !keys || !sorted || !points || !times) {
    fprintf(stderr, "usage: kernels ROUNDS, at least 1; each rank needs 75 MB\n");
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  for (int i = 0; i < STREAM; i++) {
    b[i] = 1;
    c[i] = 2;
  }
  /* One cycle through all places in random order (Sattolo). */
  for (uint32_t i = 0; i < CHAIN; i++) {
    chain[i] = i;
  }
  uint64_t random = 88172645463325252u;
  for (uint32_t i = CHAIN - 1; i > 0; i--) {
    random ^= random << 13;
    random ^= random >> 7;
    random ^= random << 17;
    uint32_t j = (uint32_t)(random % i), swap = chain[i];
    chain[i] = chain[j];
    chain[j] = swap;
  }

  static const struct {
    const char *name;
    int (*run)(void);
  } kernels[] = {{"stream", stream}, {"dgemm", dgemm}, {"chase", chase}, {"fft", fft}, {"sort", sort}};
  int right = 1;
  for (size_t kernel = 0; kernel < sizeof kernels / sizeof *kernels; kernel++) {
    right &= kernels[kernel].run(); /* Pages and caches are warm afterwards. */
    foretell_marker(kernels[kernel].name);
    for (int round = 0; round < rounds; round++) {
      double start = MPI_Wtime();
      right &= kernels[kernel].run();
      times[round] = MPI_Wtime() - start;
    }
    foretell_marker(NULL);
    qsort(times, (size_t)rounds, sizeof *times, by_size);
    if (rank == 0) {
      printf("%-6s %10.6f s\n", kernels[kernel].name, times[rounds / 2]);
    }
  }
  int all;
  MPI_Allreduce(&right, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  if (rank == 0) {
    printf("%s\n", all ? "right" : "WRONG");
  }
  MPI_Finalize();
  return all ? 0 : 1;
}
