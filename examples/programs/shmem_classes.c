/* Updates that come too late, for sim classify --train: PE 0 puts data with a signal that PE 1 waits for, and the put or
 * the wait is late. Each is in a phase that is named after its class.
 *
 *   oshrun -np 2 ./shmem_classes LARGEST_BYTES ITERATIONS
 *
 * This is what UpdateBenchmark of Foretell runs in the simulator. Units and delays are those of classes.c.
 */
#include <foretell/trace.h>
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { PUTTER, WAITER };
enum class { NORMAL, LATE_PUT, LATE_WAIT, CLASSES };
enum { SAMPLES = 41 };

static const char *const name[CLASSES] = {"normal", "late put", "late wait"};
static const double least = 2, most = 32, tolerance = 1.25, rest = 4;
static int pe;
static long *signal_word;
static double *shared_unit;
static long updates;
static unsigned long long state = 1;

/* Both PEs draw the same numbers. */
static double uniform(double from, double to) {
  state = state * 6364136223846793005ULL + 1442695040888963407ULL;
  return from + (to - from) * (double)(state >> 11) / 9007199254740992.0;
}

static double now(void) {
  struct timespec time;
  timespec_get(&time, TIME_UTC);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void compute(double seconds) {
  for (double end = now() + seconds; now() < end;) {
  }
}

/* An update of so many bytes: long words, the last of which is waited for. Returns how long it took from the barrier. */
static double update(long words, double put, double wait, const char *phase) {
  shmem_barrier_all();
  double start = now();
  updates++;
  if (phase != NULL) {
    foretell_marker_begin(phase);
  }
  if (pe == PUTTER) {
    compute(put);
    signal_word[words - 1] = updates;
    shmem_long_put(signal_word, signal_word, (size_t)words, WAITER);
  } else {
    compute(wait);
    shmem_long_wait_until(&signal_word[words - 1], SHMEM_CMP_EQ, updates);
  }
  double took = now() - start;
  if (phase != NULL) {
    foretell_marker_end(phase);
  }
  return took;
}

static int ascending(const void *one, const void *other) {
  double a = *(const double *)one, b = *(const double *)other;
  return (a > b) - (a < b);
}

static double unit_of(long words) {
  double took[SAMPLES];
  for (int i = 0; i < SAMPLES; i++) {
    took[i] = update(words, 2e-5, 2e-5, NULL) - 2e-5;
  }
  qsort(took, SAMPLES, sizeof *took, ascending);
  double median = took[SAMPLES / 2], spread = took[SAMPLES * 3 / 4] - median;
  if (pe == WAITER) {
    *shared_unit = median > spread ? median : spread;
    shmem_double_put(shared_unit, shared_unit, 1, PUTTER);
  }
  shmem_barrier_all();
  return *shared_unit > 1e-7 ? *shared_unit : 1e-7;
}

static void emulate(enum class class, long words, double unit) {
  double apart = uniform(0, tolerance), late = uniform(least, most);
  int is_put_second = uniform(0, 2) >= 1;
  double put = is_put_second ? apart : 0, wait = is_put_second ? 0 : apart;
  if (class == LATE_PUT) {
    put += wait + late;
  } else if (class == LATE_WAIT) {
    wait += put + 1 + late;
  }
  update(words, (rest + put) * unit, (rest + wait) * unit, name[class]);
}

int main(int argc, char **argv) {
  shmem_init();
  pe = shmem_my_pe();
  int largest = argc > 1 ? atoi(argv[1]) : 1 << 20;
  int iterations = argc > 2 ? atoi(argv[2]) : 20;
  if (shmem_n_pes() != 2 || largest < (int)sizeof(long) || iterations < 1) {
    if (pe == 0) {
      fprintf(stderr, "usage: oshrun -np 2 ./shmem_classes LARGEST_BYTES ITERATIONS\n");
    }
    shmem_finalize();
    return 2;
  }
  signal_word = shmem_calloc((size_t)largest / sizeof(long), sizeof(long));
  shared_unit = shmem_malloc(sizeof *shared_unit);
  double start = now();
  for (long words = 1; words * (long)sizeof(long) <= largest; words *= 2) {
    double unit = unit_of(words);
    for (int i = 0; i < iterations; i++) {
      for (enum class class = NORMAL; class < CLASSES; class++) {
        emulate(class, words, unit);
      }
    }
  }
  shmem_barrier_all();
  if (pe == 0) {
    printf("shmem_classes: %ld updates up to %d bytes in %.6f s\n", updates, largest, now() - start);
  }
  shmem_finalize();
  return 0;
}
