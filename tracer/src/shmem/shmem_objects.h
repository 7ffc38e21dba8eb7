/* Contexts, and sets of PEs as communicators. */
#ifndef FORETELL_SHMEM_OBJECTS_H
#define FORETELL_SHMEM_OBJECTS_H

#include "shmem_real.h"
#include "thread.h"

#include <stdint.h>

/* The number of a context; 0: the default one. */
int64_t ft_context(shmem_ctx_t ctx);
int64_t ft_context_add(shmem_ctx_t ctx);
void ft_context_remove(shmem_ctx_t ctx);

/* The communicator of a set of PEs. A new one is recorded before the call `c`, which uses it first. */
int64_t ft_active_set(struct ft_call *c, int start, int log_stride, int size);

#endif
