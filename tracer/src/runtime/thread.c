#include "thread.h"

#include "callpath.h"
#include "python.h"
#include "recording.h"
#include "settings.h"
#include "symbols.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { PAUSE = 1, OFF = 4, ON = 5 };
enum { MOST_THREADS = 4096 };
enum { KEY = 3 }; /* the scratch for the fields of polls */

__thread struct ft_thread *ft_self;
bool ft_plain = true;

/* Outside of calls, but none is recorded. */
static const uint64_t NEVER = UINT64_MAX;

static _Atomic uint32_t streams;
static pthread_key_t at_exit;
static pthread_once_t at_exit_once = PTHREAD_ONCE_INIT;

static void thread_ends(void *thread)
{
    struct ft_thread *t = thread;
    ft_flush_polls(t);
    ft_self = NULL;
    ft_thread_close(t);
    for (int i = 0; i < 4; i++)
        free(t->scratch[i]);
    free(t);
}

static void make_key(void)
{
    pthread_key_create(&at_exit, thread_ends);
}

bool ft_thread_records(const struct ft_thread *t)
{
    return t->window != NULL || t->compressor != NULL;
}

void ft_thread_close(struct ft_thread *t)
{
    if (t->window != NULL)
        ft_window_close(t->window, true);
    if (t->compressor != NULL)
        ft_compressor_close(t->compressor);
    t->window = NULL;
    t->compressor = NULL;
}

struct ft_thread *ft_thread_create(uint64_t first_gap)
{
    uint32_t stream = atomic_fetch_add(&streams, 1) + 1;
    if (stream > MOST_THREADS) {
        ft_recording_stop(FT_FLAG_TOO_MANY_THREADS);
        return NULL;
    }
    struct ft_thread *t = calloc(1, sizeof *t);
    if (t == NULL)
        return NULL;
    t->stream = stream;
    if (ft_settings.compress)
        t->compressor = ft_compressor_new(stream, first_gap, &t->position);
    else
        t->window = ft_window_open(stream, 0, first_gap);
    if (!ft_thread_records(t)) {
        ft_recording_stop(FT_FLAG_NO_SPACE);
        free(t);
        return NULL;
    }
    t->windows = 1;
    if (t->window != NULL)
        t->position = t->window->records;
    t->limit = t->position + ft_settings.window_bytes - sizeof *t->window;
    t->last = first_gap;
    t->until_sample = FT_SAMPLE_CALLS;
    t->home = atomic_load(&ft_generation);
    t->ready = t->home;
    ft_counters_open();
    if (ft_settings.processor_bursts)
        ft_idle_restart(t, ft_ticks());
    ft_self = t;
    /* The thread that initialises lives as long as the process; others give their window back. */
    pthread_once(&at_exit_once, make_key);
    if (stream > 1)
        pthread_setspecific(at_exit, t);
    return t;
}

/* The largest record that fits a window. */
static size_t largest_record(void)
{
    return ft_settings.window_bytes - sizeof(struct ft_window) - FT_ROOM_BEFORE;
}

void *ft_scratch(struct ft_thread *t, int use, size_t bytes)
{
    if (t->scratch_bytes[use] < bytes) {
        size_t more = bytes < 1024 ? 1024 : bytes + bytes / 2;
        void *grown = realloc(t->scratch[use], more);
        if (grown == NULL)
            return NULL;
        t->scratch[use] = grown;
        t->scratch_bytes[use] = more;
    }
    return t->scratch[use];
}

static bool next_window(struct ft_thread *t)
{
    uint64_t since = ft_ticks();
    struct ft_window *next = ft_window_open(t->stream, t->windows, 0);
    if (next == NULL) {
        ft_recording_stop(FT_FLAG_NO_SPACE);
        return false;
    }
    t->windows++;
    ft_window_close(t->window, false);
    t->window = next;
    t->position = next->records;
    t->limit = (unsigned char *)next + ft_settings.window_bytes;
    ft_file_update_counts();
    ft_pause(t, since);
    return true;
}

/* Room, also in a new window. */
static bool has_room(struct ft_thread *t, size_t room)
{
    if (!ft_thread_records(t) || room > largest_record())
        return false;
    return (size_t)(t->limit - t->position) >= room + FT_ROOM_BEFORE || next_window(t);
}

unsigned char *ft_open_plain(struct ft_thread *t, size_t room)
{
    return has_room(t, room) ? t->position : NULL;
}

/* A record of a kind and a number. */
static void write_short(struct ft_thread *t, int kind, uint64_t value)
{
    unsigned char *p = t->position;
    *p++ = (unsigned char)kind;
    ft_commit(t, ft_put(p, value));
}

static uint64_t since(uint64_t later, uint64_t earlier)
{
    return later > earlier ? later - earlier : 0;
}

