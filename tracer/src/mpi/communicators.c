#include "communicators.h"

#include "map.h"
#include "settings.h"
#include "signature.h"

#include <stdlib.h>

struct ft_communicator ft_world = {FT_NONE, 0, 0};
_Atomic uint32_t ft_communicators_awaited;

/* One whose handle comes when a request completes. */
struct awaited {
    const void *place;
    bool fortran;
    struct ft_communicator *communicator;
};

static struct ft_map communicators = FT_MAP_EMPTY;
static struct ft_map awaited = FT_MAP_EMPTY;
static _Atomic int64_t next_id = 2;

const struct ft_communicator *ft_communicator_slow(MPI_Comm comm)
{
    return (const struct ft_communicator *)(uintptr_t)ft_map_get(&communicators, FT_KEY(comm));
}

static void tell_signatures(const struct ft_communicator *communicator)
{
    if (ft_settings.clusters != 0)
        ft_signature_communicator(communicator->id, communicator->rank, communicator->size);
}

/* It stays in memory for good: somebody may be reading it without a lock. */
static void put(MPI_Comm comm, const struct ft_communicator *content)
{
    struct ft_communicator *copy = malloc(sizeof *copy);
    if (copy != NULL) {
        *copy = *content;
        ft_map_set(&communicators, FT_KEY(comm), (uintptr_t)copy);
        tell_signatures(copy);
    }
}

static struct ft_communicator look(MPI_Comm comm, int64_t id)
{
    struct ft_communicator found = {id, 0, 0};
    real_MPI_Comm_rank(comm, &found.rank);
    real_MPI_Comm_size(comm, &found.size);
    return found;
}

void ft_communicators_start(void)
{
    ft_world = look(MPI_COMM_WORLD, 0);
    struct ft_communicator self = {1, 0, 1};
    put(MPI_COMM_SELF, &self);
}

int64_t ft_communicator_add(MPI_Comm comm)
{
    if (comm == MPI_COMM_NULL)
        return FT_NONE;
    int inter = 0;
    real_MPI_Comm_test_inter(comm, &inter);
    if (inter) {
        ft_communicator_outside(comm);
        return FT_NONE;
    }
    struct ft_communicator found = look(comm, atomic_fetch_add(&next_id, 1));
    put(comm, &found);
    return found.id;
}

int64_t ft_communicator_next(void)
{
    return atomic_fetch_add(&next_id, 1);
}

int64_t ft_communicator_later(const struct ft_communicator *old, MPI_Request request, const void *place, bool fortran)
{
    struct awaited *wait = malloc(sizeof *wait);
    struct ft_communicator *communicator = malloc(sizeof *communicator);
    if (wait == NULL || communicator == NULL) {
        free(wait);
        free(communicator);
        return FT_NONE;
    }
    *communicator = *old;
    communicator->id = atomic_fetch_add(&next_id, 1);
    int64_t id = communicator->id;
    tell_signatures(communicator);
    *wait = (struct awaited){place, fortran, communicator};
    atomic_fetch_add(&ft_communicators_awaited, 1);
    ft_map_set(&awaited, FT_KEY(request), (uintptr_t)wait);
    return id;
}

void ft_communicator_arrived(MPI_Request request)
{
    struct awaited *wait = (struct awaited *)(uintptr_t)ft_map_get(&awaited, FT_KEY(request));
    if (wait == NULL)
        return;
    ft_map_set(&awaited, FT_KEY(request), 0);
    atomic_fetch_sub(&ft_communicators_awaited, 1);
    MPI_Comm comm;
    if (wait->fortran)
        comm = ft_comm_f2c(*(const MPI_Fint *)wait->place);
    else
        comm = *(const MPI_Comm *)wait->place;
    ft_map_set(&communicators, FT_KEY(comm), (uintptr_t)wait->communicator);
    free(wait);
}

void ft_communicator_outside(MPI_Comm comm)
{
    struct ft_communicator outside = {FT_NONE, 0, 0};
    static _Atomic bool said;
    if (comm == MPI_COMM_NULL)
        return;
    put(comm, &outside);
    if (!said) {
        said = true;
        ft_note("an inter-communicator, or one made from one, is used; its calls are recorded by their time alone");
    }
}

void ft_communicator_remove(MPI_Comm comm)
{
    ft_map_set(&communicators, FT_KEY(comm), 0);
}

int64_t ft_derived_key(MPI_Comm new)
{
    int rank = FT_NONE;
    if (new != MPI_COMM_NULL)
        real_MPI_Comm_rank(new, &rank);
    return new == MPI_COMM_NULL ? 0 : rank;
}

