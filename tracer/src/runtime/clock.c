#include "clock.h"

#include <stdio.h>
#include <string.h>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

bool ft_clock_is_counter;

static struct ft_moment chosen_at;

#if defined(__x86_64__)
/* The kernel has compared the counters of the cores, and goes on to something else if they differ. */
static bool kernel_uses_counter(void)
{
    FILE *file = fopen("/sys/devices/system/clocksource/clocksource0/current_clocksource", "re");
    if (file == NULL)
        return false;
    char name[32] = "";
    bool counter = fgets(name, sizeof name, file) != NULL && strncmp(name, "tsc", 3) == 0;
    fclose(file);
    return counter;
}

static bool counter_is_steady(void)
{
    unsigned a, b, c, d;
    return __get_cpuid(0x80000007u, &a, &b, &c, &d) && (d & (1u << 8)) != 0;
}
#endif

void ft_clock_choose(void)
{
#if defined(__x86_64__)
    ft_clock_is_counter = counter_is_steady() && kernel_uses_counter();
#endif
    chosen_at = ft_clock_moment();
}

struct ft_moment ft_clock_moment(void)
{
    struct ft_moment best = {0, 0, 0};
    uint64_t shortest = UINT64_MAX;
    /* The reading that was interrupted least. */
    for (int i = 0; i < 5; i++) {
        uint64_t before = ft_ticks();
        uint64_t monotonic = ft_nanoseconds(CLOCK_MONOTONIC_RAW);
        uint64_t after = ft_ticks();
        if (after - before < shortest) {
            shortest = after - before;
            best.ticks = before + (after - before) / 2;
            best.monotonic = monotonic;
        }
    }
    best.realtime = ft_nanoseconds(CLOCK_REALTIME);
    return best;
}

/* Nanoseconds of a tick, from the choice until now. */
static double nanoseconds_of_a_tick(void)
{
    if (!ft_clock_is_counter)
        return 1;
    uint64_t ticks = ft_ticks() - chosen_at.ticks;
    uint64_t nanoseconds = ft_nanoseconds(CLOCK_MONOTONIC_RAW) - chosen_at.monotonic;
    return ticks == 0 ? 1 : (double)nanoseconds / (double)ticks;
}

uint64_t ft_clock_to_nanoseconds(uint64_t ticks)
{
    return (uint64_t)((double)ticks * nanoseconds_of_a_tick());
}

uint64_t ft_clock_from_nanoseconds(uint64_t nanoseconds)
{
    double tick = nanoseconds_of_a_tick();
    return tick > 0 ? (uint64_t)((double)nanoseconds / tick) : nanoseconds;
}
