/* Measures puts, gets and atomics from PE 0 to PE 1, and barriers. Times go to standard output. */
#include <shmem.h>
#include <string.h>

#include "timing.h"

static long flag;
static long counter;

static int me;
static char *far, *near;

/*
 * Data and a flag to and fro. Both sides write what they put and read what they get, as programs do, because where data
 * are cached decides how fast they are; that time is not counted.
 */
static void ping_pong(long bytes) {
  static long sent;
  int count = repetitions(bytes);
  for (int i = 0; i < count; i++) {
    double touching = 0, start = 0;
    sent++;
    if (me == 0) {
      write_all(near, bytes);
      start = now_us();
    } else {
      shmem_long_wait_until(&flag, SHMEM_CMP_EQ, sent);
      double received = now_us();
      read_all(far, bytes);
      write_all(near, bytes);
      touching = now_us() - received + clock_us;
    }
    shmem_putmem(far, near, (size_t)bytes, 1 - me);
    shmem_fence();
    shmem_long_p(&flag, sent, 1 - me);
    if (me == 0) {
      shmem_long_wait_until(&flag, SHMEM_CMP_EQ, sent);
      samples[i] = now_us() - start;
      read_all(far, bytes);
    } else {
      samples[i] = touching;
    }
  }
  shmem_barrier_all();
  if (me == 0) {
    shmem_getmem(others, samples, (size_t)count * sizeof *samples, 1);
    for (int i = 0; i < count; i++) samples[i] -= others[i];
    report("shmem_put_flag", bytes, count, 2);
  }
  shmem_barrier_all();
}

int main(void) {
  shmem_init();
  me = shmem_my_pe();
  if (shmem_n_pes() != 2) {
    if (me == 0) fprintf(stderr, "expected 2 PEs, found %d\n", shmem_n_pes());
    shmem_global_exit(2);
  }
  far = shmem_malloc(MOST_BYTES);
  near = malloc(MOST_BYTES);
  if (far == NULL || near == NULL) shmem_global_exit(3);
  memset(far, 0, MOST_BYTES);
  memset(near, 0, MOST_BYTES);
  measure_clock();
  if (me == 0) printf("kind,bytes,repetitions,min_us,median_us,mean_us\n");
  shmem_barrier_all();
  for (long bytes = 1; me == 0 && bytes <= MOST_BYTES; bytes *= 2) {
    int count = repetitions(bytes), batch = bytes <= 8192 ? BATCH : 1;
    for (int i = 0; i < count; i++) {
      double start = now_us();
      for (int k = 0; k < batch; k++) {
        shmem_putmem(far, near, (size_t)bytes, 1);
        shmem_quiet();
      }
      samples[i] = now_us() - start;
    }
    report("shmem_put", bytes, count, batch);
    for (int i = 0; i < count; i++) {
      double start = now_us();
      for (int k = 0; k < batch; k++) shmem_getmem(near, far, (size_t)bytes, 1);
      samples[i] = now_us() - start;
    }
    report("shmem_get", bytes, count, batch);
  }
  if (me == 0) {
    for (int i = 0; i < 1000 / FEWER; i++) {
      double start = now_us();
      for (int k = 0; k < BATCH; k++) shmem_long_atomic_fetch_add(&counter, 1, 1);
      samples[i] = now_us() - start;
    }
    report("shmem_atomic", sizeof counter, 1000 / FEWER, BATCH);
  }
  shmem_barrier_all();
  for (long bytes = 1; bytes <= MOST_BYTES; bytes *= 2) ping_pong(bytes);
  flag = 0;
  shmem_barrier_all();
  for (long i = 1; i <= 2000 / FEWER; i++) {
    double start = now_us();
    if (me == 0) {
      shmem_long_p(&flag, i, 1);
      shmem_long_wait_until(&flag, SHMEM_CMP_EQ, i);
    } else {
      shmem_long_wait_until(&flag, SHMEM_CMP_EQ, i);
      shmem_long_p(&flag, i, 0);
    }
    samples[i - 1] = now_us() - start;
  }
  if (me == 0) report("shmem_flag", sizeof flag, 2000 / FEWER, 2);
  for (int i = 0; i < 1000 / FEWER; i++) {
    double start = now_us();
    shmem_barrier_all();
    samples[i] = now_us() - start;
  }
  if (me == 0) report("shmem_barrier", 0, 1000 / FEWER, 1);
  shmem_finalize();
  return 0;
}
