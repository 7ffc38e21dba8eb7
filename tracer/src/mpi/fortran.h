/* Where Fortran passes something else than C: addresses that stand for constants, and statuses as integers. */
#ifndef FORETELL_FORTRAN_H
#define FORETELL_FORTRAN_H

#include "thread.h"
#include "values.h"

#include <stdbool.h>

#ifdef FORETELL_FORTRAN

/* Integers of a status. */
#define FT_FORTRAN_STATUS ((int)(sizeof(MPI_Status) / sizeof(MPI_Fint)))

_Static_assert(sizeof(MPI_Fint) == sizeof(int), "wrappers pass integers of Fortran on as those of C");

/* Looks for the addresses; after the program has been loaded. */
void ft_fortran_start(void);

extern const void *ft_fortran_in_place[4];
extern const void *ft_fortran_ignore[8];

/* MPI_IN_PLACE of Fortran becomes that of C; all other addresses stay. */
static inline const void *ft_fortran_buffer(const void *buffer)
{
    for (int i = 0; i < 4; i++)
        if (buffer == ft_fortran_in_place[i] && buffer != NULL)
            return MPI_IN_PLACE;
    return buffer;
}

/* MPI_STATUS_IGNORE or MPI_STATUSES_IGNORE. */
static inline bool ft_fortran_ignored(const void *status)
{
    for (int i = 0; i < 8; i++)
        if (status == ft_fortran_ignore[i] && status != NULL)
            return true;
    return status == NULL;
}

/* Datatypes in memory of the thread, for use only until the next list of ranks or datatypes; NULL without memory. */
const MPI_Datatype *ft_fortran_types(struct ft_call *c, int which, const MPI_Fint *types, int count);

#endif
#endif
