#define _GNU_SOURCE
#include "mpi_life.h"

#include "communicators.h"
#include "fortran.h"
#include "requests.h"
#include "session.h"
#include "settings.h"
#include "symbols.h"
#include "votes.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef OPEN_MPI
static const char FLAVOUR[] = "Open MPI";
static const char LIBRARY[] = "libforetell-trace-openmpi.so";
#else
static const char FLAVOUR[] = "MPICH or a library with its binary interface";
static const char LIBRARY[] = "libforetell-trace-mpich.so";
#endif


/* Nobody but the tracer communicates on it. */
static MPI_Comm own;
static bool has_own;

enum { EXCHANGES = 8, EXCHANGES_SAME_HOST = 2, TAG = 1 };

/* The binary interfaces differ: a wrapper of the one must not look into what the other passes. */
static bool is_own_flavour(const char *library)
{
    bool is_open_mpi = strncmp(library, "Open MPI", 8) == 0;
    bool built_for_it = strcmp(FLAVOUR, "Open MPI") == 0;
    return is_open_mpi == built_for_it;
}

/* Rank 0, as far as its starter says; MPI_COMM_WORLD of another MPI has another value. */
static bool is_first(void)
{
    static const char *const names[] = {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK", "SLURM_PROCID"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *rank = getenv(names[i]);
        if (rank != NULL)
            return strcmp(rank, "0") == 0;
    }
    return true;
}

/* This library is loaded by libforetell-trace.so, and by itself takes the place of nothing. */
__attribute__((constructor)) static void say_if_preloaded(void)
{
    const char *preloaded = getenv("LD_PRELOAD");
    if (preloaded != NULL && strstr(preloaded, LIBRARY) != NULL && ft_find_symbol("PMPI_Init") != NULL && is_first())
        ft_say("%s is preloaded; it has to be libforetell-trace.so, which lies beside it; the program runs untraced",
               LIBRARY);
}

static void serve(int rank, bool expects_reply)
{
    unsigned char request = 0;
    for (int i = 0; i < (expects_reply ? EXCHANGES_SAME_HOST : EXCHANGES); i++) {
        real_MPI_Recv(&request, 1, MPI_BYTE, rank, TAG, own, MPI_STATUS_IGNORE);
        uint64_t now = ft_nanoseconds(CLOCK_MONOTONIC_RAW);
        real_MPI_Send(&now, (int)sizeof now, MPI_BYTE, rank, TAG, own);
    }
}

static void ask(int rounds, bool at_finalize)
{
    unsigned char request = 0;
    for (int i = 0; i < rounds; i++) {
        struct ft_exchange exchange = {.at_finalize = at_finalize};
        exchange.before = ft_ticks();
        real_MPI_Send(&request, 1, MPI_BYTE, 0, TAG, own);
        real_MPI_Recv(&exchange.rank0_nanoseconds, (int)sizeof(uint64_t), MPI_BYTE, 0, TAG, own, MPI_STATUS_IGNORE);
        exchange.after = ft_ticks();
        if (ft_header != NULL && ft_header->exchanges < FT_EXCHANGES)
            ft_header->exchange[ft_header->exchanges++] = exchange;
    }
}

/* All ranks do this, whether they record or not: rank 0 waits for each of them. */
static void exchange_clocks(bool at_finalize)
{
    char host[64] = "", first[64];
    if (!has_own)
        return;
    gethostname(host, sizeof host - 1);
    memcpy(first, host, sizeof first);
    real_MPI_Bcast(first, (int)sizeof first, MPI_BYTE, 0, own);
    unsigned char same = memcmp(host, first, sizeof host) == 0;
    if (ft_world.rank != 0) {
        real_MPI_Send(&same, 1, MPI_BYTE, 0, TAG, own);
        ask(same ? EXCHANGES_SAME_HOST : EXCHANGES, at_finalize);
        return;
    }
    for (int rank = 1; rank < ft_world.size; rank++) {
        unsigned char is_same = 0;
        real_MPI_Recv(&is_same, 1, MPI_BYTE, rank, TAG, own, MPI_STATUS_IGNORE);
        serve(rank, is_same != 0);
    }
}

typedef int send_function(const void *, int, MPI_Datatype, int, int, MPI_Comm);

static send_function *send_of_program;

static void send_to_nobody(void)
{
    send_of_program(NULL, 0, MPI_BYTE, MPI_PROC_NULL, 0, MPI_COMM_SELF);
}

/* What rank 0 says for all. */
struct agreed {
    uint64_t run;
    uint32_t clusters, every;
    char marker[128];
};

