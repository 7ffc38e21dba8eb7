#include "updates.h"

#include "definitions.h"
#include "map.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { VALUE = 8 };
enum { MOST_PLACES = 1 << 16 };
enum { WORDS = 0 }; /* the scratch for words */

struct waited {
    int64_t segment, offset;
    uint32_t bytes;
    enum ft_type type;
};

struct ft_waited_range ft_waited[FT_MOST_SEGMENTS] = {[0 ... FT_MOST_SEGMENTS - 1] = {INT64_MAX, INT64_MIN}};

/* In order of segments and offsets; a map says without the lock what is among them. */
static struct waited *places;
static uint32_t place_count, place_room;
static struct ft_map known = FT_MAP_EMPTY;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static uint64_t key(struct ft_place at)
{
    return ((uint64_t)at.offset << 6 | (uint64_t)at.segment) + 1;
}

/* The first place that is not before another, under the lock. */
static uint32_t find(int64_t segment, int64_t offset)
{
    uint32_t low = 0, high = place_count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        const struct waited *w = &places[middle];
        if (w->segment < segment || (w->segment == segment && w->offset < offset))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void insert(struct ft_place at, size_t bytes, enum ft_type type)
{
    uint32_t i = find(at.segment, at.offset);
    if (i < place_count && places[i].segment == at.segment && places[i].offset == at.offset)
        return;
    if (place_count == MOST_PLACES) {
        static bool said;
        if (!said)
            ft_note("this process waits for more than %d places; of the others, only values of puts of up to 8 bytes "
                    "are recorded", MOST_PLACES);
        said = true;
        return;
    }
    if (place_count == place_room) {
        uint32_t room = place_room == 0 ? 256 : 2 * place_room;
        struct waited *more = realloc(places, room * sizeof *places);
        if (more == NULL)
            return;
        places = more;
        place_room = room;
    }
    memmove(&places[i + 1], &places[i], (place_count - i) * sizeof *places);
    places[i] = (struct waited){at.segment, at.offset, (uint32_t)bytes, type};
    place_count++;
    struct ft_waited_range *range = &ft_waited[at.segment];
    if (at.offset < range->first)
        range->first = at.offset;
    if (at.offset > range->last)
        range->last = at.offset;
    ft_map_set(&known, key(at), 1);
}

void ft_awaited(struct ft_place at, size_t bytes, enum ft_type type)
{
    if (at.segment < 0 || ft_map_get(&known, key(at)) != 0)
        return;
    uint64_t began = ft_ticks();
    pthread_mutex_lock(&lock);
    insert(at, bytes, type);
    pthread_mutex_unlock(&lock);
    if (ft_self != NULL)
        ft_pause(ft_self, began);
}

static int64_t read_word(const unsigned char *from, size_t bytes, enum ft_type type)
{
    uint64_t value = 0;
    memcpy(&value, from, bytes);
    unsigned unused = 64 - 8 * (unsigned)bytes;
    return type == FT_UNSIGNED ? (int64_t)value : (int64_t)(value << unused) >> unused;
}

/* Words of a place that somebody waits for within `length` bytes, appended; false if there is no more room. */
static bool take(struct ft_words *words, struct ft_place at, const unsigned char *from, size_t length)
{
    for (uint32_t i = find(at.segment, at.offset); i < place_count; i++) {
        const struct waited *w = &places[i];
        int64_t within = w->offset - at.offset;
        if (w->segment != at.segment || within + (int64_t)w->bytes > (int64_t)length)
            return true;
        if (words->count == FT_MOST_WORDS)
            return false;
        words->words[words->count++] =
            (struct ft_word){w->offset, w->bytes, read_word(from + within, w->bytes, w->type)};
    }
    return true;
}

static void take_all(struct ft_words *words, struct ft_place at, const unsigned char *from, size_t elements,
                     size_t bytes, ptrdiff_t target_stride, ptrdiff_t source_stride)
{
    bool room = true;
    pthread_mutex_lock(&lock);
    if (target_stride == 1 && source_stride == 1) {
        room = take(words, at, from, elements * bytes);
    } else {
        for (size_t i = 0; i < elements && room && place_count > 0; i++) {
            struct ft_place element = {at.segment, at.offset + (int64_t)i * target_stride * (int64_t)bytes};
            room = take(words, element, from + (int64_t)i * source_stride * (int64_t)bytes, bytes);
        }
    }
    pthread_mutex_unlock(&lock);
    static _Atomic bool said;
    if (!room && !said) {
        said = true;
        ft_note("a put covers more than %d places that are waited for; the values of the others are not recorded",
                FT_MOST_WORDS);
    }
}

const struct ft_words *ft_words_slow(struct ft_call *c, struct ft_place at, const void *source, size_t elements,
                                     size_t bytes, ptrdiff_t target_stride, ptrdiff_t source_stride, enum ft_type type)
{
    uint64_t began = elements * bytes > 8 ? ft_ticks() : 0;
    struct ft_words *words = ft_scratch(c->thread, WORDS, sizeof *words + FT_MOST_WORDS * sizeof words->words[0]);
    if (words == NULL)
        return NULL;
    words->count = 0;
    if (elements * bytes > 8 || type == FT_UNKNOWN_TYPE)
        take_all(words, at, source, elements, bytes, target_stride, source_stride);
    if (words->count == 0 && elements * bytes <= 8) {
        /* Nobody is known to wait there, but somebody may begin to. */
        bool whole = type == FT_UNKNOWN_TYPE && target_stride == 1 && source_stride == 1;
        size_t length = elements * bytes;
        if (whole && (length == 1 || length == 2 || length == 4 || length == 8)) {
            elements = 1;
            bytes = length;
        }
        for (size_t i = 0; i < elements; i++)
            words->words[words->count++] = (struct ft_word){
                at.offset + (int64_t)i * target_stride * (int64_t)bytes, (int64_t)bytes,
                read_word((const unsigned char *)source + (int64_t)i * source_stride * (int64_t)bytes, bytes, type)};
    }
    if (began != 0)
        c->post += ft_ticks() - began;
    return words->count == 0 ? NULL : words;
}

unsigned char *ft_put_words_slow(unsigned char *p, const struct ft_words *words)
{
    *p++ = FT_UPDATE_RECORD;
    p = ft_put(p, words->count);
    for (uint32_t i = 0; i < words->count; i++) {
        p = ft_put(p, (uint64_t)words->words[i].offset);
        p = ft_put(p, (uint64_t)words->words[i].bytes);
        p = ft_put_signed(p, words->words[i].value);
    }
    return p;
}

void ft_seen(struct ft_call *c, struct ft_place at, size_t bytes, enum ft_type type, int comparison, int64_t operand,
             int64_t before, int64_t after)
{
    ft_awaited(at, bytes, type);
    unsigned char *p = ft_open_plain(c->thread, 1 + 4 * FT_VARINT);
    if (p == NULL)
        return;
    *p++ = VALUE;
    p = ft_put_signed(p, comparison);
    p = ft_put_signed(p, operand);
    p = ft_put_signed(p, before);
    ft_commit(c->thread, ft_put_signed(p, after));
}
