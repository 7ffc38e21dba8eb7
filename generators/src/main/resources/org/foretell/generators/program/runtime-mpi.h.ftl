/* What ${name}.c is made of. Sizes are bytes, durations picoseconds. */
#include <limits.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#if defined(MPICH) && defined(__GNUC__)
/* gcc takes MPICH's MPI_STATUSES_IGNORE, an address that nothing is written to, for an array that is too short. */
#pragma GCC diagnostic ignored "-Wstringop-overflow"
#endif

<#include "clock.h.ftl">
<#if objects gt 0>

#ifndef WINDOW_CREATE
#define WINDOW_CREATE 0                 /* whether windows are made by MPI_Win_create */
#endif
</#if>

enum { NONE_DONE = -2, UNKNOWN = -3 };  /* outcomes of calls that ask */

static char *message;                   /* what blocking calls send, and what they receive */
static char *out, *in;                  /* what other calls send, and what collectives receive */
static int flag;
static MPI_Request request[REQUESTS + 1], forgotten;
static MPI_Comm comm[COMMUNICATORS], nobody;
static MPI_Win window[OBJECTS + 1];

static void quit(const char *what, const char *name) {
  fprintf(stderr, "${name}: %s %s\n", what, name);
  MPI_Abort(MPI_COMM_WORLD, 1);
  exit(1);
}

static inline int peer(long in_trace) {
  return in_trace == -1 ? MPI_ANY_SOURCE : in_trace == -2 ? MPI_PROC_NULL : (int)in_trace;
}

static inline int tag(long in_trace) { return in_trace == -1 ? MPI_ANY_TAG : (int)in_trace; }

static inline int color(long in_trace) { return in_trace < 0 ? MPI_UNDEFINED : (int)in_trace; }

static inline int receivable(long in_trace) {
  return bytes(in_trace < 0 ? LARGEST_MESSAGE : in_trace);
}

static inline int elements(int in_bytes, int each) { return in_bytes / each; }

static inline MPI_Request *request_at(long slot) {
  return slot < 0 ? &forgotten : &request[slot];
}

/* Where what a request receives is put. */
static char *rooms[REQUESTS + 1];
static inline char *room(long slot) {
  if (slot < 0) {
    return in;
  }
  if (rooms[slot] == NULL) {
    rooms[slot] = memory((double)IN_BYTES * (SIZE_SCALE) + 8);
  }
  return rooms[slot];
}

static MPI_Request *handles(int n) {
  static MPI_Request *list;
  static int length;
  if (n > length) {
    free(list);
    list = memory((double)n * sizeof *list);
    length = n;
  }
  return list;
}

static inline MPI_Request *gathered(int n, const long *slots) {
  MPI_Request *list = handles(n + 1);
  for (int i = 0; i < n; i++) {
    list[i] = slots[i] < 0 ? MPI_REQUEST_NULL : request[slots[i]];
  }
  return list;
}

static inline void scatter(int n, const long *slots, const MPI_Request *list) {
  for (int i = 0; i < n; i++) {
    if (slots[i] >= 0) {
      request[slots[i]] = list[i];
    }
  }
}

static inline void wait_all(int n, const long *slots) {
  MPI_Request *list = gathered(n, slots);
  MPI_Waitall(n, list, MPI_STATUSES_IGNORE);
  scatter(n, slots, list);
}

static inline void start_all(int n, const long *slots) {
  MPI_Request *list = gathered(n, slots);
  MPI_Startall(n, list);
  scatter(n, slots, list);
}

static inline int test_all(int n, const long *slots) {
  int all = 0;
  MPI_Request *list = gathered(n, slots);
  MPI_Testall(n, list, &all, MPI_STATUSES_IGNORE);
  scatter(n, slots, list);
  return all;
}

/* The call has completed another request than the one of the traced run: from here on each has
 * the name of the other, so that the program goes on with those that are left. */
static inline void rename_done(long done, long expected) {
  if (done != expected && done >= 0 && expected >= 0) {
    MPI_Request handle = request[done];
    request[done] = request[expected];
    request[expected] = handle;
    char *at = rooms[done];
    rooms[done] = rooms[expected];
    rooms[expected] = at;
  }
}

static inline void wait_any(int n, const long *slots, long outcome) {
  int done;
  MPI_Request *list = gathered(n, slots);
  MPI_Waitany(n, list, &done, MPI_STATUS_IGNORE);
  scatter(n, slots, list);
  if (outcome >= 0 && done != MPI_UNDEFINED) {
    rename_done(slots[done], slots[outcome]);
  }
}

