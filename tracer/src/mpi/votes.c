#include "votes.h"

#include "communicators.h"
#include "compress.h"
#include "marker.h"
#include "settings.h"
#include "thread.h"

#include <stdlib.h>
#include <string.h>

/* Votes whose result is not known. A reduction takes as many steps as the logarithm of the ranks, some at a marker. */
enum { MOST_OPEN = 64 };

struct vote {
    MPI_Request request;
    int changed, any_changed;
    bool is_long;
    struct ft_interval interval;
};

/*
 * How long this rank usually computes in an interval of a call path. What took longer than that by half is kept: ranks
 * wait for whoever is late, and if all ranks of a cluster were late together, or none, they would wait less.
 */
enum { USUAL_PATHS = 16, USUAL_WEIGHT = 8 };

static struct {
    uint64_t path;
    double gaps;
    uint32_t seen;
} usual[USUAL_PATHS];

/* What a rank is to the others; those that have given up say so. */
struct entry {
    struct ft_signature signature;
    uint64_t is_valid;
};

static MPI_Comm votes, clusters; /* each with an order of its own: a rank may vote on before it learns of clusters */
static bool opened, gave_up, closing;
static uint64_t calls; /* of markers */

static struct vote open_votes[MOST_OPEN];
static uint32_t first, count;
static uint64_t begun;    /* votes that this rank took part in */
static uint64_t gathers;  /* the same for clusters */
static uint64_t intervals;
static uint64_t last_path;

static struct entry own_entry, *entries;
static MPI_Request gather;
static bool is_gathering, has_clusters;
static uint32_t lead;

static struct {
    uint64_t all_tracing, clustering, leads, left_out;
} states;

static void marker_comes(struct ft_thread *t);

void ft_votes_open(void)
{
    real_MPI_Comm_dup(MPI_COMM_WORLD, &votes);
    real_MPI_Comm_dup(MPI_COMM_WORLD, &clusters);
    opened = true;
    ft_marker_told = marker_comes;
}

void ft_votes_give_up(const char *why)
{
    if (!opened || gave_up)
        return;
    gave_up = true;
    ft_marker_told = NULL;
    ft_note("clusters: %s; this rank records everything from interval %llu on, and so do all others", why,
            (unsigned long long)(intervals - count));
}

static bool is_long(const struct ft_interval *interval)
{
    uint32_t place = (uint32_t)(interval->signature.path % USUAL_PATHS);
    double gaps = (double)interval->gaps, most = 2 * usual[place].gaps;
    if (usual[place].path != interval->signature.path || usual[place].seen == 0) {
        usual[place].path = interval->signature.path;
        usual[place].gaps = gaps;
        usual[place].seen = 1;
        return false;
    }
    bool found = gaps > 1.5 * usual[place].gaps;
    /* A mean of the last few, in which one that is very long counts for twice the usual. */
    usual[place].seen += usual[place].seen < USUAL_WEIGHT;
    usual[place].gaps += ((gaps < most ? gaps : most) - usual[place].gaps) / usual[place].seen;
    return found;
}

/* The times of the oldest interval are those of the lead. */
static void leave_out(struct ft_thread *t)
{
    const struct ft_interval *interval = &open_votes[first].interval;
    if (lead == (uint32_t)ft_world.rank || open_votes[first].is_long || !ft_thread_records(t))
        return;
    uint32_t moved = ft_compress_leave_out(t->compressor, interval, lead);
    states.left_out += moved != 0;
    for (uint32_t i = 1; i < count; i++) {
        struct ft_interval *later = &open_votes[(first + i) % MOST_OPEN].interval;
        later->from -= later->window == interval->window ? moved : 0;
        later->to -= later->window == interval->window ? moved : 0;
    }
}

static void forget_oldest(void)
{
    first = (first + 1) % MOST_OPEN;
    count--;
}

static bool begin_gather(const struct ft_signature *signature)
{
    if (entries == NULL)
        entries = malloc((size_t)ft_world.size * sizeof *entries);
    if (entries == NULL)
        return false;
    own_entry = (struct entry){.is_valid = signature != NULL};
    if (signature != NULL)
        own_entry.signature = *signature;
    real_MPI_Iallgather(&own_entry, (int)sizeof own_entry, MPI_BYTE, entries, (int)sizeof own_entry, MPI_BYTE,
                        clusters, &gather);
    gathers++;
    is_gathering = true;
    return true;
}

