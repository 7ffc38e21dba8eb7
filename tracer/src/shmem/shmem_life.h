/* Beginning and end of OpenSHMEM, and addresses of other PEs' memory. */
#ifndef FORETELL_SHMEM_LIFE_H
#define FORETELL_SHMEM_LIFE_H

#include "thread.h"

#include <stdbool.h>

static inline void ft_begin_unless_hidden(struct ft_call *c)
{
    if (c->thread != NULL)
        ft_begin(c);
    else
        c->start = ft_ticks();
}

static inline void ft_end_unless_hidden(struct ft_call *c)
{
    if (c->thread != NULL)
        ft_end(c);
    else
        c->end = ft_ticks();
}

/* After an init; recorded: there was a trace before it, since MPI had been initialised. */
void ft_shmem_init(struct ft_call *c, bool recorded, int provided);

void ft_shmem_before_finalize(struct ft_call *c);
void ft_shmem_after_finalize(struct ft_call *c, bool recorded);

/* What shmem_ptr gives instead of an address. */
void *ft_pointer(void *address, int pe);

#endif
