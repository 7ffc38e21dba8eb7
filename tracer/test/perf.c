/*
 * Stands in for perf_event_open, to be preloaded after the tracer: a group whose counters have the same step from each
 * read to the next. So a burst, which is between two reads, has counted one step. PERF_LACKS is the configuration of an
 * event that there is not.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <linux/perf_event.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { READS = 20000, MOST_MEMBERS = 16 };

static __thread uint64_t steps[MOST_MEMBERS];
static __thread int members;

static uint64_t step_of(const struct perf_event_attr *attributes)
{
    if (attributes->type == PERF_TYPE_RAW)
        return attributes->config;
    switch (attributes->config) {
    case PERF_COUNT_HW_INSTRUCTIONS:
        return 1000;
    case PERF_COUNT_HW_CPU_CYCLES:
        return 2000;
    default:
        return 50;
    }
}

/* What each read of the leader will get. */
static void fill(int file)
{
    size_t bytes = sizeof(uint64_t) * (1 + (size_t)members);
    for (uint64_t i = 0; i < READS; i++) {
        uint64_t group[1 + MOST_MEMBERS] = {(uint64_t)members};
        for (int j = 0; j < members; j++)
            group[1 + j] = (i + 1) * steps[j];
        if (pwrite(file, group, bytes, (off_t)(i * bytes)) != (ssize_t)bytes)
            abort();
    }
}

long syscall(long number, ...)
{
    long a[6];
    va_list arguments;
    va_start(arguments, number);
    for (int i = 0; i < 6; i++)
        a[i] = va_arg(arguments, long);
    va_end(arguments);
    if (number != SYS_perf_event_open) {
        long (*real)(long, ...);
        *(void **)&real = dlsym(RTLD_NEXT, "syscall");
        return real(number, a[0], a[1], a[2], a[3], a[4], a[5]);
    }
    const struct perf_event_attr *attributes = (const struct perf_event_attr *)a[0];
    const char *lacks = getenv("PERF_LACKS");
    int leader = (int)a[3];
    if (lacks != NULL && strtoull(lacks, NULL, 0) == attributes->config) {
        errno = ENOENT;
        return -1;
    }
    if (leader < 0)
        members = 0;
    steps[members++] = step_of(attributes);
    int file = memfd_create("perf", MFD_CLOEXEC);
    fill(leader < 0 ? file : leader);
    return file;
}
