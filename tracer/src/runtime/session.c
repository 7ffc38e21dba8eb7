#define _GNU_SOURCE
#include "session.h"

#include "callbacks.h"
#include "callpath.h"
#include "python.h"
#include "recording.h"
#include "settings.h"
#include "thread.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

static bool opened; /* a process records one run */
static uint32_t written_in_empty_pair; /* ticks of it that are over when its record is written */

/* The child of a fork shares the mapping, and must leave it alone. */
static void in_child(void)
{
    ft_recording_change(FT_STOPPED);
    ft_header = NULL;
    if (ft_self != NULL) {
        ft_self->window = NULL;
        ft_self->compressor = NULL;
        ft_self->limit = ft_self->position; /* no room, if this is within a call */
    }
}

static int compare(const void *a, const void *b)
{
    uint32_t first = *(const uint32_t *)a, second = *(const uint32_t *)b;
    return first < second ? -1 : first > second;
}

/* A call that does nothing, with as many fields as a send has. */
static void record_nothing(void)
{
    enum { FIELDS = 4 };
    struct ft_call c;
    if (!ft_enter(&c, 0, NULL, false)) /* a site that is always known */
        return;
    ft_begin(&c);
    ft_end(&c);
    c.other = true;
    unsigned char *p = ft_open(&c, (size_t)FIELDS * FT_VARINT);
    if (p != NULL) {
        for (int field = 0; field < FIELDS; field++)
            p = ft_put_signed(p, field);
        ft_close(&c, p);
    }
    ft_leave(&c);
}

static const unsigned char *get_varint(const unsigned char *p, uint64_t *value)
{
    *value = 0;
    for (int shift = 0;; shift += 7) {
        *value |= (uint64_t)(*p & 0x7f) << shift;
        if (*p++ < 0x80)
            return p;
    }
}

/* The gap of the call that is recorded at p, which may have counters and a pause before it. */
static uint64_t gap_at(const unsigned char *p)
{
    enum { PAUSE = 1, COUNTERS = 6, FLOPS = 12, FIRST_CALL = 16 };
    uint64_t kind, value;
    for (p = get_varint(p, &kind); kind < FIRST_CALL; p = get_varint(p, &kind)) {
        int values = kind == PAUSE || kind == FLOPS ? 1 : kind == COUNTERS ? 3 : 0;
        if (values == 0)
            return 0;
        while (values-- > 0)
            p = get_varint(p, &value);
    }
    get_varint(p, &value);
    return value;
}

enum { WARM_UP = 20, ROUNDS = 1001 };

/* The mean, because the counter may go in steps that are longer than that; without what something interrupted. */
static uint32_t mean(uint32_t *taken)
{
    qsort(taken, ROUNDS, sizeof *taken, compare);
    uint64_t sum = 0, most = 3 * (uint64_t)taken[ROUNDS / 2];
    int counted;
    for (counted = 0; counted < ROUNDS && taken[counted] <= most; counted++)
        sum += taken[counted];
    return (uint32_t)(sum / (uint64_t)counted);
}

/*
 * What a pair of wrapper halves takes: from the end of one call to the start of the next, and, of that, how long it takes
 * until the record is written. 0 if the call is not recorded.
 */
static uint32_t measure_pair(struct ft_thread *t, void (*call)(void), uint32_t *until_written)
{
    static uint32_t taken[ROUNDS], written[ROUNDS];
    unsigned char *position = t->position;
    uint64_t last = t->last, sequence = t->sequence;
    uint32_t used = t->window != NULL ? t->window->used : 0;
    int counted = 0;
    /* Every other one is only looked at until it is written, because looking takes time as well. */
    for (int i = -2 * WARM_UP; i < 2 * ROUNDS; i++) {
        bool whole = (i & 1) == 0;
        t->until_sample = whole ? 2 : 1;
        t->sampled = 0;
        call();
        if (t->sequence == sequence)
            break;
        t->sequence = sequence;
        uint64_t gap = t->compressor != NULL ? ft_compress_last_gap(t->compressor) : gap_at(position);
        if (i >= 0 && whole)
            taken[counted++] = gap < UINT32_MAX ? (uint32_t)gap : UINT32_MAX;
        else if (i >= 0)
            written[i / 2] = t->sampled < UINT32_MAX ? (uint32_t)t->sampled : UINT32_MAX;
        t->position = position;
        t->paused = 0;
    }
    if (t->compressor != NULL)
        ft_compress_restart(t->compressor);
    else
        atomic_store(&t->window->used, used);
    t->position = position;
    t->last = last;
    t->sequence = sequence;
    t->paused = 0;
    t->until_sample = FT_SAMPLE_CALLS;
    t->samples = 0;
    t->sampled = 0;
    if (counted < ROUNDS)
        return 0;
    *until_written = mean(written);
    return mean(taken);
}