static struct agreed agree(uint32_t flag)
{
    struct agreed a = {0};
    if (ft_world.rank == 0) {
        const char *marker = ft_settings.clusters_marker != NULL ? ft_settings.clusters_marker : "";
        a.run = ft_session_new_run();
        a.clusters = ft_settings.clusters;
        a.every = ft_settings.clusters_every;
        if (a.clusters != 0 && (flag & FT_FLAG_SHMEM) != 0) {
            ft_say("FORETELL_CLUSTERS is for programs of MPI, and this one uses OpenSHMEM; all PEs record");
            a.clusters = 0;
        }
        if (strlen(marker) >= sizeof a.marker) {
            ft_say("FORETELL_CLUSTERS_MARKER is longer than %zu characters; all ranks record", sizeof a.marker - 1);
            a.clusters = 0;
        }
        memcpy(a.marker, marker, strlen(marker) < sizeof a.marker ? strlen(marker) : 0);
    }
    real_MPI_Bcast(&a, (int)sizeof a, MPI_BYTE, 0, MPI_COMM_WORLD);
    return a;
}

/* Before the file is made: what is left out needs times in a column of their own. */
static void prepare_clusters(const struct agreed *a)
{
    static char marker[sizeof a->marker];
    memcpy(marker, a->marker, sizeof marker);
    ft_settings.clusters = a->clusters;
    ft_settings.clusters_every = a->every;
    ft_settings.clusters_marker = *marker != '\0' ? marker : NULL;
    ft_settings.compress |= a->clusters != 0;
}

static void open_votes(int provided)
{
    ft_votes_open();
    if (provided > MPI_THREAD_FUNNELED) {
        if (ft_world.rank == 0)
            ft_say("FORETELL_CLUSTERS is for programs of which one thread calls MPI, and this one asks for more; all "
                   "ranks record");
        ft_votes_give_up("several threads may call MPI");
    }
}

bool ft_mpi_open(uint32_t flag, uint64_t start, uint64_t end)
{
    static bool opened, recording;
    if (opened) {
        if (ft_header != NULL)
            atomic_fetch_or(&ft_header->flags, flag);
        if ((flag & FT_FLAG_SHMEM) != 0)
            ft_votes_give_up("the program uses OpenSHMEM");
        return recording;
    }
    opened = true;
    char library[MPI_MAX_LIBRARY_VERSION_STRING > 8192 ? MPI_MAX_LIBRARY_VERSION_STRING : 8192] = "";
    int length = 0;
    real_MPI_Get_library_version(library, &length);
    if (!is_own_flavour(library)) {
        if (is_first())
            ft_say("%s is for %s, but this program uses another MPI (%.*s); it runs untraced", LIBRARY, FLAVOUR,
                   (int)strcspn(library, "\n,"), library);
        return false;
    }
    int provided = MPI_THREAD_SINGLE;
    real_MPI_Query_thread(&provided);
    ft_requests_shared = provided == MPI_THREAD_MULTIPLE;
    ft_communicators_start();
#ifdef FORETELL_FORTRAN
    ft_fortran_start();
#endif
    struct agreed agreed = agree(flag);
    prepare_clusters(&agreed);
    has_own = real_MPI_Comm_dup(MPI_COMM_WORLD, &own) == MPI_SUCCESS;
    *(void **)&send_of_program = dlsym(RTLD_DEFAULT, "MPI_Send");
    struct ft_start begin = {.nothing = send_of_program != NULL ? send_to_nobody : NULL,
                             .run = agreed.run, .rank = (uint32_t)ft_world.rank, .ranks = (uint32_t)ft_world.size,
                             .flags = flag, .init_start = start, .init_end = end, .library = library};
    recording = ft_session_open(&begin);
    if (agreed.clusters != 0)
        open_votes(provided);
    exchange_clocks(false);
    return recording;
}

void ft_mpi_record_init(uint32_t function, const void *site, uint64_t start, uint64_t end, int provided)
{
    struct ft_call c;
    if (!ft_enter(&c, function, site, true))
        return;
    c.start = start;
    c.end = end;
    unsigned char *p = ft_open(&c, FT_VARINT);
    if (p != NULL)
        ft_close(&c, ft_put_signed(p, provided));
    if (ft_counters_on)
        ft_counters_restart();
    c.thread->paused = 0;
    ft_pause(c.thread, end);
    ft_leave(&c);
}

void ft_mpi_init(uint32_t function, const void *site, uint64_t start, uint64_t end)
{
    int provided = MPI_THREAD_SINGLE;
    if (!ft_mpi_open(FT_FLAG_MPI, start, end))
        return;
    real_MPI_Query_thread(&provided);
    ft_mpi_record_init(function, site, start, end, provided);
}

void ft_mpi_before_finalize(struct ft_call *c)
{
    uint64_t began = ft_ticks();
    if (ft_counters_on)
        ft_counters_pause();
    ft_file_end_counts();
    exchange_clocks(true);
    if (has_own)
        ft_votes_close(own);
    if (has_own)
        real_MPI_Comm_free(&own);
    has_own = false;
    if (ft_counters_on)
        ft_counters_resume();
    c->pre += ft_ticks() - began;
}

void ft_mpi_after_finalize(struct ft_call *c)
{
    ft_record(c);
    ft_leave(c);
    c->thread = NULL;
    ft_session_close();
}
