/* What the generated wrappers need. */
#ifndef FORETELL_WRAP_H
#define FORETELL_WRAP_H

#include "callbacks.h"
#include "marker.h"
#include "mpi_runtime.h"
#include "numbers.h"
#include "poll.h"
#include "session.h"
#include "symbols.h"

#define FT_EXPORT __attribute__((visibility("default")))

static inline int64_t ft_larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static inline int64_t ft_sum_int(const int *counts, int size)
{
    int64_t sum = 0;
    for (int i = 0; i < size; i++)
        sum += counts[i];
    return sum;
}

static inline int64_t ft_sum_large(const MPI_Count *counts, int size)
{
    int64_t sum = 0;
    for (int i = 0; i < size; i++)
        sum += counts[i];
    return sum;
}

/* What a binding of Fortran said; its argument may be left out. */
static inline int ft_fortran_error(const void *error)
{
    return error == NULL ? MPI_SUCCESS : *(const MPI_Fint *)error;
}

#endif
