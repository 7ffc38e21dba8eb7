/* Time that passes between calls, and numbers that change from call to call. */
#ifndef COMPUTE_SCALE
#define COMPUTE_SCALE 1.0
#endif
#ifndef SIZE_SCALE
#define SIZE_SCALE 1.0
#endif
#ifndef SEED
#define SEED 1
#endif

static int rank;
<#if groups?size gt 0>
static int group;                       /* of ranks that have the same times, which this rank is of */
</#if>
static long **table;                    /* lists of the file TABLE_FILE */
static double loops_per_ns;             /* what a core does, measured at the start */
static double call_ns;                  /* what a burst takes beside its loop, measured likewise */
static volatile unsigned long long heat;
static double started;
static double phase_seconds[PHASES + 1];

static void quit(const char *what, const char *name);

static inline double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Each step needs the result of the one before: no compiler shortens it. */
static inline void loop(double steps) {
  unsigned long long x = heat;
  for (long n = (long)steps; n > 0; n--) {
    x = x * 6364136223846793005ULL + 1442695040888963407ULL;
  }
  heat = x;
}

/* The steps of a burst of so many nanoseconds; the call of the loop is part of it. */
static inline void compute(double ns) { loop((ns - call_ns) * loops_per_ns); }

/* Short, and the best of many: a core that others use as well is taken away in between, and from
 * those first who have just computed for long. */
static void calibrate(void) {
  const double steps = 10000;
  double least = 1e9;
  for (int i = 0; i < 100; i++) {
    double from = now();
    loop(steps);
    double seconds = now() - from;
    least = seconds < least ? seconds : least;
  }
  loops_per_ns = steps / (least * 1e9);
  const int calls = 1000;
  least = 1e9;
  for (int i = 0; i < 100; i++) {
    double from = now();
    for (int k = 0; k < calls; k++) {
      compute(0);
    }
    double seconds = now() - from;
    least = seconds < least ? seconds : least;
  }
  call_ns = least * 1e9 / calls;
}

/* Computation of so many nanoseconds here. */
static inline void spend(double ns) {
#ifdef COMPUTE_SLEEP
  if (ns > 100e3) {
    struct timespec time = {(time_t)(ns * 1e-9), (long)ns % 1000000000L};
    nanosleep(&time, NULL);
    return;
  }
#endif
  compute(ns);
}

/* Computation of so many picoseconds on the machine of the trace. */
static inline void burst(long ps) { spend((double)ps * 1e-3 * (COMPUTE_SCALE)); }

/* A burst before a call that sends so much: it writes these bytes, as part of its time. Else they
 * would stay in the caches of those who received them last, and be sent faster than in the traced
 * run. It stops when its time is over. */
static inline void burst_writing(char *at, long size, long ps) {
  const long piece = 4096;
  double from = now(), ns = (double)ps * 1e-3 * (COMPUTE_SCALE), spent = 0;
  for (long i = 0; i < size && spent < ns; i += piece) {
    memset(at + i, 0, (size_t)(size - i < piece ? size - i : piece));
    spent = 1e9 * (now() - from);
  }
  if (spent < ns) {
    spend(ns - spent);
  }
}

/* A call that is not made here took so long; it is not computation, so nothing scales it. */
static inline void elapse(long ps) {
  double until = now() + (double)ps * 1e-12;
  while (now() < until) {
  }
}

