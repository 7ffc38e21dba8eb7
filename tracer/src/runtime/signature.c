#include "signature.h"

#include "definitions.h"
#include "file.h"
#include "map.h"

#include <stdlib.h>
#include <string.h>

enum { MARKER_BEGIN = 2, MARKER_END = 3, FIRST_CALL = 16, WORLD = 0, ABSENT = -3 };

static const unsigned char *get(const unsigned char *p, uint64_t *value)
{
    *value = 0;
    for (int shift = 0;; shift += 7) {
        *value |= (uint64_t)(*p & 0x7f) << shift;
        if (*p++ < 0x80)
            return p;
    }
}

static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

static bool receives(const char *op)
{
    static const char *const names[] = {"recv", "irecv", "recv_init", "probe", "iprobe"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(op, names[i]) == 0)
            return true;
    return false;
}

/* Rank and size by number of the communicator, which is none below 0; the world's stand in the header. */
static struct ft_map communicators = FT_MAP_EMPTY;

void ft_signature_communicator(int64_t number, int rank, int size)
{
    if (number > WORLD && size > 0)
        ft_map_set(&communicators, (uint64_t)number, (uint64_t)(uint32_t)rank << 32 | (uint32_t)size);
}

static uint32_t distance(int64_t partner, int64_t rank, int64_t ranks)
{
    return (uint32_t)(((partner - rank) % ranks + ranks) % ranks);
}

/* Partners among the fields at p. */
static void add_partners(struct ft_event *event, const struct ft_function *function, const unsigned char *p,
                         const unsigned char *end)
{
    int64_t peer = ABSENT, receive_peer = ABSENT, communicator = ABSENT;
    for (const char *fields = function->fields; *fields != '\0' && p < end;) {
        size_t length = strcspn(fields, " ");
        uint64_t raw = 0;
        bool taken_out = length == 5 && memcmp(fields, "polls", 5) == 0;
        if (!taken_out)
            p = get(p, &raw);
        int64_t value = (int64_t)(raw >> 1) ^ -(int64_t)(raw & 1);
        if (length == 4 && memcmp(fields, "peer", 4) == 0)
            peer = value;
        else if (length == 12 && memcmp(fields, "receive_peer", 12) == 0)
            receive_peer = value;
        else if (length == 12 && memcmp(fields, "communicator", 12) == 0)
            communicator = value;
        fields += length;
        fields += *fields == ' ';
    }
    uint64_t place = communicator > WORLD ? ft_map_get(&communicators, (uint64_t)communicator) : 0;
    if (communicator != WORLD && place == 0)
        return;
    int64_t rank = communicator == WORLD ? (int64_t)ft_header->rank : (int64_t)(place >> 32);
    int64_t ranks = communicator == WORLD ? (int64_t)ft_header->ranks : (int64_t)(uint32_t)place;
    int64_t source = receives(function->op) ? peer : receive_peer;
    int64_t destination = receives(function->op) ? ABSENT : peer;
    if (source >= 0) {
        event->source = distance(source, rank, ranks);
        event->sources = 1;
    }
    if (destination >= 0) {
        event->destination = distance(destination, rank, ranks);
        event->destinations = 1;
    }
}

struct ft_event ft_event_of(const unsigned char *bytes, size_t length, uint32_t holes)
{
    struct ft_event event = {0};
    uint64_t kind, value = 0;
    if (holes == 0)
        return event; /* what a receive matched takes nothing from the column */
    const unsigned char *p = get(bytes, &kind), *end = bytes + length;
    uint64_t path = mix(kind + (uint64_t)holes * 0x9e3779b97f4a7c15u);
    if (kind >= FIRST_CALL) {
        p = get(p, &value);
        path ^= value == 0 ? 0 : ft_site_hash((uint32_t)(value - 1));
        uint32_t id = (uint32_t)(kind - FIRST_CALL);
        const struct ft_function *function = &ft_functions[id / 2];
        /* Lists come with no partner. */
        if (id % 2 == 0 && (strncmp(function->fields, "peer", 4) == 0 || strstr(function->fields, " peer") != NULL))
            add_partners(&event, function, p, end);
    } else if (kind == MARKER_BEGIN || kind == MARKER_END) {
        get(p, &value);
        path ^= ft_name_hash((uint32_t)value);
    }
    event.path = mix(path) | 1;
    return event;
}