static inline void test_any(int n, const long *slots, long outcome) {
  int done;
  do {
    MPI_Request *list = gathered(n, slots);
    MPI_Testany(n, list, &done, &flag, MPI_STATUS_IGNORE);
    scatter(n, slots, list);
  } while (!flag && outcome >= 0);
  if (outcome >= 0 && done != MPI_UNDEFINED) {
    rename_done(slots[done], slots[outcome]);
  }
}

static inline int is_in(long index, int n, const long *list) {
  for (int i = 0; i < n; i++) {
    if (list[i] == index) {
      return 1;
    }
  }
  return 0;
}

/* Gives those that are done the names of those that were in the traced run. */
static inline void rename_some(const long *slots, int n, long *done, int expected,
                               const long *outcomes) {
  int next = 0;
  for (int i = 0; i < expected; i++) {
    if (is_in(outcomes[i], n, done)) {
      continue;
    }
    while (next < n && is_in(done[next], expected, outcomes)) {
      next++;
    }
    if (next < n) {
      rename_done(slots[done[next++]], slots[outcomes[i]]);
    }
  }
}

static inline void some(int n, const long *slots, int expected, const long *outcomes, int waits) {
  int *now_done = memory((double)n * sizeof *now_done);
  long *done = memory((double)n * sizeof *done);
  int all = 0, more;
  do {
    MPI_Request *list = gathered(n, slots);
    if (waits) {
      MPI_Waitsome(n, list, &more, now_done, MPI_STATUSES_IGNORE);
    } else {
      MPI_Testsome(n, list, &more, now_done, MPI_STATUSES_IGNORE);
    }
    scatter(n, slots, list);
    for (int i = 0; more != MPI_UNDEFINED && i < more; i++) {
      done[all++] = now_done[i];
    }
  } while (more != MPI_UNDEFINED && all < expected);
  rename_some(slots, all, done, expected, outcomes);
  free(now_done);
  free(done);
}

static inline void wait_some(int n, const long *slots, int expected, const long *outcomes) {
  some(n, slots, expected, outcomes, 1);
}

static inline void test_some(int n, const long *slots, int expected, const long *outcomes) {
  some(n, slots, expected, outcomes, 0);
}

/* What irregular collectives take: counts, places and types of their blocks. */
struct blocks {
  const void *key;
  long more;
  int *counts;
  int *places;
  MPI_Datatype *types;
  struct blocks *next;
};

static struct blocks *lists[256];
static inline struct blocks *known_list(const void *key, long more, int n) {
  struct blocks **at = &lists[((size_t)key / 8 + (size_t)more) % 256];
  for (struct blocks *list = *at; list != NULL; list = list->next) {
    if (list->key == key && list->more == more) {
      return list;
    }
  }
  struct blocks *list = memory(sizeof *list);
  list->key = key;
  list->more = more;
  list->counts = NULL;
  list->places = memory((double)n * sizeof(int));
  list->types = memory((double)n * sizeof(MPI_Datatype));
  list->next = *at;
  *at = list;
  return list;
}

static inline const struct blocks *list_of(int n, const long *sizes) {
  struct blocks *list = known_list(sizes, n, n);
  if (list->counts == NULL) {
    list->counts = memory((double)n * sizeof(int));
    int before = 0;
    for (int i = 0; i < n; i++) {
      list->counts[i] = bytes(sizes[i]);
      list->places[i] = before;
      list->types[i] = MPI_BYTE;
      before += list->counts[i];
    }
  }
  return list;
}

/* The same block for each member. */
static inline const struct blocks *even(MPI_Comm of, long block) {
  int n;
  MPI_Comm_size(of, &n);
  struct blocks *list = known_list(NULL, block * 16777216L + n, n);
  if (list->counts == NULL) {
    list->counts = memory((double)n * sizeof(int));
    for (int i = 0; i < n; i++) {
      list->counts[i] = bytes(block);
      list->places[i] = i * bytes(block);
      list->types[i] = MPI_BYTE;
    }
  }
  return list;
}

static inline MPI_Comm *new_comm(long id) { return id < 0 ? &nobody : &comm[id]; }

static inline MPI_Group members(MPI_Group of, int n, const long *ranks) {
  int *list = memory((double)n * sizeof *list);
  for (int i = 0; i < n; i++) {
    list[i] = (int)ranks[i];
  }
  MPI_Group group;
  MPI_Group_incl(of, n, list, &group);
  MPI_Group_free(&of);
  free(list);
  return group;
}

static inline MPI_Group group_of(MPI_Comm of) {
  MPI_Group group;
  MPI_Comm_group(of, &group);
  return group;
}

static inline void create(MPI_Comm old, int n, const long *ranks, MPI_Comm *made) {
  MPI_Group group = members(group_of(old), n, ranks);
  MPI_Comm_create(old, group, made);
  MPI_Group_free(&group);
}

