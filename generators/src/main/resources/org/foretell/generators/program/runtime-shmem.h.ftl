/* What ${name}.c is made of. Sizes are bytes, durations picoseconds. */
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

<#include "clock.h.ftl">

enum { SYNCS = 64 };

static char *out, *in;                  /* what is sent from, and received into, here */
static volatile long fetched;

/* Symmetric memory is static, so that the program has no calls but those of the trace. What it
 * allocates is used instead once it is there: libraries reach that faster. */
#define LARGER (OUT_BYTES > IN_BYTES ? OUT_BYTES : IN_BYTES)
#define SYMMETRIC(size) ((size) * ((long)(SIZE_SCALE) + 1) / 8 + 2)
static long heap_words[SYMMETRIC(LARGER)], shared_words[SYMMETRIC(LARGER)];
static char *heap = (char *)heap_words, *const shared = (char *)shared_words;
static long locks[OBJECTS + 1];
static void *objects[OBJECTS + 1], *unnamed[256];
static int unnamed_length;

/* What is waited for: a place for each variable and source, the value at its end. A put carries
 * the number of those so far; a wait takes some of them. */
static long place_words[PLACE_BYTES / 8 + 1];
static char *const places = (char *)place_words;
static char *sources;
static const long *rooms;
static long *befores, *sent, *taken;

static void quit(const char *what, const char *name) {
  fprintf(stderr, "${name}: %s %s\n", what, name);
  shmem_global_exit(1);
  exit(1);
}

static inline int elements(int in_bytes, int each) { return in_bytes / each; }

/* Collectives that follow each other must not share these. */
enum { SYNC_WORDS = SYNCS * SHMEM_ALLTOALL_SYNC_SIZE };
static long syncs[SYNC_WORDS] = {[0 ... SYNC_WORDS - 1] = SHMEM_SYNC_VALUE};
static double works[SYNCS][IN_BYTES / 16 + 1 + SHMEM_REDUCE_MIN_WRKDATA_SIZE];
static int next_sync;
static inline long *sync(void) {
  next_sync = (next_sync + 1) % SYNCS;
  return syncs + (size_t)next_sync * SHMEM_ALLTOALL_SYNC_SIZE;
}
static inline void *work(void) { return works[next_sync]; }

static inline long room_of(long variable, long source) {
  return befores[variable] + source * rooms[variable];
}

/* What anybody counts up stands at the end of the first source's room, where waits look for it. */
static inline char *counter(long variable, int width) {
  return places + room_of(variable, 0) + rooms[variable] - width;
}

/* The value at the end of what a put carries. */
static inline char *carried(long variable, long size, int pe, int width) {
  long value = ++sent[variable * RANKS + pe];
  char *end = sources + room_of(variable, pe) + rooms[variable];
  if (width == 8) {
    memcpy(end - 8, &value, 8);
  } else {
    int small = (int)value;
    memcpy(end - 4, &small, 4);
  }
  return end - size;
}

static inline char *target(long variable, long size) {
  return places + room_of(variable, rank) + rooms[variable] - size;
}

<#list [8, 4] as width>
<#assign type = (width == 8)?then("long", "int")>
static inline void put_${width}(long variable, long size, int pe) {
  char *from = carried(variable, size, pe, ${width});
  shmem_putmem(target(variable, size), from, (size_t)size, pe);
}

static inline void put_nbi_${width}(long variable, long size, int pe) {
  char *from = carried(variable, size, pe, ${width});
  shmem_putmem_nbi(target(variable, size), from, (size_t)size, pe);
}

static inline void set_${width}_p(long variable, int pe) {
  shmem_${type}_p((${type} *)target(variable, ${width}), (${type})++sent[variable * RANKS + pe], pe);
}

static inline ${type} *awaited_${width}(long variable, int source) {
  return (${type} *)(places + room_of(variable, source) + rooms[variable] - ${width});
}

static inline void wait_${width}(long variable, int source, long count) {
  long until = taken[variable * RANKS + source] += count;
  shmem_${type}_wait_until(awaited_${width}(variable, source), SHMEM_CMP_GE, (${type})until);
}

static inline void test_${width}(long variable, int source, long count, int until_true) {
  long wanted = taken[variable * RANKS + source] + (count > 0 ? count : 1);
  int found;
  do {
    found = shmem_${type}_test(awaited_${width}(variable, source), SHMEM_CMP_GE, (${type})wanted);
  } while (until_true && !found);
  if (until_true) {
    taken[variable * RANKS + source] = wanted;
  }
}

</#list>
static inline void test_lock(long lock, int until_taken) {
  int busy = shmem_test_lock(&locks[lock]);
  while (until_taken && busy) {
    busy = shmem_test_lock(&locks[lock]);
  }
  if (!until_taken && !busy) {
    shmem_clear_lock(&locks[lock]);
  }
}

static inline void allocate(long object, long size) {
  void *at = shmem_malloc((size_t)size);
  if (size > 0 && at == NULL) {
    quit("no symmetric memory for", "an allocation");
  }
  if ((double)size >= (double)LARGER * (SIZE_SCALE)) {
    heap = at;
  }
  if (object >= 0) {
    objects[object] = at;
  } else if (unnamed_length < 256) {
    unnamed[unnamed_length++] = at;
  }
}

/* The trace may not say which allocation it was: then it is the last one. */
static inline void release(long object) {
  void *at = NULL;
  if (object >= 0) {
    at = objects[object];
    objects[object] = NULL;
  } else if (unnamed_length > 0) {
    at = unnamed[--unnamed_length];
  } else {
    return;
  }
  if (at == heap) {
    heap = (char *)heap_words;
  }
  shmem_free(at);
}

static double phase_started[PHASES + 1];
static inline void begin_phase(int phase) { phase_started[phase] = now(); }

static inline void end_phase(int phase) { phase_seconds[phase] += now() - phase_started[phase]; }

/* Variables of which the rooms are known. */
static void lay_out(const long *of) {
  long before = 0;
  rooms = of;
  befores = memory((double)(VARIABLES + 1) * sizeof *befores);
  for (long i = 0; i < VARIABLES; i++) {
    befores[i] = before;
    before += rooms[i] * RANKS;
  }
  sources = memory((double)before);
  sent = memory((double)(VARIABLES + 1) * RANKS * sizeof *sent);
  taken = memory((double)(VARIABLES + 1) * RANKS * sizeof *taken);
}

static void start(int *argc, char ***argv) {
  (void)argc;
  (void)argv;
  shmem_init();
  rank = shmem_my_pe();
  if (shmem_n_pes() != RANKS) {
    char text[64];
    snprintf(text, sizeof text, "%d ranks, not with %d", RANKS, shmem_n_pes());
    quit("run it with", text);
  }
  out = memory((double)OUT_BYTES * (SIZE_SCALE) + 8);
  in = memory((double)IN_BYTES * (SIZE_SCALE) + 8);
  for (int i = 0; i <= OBJECTS; i++) {
    objects[i] = NULL;
    locks[i] = 0;
  }
  heap[0] = shared[0] = 0;
  works[0][0] = 0;
  fetched = 0;
  next_sync = 0;
  unnamed[0] = NULL;
  unnamed_length = 0;
  load();
  started = now();
}

static int finish(void) {
  if (rank == 0) {
    print_times();
  }
  shmem_finalize();
  return 0;
}