static int64_t mean(uint64_t sum, uint64_t count)
{
    return count == 0 ? 0 : (int64_t)(1000 * (double)sum / (double)count + 0.5);
}

struct ft_signature ft_signature_of(const struct ft_signature_sum *sum)
{
    return (struct ft_signature){.path = sum->path, .source = mean(sum->source, sum->sources),
                                 .destination = mean(sum->destination, sum->destinations)};
}

static int compare(const void *a, const void *b)
{
    uint64_t first = *(const uint64_t *)a, second = *(const uint64_t *)b;
    return first < second ? -1 : first > second;
}

/* How many call paths there are; 0 without memory. */
static uint32_t count_paths(const struct ft_signature *all, uint32_t ranks)
{
    uint64_t *paths = malloc(ranks * sizeof *paths);
    if (paths == NULL)
        return 0;
    for (uint32_t i = 0; i < ranks; i++)
        paths[i] = all[i].path;
    qsort(paths, ranks, sizeof *paths, compare);
    uint32_t count = 1;
    for (uint32_t i = 1; i < ranks; i++)
        count += paths[i] != paths[i - 1];
    free(paths);
    return count;
}

/* Of ranks of one call path, as a share of how far those of the path are apart. */
struct scale {
    double source, destination;
};

static double apart(const struct ft_signature *a, const struct ft_signature *b, const struct scale *scale)
{
    double source = (double)(a->source - b->source), destination = (double)(a->destination - b->destination);
    return (source < 0 ? -source : source) * scale->source +
           (destination < 0 ? -destination : destination) * scale->destination;
}

static struct scale scale_of(const struct ft_signature *all, uint32_t ranks, uint64_t path)
{
    int64_t least[2] = {INT64_MAX, INT64_MAX}, most[2] = {INT64_MIN, INT64_MIN};
    for (uint32_t i = 0; i < ranks; i++) {
        const int64_t values[2] = {all[i].source, all[i].destination};
        for (int each = 0; each < 2 && all[i].path == path; each++) {
            least[each] = values[each] < least[each] ? values[each] : least[each];
            most[each] = values[each] > most[each] ? values[each] : most[each];
        }
    }
    return (struct scale){.source = most[0] > least[0] ? 1.0 / (double)(most[0] - least[0]) : 0,
                          .destination = most[1] > least[1] ? 1.0 / (double)(most[1] - least[1]) : 0};
}

uint32_t ft_lead_of(const struct ft_signature *all, uint32_t ranks, uint32_t rank, uint32_t most, uint32_t *paths)
{
    uint64_t path = all[rank].path;
    struct scale scale = scale_of(all, ranks, path);
    *paths = count_paths(all, ranks);
    uint32_t leads = *paths == 0 || most / *paths == 0 ? 1 : most / *paths;
    /* How far each is from the nearest lead, and which that is. */
    double *far = malloc(ranks * sizeof *far);
    uint32_t *nearest = malloc(ranks * sizeof *nearest);
    uint32_t lead = 0;
    while (all[lead].path != path)
        lead++;
    uint32_t found = rank;
    for (uint32_t n = 0; far != NULL && nearest != NULL && *paths != 0 && n < leads; n++) {
        uint32_t next = lead;
        double farthest = 0;
        for (uint32_t i = 0; i < ranks; i++) {
            if (all[i].path != path)
                continue;
            double to_lead = apart(&all[i], &all[lead], &scale);
            if (n == 0 || to_lead < far[i]) {
                far[i] = to_lead;
                nearest[i] = lead;
            }
            if (far[i] > farthest) {
                farthest = far[i];
                next = i;
            }
        }
        found = nearest[rank];
        if (farthest == 0)
            break;
        lead = next;
    }
    free(far);
    free(nearest);
    return found;
}