static inline void create_group(MPI_Comm old, int n, const long *ranks, int with_tag,
                                MPI_Comm *made) {
  MPI_Group group = members(group_of(old), n, ranks);
  MPI_Comm_create_group(old, group, with_tag, made);
  MPI_Group_free(&group);
}

/* A communicator that the traced program had before the trace begins. */
static inline void create_known(int id, int n, const long *ranks) {
  if (is_in(rank, n, ranks)) {
    create_group(MPI_COMM_WORLD, n, ranks, id % 32768, &comm[id]);
  }
}

/* A communicator with neighbours, made when it is first used. */
static inline MPI_Comm graph(MPI_Comm of, int n, const long *ranks) {
  static struct { MPI_Comm of, graph; const long *ranks; } known[64];
  static int length;
  for (int i = 0; i < length; i++) {
    if (known[i].of == of && known[i].ranks == ranks) {
      return known[i].graph;
    }
  }
  if (length == 64) {
    quit("too many", "communicators with neighbours");
  }
  int me, *list = memory((double)n * sizeof *list);
  for (int i = 0; i < n; i++) {
    list[i] = (int)ranks[i];
  }
  MPI_Comm_rank(of, &me);
  known[length].of = of;
  known[length].ranks = ranks;
  MPI_Dist_graph_create(of, 1, &me, &n, list, MPI_UNWEIGHTED, MPI_INFO_NULL, 0,
                        &known[length].graph);
  free(list);
  return known[length++].graph;
}

/* What a rank sends to all members, or receives from them, at so many bytes each. */
static inline long by_all(MPI_Comm of, long each) {
  int n;
  MPI_Comm_size(of, &n);
  return n * each;
}

static inline void create_window(long object, long size, MPI_Comm of) {
  void *at;
  long most = size > WINDOW_BYTES ? size : WINDOW_BYTES;
  MPI_Aint room = (MPI_Aint)((double)most * (SIZE_SCALE) + 8);
  if (WINDOW_CREATE) {
    at = memory((double)room);
    MPI_Win_create(at, room, 1, MPI_INFO_NULL, of, &window[object]);
  } else {
    MPI_Win_allocate(room, 1, MPI_INFO_NULL, of, &at, &window[object]);
  }
}

static inline MPI_Group window_members(MPI_Win of, int n, const long *ranks) {
  MPI_Group group;
  MPI_Win_get_group(of, &group);
  return members(group, n, ranks);
}

static inline void post(MPI_Win of, int n, const long *ranks) {
  MPI_Group group = window_members(of, n, ranks);
  MPI_Win_post(group, 0, of);
  MPI_Group_free(&group);
}

static inline void open_access(MPI_Win of, int n, const long *ranks) {
  MPI_Group group = window_members(of, n, ranks);
  MPI_Win_start(group, 0, of);
  MPI_Group_free(&group);
}

static void first_of_both(void *a, void *b, int *n, MPI_Datatype *type) {
  (void)a;
  (void)b;
  (void)n;
  (void)type;
}

/* An operator that does not commute. */
static inline MPI_Op in_order(void) {
  static MPI_Op made;
  static int is_made;
  if (!is_made) {
    MPI_Op_create(first_of_both, 0, &made);
    is_made = 1;
  }
  return made;
}

static double phase_started[PHASES + 1];
static inline void begin_phase(int phase) {
  MPI_Pcontrol(2 + phase);
  phase_started[phase] = now();
}

static inline void end_phase(int phase) {
  phase_seconds[phase] += now() - phase_started[phase];
  MPI_Pcontrol(-2 - phase);
}

static void start(int *argc, char ***argv) {
  int ranks;
  MPI_Init(argc, argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (ranks != RANKS) {
    char text[64];
    snprintf(text, sizeof text, "%d ranks, not with %d", RANKS, ranks);
    quit("run it with", text);
  }
  comm[0] = MPI_COMM_WORLD;
  comm[1] = MPI_COMM_SELF;
  nobody = MPI_COMM_NULL;
  forgotten = MPI_REQUEST_NULL;
  flag = 0;
  for (int i = 0; i <= REQUESTS; i++) {
    request[i] = MPI_REQUEST_NULL;
  }
  for (int i = 0; i <= OBJECTS; i++) {
    window[i] = MPI_WIN_NULL;
  }
  out = memory((double)OUT_BYTES * (SIZE_SCALE) + 8);
  in = memory((double)IN_BYTES * (SIZE_SCALE) + 8);
  message = memory((double)IN_BYTES * (SIZE_SCALE) + 8);
  load();
  started = now();
}

static int finish(void) {
  if (rank == 0) {
    print_times();
  }
  MPI_Finalize();
  return 0;
}
