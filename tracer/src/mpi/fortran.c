#include "fortran.h"

#ifdef FORETELL_FORTRAN

#include "modules.h"
#include "symbols.h"

#ifndef OPEN_MPI
uintptr_t ft_fortran_from, ft_fortran_bytes;
__thread const void *ft_fortran_site;

static void find_library(void)
{
    uintptr_t inside = (uintptr_t)ft_find_symbol("pmpi_init_"), to;
    if (inside != 0 && ft_module_range(inside, &ft_fortran_from, &to))
        ft_fortran_bytes = to - ft_fortran_from;
}
#endif

const void *ft_fortran_in_place[4];
const void *ft_fortran_ignore[8];

#ifdef OPEN_MPI
/* One of them is what the program's compiler makes of the name of the common block. */
static const char *const in_place[] = {"mpi_fortran_in_place_", "mpi_fortran_in_place", "mpi_fortran_in_place__",
                                       "MPI_FORTRAN_IN_PLACE"};
static const char *const ignore[] = {
    "mpi_fortran_status_ignore_",    "mpi_fortran_status_ignore",     "mpi_fortran_status_ignore__",
    "MPI_FORTRAN_STATUS_IGNORE",     "mpi_fortran_statuses_ignore_",  "mpi_fortran_statuses_ignore",
    "mpi_fortran_statuses_ignore__", "MPI_FORTRAN_STATUSES_IGNORE"};
#else
static const char *const in_place[] = {"MPIR_F08_MPI_IN_PLACE"};
static const char *const ignore[] = {"MPIR_F08_MPI_STATUS_IGNORE_OBJ", "MPIR_F08_MPI_STATUSES_IGNORE_OBJ"};
#endif

void ft_fortran_start(void)
{
#ifndef OPEN_MPI
    find_library();
#endif
    for (size_t i = 0; i < sizeof in_place / sizeof *in_place; i++)
        ft_fortran_in_place[i] = ft_find_symbol(in_place[i]);
    for (size_t i = 0; i < sizeof ignore / sizeof *ignore; i++)
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
