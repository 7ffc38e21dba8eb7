/* Counters of the processor for each burst, where the system offers them. */
#ifndef FORETELL_COUNTERS_H
#define FORETELL_COUNTERS_H

#include "thread.h"

/* Opens those of the calling thread, if they are asked for; says so once if there are none. */
void ft_counters_open(void);

/* Writes what was read before the call. The thread's window has room. */
void ft_counters_write(struct ft_thread *t);

#endif
