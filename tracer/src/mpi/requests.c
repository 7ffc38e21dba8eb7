/*
 * Requests have slots, lowest free first. A handle need not tell them apart: libraries give the same one to all sends
 * that are complete at once. So a request is looked up by its handle and the place in which the program keeps it, and
 * by the handle alone if it was moved.
 */
#include "requests.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

bool ft_requests_shared;

struct request {
    uint64_t handle;
    uintptr_t place;
    unsigned flags;
    bool used;
    uint64_t found_by; /* the last call that found it by ft_request_find_next */
    int32_t next[2], before[2]; /* in the two tables; -1 at the ends */
};

static struct request *requests;
static int32_t slots;
static int32_t *heads[2]; /* by handle and place, by handle */
static uint32_t mask;
static uint64_t *free_words; /* a bit for each slot that is free */
static int32_t lowest_word;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void enter(void)
{
    if (ft_requests_shared)
        pthread_mutex_lock(&lock);
}

static void leave(void)
{
    if (ft_requests_shared)
        pthread_mutex_unlock(&lock);
}

static uint32_t bucket(int table, uint64_t handle, uintptr_t place)
{
    uint64_t key = handle * 0x9e3779b97f4a7c15u + (table == 0 ? place * 0xc2b2ae3d27d4eb4fu : 0);
    return (uint32_t)((key ^ key >> 29) >> 3) & mask;
}

static void link_in(int32_t slot)
{
    struct request *r = &requests[slot];
    for (int table = 0; table < 2; table++) {
        int32_t *head = &heads[table][bucket(table, r->handle, r->place)];
        r->next[table] = *head;
        r->before[table] = -1;
        if (*head >= 0)
            requests[*head].before[table] = slot;
        *head = slot;
    }
}

static void link_out(int32_t slot)
{
    struct request *r = &requests[slot];
    for (int table = 0; table < 2; table++) {
        if (r->before[table] >= 0)
            requests[r->before[table]].next[table] = r->next[table];
        else
            heads[table][bucket(table, r->handle, r->place)] = r->next[table];
        if (r->next[table] >= 0)
            requests[r->next[table]].before[table] = r->before[table];
    }
}

/* Twice the slots. */
static bool grow(void)
{
    int32_t more = slots == 0 ? 64 : 2 * slots;
    uint32_t buckets = 2 * (uint32_t)more;
    struct request *larger = realloc(requests, (size_t)more * sizeof *larger);
    if (larger == NULL)
        return false;
    requests = larger;
    uint64_t *words = realloc(free_words, (size_t)more / 8);
    if (words == NULL)
        return false;
    free_words = words;
    int32_t *first = malloc(buckets * sizeof *first), *second = malloc(buckets * sizeof *second);
    if (first == NULL || second == NULL) {
        free(first);
        free(second);
        return false;
    }
    memset(requests + slots, 0, (size_t)(more - slots) * sizeof *requests);
    memset(free_words + slots / 64, 0xff, (size_t)(more - slots) / 8);
    free(heads[0]);
    free(heads[1]);
    heads[0] = first;
    heads[1] = second;
    memset(first, 0xff, buckets * sizeof *first);
    memset(second, 0xff, buckets * sizeof *second);
    mask = buckets - 1;
    for (int32_t slot = 0; slot < slots; slot++)
        if (requests[slot].used)
            link_in(slot);
    slots = more;
    return true;
}

static int32_t lowest_free(void)
{
    for (; lowest_word < slots / 64; lowest_word++)
        if (free_words[lowest_word] != 0)
            return lowest_word * 64 + __builtin_ctzll(free_words[lowest_word]);
    return grow() ? lowest_free() : -1;
}

int64_t ft_request_add(MPI_Request request, const void *place, unsigned flags)
{
    if (request == MPI_REQUEST_NULL)
        return FT_NONE;
    enter();
    int32_t slot = lowest_free();
    if (slot >= 0) {
        free_words[slot / 64] &= ~(UINT64_C(1) << slot % 64);
        struct request *r = &requests[slot];
        r->handle = FT_KEY(request);
        r->place = (uintptr_t)place;
        r->flags = flags;
        r->used = true;
        link_in(slot);
    }
    leave();
    return slot < 0 ? FT_NONE : slot;
}

static int32_t search(int table, uint64_t handle, uintptr_t place, uint64_t call)
{
    int32_t slot = heads[table][bucket(table, handle, place)];
    for (; slot >= 0; slot = requests[slot].next[table]) {
        const struct request *r = &requests[slot];
        if (r->handle == handle && (table == 1 || r->place == place) && (call == 0 || r->found_by != call))
            break;
    }
    return slot;
}

uint64_t ft_request_next_call(void)
{
    static _Atomic uint64_t calls;
    return ++calls;
}

int64_t ft_request_find(MPI_Request request, const void *place, uint64_t call)
{
    if (request == MPI_REQUEST_NULL || slots == 0)
        return FT_NONE;
    enter();
    int32_t slot = search(0, FT_KEY(request), (uintptr_t)place, call);
    if (slot < 0)
        slot = search(1, FT_KEY(request), 0, call);
    if (slot >= 0)
        requests[slot].found_by = call;
    leave();
    return slot < 0 ? FT_NONE : slot;
}

unsigned ft_request_flags(int64_t slot)
{
    enter();
    unsigned flags = slot < 0 ? 0 : requests[slot].flags;
    leave();
    return flags;
}

void ft_request_cancel(int64_t slot)
{
    enter();
    if (slot >= 0)
        requests[slot].flags |= FT_REQUEST_CANCELLED;
    leave();
}

void ft_request_release(int64_t slot, bool for_good)
{
    if (slot < 0)
        return;
    enter();
    struct request *r = &requests[slot];
    if (r->used && (for_good || (r->flags & FT_REQUEST_PERSISTENT) == 0)) {
        link_out((int32_t)slot);
        r->used = false;
        free_words[slot / 64] |= UINT64_C(1) << slot % 64;
        if (slot / 64 < lowest_word)
            lowest_word = (int32_t)(slot / 64);
    } else {
        r->flags &= ~(unsigned)FT_REQUEST_CANCELLED;
    }
    leave();
}