int64_t ft_derived_color(struct ft_call *c, MPI_Comm old, MPI_Comm new)
{
    if (new == MPI_COMM_NULL)
        return FT_NONE;
    uint64_t began = ft_ticks();
    MPI_Group old_group, new_group;
    int first = 0, in_old = 0;
    real_MPI_Comm_group(old, &old_group);
    real_MPI_Comm_group(new, &new_group);
    real_MPI_Group_translate_ranks(new_group, 1, &first, old_group, &in_old);
    real_MPI_Group_free(&old_group);
    real_MPI_Group_free(&new_group);
    c->post += ft_ticks() - began;
    return in_old;
}

enum { RANKS = 0 }; /* the scratch for lists of ranks */

/* Ranks of `within` of all members of `group`. */
static const int *translate(struct ft_call *c, MPI_Group group, MPI_Group within, int *count)
{
    *count = 0;
    int size = 0;
    real_MPI_Group_size(group, &size);
    int *ranks = ft_scratch(c->thread, RANKS, 2 * (size_t)(size + 1) * sizeof *ranks);
    if (ranks == NULL)
        return NULL;
    int *own = ranks + size + 1;
    for (int i = 0; i < size; i++)
        own[i] = i;
    real_MPI_Group_translate_ranks(group, size, own, within, ranks);
    *count = size;
    return ranks;
}

const int *ft_group_ranks(struct ft_call *c, MPI_Group group, MPI_Comm comm, int *count)
{
    uint64_t began = ft_ticks();
    MPI_Group within;
    real_MPI_Comm_group(comm, &within);
    const int *ranks = translate(c, group, within, count);
    real_MPI_Group_free(&within);
    c->post += ft_ticks() - began;
    return ranks;
}

const int *ft_window_ranks(struct ft_call *c, MPI_Group group, MPI_Win win, int *count)
{
    uint64_t began = ft_ticks();
    MPI_Group within;
    real_MPI_Win_get_group(win, &within);
    const int *ranks = translate(c, group, within, count);
    real_MPI_Group_free(&within);
    c->post += ft_ticks() - began;
    return ranks;
}

static int *cart_neighbours(struct ft_call *c, MPI_Comm comm, int *count)
{
    int dimensions = 0;
    real_MPI_Cartdim_get(comm, &dimensions);
    int *ranks = ft_scratch(c->thread, RANKS, 2 * (size_t)(dimensions + 1) * sizeof *ranks);
    for (int i = 0; ranks != NULL && i < dimensions; i++) {
        int before, after;
        real_MPI_Cart_shift(comm, i, 1, &before, &after);
        if (before != MPI_PROC_NULL)
            ranks[(*count)++] = before;
        if (after != MPI_PROC_NULL)
            ranks[(*count)++] = after;
    }
    return ranks;
}

static int *graph_neighbours(struct ft_call *c, MPI_Comm comm, int *count)
{
    int rank = 0, neighbours = 0;
    real_MPI_Comm_rank(comm, &rank);
    real_MPI_Graph_neighbors_count(comm, rank, &neighbours);
    int *ranks = ft_scratch(c->thread, RANKS, (size_t)(neighbours + 1) * sizeof *ranks);
    if (ranks != NULL && neighbours > 0) {
        real_MPI_Graph_neighbors(comm, rank, neighbours, ranks);
        *count = neighbours;
    }
    return ranks;
}

/* Those that are sent to. */
static int *dist_graph_neighbours(struct ft_call *c, MPI_Comm comm, int *count)
{
    int in = 0, out = 0, weighted = 0;
    real_MPI_Dist_graph_neighbors_count(comm, &in, &out, &weighted);
    int *ranks = ft_scratch(c->thread, RANKS, 2 * (size_t)(in + out + 1) * sizeof *ranks);
    if (ranks != NULL) {
        int *weights = ranks + in + out + 1;
        real_MPI_Dist_graph_neighbors(comm, in, ranks + out, weights + out, out, ranks, weights);
        *count = out;
    }
    return ranks;
}

const int *ft_neighbours(struct ft_call *c, MPI_Comm comm, int *count)
{
    uint64_t began = ft_ticks();
    int kind = MPI_UNDEFINED;
    const int *ranks = NULL;
    *count = 0;
    real_MPI_Topo_test(comm, &kind);
    if (kind == MPI_CART)
        ranks = cart_neighbours(c, comm, count);
    else if (kind == MPI_GRAPH)
        ranks = graph_neighbours(c, comm, count);
    else if (kind == MPI_DIST_GRAPH)
        ranks = dist_graph_neighbours(c, comm, count);
    c->post += ft_ticks() - began;
    return ranks;
}
