/* A token goes round a ring of PEs: shmem_ring BYTES ROUNDS
 *
 * Each PE waits until its flag says that the token of this round is there, adds its number to every word of it,
 * puts it into the memory of the next PE, and then sets the flag there. */
#include <foretell/trace.h>
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static long flag;

static double now(void) {
  struct timespec time;
  timespec_get(&time, TIME_UTC);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

int main(int argc, char **argv) {
  shmem_init();
  int me = shmem_my_pe(), pes = shmem_n_pes();
  size_t words = (argc > 1 ? (size_t)atol(argv[1]) : 8192) / sizeof(long);
  long rounds = argc > 2 ? atol(argv[2]) : 1000;
  if (words < 1 || rounds < 1 || pes < 2) {
    if (me == 0) {
      fprintf(stderr, "usage: shmem_ring BYTES ROUNDS, with at least 8 bytes, 1 round and 2 PEs\n");
    }
    shmem_global_exit(2);
  }
  long *token = shmem_malloc(words * sizeof *token);
  for (size_t i = 0; i < words; i++) {
    token[i] = 0;
  }
  int next = (me + 1) % pes;

  shmem_barrier_all();
  foretell_marker("solve");
  double start = now();
  for (long round = 1; round <= rounds; round++) {
    if (me != 0 || round > 1) {
      shmem_long_wait_until(&flag, SHMEM_CMP_GE, me == 0 ? round - 1 : round);
    }
    for (size_t i = 0; i < words; i++) {
      token[i] += me;
    }
    shmem_long_put(token, token, words, next);
    shmem_fence();
    shmem_long_p(&flag, round, next);
  }
  if (me == 0) {
    shmem_long_wait_until(&flag, SHMEM_CMP_GE, rounds);
  }
  shmem_barrier_all();
  double seconds = now() - start;
  foretell_marker(NULL);

  int wrong = 0;
  if (me == 0) {
    long sum = rounds * pes * (pes - 1) / 2;
    for (size_t i = 0; i < words; i++) {
      wrong |= token[i] != sum;
    }
    printf("seconds %.9f %s\n", seconds, wrong ? "WRONG" : "right");
    fflush(stdout);
  }
  shmem_free(token);
  shmem_finalize();
  return wrong;
}
