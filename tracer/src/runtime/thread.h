/*
 * What a thread records. A wrapper goes
 *
 *     struct ft_call c __attribute__((cleanup(ft_leave)));
 *     if (!ft_enter(&c, function, __builtin_return_address(0), tracks))
 *         return the function itself;
 *     ft_begin(&c);
 *     the function itself
 *     ft_end(&c);
 *     unsigned char *p = ft_open(&c, room);
 *     if (p != NULL) { p = ft_put_signed(p, field); .. ft_close(&c, p); }
 *
 * Between ft_enter and ft_leave the calls of the same thread are hidden: they are the library's own.
 */
#ifndef FORETELL_THREAD_H
#define FORETELL_THREAD_H

#include "clock.h"
#include "compress.h"
#include "counters.h"
#include "definitions.h"
#include "file.h"
#include "poll.h"
#include "recording.h"
#include "settings.h"
#include "varint.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FT_SITES = 512 };

struct ft_thread {
    uint64_t ready; /* the generation in which its calls are recorded; 0 inside of a call */
    uint64_t home;  /* what ready is outside of calls */
    unsigned char *position, *limit;
    struct ft_window *window;         /* NULL with a compressor, and when nothing is recorded any more */
    struct ft_compressor *compressor; /* NULL: records are written as they are */
    uint64_t last;   /* the end of the last record */
    uint64_t paused; /* ticks since then that the tracer took */
    uint64_t off_at;
    uint64_t sequence;
    uint32_t until_sample;       /* calls until it is looked at again what a record takes */
    uint32_t samples;            /* how often that was */
    uint64_t sampled;            /* ticks that those took together */
    bool off;
    uint32_t stream, windows;
    struct ft_poll poll;
    struct {
        uintptr_t address;
        uint32_t id;
    } sites[FT_SITES];
    void *scratch[4]; /* see ft_scratch */
    size_t scratch_bytes[4];
    uint32_t phase; /* name of the phase of foretell_marker, plus 1 */
    int64_t counters[FT_COUNTERS];
    int64_t poll_counters[FT_COUNTERS]; /* before the first of the polls that are pending */
    uint64_t looked_at, ran; /* with FORETELL_BURST=cpu: ticks and processor time, as the last call ended */
    struct ft_thread *next;
};

struct ft_call {
    struct ft_thread *thread; /* NULL: not recorded */
    const void *site;
    uint64_t start, end;
    uint32_t function;
    bool other;  /* its effect is unknown */
    bool off;    /* recording is off, but the call has to be known */
    uint64_t pre, post; /* ticks before and after it that were the tracer's and are no part of a burst */
};

extern __thread struct ft_thread *ft_self __attribute__((tls_model("initial-exec")));

bool ft_enter_slow(struct ft_call *c, bool tracks);

/* Whether the call is to be recorded. tracks: it has to be known also while recording is off. */
static inline bool ft_enter(struct ft_call *c, uint32_t function, const void *site, bool tracks)
{
    struct ft_thread *t = ft_self;
    c->function = function;
    c->site = site;
    c->other = false;
    c->off = false;
    c->pre = 0;
    c->post = 0;
    if (__builtin_expect(t != NULL && t->ready == atomic_load_explicit(&ft_generation, memory_order_relaxed), 1)) {
        t->ready = 0;
        c->thread = t;
        return true;
    }
    return ft_enter_slow(c, tracks);
}

static inline void ft_leave(struct ft_call *c)
{
    if (c->thread != NULL)
        c->thread->ready = c->thread->home;
}

/* With FORETELL_BURST=cpu: ticks until now in which the thread did not run, since that was asked last or a call ended. */
uint64_t ft_idle(struct ft_thread *t, uint64_t now);

/* From now on. */
void ft_idle_restart(struct ft_thread *t, uint64_t now);

static inline void ft_begin(struct ft_call *c)
{
    if (__builtin_expect(ft_counters_on, 0))
        ft_counters_read(c->thread->counters);
    c->start = ft_ticks();
    if (__builtin_expect(ft_settings.processor_bursts, 0))
        c->pre += ft_idle(c->thread, c->start);
}

static inline void ft_end(struct ft_call *c)
{
    c->end = ft_ticks();
    if (__builtin_expect(ft_counters_on, 0))
        ft_counters_restart();
    if (__builtin_expect(ft_settings.processor_bursts, 0))
        ft_idle_restart(c->thread, c->end);
}

/* Room for a record of a call, after whatever has to stand before it; NULL if there is none. */
unsigned char *ft_open_slow(struct ft_call *c, size_t room);

uint32_t ft_site_slow(struct ft_thread *t, const void *site);

