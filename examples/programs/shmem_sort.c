/* Sorts integers by buckets: shmem_sort KEYS ROUNDS
 *
 * KEYS for each PE, evenly random. Each PE sorts its keys into a bucket for each PE, gets a place in the memory of
 * each other by an atomic addition, puts its keys there, and after a barrier counts what has come to it. */
#include <foretell/trace.h>
#include <shmem.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { RANGE = 1 << 16 };

static long long filled;
static long expected, counted;
static long work[SHMEM_REDUCE_MIN_WRKDATA_SIZE];
static long turns[SHMEM_REDUCE_SYNC_SIZE];

static double now(void) {
  struct timespec time;
  timespec_get(&time, TIME_UTC);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static uint32_t next(uint64_t *state) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(*state >> 33);
}

int main(int argc, char **argv) {
  shmem_init();
  int me = shmem_my_pe(), pes = shmem_n_pes();
  long keys = argc > 1 ? atol(argv[1]) : 100000;
  int rounds = argc > 2 ? atoi(argv[2]) : 10;
  if (keys < 1 || rounds < 1 || pes > RANGE) {
    if (me == 0) {
      fprintf(stderr, "usage: shmem_sort KEYS ROUNDS, each at least 1\n");
    }
    shmem_global_exit(2);
  }
  size_t room = (size_t)keys * 2 + 1024;
  int *came = shmem_malloc(room * sizeof *came);
  int *own = malloc((size_t)keys * sizeof *own), *bucketed = malloc((size_t)keys * sizeof *bucketed);
  long *first = malloc(((size_t)pes + 1) * sizeof *first), *at = malloc((size_t)pes * sizeof *at);
  int *counts = malloc(RANGE * sizeof *counts);
  int width = (RANGE + pes - 1) / pes, wrong = 0;
  uint64_t state = 12345u + (uint64_t)me;
  for (int i = 0; i < SHMEM_REDUCE_SYNC_SIZE; i++) {
    turns[i] = SHMEM_SYNC_VALUE;
  }

  shmem_barrier_all();
  foretell_marker("solve");
  double start = now();
  for (int round = 0; round < rounds; round++) {
    for (long i = 0; i < keys; i++) {
      own[i] = (int)(next(&state) % RANGE);
    }
    memset(first, 0, ((size_t)pes + 1) * sizeof *first);
    for (long i = 0; i < keys; i++) {
      first[own[i] / width + 1]++;
    }
    for (int pe = 0; pe < pes; pe++) {
      first[pe + 1] += first[pe];
      at[pe] = first[pe];
    }
    for (long i = 0; i < keys; i++) {
      bucketed[at[own[i] / width]++] = own[i];
    }
    for (int step = 0; step < pes; step++) {
      int pe = (me + step) % pes;
      long number = first[pe + 1] - first[pe];
      long long place = shmem_longlong_atomic_fetch_add(&filled, number, pe);
      if ((size_t)(place + number) > room) {
        fprintf(stderr, "shmem_sort: no room for the keys of PE %d\n", pe);
        shmem_global_exit(1);
      }
      shmem_int_put(came + place, bucketed + first[pe], (size_t)number, pe);
    }
    shmem_barrier_all();
    memset(counts, 0, RANGE * sizeof *counts);
    for (long long i = 0; i < filled; i++) {
      counts[came[i]]++;
      wrong |= came[i] / width != me;
    }
    expected = (long)filled;
    filled = 0;
    shmem_long_sum_to_all(&counted, &expected, 1, 0, 0, pes, work, turns);
    wrong |= counted != keys * pes;
    shmem_barrier_all();
  }
  double seconds = now() - start;
  foretell_marker(NULL);

  expected = wrong;
  shmem_long_max_to_all(&counted, &expected, 1, 0, 0, pes, work, turns);
  shmem_barrier_all();
  wrong = counted != 0;
  if (me == 0) {
    printf("seconds %.9f %s\n", seconds, wrong ? "WRONG" : "right");
    fflush(stdout);
  }
  free(own);
  free(bucketed);
  free(first);
  free(at);
  free(counts);
  shmem_free(came);
  shmem_finalize();
  return wrong;
}
