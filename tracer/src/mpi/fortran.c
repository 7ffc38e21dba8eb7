#include "fortran.h"

#ifdef FORETELL_FORTRAN

#include "symbols.h"

const void *ft_fortran_in_place[4];
const void *ft_fortran_ignore[8];

void ft_fortran_start(void)
{
    /* One of them is what the program's compiler makes of the name of the common block. */
    static const char *const in_place[] = {"mpi_fortran_in_place_", "mpi_fortran_in_place", "mpi_fortran_in_place__",
                                           "MPI_FORTRAN_IN_PLACE"};
    static const char *const ignore[] = {
        "mpi_fortran_status_ignore_",   "mpi_fortran_status_ignore",   "mpi_fortran_status_ignore__",
        "MPI_FORTRAN_STATUS_IGNORE",    "mpi_fortran_statuses_ignore_", "mpi_fortran_statuses_ignore",
        "mpi_fortran_statuses_ignore__", "MPI_FORTRAN_STATUSES_IGNORE"};
    for (int i = 0; i < 4; i++)
        ft_fortran_in_place[i] = ft_find_symbol(in_place[i]);
    for (int i = 0; i < 8; i++)
        ft_fortran_ignore[i] = ft_find_symbol(ignore[i]);
}

const MPI_Datatype *ft_fortran_types(struct ft_call *c, int which, const MPI_Fint *types, int count)
{
    MPI_Datatype *converted = ft_scratch(c->thread, which, (size_t)(count + 1) * sizeof *converted);
    for (int i = 0; converted != NULL && i < count; i++)
        converted[i] = ft_type_f2c(types[i]);
    return converted;
}

#endif
