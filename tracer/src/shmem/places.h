/* Symmetric places: which segment an address lies in, and where in it. So they are the same on all PEs. */
#ifndef FORETELL_PLACES_H
#define FORETELL_PLACES_H

#include "thread.h"

#include <stdatomic.h>
#include <stdint.h>

enum { FT_MOST_SEGMENTS = 64, FT_NO_SEGMENT = -3 };

struct ft_place {
    int64_t segment; /* number of its definition, FT_NO_SEGMENT if unknown */
    int64_t offset;
};

/* Static data of a module, or the symmetric heap. */
struct ft_segment {
    uintptr_t from, to;
    uintptr_t base; /* what offsets count from */
};

extern struct ft_segment ft_segments[FT_MOST_SEGMENTS];
extern _Atomic int ft_segment_count;

struct ft_place ft_place_slow(struct ft_call *c, uintptr_t address);

/* To be asked after the call and before its record. */
static inline struct ft_place ft_place(struct ft_call *c, const volatile void *address)
{
    uintptr_t at = (uintptr_t)address;
    int count = atomic_load_explicit(&ft_segment_count, memory_order_acquire);
    for (int i = 0; i < count; i++)
        if (at >= ft_segments[i].from && at < ft_segments[i].to)
            return (struct ft_place){i, (int64_t)(at - ft_segments[i].base)};
    return ft_place_slow(c, at);
}

/* The program has allocated symmetric memory, or tried to; to be said before the record of the call. */
void ft_allocated(struct ft_call *c, const void *address);

#endif
