#include "shapes.h"

#include "clock.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_SLOTS = 256, MOST_SHAPES = 1 << 16, MOST_BYTES = 16 << 20 };

struct shape {
    uint64_t hash;
    uint32_t number; /* 0: free */
    uint32_t length;
    unsigned char *bytes;
};

/* Open addressing; a thread has its own, so that none waits for another. */
struct ft_shapes {
    uint32_t used, mask;
    size_t bytes;
    struct shape *slots;
};

struct ft_shapes *ft_shapes_new(void)
{
    struct ft_shapes *s = calloc(1, sizeof *s);
    if (s == NULL)
        return NULL;
    s->slots = calloc(FIRST_SLOTS, sizeof *s->slots);
    s->mask = FIRST_SLOTS - 1;
    if (s->slots == NULL) {
        free(s);
        return NULL;
    }
    return s;
}

void ft_shapes_free(struct ft_shapes *s)
{
    for (uint32_t i = 0; i <= s->mask; i++)
        free(s->slots[i].bytes);
    free(s->slots);
    free(s);
}

static uint64_t hash_of(const unsigned char *bytes, size_t length)
{
    uint64_t hash = length * 0x9e3779b97f4a7c15u, word;
    for (; length >= sizeof word; length -= sizeof word, bytes += sizeof word) {
        memcpy(&word, bytes, sizeof word);
        hash = (hash ^ word) * 0xbf58476d1ce4e5b9u;
        hash ^= hash >> 32;
    }
    word = 0;
    memcpy(&word, bytes, length);
    hash = (hash ^ word) * 0x94d049bb133111ebu;
    return hash ^ hash >> 29;
}

static bool grow(struct ft_shapes *s)
{
    uint32_t slots = 2 * (s->mask + 1);
    struct shape *more = calloc(slots, sizeof *more);
    if (more == NULL)
        return false;
    for (uint32_t i = 0; i <= s->mask; i++) {
        uint32_t at = (uint32_t)s->slots[i].hash & (slots - 1);
        if (s->slots[i].number == 0)
            continue;
        while (more[at].number != 0)
            at = (at + 1) & (slots - 1);
        more[at] = s->slots[i];
    }
    free(s->slots);
    s->slots = more;
    s->mask = slots - 1;
    return true;
}

uint32_t ft_shape(struct ft_shapes *s, const unsigned char *bytes, size_t length, const struct ft_holes *holes,
                  uint64_t *spent)
{
    uint64_t hash = hash_of(bytes, length);
    uint32_t at = (uint32_t)hash & s->mask;
    for (; s->slots[at].number != 0; at = (at + 1) & s->mask) {
        const struct shape *known = &s->slots[at];
        if (known->hash == hash && known->length == length && memcmp(known->bytes, bytes, length) == 0)
            return known->number;
    }
    uint64_t began = ft_ticks();
    if (s->used == MOST_SHAPES || s->bytes + length > MOST_BYTES)
        return 0;
    if (s->used >= s->mask / 2) {
        if (!grow(s))
            return 0;
        for (at = (uint32_t)hash & s->mask; s->slots[at].number != 0; at = (at + 1) & s->mask)
            ;
    }
    unsigned char *copy = malloc(length);
    uint32_t number = copy == NULL ? 0 : ft_define_shape(bytes, length, holes);
    if (number == 0) {
        free(copy);
        return 0;
    }
    memcpy(copy, bytes, length);
    s->slots[at] = (struct shape){hash, number, (uint32_t)length, copy};
    s->used++;
    s->bytes += length;
    *spent += ft_ticks() - began;
    return number;
}
