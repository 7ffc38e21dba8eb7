/*
 * Preloaded into ranks of MPICH over UCX, so that there may be more of them than cores: cc -shared -fPIC waiting.c -ldl
 *
 * A rank that waits asks its sockets again and again, and keeps its core from ranks that have something to do. With this
 * library it sleeps in the kernel after some vain questions, until a message comes. All messages have to go over
 * sockets (UCX_TLS=tcp,self, MPIR_CVAR_NOLOCAL=1): one in shared memory would not wake it.
 *
 * And at its end MPICH 4.0 waits for the process manager without serving connections that other ranks are still
 * closing, who then wait for ever. Here they are served meanwhile.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <unistd.h>

/* Questions in vain before a rank sleeps, and for how long at most: other sources may have something to do. */
#define VAIN 10
#define SLEEP_MS 1

#define ORIGINAL(name) \
  static __typeof__(&name) original; \
  if (original == NULL) original = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

unsigned ucp_worker_progress(void *worker);
void ucp_worker_destroy(void *worker);

static void *worker_of_mpi;

int epoll_wait(int epoll, struct epoll_event *events, int most, int timeout) {
  ORIGINAL(epoll_wait);
  static __thread int vain;
  int found = original(epoll, events, most, timeout);
  if (timeout != 0) return found;
  if (found == 0 && ++vain > VAIN) found = original(epoll, events, most, SLEEP_MS);
  if (found != 0) vain = 0;
  return found;
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
