/*
 * Calls of OpenSHMEM whose records differ in kind; two PEs or more do the same, so that what is recorded is known. The
 * names that share a record are called by the program that org.foretell.tracer.ShmemCalls writes.
 */
#include <shmem.h>
#include <stdio.h>
#include <string.h>

/* In one piece, so that distances do not depend on the compiler. */
static struct {
  long flags[8];
  int small[4];
  unsigned int natural;
  long lock;
  struct {
    char text[24];
    long flag;
  } message;
} all;
static long sync_area[SHMEM_REDUCE_SYNC_SIZE], pair_sync[SHMEM_REDUCE_SYNC_SIZE];
static long collected[64], mine[4];

static void waits(int next) {
  /* The flag at the end of a put is known, since this PE waits for one, too. */
  struct {
    char text[24];
    long flag;
  } out = {"twenty-four bytes of it", 5};
  if (shmem_long_test(&all.message.flag, SHMEM_CMP_NE, 0)) {
    puts("too early");
  }
  shmem_barrier_all();
  shmem_putmem(&all.message, &out, sizeof out, next);
  shmem_long_wait_until(&all.message.flag, SHMEM_CMP_EQ, 5);
  shmem_long_wait_until(&all.message.flag, SHMEM_CMP_GT, 0);
  shmem_int_p(&all.small[1], -2, next); /* negative */
  shmem_int_wait_until(&all.small[1], SHMEM_CMP_LT, 0);
  shmem_uint_p(&all.natural, 7u, next);
  shmem_uint_wait_until(&all.natural, SHMEM_CMP_GE, 6u);
  shmem_long_p(&all.flags[1], 4, next);
  shmem_wait(&all.flags[1], 0);
  shmem_barrier_all();
  if (!shmem_long_test(&all.flags[1], SHMEM_CMP_EQ, 4)) {
    puts("late");
  }
  shmem_barrier_all();
  long old = shmem_long_atomic_swap(&all.flags[2], 9, next);
  if (old != 0 || shmem_long_atomic_fetch(&all.flags[2], next) != 9) {
    puts("wrong");
  }
  shmem_barrier_all();
  shmem_long_atomic_compare_swap(&all.flags[2], 9, 10, next);
  shmem_long_atomic_compare_swap(&all.flags[2], 9, 11, next);
  shmem_long_atomic_fetch_add(&all.flags[2], 1, next);
  shmem_barrier_all();
}

static void data(int next, long *heap) {
  long from[16] = {1, 2, 3, 4, 5, 6, 7, 8};
  short two[2] = {3, -4};
  shmem_short_put((short *)all.small, two, 2, next);
  shmem_put32(&all.small[2], from, 1, next);
  shmem_long_iput(heap, from, 2, 1, 4, next);
  shmem_long_iput(&all.flags[1], from, 2, 1, 4, next); /* over a word that is waited for */
  shmem_double_p((double *)&heap[10], 1.5, next);
  shmem_put_nbi(heap, from, 8, next);
  shmem_getmem_nbi(from, &heap[1], 24, next);
  shmem_quiet();
  shmem_long_iget(from, heap, 1, 2, 4, next);
  shmem_long_g(&heap[2], next);
  shmem_get128(from, heap, 1, next);
  shmem_fence();
  shmem_ctx_t a, b;
  shmem_ctx_create(SHMEM_CTX_PRIVATE, &a);
  shmem_ctx_create(0, &b);
  shmem_ctx_long_put(b, heap, from, 3, next);
  shmem_ctx_long_p(a, heap, 1, next);
  shmem_ctx_quiet(b);
  shmem_ctx_fence(a);
  shmem_ctx_destroy(b);
  shmem_ctx_destroy(a);
  shmem_ctx_long_p(SHMEM_CTX_DEFAULT, heap, 1, next);
}

static void sets(int me, int pes) {
  shmem_sync_all();
  shmem_sync(0, 0, pes, sync_area);
  shmem_barrier(0, 0, pes, sync_area);
  if (me < 2) {
    shmem_barrier(0, 0, 2, pair_sync);
    shmem_broadcast64(collected, mine, 3, 1, 0, 0, 2, pair_sync);
  }
  shmem_barrier_all();
  shmem_barrier(me, 0, 1, pair_sync);
  shmem_fcollect32(collected, mine, 2, 0, 0, pes, sync_area);
  shmem_barrier_all();
}

int main(void) {
  shmem_init();
  int me = shmem_my_pe(), pes = shmem_n_pes(), next = (me + 1) % pes;
  for (int i = 0; i < SHMEM_REDUCE_SYNC_SIZE; i++) {
    sync_area[i] = pair_sync[i] = SHMEM_SYNC_VALUE;
  }
  long *heap = shmem_malloc(1024);
  memset(heap, 0, 1024);
  char *more = shmem_align(64, 256);
  more = shmem_realloc(more, 512);
  shmem_free(shmem_calloc(10, 8));
  shmem_free(NULL);
  waits(next);
  data(next, heap);
  sets(me, pes);
  shmem_barrier_all();
  shmem_set_lock(&all.lock);
  shmem_clear_lock(&all.lock);
  /* One PE after the other, so that each gets the lock at once. */
  for (int pe = 0; pe < pes; pe++) {
    shmem_barrier_all();
    if (pe == me && shmem_test_lock(&all.lock) == 0) {
      shmem_clear_lock(&all.lock);
    }
  }
  printf("%d\n", shmem_ptr(heap, next) == NULL);
  shmem_barrier_all();
  shmem_free(more);
  shmem_free(heap);
  shmem_finalize();
  return 0;
}
