/* Times of repeated ops as lines of CSV: kind,bytes,repetitions,min_us,median_us,mean_us */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define MOST_REPETITIONS 4000
#define MOST_BYTES (4L << 20)
#define BATCHED_BYTES 1024
#define BATCH 16

/* Repetitions are divided by it, 15 at most; more than 1 only tries whether all this works. */
#ifndef FEWER
#define FEWER 1
#endif

static double samples[MOST_REPETITIONS];
static double others[MOST_REPETITIONS];
static double clock_us;
static volatile long seen;

static double now_us(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return 1e6 * (double)time.tv_sec + 1e-3 * (double)time.tv_nsec;
}

/* With another value each time. */
static void write_all(char *at, long bytes) {
  static char value;
  value++;
  for (long i = 0; i < bytes; i++) at[i] = value;
}

static void read_all(const char *at, long bytes) {
  long sum = 0;
  for (long i = 0; i < bytes; i++) sum += at[i];
  seen = sum;
}

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* What reading the clock twice takes, which is no part of what is timed. */
static void measure_clock(void) {
  for (int i = 0; i < MOST_REPETITIONS; i++) {
    double start = now_us();
    samples[i] = now_us() - start;
  }
  qsort(samples, MOST_REPETITIONS, sizeof samples[0], compare);
  clock_us = samples[MOST_REPETITIONS / 2];
}

static int repetitions(long bytes) { return (bytes <= 8192 ? 2000 : bytes <= 131072 ? 500 : 60) / FEWER; }

/* Each sample is the time of as many ops as share says. */
static void report(const char *kind, long bytes, int count, double share) {
  double sum = 0;
  for (int i = 0; i < count; i++) {
    double us = (samples[i] - clock_us) / share;
    samples[i] = us > 0.001 ? us : 0.001;
    sum += samples[i];
  }
  qsort(samples, (size_t)count, sizeof samples[0], compare);
  printf("%s,%ld,%d,%.4f,%.4f,%.4f\n", kind, bytes, count, samples[0], samples[count / 2], sum / count);
}