/* What a pair takes within the program, where its calls have emptied caches: what was measured before, and the rest. */
static void correct_pair(struct ft_thread *t)
{
    enum { ENOUGH = 20 };
    if (t == NULL || t->samples < ENOUGH)
        return;
    uint64_t written = t->sampled / t->samples;
    t->samples = 0; /* MPI and OpenSHMEM both finalize, and both close */
    if (written > written_in_empty_pair)
        ft_header->empty_pair_ticks += (uint32_t)(written - written_in_empty_pair);
}

uint64_t ft_session_new_run(void)
{
    uint64_t run = 0;
    if (getrandom(&run, sizeof run, 0) != (ssize_t)sizeof run)
        run = ft_nanoseconds(CLOCK_REALTIME) ^ (uint64_t)getpid() << 48;
    return run;
}

bool ft_session_open(const struct ft_start *start)
{
    if (opened) {
        if (ft_header != NULL)
            atomic_fetch_or(&ft_header->flags, start->flags);
        return ft_recording_state() == FT_ON || ft_recording_state() == FT_OFF;
    }
    opened = true;
    if (!ft_file_create(start->run, start->rank, start->ranks, start->flags)) {
        ft_recording_change(FT_STOPPED);
        return false;
    }
    pthread_atfork(NULL, NULL, in_child);
    strncpy(ft_header->library, start->library, sizeof ft_header->library - 1);
    ft_header->init_end = start->init_end;
    if (!ft_definitions_open()) {
        ft_recording_stop(FT_FLAG_NO_SPACE);
        return false;
    }
    if (ft_settings.call_path > 1 && !ft_call_path_available())
        ft_note("call paths were asked for, but libunwind.so.8 is not installed; only return addresses are recorded");
    if (ft_settings.compress && !ft_compress_prepare()) {
        ft_recording_stop(FT_FLAG_NO_SPACE);
        return false;
    }
    ft_python_prepare();
    ft_plain = ft_settings.call_path == 1 && !ft_settings.counters;
    ft_recording_change(FT_ON);
    struct ft_thread *t = ft_thread_create(start->init_start);
    if (t == NULL)
        return false;
    uint32_t pair = start->nothing == NULL || ft_callbacks_on ? 0 : measure_pair(t, start->nothing, &written_in_empty_pair);
    if (pair == 0) {
        ft_define_function(0, true);
        pair = measure_pair(t, record_nothing, &written_in_empty_pair);
    }
    ft_header->empty_pair_ticks = pair;
    ft_file_start_counts();
    if (ft_settings.start_off)
        ft_recording_change(FT_OFF);
    return true;
}

void ft_session_close(void)
{
    if (ft_header == NULL || ft_recording_state() == FT_IDLE)
        return;
    struct ft_thread *t = ft_self;
    if (t != NULL && ft_thread_records(t) && t->poll.pending)
        ft_flush_polls(t);
    bool stopped = ft_recording_state() == FT_STOPPED;
    ft_recording_change(FT_STOPPED);
    ft_file_update_counts();
    ft_header->end = ft_clock_moment();
    correct_pair(t);
    if (!stopped)
        ft_definitions_close();
    if (t != NULL)
        ft_thread_close(t);
    atomic_fetch_or(&ft_header->flags, FT_FLAG_ENDED);
    ft_file_say_if_cut();
}

void ft_session_switch(bool on)
{
    enum ft_state now = ft_recording_state();
    if (now == (on ? FT_OFF : FT_ON))
        ft_recording_change(on ? FT_ON : FT_OFF);
}
