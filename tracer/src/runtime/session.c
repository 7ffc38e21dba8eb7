#define _GNU_SOURCE
#include "session.h"

#include "callbacks.h"
#include "callpath.h"
#include "counters.h"
#include "poll.h"
#include "settings.h"
#include "thread.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

static _Atomic int state = FT_IDLE;
static bool opened; /* a process records one run */

enum ft_state ft_session_state(void)
{
    return (enum ft_state)atomic_load_explicit(&state, memory_order_relaxed);
}

static void change(enum ft_state to)
{
    atomic_store(&state, to);
    atomic_fetch_add(&ft_generation, 1);
}

/* The child of a fork shares the mapping, and must leave it alone. */
static void in_child(void)
{
    change(FT_STOPPED);
    ft_header = NULL;
    if (ft_self != NULL)
        ft_self->window = NULL;
}

static int compare(const void *a, const void *b)
{
    uint32_t first = *(const uint32_t *)a, second = *(const uint32_t *)b;
    return first < second ? -1 : first > second;
}

/* What an empty pair of wrapper halves takes: from the end of one call to the start of the next. The median. */
static uint32_t measure_empty_pair(struct ft_thread *t)
{
    enum { ROUNDS = 201 };
    static uint32_t taken[ROUNDS];
    unsigned char *position = t->position;
    uint64_t last = t->last, sequence = t->sequence;
    uint32_t used = t->window->used;
    ft_define_function(0, true);
    for (int i = 0; i < ROUNDS; i++) {
        uint64_t before = t->last;
        struct ft_call c;
        if (!ft_enter(&c, 0, NULL, false)) /* a site that is always known */
            return 0;
        ft_begin(&c);
        ft_end(&c);
        c.other = true;
        ft_record(&c);
        ft_leave(&c);
        taken[i] = (uint32_t)(c.start - before);
        t->position = position;
    }
    atomic_store(&t->window->used, used);
    t->last = last;
    t->sequence = sequence;
    t->paused = 0;
    qsort(taken, ROUNDS, sizeof *taken, compare);
    return taken[ROUNDS / 2];
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
        return ft_session_state() == FT_ON || ft_session_state() == FT_OFF;
    }
    opened = true;
    if (!ft_file_create(start->run, start->rank, start->ranks, start->flags)) {
        change(FT_STOPPED);
        return false;
    }
    pthread_atfork(NULL, NULL, in_child);
    strncpy(ft_header->library, start->library, sizeof ft_header->library - 1);
    ft_header->init_end = start->init_end;
    if (!ft_definitions_open()) {
        ft_session_stop(FT_FLAG_NO_SPACE);
        return false;
    }
    if (ft_settings.call_path > 1 && !ft_call_path_available())
        ft_note("call paths were asked for, but libunwind.so.8 is not installed; only return addresses are recorded");
    ft_plain = ft_settings.call_path == 1 && !ft_settings.counters;
    change(FT_ON);
    struct ft_thread *t = ft_thread_create(start->init_start);
    if (t == NULL)
        return false;
    ft_header->empty_pair_ticks = measure_empty_pair(t);
    if (ft_settings.start_off)
        change(FT_OFF);
    return true;
}

void ft_session_close(void)
{
    if (ft_header == NULL || ft_session_state() == FT_IDLE)
        return;
    struct ft_thread *t = ft_self;
    if (t != NULL && t->window != NULL && t->poll.pending)
        ft_poll_flush(t);
    bool stopped = ft_session_state() == FT_STOPPED;
    change(FT_STOPPED);
    ft_file_update_counts();
    ft_header->end = ft_clock_moment();
    if (!stopped)
        ft_definitions_close();
    if (t != NULL && t->window != NULL) {
        ft_window_close(t->window, true);
        t->window = NULL;
    }
    atomic_fetch_or(&ft_header->flags, FT_FLAG_ENDED);
}

void ft_session_stop(uint32_t flag)
{
    if (ft_header == NULL || ft_session_state() == FT_STOPPED)
        return;
    atomic_fetch_or(&ft_header->flags, flag);
    change(FT_STOPPED);
    ft_say("rank %u stops recording: %s; the program goes on", ft_header->rank,
           flag == FT_FLAG_NO_SPACE ? "no space for the trace" : "too many threads");
}

void ft_session_switch(bool on)
{
    enum ft_state now = ft_session_state();
    if (now == (on ? FT_OFF : FT_ON))
        change(on ? FT_ON : FT_OFF);
}