static inline uint32_t ft_site(struct ft_thread *t, const void *site)
{
    uintptr_t address = (uintptr_t)site;
    uint32_t at = (uint32_t)(address ^ address >> 9) % FT_SITES;
    if (__builtin_expect(t->sites[at].address == address, 1))
        return t->sites[at].id;
    return ft_site_slow(t, site);
}

/* The bytes of a record before its fields, at most. */
enum { FT_PREFIX = 4 * FT_VARINT, FT_ROOM_BEFORE = 160 };

extern bool ft_plain; /* nothing is asked for that makes records differ: no call paths, no counters */

static inline unsigned char *ft_prefix(struct ft_call *c, unsigned char *p, uint32_t id, uint32_t site)
{
    struct ft_thread *t = c->thread;
    p = ft_put(p, 16 + (uint64_t)id);
    p = ft_put(p, c->start > t->last ? c->start - t->last : 0);
    p = ft_put(p, c->end - c->start);
    return ft_put(p, (uint64_t)site + 1);
}

static inline unsigned char *ft_open(struct ft_call *c, size_t room)
{
    struct ft_thread *t = c->thread;
    uint32_t id = 2 * c->function + c->other;
    if (__builtin_expect(t->paused != 0 || c->pre != 0 || t->poll.pending || c->off || !ft_plain ||
                             !atomic_load_explicit(&ft_defined[id], memory_order_relaxed) ||
                             (size_t)(t->limit - t->position) < room + FT_ROOM_BEFORE,
                         0))
        return ft_open_slow(c, room);
    return ft_prefix(c, t->position, id, ft_site(t, c->site));
}

/* The record ends at p. Only now it counts. */
static inline void ft_commit(struct ft_thread *t, unsigned char *p)
{
    if (__builtin_expect(t->compressor != NULL, 0)) {
        t->paused += ft_compress(t->compressor, p);
        return;
    }
    t->position = p;
    atomic_store_explicit(&t->window->used, (uint32_t)(p - t->window->records), memory_order_release);
}

void ft_off_again(struct ft_call *c);

/*
 * Adds what the record took from the end of its call until now. Once in some calls, because reading the clock takes as
 * long as a good part of a record. A prime number of calls, so that each call of a loop has its turn. Not of records with
 * long lists: what those take is not what others do.
 */
void ft_sample(struct ft_call *c, size_t bytes);
enum { FT_SAMPLE_CALLS = 17, FT_SAMPLE_BYTES = 64 };

static inline void ft_close(struct ft_call *c, unsigned char *p)
{
    struct ft_thread *t = c->thread;
    size_t bytes = (size_t)(p - t->position);
    ft_commit(t, p);
    t->last = c->end;
    t->sequence++;
    t->paused += c->post;
    if (__builtin_expect(--t->until_sample == 0, 0))
        ft_sample(c, bytes);
    if (__builtin_expect(c->off, 0))
        ft_off_again(c);
}

/* A record without fields. */
void ft_record(struct ft_call *c);

/* Room for a record that is not a call; NULL if there is none. */
unsigned char *ft_open_plain(struct ft_thread *t, size_t room);

/* Ticks since `since` that were the tracer's own and belong to no burst. */
static inline void ft_pause(struct ft_thread *t, uint64_t since)
{
    t->paused += ft_ticks() - since;
}

/* At least so many bytes, of one of four uses, good until the next call for that use; NULL without memory. */
void *ft_scratch(struct ft_thread *t, int use, size_t bytes);

/*
 * Writes what the tracer took before a record that starts at `start`, so that the gap of the record is what remains.
 * No more than lies between the records: the rest passed within the call, as between folded polls.
 */
void ft_pause_before(struct ft_thread *t, uint64_t paused, uint64_t start);

/* Whether there is something to record into. */
bool ft_thread_records(const struct ft_thread *t);

/* Gives it back; nothing more is recorded. */
void ft_thread_close(struct ft_thread *t);

/* A thread with a stream of its own, NULL if there can be none. */
struct ft_thread *ft_thread_create(uint64_t first_gap);

/* Room for the fields of a poll that say what is asked for; NULL if there is none. */
unsigned char *ft_open_poll(struct ft_call *c, size_t room);

/* The poll, whose fields end at p. */
void ft_close_poll(struct ft_call *c, unsigned char *p, const struct ft_poll_result *result);

/* Writes polls that were not followed by a successful one. */
void ft_flush_polls(struct ft_thread *t);

/* As ft_open, for a record with a list; one that fits no window is recorded by its time alone. */
unsigned char *ft_open_list(struct ft_call *c, size_t room);

#endif
