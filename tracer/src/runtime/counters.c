#define _GNU_SOURCE
#include "counters.h"

#include "definitions.h"
#include "file.h"
#include "settings.h"
#include "varint.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { RECORD = 6, RECORD_FLOPS = 12 };
enum { MOST_EVENTS = FT_FLOPS + FT_FLOPS_EVENTS };

bool ft_counters_on;

/*
 * The events of a thread are one group: they count at the same time or not at all, so that their ratios hold, and one
 * read has them all.
 */
struct group {
    int leader; /* its file; -1: nothing is counted */
    int members;
    int place[MOST_EVENTS]; /* of each event among the members; -1: it is not counted */
};

static __thread struct group group;
static __thread int64_t at_end[FT_COUNTERS]; /* as the last call ended; -1: not known */
static __thread int64_t at_pause[FT_COUNTERS];
static __thread bool open_here;

static int open_one(uint32_t type, uint64_t event, int leader)
{
    struct perf_event_attr attributes;
    memset(&attributes, 0, sizeof attributes);
    attributes.type = type;
    attributes.size = sizeof attributes;
    attributes.config = event;
    attributes.exclude_kernel = 1;
    attributes.exclude_hv = 1;
    attributes.read_format = PERF_FORMAT_GROUP;
    /* Taking turns with other groups would leave short bursts without counts, or with guesses. */
    attributes.pinned = leader < 0;
    return (int)syscall(SYS_perf_event_open, &attributes, 0, -1, leader, PERF_FLAG_FD_CLOEXEC);
}

static void add(int index, uint32_t type, uint64_t event, int *error)
{
    int opened = open_one(type, event, group.leader);
    group.place[index] = -1;
    if (opened < 0) {
        *error = errno;
        return;
    }
    if (group.leader < 0)
        group.leader = opened;
    group.place[index] = group.members++;
}

/* What each counter shows; false if the group does not count. */
static bool read_all(int64_t now[FT_COUNTERS])
{
    struct {
        uint64_t members, value[MOST_EVENTS];
    } got;
    for (int i = 0; i < FT_COUNTERS; i++)
        now[i] = -1;
    if (!open_here || group.leader < 0)
        return false;
    ssize_t expected = (ssize_t)sizeof(uint64_t) * (1 + group.members);
    if (read(group.leader, &got, (size_t)expected) != expected || got.members != (uint64_t)group.members)
        return false;
    for (int i = 0; i < FT_FLOPS; i++)
        if (group.place[i] >= 0)
            now[i] = (int64_t)got.value[group.place[i]];
    int64_t flops = ft_settings.flops_events == 0 ? -1 : 0;
    for (uint32_t i = 0; i < ft_settings.flops_events; i++) {
        int place = group.place[FT_FLOPS + i];
        flops = flops < 0 || place < 0 ? -1 : flops + (int64_t)(got.value[place] * ft_settings.flops_event[i].weight);
    }
    now[FT_FLOPS] = flops;
    return true;
}

/* What is asked for and cannot be had, in a note of the trace and on stderr. */
static void say_what_is_missing(int error)
{
    static const char *const names[FT_COUNTERS] = {"instructions", "cycles", "cache misses", "floating-point operations"};
    static _Atomic bool said;
    int64_t now[FT_COUNTERS];
    bool counts = read_all(now);
    char missing[128] = "";
    for (int i = 0; i < FT_COUNTERS; i++) {
        if (now[i] >= 0 || (i == FT_FLOPS && ft_settings.flops_events == 0))
            continue;
        strcat(missing, *missing == '\0' ? "" : ", ");
        strcat(missing, names[i]);
    }
    if (*missing == '\0' || said)
        return;
    said = true;
    const char *why = error != 0 ? strerror(error) : "other programs use them";
    if (counts)
        ft_note("counters of the processor: perf_event_open has none for %s: %s", missing, why);
    else
        ft_note("counters of the processor were asked for, but perf_event_open has none: %s", why);
    if (ft_header->rank == 0)
        ft_say("FORETELL_COUNTERS: the system has no counters for %s: %s; they are left out", missing, why);
}

void ft_counters_open(void)
{
    static const uint64_t events[FT_FLOPS] = {PERF_COUNT_HW_INSTRUCTIONS, PERF_COUNT_HW_CPU_CYCLES,
                                              PERF_COUNT_HW_CACHE_MISSES};
    if (!ft_settings.counters || open_here)
        return;
    open_here = true;
    group.leader = -1;
    int error = 0;
    for (int i = 0; i < FT_FLOPS; i++)
        add(i, PERF_TYPE_HARDWARE, events[i], &error);
    for (uint32_t i = 0; i < ft_settings.flops_events; i++)
        add(FT_FLOPS + (int)i, PERF_TYPE_RAW, ft_settings.flops_event[i].event, &error);
    int64_t now[FT_COUNTERS];
    if (read_all(now)) {
        ft_counters_on = true;
        if (ft_settings.flops_events != 0)
            ft_file_has_flops();
    } else {
        group.leader = -1;
    }
    say_what_is_missing(error);
    ft_counters_restart();
}

void ft_counters_read(int64_t counted[FT_COUNTERS])
{
    read_all(counted);
    for (int i = 0; i < FT_COUNTERS; i++)
        counted[i] = counted[i] < 0 || at_end[i] < 0 ? -1 : counted[i] - at_end[i];
}

void ft_counters_restart(void)
{
    read_all(at_end);
}

void ft_counters_pause(void)
{
    read_all(at_pause);
}

void ft_counters_resume(void)
{
    int64_t now[FT_COUNTERS];
    read_all(now);
    for (int i = 0; i < FT_COUNTERS; i++)
        at_end[i] = now[i] < 0 || at_pause[i] < 0 || at_end[i] < 0 ? -1 : at_end[i] + now[i] - at_pause[i];
}

unsigned char *ft_put_counters(unsigned char *p, const int64_t counted[FT_COUNTERS])
{
    if (ft_settings.flops_events != 0) {
        *p++ = RECORD_FLOPS;
        p = ft_put_signed(p, counted[FT_FLOPS]);
    }
    *p++ = RECORD;
    for (int i = 0; i < FT_FLOPS; i++)
        p = ft_put_signed(p, counted[i]);
    return p;
}
