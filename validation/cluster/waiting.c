/*
 * Preloaded into ranks of MPICH over UCX, so that there may be more of them than cores: cc -shared -fPIC waiting.c -ldl
 *
 * A rank that waits asks its sockets again and again, and keeps its core from ranks that have something to do. With this
 * library it sleeps in the kernel until a message comes. It does so at once: if it asked some times first, messages that
 * come soon, as in a ping-pong, would be three times as fast as others. All messages have to go over sockets
 * (UCX_TLS=tcp,self, MPIR_CVAR_NOLOCAL=1): one in shared memory would not wake it.
 *
 * While two ranks connect to each other at once, UCX 1.13 goes on asking whether it may write to a socket to which it
 * has nothing to write, and is answered at once, for ever. Such questions are left out while the rank sleeps.
 *
 * A rank keeps its core, the ranks taking the cores in turn. Otherwise the kernel moves a receiver that it wakes to the
 * core of the sender, and two ranks take turns on one core while another is idle.
 *
 * And at its end MPICH 4.0 waits for the process manager without serving connections that other ranks are still
 * closing, who then wait for ever. Here they are served meanwhile.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <poll.h>
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

/* For how long a rank sleeps at most: other sources than sockets may have something to do. */
#define SLEEP_MS 1
/* After so many answers in a row that only say that sockets are writable, those are left out. */
#define VAIN 4
#define MOST_FILES 1024
#define MOST_EVENTS 32

#define ORIGINAL(name) \
  static __typeof__(&name) original; \
  if (original == NULL) original = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

unsigned ucp_worker_progress(void *worker);
void ucp_worker_destroy(void *worker);

static void *worker_of_mpi;

static struct {
  int epoll;
  struct epoll_event asked;
} sockets[MOST_FILES];

int epoll_ctl(int epoll, int what, int file, struct epoll_event *event) {
  ORIGINAL(epoll_ctl);
  int failed = original(epoll, what, file, event);
  if (failed == 0 && file < MOST_FILES) {
    sockets[file].epoll = what == EPOLL_CTL_DEL ? 0 : epoll;
    if (what != EPOLL_CTL_DEL) sockets[file].asked = *event;
  }
  return failed;
}

/* Asks for fewer events of those sockets that are among these. */
static void leave_out(uint32_t left_out, int epoll, const struct epoll_event *events, int count) {
  for (int file = 0; file < MOST_FILES; file++)
    for (int i = 0; i < count && sockets[file].epoll == epoll; i++)
      if (sockets[file].asked.data.u64 == events[i].data.u64) {
        struct epoll_event asked = sockets[file].asked, fewer = asked;
        fewer.events &= ~left_out;
        epoll_ctl(epoll, EPOLL_CTL_MOD, file, &fewer);
        sockets[file].asked = asked;
      }
}

static int only_writable(const struct epoll_event *events, int count) {
  for (int i = 0; i < count; i++)
    if (events[i].events != EPOLLOUT) return 0;
  return count > 0;
}

int epoll_wait(int epoll, struct epoll_event *events, int most, int timeout) {
  ORIGINAL(epoll_wait);
  static int vain;
  int found = original(epoll, events, most, timeout);
  if (timeout != 0) return found;
  if (found == 0) return original(epoll, events, most, SLEEP_MS);
  vain = only_writable(events, found) && found <= MOST_EVENTS ? vain + 1 : 0;
  if (vain < VAIN) return found;
  /* The next answer is passed on whatever it is: other sockets may have become writable. */
  vain = VAIN - 2;
  struct epoll_event writable[MOST_EVENTS];
  memcpy(writable, events, (size_t)found * sizeof *events);
  leave_out(EPOLLOUT, epoll, writable, found);
  int slept = original(epoll, events, most, SLEEP_MS);
  leave_out(0, epoll, writable, found);
  return slept;
}

unsigned ucp_worker_progress(void *worker) {
  ORIGINAL(ucp_worker_progress);
  worker_of_mpi = worker;
  return original(worker);
}

void ucp_worker_destroy(void *worker) {
  ORIGINAL(ucp_worker_destroy);
  worker_of_mpi = NULL;
  original(worker);
}

__attribute__((constructor)) static void keep_core(void) {
  const char *rank = getenv("PMI_RANK");
  cpu_set_t allowed, one;
  if (rank == NULL || sched_getaffinity(0, sizeof allowed, &allowed) != 0) return;
  CPU_ZERO(&one);
  for (int turn = atoi(rank) % CPU_COUNT(&allowed), core = 0; core < CPU_SETSIZE; core++)
    if (CPU_ISSET(core, &allowed) && turn-- == 0) CPU_SET(core, &one);
  sched_setaffinity(0, sizeof one, &one);
}

static int process_manager(void) {
  const char *text = getenv("PMI_FD");
  return text == NULL ? -1 : atoi(text);
}

ssize_t read(int file, void *buffer, size_t bytes) {
  ORIGINAL(read);
  if (worker_of_mpi != NULL && file == process_manager()) {
    struct pollfd answer = {.fd = file, .events = POLLIN};
    while (worker_of_mpi != NULL && poll(&answer, 1, 0) == 0) ucp_worker_progress(worker_of_mpi);
  }
  return original(file, buffer, bytes);
}
