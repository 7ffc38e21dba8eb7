/* Counters of the processor for each burst, where the system offers them. */
#ifndef FORETELL_COUNTERS_H
#define FORETELL_COUNTERS_H

#include <stdbool.h>
#include <stdint.h>

/* Instructions, cycles, misses of the last level of caches, floating-point operations. */
enum { FT_COUNTERS = 4, FT_FLOPS = 3 };

/* Bytes that the records of what was counted take at most. */
enum { FT_COUNTERS_BYTES = 2 + 10 * FT_COUNTERS };

/* Whether they are asked for, and there are any. */
extern bool ft_counters_on;

/* Opens those of the calling thread, if they are asked for; says so once if there are none. */
void ft_counters_open(void);

/* What has been counted since they began anew; -1 for one that there is not. */
void ft_counters_read(int64_t counted[FT_COUNTERS]);

/* They count from here on. */
void ft_counters_restart(void);

/* What comes up to ft_counters_resume is the tracer's own and does not count. */
void ft_counters_pause(void);
void ft_counters_resume(void);

/* Writes the records of what was counted before a call. */
unsigned char *ft_put_counters(unsigned char *p, const int64_t counted[FT_COUNTERS]);

#endif
