#include "marker.h"

#include "definitions.h"
#include "file.h"
#include "recording.h"
#include "session.h"
#include "settings.h"
#include "thread.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

enum { BEGIN = 2, END = 3, WORK = 11 };

static const double most_work = 9.2e18; /* fits into 63 bits */

void (*ft_marker_told)(struct ft_thread *t);

static bool is_told(const struct ft_thread *t, const char *name)
{
    const char *wanted = ft_settings.clusters_marker;
    return t->stream == 1 && ft_thread_records(t) && !t->off && (wanted == NULL || strcmp(wanted, name) == 0);
}

/* A record of a marker by its number; false if nothing is recorded. name: of one that begins, else NULL. */
static bool write_marker(uint32_t number, const char *name)
{
    bool begin = name != NULL;
    struct ft_call c;
    if (!ft_enter(&c, 0, NULL, false))
        return false;
    struct ft_thread *t = c.thread;
    int64_t counted[FT_COUNTERS];
    if (ft_counters_on)
        ft_counters_read(counted);
    uint64_t now = ft_ticks();
    if (t->poll.pending)
        ft_flush_polls(t);
    if (ft_settings.processor_bursts)
        t->paused += ft_idle(t, now);
    if (begin && ft_marker_told != NULL && is_told(t, name)) {
        ft_marker_told(t);
        ft_pause(t, now);
        now = ft_ticks();
    }
    unsigned char *p = ft_open_plain(t, 2 * FT_VARINT + 1);
    if (p != NULL) {
        ft_pause_before(t, t->paused, now);
        if (ft_counters_on)
            ft_commit(t, ft_put_counters(t->position, counted));
        t->paused = 0;
        p = t->position;
        *p++ = begin ? BEGIN : END;
        p = ft_put(p, now > t->last ? now - t->last : 0);
        ft_commit(t, ft_put(p, number));
        t->last = now;
        if (ft_counters_on)
            ft_counters_restart();
        ft_pause(t, now);
    }
    ft_leave(&c);
    return p != NULL;
}

void ft_marker(const char *name, bool begin)
{
    enum ft_state state = ft_recording_state();
    if (name != NULL && (state == FT_ON || state == FT_OFF))
        write_marker(ft_define_name(name), begin ? name : NULL);
}

/* Belongs to the burst that the next record ends; takes no time of its own. */
static void write_work(uint64_t flops, uint64_t bytes)
{
    struct ft_call c;
    if (!ft_enter(&c, 0, NULL, false))
        return;
    struct ft_thread *t = c.thread;
    uint64_t began = ft_ticks();
    if (t->poll.pending)
        ft_flush_polls(t);
    if (ft_open_plain(t, 2 * FT_VARINT + 1) != NULL) {
        ft_file_has_work();
        unsigned char *p = t->position;
        *p++ = WORK;
        p = ft_put(p, flops);
        ft_commit(t, ft_put(p, bytes));
        ft_pause(t, began);
    }
    ft_leave(&c);
}

void ft_control(int level)
{
    if (level == 0 || level == 1) {
        ft_session_switch(level == 1);
        return;
    }
    char name[32];
    snprintf(name, sizeof name, "phase %d", level < 0 ? -level : level);
    ft_marker(name, level > 0);
}

/* What programs call through foretell/trace.h. */
__attribute__((visibility("default"))) void foretell_trace_marker_begin(const char *name);
__attribute__((visibility("default"))) void foretell_trace_marker_end(const char *name);
__attribute__((visibility("default"))) void foretell_trace_marker(const char *name);
__attribute__((visibility("default"))) void foretell_trace_record(const char *on);
__attribute__((visibility("default"))) void foretell_trace_work(double flops, double memory_bytes);

void foretell_trace_marker_begin(const char *name)
{
    ft_marker(name, true);
}

void foretell_trace_marker_end(const char *name)
{
    ft_marker(name, false);
}

void foretell_trace_marker(const char *name)
{
    struct ft_thread *t = ft_self;
    if (t != NULL && t->phase != 0 && write_marker(t->phase - 1, NULL))
        t->phase = 0;
    enum ft_state state = ft_recording_state();
    if (name == NULL || state != FT_ON)
        return;
    uint32_t number = ft_define_name(name);
    if (write_marker(number, name))
        ft_self->phase = number + 1;
}

void foretell_trace_record(const char *on)
{
    ft_session_switch(on != NULL);
}

void foretell_trace_work(double flops, double memory_bytes)
{
    static atomic_flag said = ATOMIC_FLAG_INIT;
    if (!(flops >= 0 && flops < most_work && memory_bytes >= 0 && memory_bytes < most_work)) {
        if (!atomic_flag_test_and_set(&said))
            ft_say("foretell_work was told %g flops and %g bytes; expected 0 to %g each; not recorded", flops,
                   memory_bytes, most_work);
        return;
    }
    uint64_t whole_flops = (uint64_t)(flops + 0.5), whole_bytes = (uint64_t)(memory_bytes + 0.5);
    if ((whole_flops | whole_bytes) != 0 && ft_recording_state() == FT_ON)
        write_work(whole_flops, whole_bytes);
}
