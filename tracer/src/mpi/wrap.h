/* What the generated wrappers need. */
#ifndef FORETELL_WRAP_H
#define FORETELL_WRAP_H

#include "callbacks.h"
#include "communicators.h"
#include "completion.h"
#include "datatypes.h"
#include "marker.h"
#include "mpi_life.h"
#include "numbers.h"
#include "objects.h"
#include "requests.h"
#include "session.h"
#include "symbols.h"

/*
 * Where a call of C returns to. MPICH's Fortran calls C: then the place is the one that the wrapper of the Fortran
 * name has left here.
 */
#if defined OPEN_MPI || !defined FORETELL_FORTRAN
#define FT_SITE() __builtin_return_address(0)
#else
extern uintptr_t ft_fortran_from, ft_fortran_bytes; /* where the library of Fortran lies */
extern __thread const void *ft_fortran_site __attribute__((tls_model("initial-exec")));

static inline const void *ft_site_of_caller(const void *caller)
{
    return (uintptr_t)caller - ft_fortran_from < ft_fortran_bytes && ft_fortran_site != NULL ? ft_fortran_site : caller;
}
#define FT_SITE() ft_site_of_caller(__builtin_return_address(0))
#endif

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