/* All ranks say what they are; the same on all ranks. False if some have given up. */
static bool choose_leads(void)
{
    struct ft_signature *all = (struct ft_signature *)(void *)entries;
    for (int i = 0; i < ft_world.size; i++) {
        if (!entries[i].is_valid)
            return false;
        struct ft_signature signature = entries[i].signature;
        all[i] = signature; /* never behind the entry that is read */
    }
    uint32_t paths;
    lead = ft_lead_of(all, (uint32_t)ft_world.size, (uint32_t)ft_world.rank, ft_settings.clusters, &paths);
    return true;
}

static bool is_done(MPI_Request *request)
{
    int done = 0;
    real_MPI_Test(request, &done, MPI_STATUS_IGNORE);
    return done != 0;
}

/* Takes the results that are there, in the order of the votes. */
static void take_results(struct ft_thread *t)
{
    while (count > 0 && !gave_up) {
        struct vote *oldest = &open_votes[first];
        if (is_gathering) {
            if (!is_done(&gather))
                return;
            is_gathering = false;
            if (!choose_leads()) {
                ft_votes_give_up("another rank votes no more");
                return;
            }
            has_clusters = true;
            states.clustering++;
            leave_out(t);
        } else if (!is_done(&oldest->request)) {
            return;
        } else if (oldest->any_changed) {
            has_clusters = false;
            states.all_tracing++;
        } else if (!has_clusters) {
            if (closing)
                return; /* others may not get here */
            if (!begin_gather(&oldest->interval.signature))
                ft_votes_give_up("there is no memory for clusters");
            continue;
        } else {
            states.leads++;
            leave_out(t);
        }
        forget_oldest();
    }
}

static void vote(const struct ft_interval *interval, bool changed)
{
    struct vote *next = &open_votes[(first + count) % MOST_OPEN];
    next->interval = *interval;
    next->is_long = is_long(interval);
    next->changed = changed;
    real_MPI_Iallreduce(&next->changed, &next->any_changed, 1, MPI_INT, MPI_MAX, votes, &next->request);
    count++;
    begun++;
}

static void marker_comes(struct ft_thread *t)
{
    if (calls++ % ft_settings.clusters_every != 0)
        return;
    take_results(t);
    if (gave_up)
        return;
    if (count == MOST_OPEN) {
        ft_votes_give_up("other ranks are 64 markers behind, or do not come to them");
        return;
    }
    struct ft_interval interval;
    ft_compress_mark(t->compressor, &interval);
    uint64_t path = interval.signature.path;
    if (intervals++ > 0)
        vote(&interval, path == 0 || path != last_path);
    else
        states.all_tracing++;
    last_path = path;
}

/* Takes part in what others have begun. */
static void complete(uint64_t most_votes, uint64_t most_gathers)
{
    int none[2] = {1, 0};
    MPI_Request late[MOST_OPEN + 1];
    int number = 0;
    /* No vote has a result without this rank, so others are at most MOST_OPEN ahead. */
    int results[MOST_OPEN + 1];
    for (; begun < most_votes && number <= MOST_OPEN; begun++, number++)
        real_MPI_Iallreduce(none, &results[number], 1, MPI_INT, MPI_MAX, votes, &late[number]);
    if (gathers < most_gathers && !begin_gather(NULL))
        return; /* without memory nothing helps */
    for (uint32_t i = 0; i < count; i++)
        real_MPI_Wait(&open_votes[(first + i) % MOST_OPEN].request, MPI_STATUS_IGNORE);
    real_MPI_Waitall(number, late, MPI_STATUSES_IGNORE);
    if (is_gathering)
        real_MPI_Wait(&gather, MPI_STATUS_IGNORE);
}

void ft_votes_close(MPI_Comm between)
{
    if (!opened)
        return;
    ft_marker_told = NULL;
    closing = true;
    uint64_t own[2] = {begun, gathers}, most[2] = {begun, gathers};
    real_MPI_Allreduce(own, most, 2, MPI_UINT64_T, MPI_MAX, between);
    bool takes_part = gathers == most[1];
    complete(most[0], most[1]);
    struct ft_thread *t = ft_self;
    if (takes_part && t != NULL && ft_thread_records(t))
        take_results(t);
    if (intervals > 0)
        ft_note("clusters: of %llu intervals %llu in the state all-tracing, %llu clustering, %llu lead",
                (unsigned long long)intervals, (unsigned long long)(states.all_tracing + count),
                (unsigned long long)states.clustering, (unsigned long long)states.leads);
    real_MPI_Comm_free(&votes);
    real_MPI_Comm_free(&clusters);
    free(entries);
    entries = NULL;
    opened = false;
}
