/* A Fourier transform of a cube and back: shmem_fft N ROUNDS
 *
 * N x N x N complex numbers, N a power of two. Each PE holds whole planes. Two dimensions are transformed within the
 * planes; then the cube is turned so that the third one lies within planes too. On the way there each PE puts its
 * blocks into the memory of the others; on the way back they use the library's all-to-all. */
#include <complex.h>
#include <foretell/trace.h>
#include <math.h>
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef double complex number;

static int me, pes, n, planes;
static number *roots;
static long turns[SHMEM_ALLTOALL_SYNC_SIZE], ends[SHMEM_REDUCE_SYNC_SIZE];
static double error, worst, work[SHMEM_REDUCE_MIN_WRKDATA_SIZE];

static double now(void) {
  struct timespec time;
  timespec_get(&time, TIME_UTC);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* Transforms n numbers that are `stride` apart, with scratch space for n. */
static void line(number *data, int stride, int inverse, number *scratch) {
  for (int i = 0, j = 0; i < n; i++) {
    scratch[j] = data[(size_t)i * (size_t)stride];
    int bit = n >> 1;
    while (bit && (j & bit)) {
      j ^= bit;
      bit >>= 1;
    }
    j |= bit;
  }
  for (int half = 1; half < n; half *= 2) {
    for (int begin = 0; begin < n; begin += 2 * half) {
      for (int i = 0; i < half; i++) {
        number root = roots[i * (n / 2 / half)];
        number odd = scratch[begin + i + half] * (inverse ? conj(root) : root);
        scratch[begin + i + half] = scratch[begin + i] - odd;
        scratch[begin + i] += odd;
      }
    }
  }
  for (int i = 0; i < n; i++) {
    data[(size_t)i * (size_t)stride] = inverse ? scratch[i] / n : scratch[i];
  }
}

static void lines_of_planes(number *cube, int dimension, int inverse, number *scratch) {
  for (int plane = 0; plane < planes; plane++) {
    for (int i = 0; i < n; i++) {
      number *first = cube + (size_t)plane * (size_t)n * (size_t)n;
      line(dimension == 0 ? first + i : first + (size_t)i * (size_t)n, dimension == 0 ? n : 1, inverse, scratch);
    }
  }
}

/* The block for `pe`: of each of my planes, the rows that lie in planes of `pe` once the cube is turned. */
static void pack(const number *cube, int pe, number *block) {
  for (int row = 0; row < planes; row++) {
    for (int plane = 0; plane < planes; plane++) {
      for (int i = 0; i < n; i++) {
        block[((size_t)row * (size_t)planes + (size_t)plane) * (size_t)n + (size_t)i] =
            cube[((size_t)plane * (size_t)n + (size_t)(pe * planes + row)) * (size_t)n + (size_t)i];
      }
    }
  }
}

static void unpack(const number *blocks, number *cube) {
  for (int pe = 0; pe < pes; pe++) {
    for (int row = 0; row < planes; row++) {
      for (int plane = 0; plane < planes; plane++) {
        for (int i = 0; i < n; i++) {
          cube[((size_t)row * (size_t)n + (size_t)(pe * planes + plane)) * (size_t)n + (size_t)i] =
              blocks[(((size_t)pe * (size_t)planes + (size_t)row) * (size_t)planes + (size_t)plane) * (size_t)n +
                     (size_t)i];
        }
      }
    }
  }
}

static number value(int plane, int row, int i) {
  return sin(0.1 * plane + 0.2 * row) + cos(0.3 * i) * I;
}

int main(int argc, char **argv) {
  shmem_init();
  me = shmem_my_pe();
  pes = shmem_n_pes();
  n = argc > 1 ? atoi(argv[1]) : 64;
  int rounds = argc > 2 ? atoi(argv[2]) : 5;
  if (n < 2 || (n & (n - 1)) || n % pes || rounds < 1) {
    if (me == 0) {
      fprintf(stderr, "usage: shmem_fft N ROUNDS, where N is a power of two and a multiple of %d\n", pes);
    }
    shmem_global_exit(2);
  }
  planes = n / pes;
  size_t block = (size_t)planes * (size_t)planes * (size_t)n, all = block * (size_t)pes;
  number *cube = malloc(all * sizeof *cube), *scratch = malloc((size_t)n * sizeof *scratch);
  number *out = shmem_malloc(all * sizeof *out), *in = shmem_malloc(all * sizeof *in);
  roots = malloc((size_t)n * sizeof *roots);
  for (int i = 0; i < n; i++) {
    roots[i] = cexp(-2 * I * acos(-1) * i / n);
  }
  for (int i = 0; i < SHMEM_ALLTOALL_SYNC_SIZE; i++) {
    turns[i] = SHMEM_SYNC_VALUE;
  }
  for (int i = 0; i < SHMEM_REDUCE_SYNC_SIZE; i++) {
    ends[i] = SHMEM_SYNC_VALUE;
  }
  for (int plane = 0; plane < planes; plane++) {
    for (int row = 0; row < n; row++) {
      for (int i = 0; i < n; i++) {
        cube[((size_t)plane * (size_t)n + (size_t)row) * (size_t)n + (size_t)i] = value(me * planes + plane, row, i);
      }
    }
  }

  shmem_barrier_all();
  foretell_marker("solve");
  double start = now();
  for (int round = 0; round < rounds; round++) {
    lines_of_planes(cube, 0, 0, scratch);
    lines_of_planes(cube, 1, 0, scratch);
    for (int step = 0; step < pes; step++) {
      int pe = (me + step) % pes;
      pack(cube, pe, out + block * (size_t)pe);
      shmem_putmem_nbi(in + block * (size_t)me, out + block * (size_t)pe, block * sizeof *out, pe);
    }
    shmem_barrier_all();
    unpack(in, cube);
    lines_of_planes(cube, 0, 0, scratch);

    lines_of_planes(cube, 0, 1, scratch);
    for (int pe = 0; pe < pes; pe++) {
      pack(cube, pe, out + block * (size_t)pe);
    }
    shmem_barrier_all();
    shmem_alltoall64(in, out, block * sizeof *out / 8, 0, 0, pes, turns);
    unpack(in, cube);
    lines_of_planes(cube, 1, 1, scratch);
    lines_of_planes(cube, 0, 1, scratch);
    shmem_barrier_all();
  }
  double seconds = now() - start;
  foretell_marker(NULL);

  for (int plane = 0; plane < planes; plane++) {
    for (int row = 0; row < n; row++) {
      for (int i = 0; i < n; i++) {
        number is = cube[((size_t)plane * (size_t)n + (size_t)row) * (size_t)n + (size_t)i];
        error = fmax(error, cabs(is - value(me * planes + plane, row, i)));
      }
    }
  }
  shmem_double_max_to_all(&worst, &error, 1, 0, 0, pes, work, ends);
  int wrong = !(worst < 1e-10);
  if (me == 0) {
    printf("seconds %.9f %s error %.1e\n", seconds, wrong ? "WRONG" : "right", worst);
    fflush(stdout);
  }
  shmem_barrier_all();
  free(cube);
  free(scratch);
  free(roots);
  shmem_free(out);
  shmem_free(in);
  shmem_finalize();
  return wrong;
}
