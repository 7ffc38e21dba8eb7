#include "shmem_life.h"

#include "communicators.h"
#include "mpi_life.h"
#include "mpi_real.h"
#include "numbers.h"
#include "session.h"
#include "settings.h"

#include <stdlib.h>
#include <string.h>

static bool running; /* between init and finalize */
static _Atomic uint64_t pointers;

static bool mpi_finalized(void)
{
    int finalized = 0;
    real_MPI_Finalized(&finalized);
    return finalized != 0;
}

static void note_pointers(void)
{
    if (pointers > 1)
        ft_note("shmem_ptr gave addresses of memory of other PEs %llu times in all", (unsigned long long)pointers);
}

/* The library finalizes when a program ends without having done so; this runs before that. */
static void at_exit(void)
{
    struct ft_call c;
    if (!running || !ft_enter(&c, FT_shmem_finalize, NULL, true))
        return;
    running = false;
    note_pointers();
    ft_begin(&c);
    ft_end(&c);
    ft_record(&c);
    ft_leave(&c);
    ft_session_close();
}

void ft_shmem_init(struct ft_call *c, bool recorded, int provided)
{
    int initialised = 0;
    real_MPI_Initialized(&initialised);
    if (!initialised)
        return;
    bool again = running;
    running = true;
    if (!recorded) {
        if (ft_mpi_open(FT_FLAG_SHMEM, c->start, c->end))
            ft_mpi_record_init(c->function, c->site, c->start, c->end, provided);
    } else {
        /* MPI has been initialised before: a program begins once. */
        if (!again)
            ft_mpi_open(FT_FLAG_SHMEM, c->start, c->end);
        c->other = true;
        if (!c->off)
            ft_record(c);
    }
    if (!again)
        atexit(at_exit);
}

void ft_shmem_before_finalize(struct ft_call *c)
{
    if (running)
        ft_mpi_before_finalize(c);
    if (running && c->thread != NULL)
        note_pointers();
}

void ft_shmem_after_finalize(struct ft_call *c, bool recorded)
{
    running = false;
    if (recorded)
        ft_record(c);
    if (!mpi_finalized())
        return;
    ft_leave(c);
    c->thread = NULL;
    ft_session_close();
}

void *ft_pointer(void *address, int pe)
{
    static int gives = -1;
    if (address == NULL || pe == ft_world.rank)
        return address;
    if (gives < 0) {
        const char *wanted = getenv("FORETELL_SHMEM_PTR");
        gives = wanted == NULL || strcmp(wanted, "null") != 0;
        if (gives)
            ft_note("shmem_ptr gave an address of memory of another PE; what is read and written there is not recorded: "
                    "with FORETELL_SHMEM_PTR=null it gives none, and programs use calls");
    }
    if (gives == 0)
        return NULL;
    pointers++;
    return address;
}
