/* From the initialisation of MPI to its end. */
#ifndef FORETELL_MPI_LIFE_H
#define FORETELL_MPI_LIFE_H

#include "thread.h"

#include <stdbool.h>
#include <stdint.h>

/* MPI has been initialised by a call that took from start to end. */
void ft_mpi_init(uint32_t function, const void *site, uint64_t start, uint64_t end);

/* Begins to record, also for OpenSHMEM, which initialises MPI; once it has begun, adds the flag. False: untraced. */
bool ft_mpi_open(uint32_t flag, uint64_t start, uint64_t end);

/* The record of an init. */
void ft_mpi_record_init(uint32_t function, const void *site, uint64_t start, uint64_t end, int provided);

/* Before MPI_Finalize, and after it. */
void ft_mpi_before_finalize(struct ft_call *c);
void ft_mpi_after_finalize(struct ft_call *c);

#endif
