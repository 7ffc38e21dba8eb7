/*
 * What a rank does from one marker to the next, in three numbers that can be compared between ranks: call path, and
 * mean distance of those that it receives from and sends to (A. Bahmani, Scalable Clustering Techniques for MPI Traces,
 * chapter 5). Records with equal call paths take as many numbers out of the column, of the same kinds.
 */
#ifndef FORETELL_SIGNATURE_H
#define FORETELL_SIGNATURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ft_signature {
    uint64_t path; /* of calls, call sites and markers in their order */
    int64_t source, destination; /* thousandths of a rank */
};

/* What a shape adds to it. */
struct ft_event {
    uint64_t path; /* 0: no event */
    uint32_t source, destination; /* distances, modulo the size of the communicator */
    uint8_t sources, destinations; /* how many of them there are: 0 or 1 */
};

struct ft_signature_sum {
    uint64_t path, source, destination, sources, destinations;
};

/*
 * What this process is in a communicator, by the number of it in records. Partners are as far as their ranks in the
 * communicator of the call, modulo how many there are in it; those in a communicator that nobody has told of are
 * left out.
 */
void ft_signature_communicator(int64_t number, int rank, int size);

/* What the shape of these bytes adds; holes: how many numbers are taken out of it. */
struct ft_event ft_event_of(const unsigned char *bytes, size_t length, uint32_t holes);

static inline void ft_signature_add(struct ft_signature_sum *sum, const struct ft_event *event)
{
    if (event->path == 0)
        return;
    sum->path = (sum->path ^ event->path) * 0x9e3779b97f4a7c15u;
    sum->path ^= sum->path >> 29;
    sum->source += event->source;
    sum->destination += event->destination;
    sum->sources += event->sources;
    sum->destinations += event->destinations;
}

struct ft_signature ft_signature_of(const struct ft_signature_sum *sum);

/*
 * The rank that records for `rank`. From each call path come `most` divided by the number of call paths, at least one:
 * the lowest rank, and those that are farthest from the ones there are; others go with the nearest. `paths` gets how
 * many call paths there are. Takes time in proportion to the ranks times their logarithm, and times the leads. Without
 * memory it returns `rank` itself.
 */
uint32_t ft_lead_of(const struct ft_signature *all, uint32_t ranks, uint32_t rank, uint32_t most, uint32_t *paths);

#endif
