/* How long a word takes from one core to another and back, in nanoseconds: neighbours CORE CORE
 *
 * A virtual machine's host may move its processors between caches. Then messages within a node take two or three times
 * as long, for seconds. Other processes may take the cores away. This tells in some 20 ms whether it is so, and in half
 * a second at most where each turn waits for a core. */
#define _GNU_SOURCE
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { WARM_UP = 1000, ROUNDS = 150000, AT_A_TIME = 100 };

static const double MOST_NS = 5e8;

static _Alignas(128) atomic_long to;
static _Alignas(128) atomic_long back;

static void bind_to(int core) {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  CPU_SET(core, &cores);
  if (pthread_setaffinity_np(pthread_self(), sizeof cores, &cores) != 0) {
    fprintf(stderr, "neighbours: no core %d\n", core);
    exit(1);
  }
}

static void *answer(void *core) {
  bind_to(*(int *)core);
  for (long i = 1; i <= WARM_UP + ROUNDS; i++) {
    while (atomic_load_explicit(&to, memory_order_acquire) < i) {
    }
    atomic_store_explicit(&back, i, memory_order_release);
  }
  return NULL;
}

static double now_ns(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return 1e9 * (double)time.tv_sec + (double)time.tv_nsec;
}

int main(int argc, char **argv) {
  int cores[2] = {argc > 1 ? atoi(argv[1]) : 0, argc > 2 ? atoi(argv[2]) : 1};
  pthread_t other;
  bind_to(cores[0]);
  if (pthread_create(&other, NULL, answer, &cores[1]) != 0) return 1;
  double began = now_ns(), start = began, end = began;
  long counted = 0;
  for (long i = 1; i <= WARM_UP + ROUNDS && end - began < MOST_NS; i++) {
    atomic_store_explicit(&to, i, memory_order_release);
    while (atomic_load_explicit(&back, memory_order_acquire) < i) {
    }
    if (i == WARM_UP) start = now_ns();
    if (i % AT_A_TIME == 0) {
      end = now_ns();
      counted = i > WARM_UP ? i - WARM_UP : i;
    }
  }
  // The other one has no more to wait for.
  atomic_store_explicit(&to, LONG_MAX, memory_order_release);
  pthread_join(other, NULL);
  printf("%.0f\n", (end - start) / (double)counted);
  return 0;
}
