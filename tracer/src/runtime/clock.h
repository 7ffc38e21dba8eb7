/* The clock of the tracer: the time stamp counter where it is steady, else CLOCK_MONOTONIC_RAW. */
#ifndef FORETELL_CLOCK_H
#define FORETELL_CLOCK_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

extern bool ft_clock_is_counter;

/* Decides which clock is used. Before the first call of ft_ticks. */
void ft_clock_choose(void);

/* Nanoseconds of a clock of the system. */
static inline uint64_t ft_nanoseconds(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* Now, in ticks. No fence: the call that is measured takes longer than the reordering. */
static inline uint64_t ft_ticks(void)
{
#if defined(__x86_64__)
    if (__builtin_expect(ft_clock_is_counter, 1))
        return __rdtsc();
#endif
    return ft_nanoseconds(CLOCK_MONOTONIC_RAW);
}

/* A moment on all three clocks. */
struct ft_moment {
    uint64_t ticks, monotonic, realtime;
};

struct ft_moment ft_clock_moment(void);

/* About how many nanoseconds these ticks are; good to a percent once a millisecond has passed since the choice. */
uint64_t ft_clock_to_nanoseconds(uint64_t ticks);

/* About how many ticks these nanoseconds are. */
uint64_t ft_clock_from_nanoseconds(uint64_t nanoseconds);

#endif
