#define _GNU_SOURCE
#include "counters.h"

#include "definitions.h"
#include "settings.h"
#include "varint.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { RECORD = 6 };

bool ft_counters_on;

static __thread int files[FT_COUNTERS];
static __thread uint64_t at_end[FT_COUNTERS]; /* as the last call ended */
static __thread bool open_here;

static int open_one(uint64_t event)
{
    struct perf_event_attr attributes;
    memset(&attributes, 0, sizeof attributes);
    attributes.type = PERF_TYPE_HARDWARE;
    attributes.size = sizeof attributes;
    attributes.config = event;
    attributes.exclude_kernel = 1;
    attributes.exclude_hv = 1;
    return (int)syscall(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

void ft_counters_open(void)
{
    static const uint64_t events[FT_COUNTERS] = {PERF_COUNT_HW_INSTRUCTIONS, PERF_COUNT_HW_CPU_CYCLES,
                                           PERF_COUNT_HW_CACHE_MISSES};
    if (!ft_settings.counters || open_here)
        return;
    open_here = true;
    bool any = false;
    int error = 0;
    for (int i = 0; i < FT_COUNTERS; i++) {
        files[i] = open_one(events[i]);
        if (files[i] < 0)
            error = errno;
        any |= files[i] >= 0;
    }
    static _Atomic bool said;
    if (!any && !said) {
        said = true;
        ft_note("counters of the processor were asked for, but perf_event_open has none: %s", strerror(error));
    }
    if (any)
        ft_counters_on = true;
}

static int64_t read_one(int i)
{
    uint64_t value;
    if (!open_here || files[i] < 0 || read(files[i], &value, sizeof value) != (ssize_t)sizeof value)
        return -1;
    return (int64_t)value;
}

void ft_counters_read(int64_t counted[FT_COUNTERS])
{
    for (int i = 0; i < FT_COUNTERS; i++) {
        int64_t now = read_one(i);
        counted[i] = now < 0 ? -1 : now - (int64_t)at_end[i];
    }
}

void ft_counters_restart(void)
{
    for (int i = 0; i < FT_COUNTERS; i++) {
        int64_t now = read_one(i);
        at_end[i] = now < 0 ? 0 : (uint64_t)now;
    }
}

unsigned char *ft_put_counters(unsigned char *p, const int64_t counted[FT_COUNTERS])
{
    *p++ = RECORD;
    for (int i = 0; i < FT_COUNTERS; i++)
        p = ft_put_signed(p, counted[i]);
    return p;
}