/* Of the calling thread, whose clock this is. */
void ft_idle_restart(struct ft_thread *t, uint64_t now)
{
    t->looked_at = now;
    t->ran = ft_nanoseconds(CLOCK_THREAD_CPUTIME_ID);
}

uint64_t ft_idle(struct ft_thread *t, uint64_t now)
{
    uint64_t before = t->looked_at, ran = t->ran;
    ft_idle_restart(t, now);
    return since(since(now, before), ft_clock_from_nanoseconds(since(t->ran, ran)));
}

void ft_pause_before(struct ft_thread *t, uint64_t paused, uint64_t start)
{
    uint64_t gap = since(start, t->last);
    if (paused > gap)
        paused = gap;
    if (paused != 0) {
        if (t->compressor != NULL)
            ft_compress_pause(t->compressor, paused);
        else
            write_short(t, PAUSE, paused);
        t->last += paused;
    }
}

static void write_off(struct ft_thread *t, uint64_t now)
{
    if (ft_counters_on)
        ft_counters_read(t->counters);
    ft_pause_before(t, t->paused, now);
    if (ft_counters_on)
        ft_commit(t, ft_put_counters(t->position, t->counters));
    write_short(t, OFF, since(now, t->last));
    t->paused = 0;
    t->off_at = now;
    t->last = now;
}

static void write_on(struct ft_thread *t, uint64_t now)
{
    if (ft_counters_on)
        ft_counters_restart();
    write_short(t, ON, since(now, t->off_at));
    t->paused = 0;
    t->last = now;
}

void ft_sample(struct ft_call *c, size_t bytes)
{
    struct ft_thread *t = c->thread;
    uint64_t taken = since(ft_ticks(), c->end + t->paused);
    t->until_sample = FT_SAMPLE_CALLS;
    /* Where recording is off a record takes longer, and no burst follows it. */
    if (c->off || bytes > FT_SAMPLE_BYTES)
        return;
    /* Longer ones were interrupted. */
    if (ft_header->empty_pair_ticks == 0 || taken / 64 < ft_header->empty_pair_ticks) {
        t->sampled += taken;
        t->samples++;
    }
}

void ft_off_again(struct ft_call *c)
{
    struct ft_thread *t = c->thread;
    if (has_room(t, 0))
        write_off(t, c->end);
    t->paused = 0;
}

unsigned char *ft_open_slow(struct ft_call *c, size_t room)
{
    struct ft_thread *t = c->thread;
    if (!ft_thread_records(t))
        return NULL; /* also in a child that was forked within the call, whose mappings are those of its parent */
    uint64_t began = ft_ticks();
    uint32_t id = 2 * c->function + c->other;
    uint64_t paused = t->paused + c->pre; /* what comes from here on is after the call */
    t->paused = 0;
    c->pre = 0;
    bool is_long = t->poll.pending || !atomic_load(&ft_defined[id]) || ft_settings.call_path > 1;
    if (t->poll.pending) {
        paused += t->poll.after;
        t->poll.after = 0;
        ft_flush_polls(t);
    }
    if (!atomic_load(&ft_defined[id]))
        ft_define_function(c->function, c->other);
    uint32_t site = ft_site(t, c->site);
    is_long |= t->paused != 0;
    if (!has_room(t, room))
        return NULL;
    if (c->off) {
        write_on(t, c->start);
        paused = 0;
    }
    ft_pause_before(t, paused, c->start);
    if (ft_counters_on)
        ft_commit(t, ft_put_counters(t->position, t->counters));
    is_long |= t->paused != 0;
    unsigned char *p = ft_prefix(c, t->position, id, site);
    /* Otherwise it is no longer than that of any other record, and a pause would make the next one as long. */
    t->paused = is_long ? since(ft_ticks(), began) : 0;
    return p;
}

void ft_record(struct ft_call *c)
{
    unsigned char *p = ft_open(c, 0);
    if (p != NULL)
        ft_close(c, p);
}

unsigned char *ft_open_list(struct ft_call *c, size_t room)
{
    static _Atomic bool said;
    if (room <= largest_record())
        return ft_open(c, room);
    if (!said) {
        said = true;
        ft_note("the lists of a call of %s do not fit a window of %u bytes; it is recorded by its time alone: set "
                "FORETELL_WINDOW to more", ft_functions[c->function].name, ft_settings.window_bytes);
    }
    c->other = true;
    ft_record(c);
    return NULL;
}

/* ft_python_place, and the ticks that it took. Neither counters nor idle times have what it did. */
static const void *look(struct ft_thread *t, const void *site, uint64_t *taken)
{
    uint64_t began = ft_ticks();
    const void *place = ft_python_place(site);
    if (place != site) {
        if (ft_counters_on)
            ft_counters_restart();
        if (ft_settings.processor_bursts)
            ft_idle_restart(t, ft_ticks());
    }
    *taken = ft_ticks() - began;
    return place;
}