/* A number by chance for a place and some draws in a row. */
static inline unsigned long long chance(unsigned long long at, unsigned long long row) {
  unsigned long long z = ((unsigned long long)(SEED) << 48) + (at << 32) + row;
  z = (z + 1) * 0x9e3779b97f4a7c15ULL;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

/* One of eight equally likely durations. Eight draws in a row take each of them once, two in a row
 * one of the shorter and one of the longer half: a burst that is executed a few times takes as long
 * in sum as in the trace. Each place in the traced program draws by itself. All ranks draw alike
 * the same time at a place: what changes from step to step does so for all of them, and ranks that
 * draw by themselves would wait for each other more than those of the traced run. */
static inline int draw(unsigned long long at, unsigned long long time) {
  unsigned long long z = chance(at, time >> 3);
  int half = (int)((time ^ z) & 1);
  int quarter = 2 * half + (int)((time >> 1 ^ z >> (1 + half)) & 1);
  return 2 * quarter + (int)((time >> 2 ^ z >> (3 + quarter)) & 1);
}

/* One of another number of durations, 16 at most; as many draws in a row take each of them once. */
static inline int draw_of(int n, unsigned long long at, unsigned long long time) {
  if (n == 8) {
    return draw(at, time);
  }
  int order[16];
  unsigned long long z = chance(at, time / (unsigned)n);
  for (int i = 0; i < n; i++) {
    int other = (int)(z % (unsigned)(i + 1));
    order[i] = order[other];
    order[other] = i;
    z /= (unsigned)(i + 1);
  }
  return order[time % (unsigned)n];
}

/* One of equally likely durations, given as thousandths of their mean. */
#define drawn(at, mean, ...) \
  __extension__({ \
    static const short thousandths[] = {__VA_ARGS__}; \
    static unsigned long long time; \
    const int among = (int)(sizeof thousandths / sizeof *thousandths); \
    (long)((double)(mean) * (double)thousandths[draw_of(among, at, time++)] * 1e-3); \
  })
<#if groups?size gt 0>

/* The same, from a table of eight durations for each group of ranks. */
#define drawn_by_group(at, durations) \
  __extension__({ \
    static unsigned long long time; \
    (durations)[8 * group + draw(at, time++)]; \
  })
</#if>

/* Values that are taken in turn, a group at a time: each place where this stands has its own turn. */
static inline const long *turn(const long *values, long length, long group, long *at) {
  const long *list = values + *at;
  *at = (*at + group) % length;
  return list;
}
#define next_list(values, length, group) \
  __extension__({ \
    static long at; \
    turn(values, length, group, &at); \
  })
#define next_of(values, length) (*next_list(values, length, 1))
#define next(...) \
  __extension__({ \
    static const long in_turn[] = {__VA_ARGS__}; \
    next_of(in_turn, (long)(sizeof in_turn / sizeof *in_turn)); \
  })

/* Numbers of loops: the first, then for each loop, innermost first, how many iterations it has and
 * what each adds. stepped(7, 300, 1) is 7, 8, .., 306, 7, .. */
static inline long nested(long first, const long *counts, int numbers, long *at) {
  long value = first, rest = (*at)++, turns = 1;
  for (int i = 0; i < numbers; i += 2) {
    value += rest % counts[i] * counts[i + 1];
    rest /= counts[i];
    turns *= counts[i];
  }
  *at %= turns;
  return value;
}
#define stepped(first, ...) \
  __extension__({ \
    static const long counts[] = {__VA_ARGS__}; \
    static long at; \
    nested(first, counts, (int)(sizeof counts / sizeof *counts), &at); \
  })

static inline int neighbor(long distance) {
  return (int)(((rank + distance) % RANKS + RANKS) % RANKS);
}

/* The position of the rank in a section: steps and stride of each dimension; -1 outside. */
static inline long place(long first, int dimensions, const long *of) {
  long rest = rank - first;
  long index = 0;
  if (rest < 0) {
    return -1;
  }
  for (int d = 0; d < dimensions; d++) {
    long step = rest / of[2 * d + 1];
    if (step >= of[2 * d]) {
      return -1;
    }
    index = index * of[2 * d] + step;
    rest -= step * of[2 * d + 1];
  }
  return rest == 0 ? index : -1;
}

/* The size of a message. */
static inline int bytes(long in_trace) {
  return (SIZE_SCALE) == 1.0 ? (int)in_trace : (int)((double)in_trace * (SIZE_SCALE) + 0.5);
}

static void *memory(double size) {
  void *room = calloc(1, size < 8 ? 8 : (size_t)size);
  if (room == NULL) {
    quit("no memory for", "a buffer");
  }
  return room;
}

/* A file of the folder PROGRAM_DATA, else beside the program, else in the current folder. */
static FILE *opened(const char *name) {
  char path[8192];
  const char *folder = getenv("PROGRAM_DATA");
  FILE *file = NULL;
  if (folder != NULL && folder[0] != '\0') {
    snprintf(path, sizeof path, "%s/%s", folder, name);
    file = fopen(path, "r");
  } else {
    char *own = realpath("/proc/self/exe", NULL);
    char *end = own == NULL ? NULL : strrchr(own, '/');
    if (end != NULL) {
      snprintf(path, sizeof path, "%.*s/%s", (int)(end - own), own, name);
      file = fopen(path, "r");
    }
    free(own);
    file = file == NULL ? fopen(name, "r") : file;
  }
  if (file == NULL) {
    quit("cannot open, in PROGRAM_DATA or else beside the program or in the current folder:", name);
  }
  return file;
}

static long number(FILE *file, const char *name) {
  long value;
  if (fscanf(file, "%ld", &value) != 1) {
    quit("expected another number in", name);
  }
  return value;
}

/* A list of numbers, its length first. */
static long *numbers(FILE *file, const char *name) {
  long length = number(file, name);
  long *list = memory((double)(length + 1) * sizeof *list);
  for (long i = 0; i < length; i++) {
    list[i] = number(file, name);
  }
  list[length] = 0;
  return list;
}

static long *recorded_ps;

/* The next burst of this rank. */
static inline long recorded(void) { return *recorded_ps++; }

static void load(void) {
  table = memory((TABLES + 1) * sizeof *table);
  if (TABLES > 0) {
    FILE *file = opened(TABLE_FILE);
    for (int i = 0; i < TABLES; i++) {
      table[i] = numbers(file, TABLE_FILE);
    }
    fclose(file);
  }
  if (EXACT) {
    char name[32];
    snprintf(name, sizeof name, "bursts/%d", rank);
    FILE *file = opened(name);
    recorded_ps = numbers(file, name);
    fclose(file);
  }
  calibrate();
}

static void print_times(void) {
  static const char *const names[] = {PHASE_NAMES};
  printf("seconds %.9f\n", now() - started);
  for (int i = 0; i < PHASES; i++) {
    printf("phase %.9f %s\n", phase_seconds[i], names[i]);
  }
}
