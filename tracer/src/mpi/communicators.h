/* Communicators and the ranks of their members. */
#ifndef FORETELL_COMMUNICATORS_H
#define FORETELL_COMMUNICATORS_H

#include "thread.h"
#include "values.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct ft_communicator {
    int64_t id; /* FT_NONE: its calls cannot be replayed */
    int rank, size;
};

extern struct ft_communicator ft_world;

const struct ft_communicator *ft_communicator_slow(MPI_Comm comm);

/* What is known of a communicator, NULL if nothing. */
static inline const struct ft_communicator *ft_communicator(MPI_Comm comm)
{
    return comm == MPI_COMM_WORLD ? &ft_world : ft_communicator_slow(comm);
}

void ft_communicators_start(void);

/* A communicator that the program got; its number, FT_NONE for the null communicator. */
int64_t ft_communicator_add(MPI_Comm comm);

/* One that will be in `place` when the request completes; fortran: as an integer. */
int64_t ft_communicator_later(const struct ft_communicator *old, MPI_Request request, const void *place, bool fortran);

/* The request, which is not known otherwise, has completed. */
void ft_communicator_arrived(MPI_Request request);

/* How many such requests there are. */
extern _Atomic uint32_t ft_communicators_awaited;

/* A number for a communicator that is no handle of MPI. */
int64_t ft_communicator_next(void);

/* One that has members that the trace cannot name. */
void ft_communicator_outside(MPI_Comm comm);

void ft_communicator_remove(MPI_Comm comm);

/* The rank in the old communicator of rank 0 of the new one, FT_NONE without one; the own rank in the new one. */
int64_t ft_derived_color(struct ft_call *c, MPI_Comm old, MPI_Comm new);
int64_t ft_derived_key(MPI_Comm new);

/* Ranks in a communicator, in memory of the thread that is good until the next of these; NULL without memory. */
const int *ft_group_ranks(struct ft_call *c, MPI_Group group, MPI_Comm comm, int *count);
const int *ft_window_ranks(struct ft_call *c, MPI_Group group, MPI_Win win, int *count);
const int *ft_neighbours(struct ft_call *c, MPI_Comm comm, int *count);

#endif