uint32_t ft_site_slow(struct ft_thread *t, const void *site)
{
    uintptr_t address = (uintptr_t)site;
    uint32_t id;
    if (ft_python_on) {
        uint64_t taken;
        if (ft_python_site(look(t, site, &taken), &id)) {
            t->paused += taken;
            return id;
        }
    }
    if (ft_settings.call_path > 1)
        return ft_call_path_id(site);
    uint64_t began = ft_ticks();
    id = ft_call_path_single(address);
    ft_pause(t, began);
    uint32_t at = (uint32_t)(address ^ address >> 9) % FT_SITES;
    t->sites[at].address = address;
    t->sites[at].id = id;
    return id;
}

bool ft_enter_slow(struct ft_call *c, bool tracks)
{
    c->thread = NULL;
    ft_prepare();
    struct ft_thread *t = ft_self;
    if (t != NULL && t->ready == 0)
        return false;
    enum ft_state state = ft_recording_state();
    if (state != FT_ON && state != FT_OFF)
        return false;
    uint64_t now = ft_ticks();
    if (t == NULL) {
        t = ft_thread_create(now);
        if (t == NULL)
            return false;
    }
    if (state == FT_OFF && !t->off) {
        if (t->poll.pending)
            ft_flush_polls(t);
        if (ft_settings.processor_bursts)
            t->paused += ft_idle(t, now);
        if (!has_room(t, 0))
            return false;
        write_off(t, now);
        t->off = true;
        t->home = NEVER;
        t->ready = NEVER;
    } else if (state == FT_ON) {
        if (t->off) {
            if (!has_room(t, 0))
                return false;
            write_on(t, now);
            t->off = false;
        }
        t->home = atomic_load(&ft_generation);
    }
    if (state == FT_OFF && !tracks)
        return false;
    c->off = state == FT_OFF;
    t->ready = 0;
    c->thread = t;
    return true;
}

unsigned char *ft_open_poll(struct ft_call *c, size_t room)
{
    return ft_scratch(c->thread, KEY, room + 1);
}

static void write_poll(struct ft_call *c, const unsigned char *key, size_t key_bytes, uint64_t polls,
                       const struct ft_poll_result *result)
{
    unsigned char *p = ft_open(c, ft_poll_room(key_bytes, result));
    if (p != NULL)
        ft_close(c, ft_put_poll(p, key, key_bytes, polls, result));
}

void ft_close_poll(struct ft_call *c, unsigned char *p, const struct ft_poll_result *result)
{
    struct ft_poll *poll = &c->thread->poll;
    uint64_t looked = 0;
    if (ft_python_on)
        c->site = look(c->thread, c->site, &looked);
    const unsigned char *key = c->thread->scratch[KEY];
    struct ft_polled call = {c->function, c->site, c->start, c->end, key, (size_t)(p - key)};
    bool continues = ft_poll_continues(poll, &call);
    if (result->success || call.key_bytes > sizeof poll->key || c->off) {
        uint64_t polls = 0;
        if (continues) {
            c->pre = 0; /* it came after the first poll */
            c->start = poll->start;
            memcpy(c->thread->counters, c->thread->poll_counters, sizeof c->thread->counters);
            polls = poll->polls;
            poll->pending = false;
        }
        c->post += looked;
        write_poll(c, key, call.key_bytes, polls, result);
    } else if (continues) {
        poll->polls++;
        poll->end = c->end;
        poll->after = looked;
    } else {
        if (poll->pending)
            ft_flush_polls(c->thread);
        c->thread->paused += c->pre;
        memcpy(c->thread->poll_counters, c->thread->counters, sizeof c->thread->counters);
        ft_poll_begins(poll, &call, result);
        poll->after = looked;
    }
}

void ft_flush_polls(struct ft_thread *t)
{
    struct ft_poll *poll = &t->poll;
    struct ft_call c = {.thread = t, .function = poll->function, .site = poll->site, .start = poll->start,
                        .end = poll->end};
    struct ft_poll_result result = {.outcome = poll->outcome, .has_list = poll->has_list};
    if (!poll->pending)
        return;
    poll->pending = false;
    t->until_sample++; /* the polls ended before whatever the program did since: it is no time of the record's */
    int64_t since_then[FT_COUNTERS];
    memcpy(since_then, t->counters, sizeof since_then);
    memcpy(t->counters, t->poll_counters, sizeof t->counters);
    write_poll(&c, poll->key, poll->key_bytes, poll->polls - 1, &result);
    memcpy(t->counters, since_then, sizeof since_then);
    t->paused += poll->after;
    poll->after = 0;
}
