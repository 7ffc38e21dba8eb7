#include "loops.h"

#include "settings.h"

#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 4096, MOST_LOOKS = 8, NOTHING = -1 };
enum { MOST_SPAN = (1 << FT_LOOP_SPAN_BITS) - 1 };

static const uint64_t BASE = 0x9e3779b97f4a7c15u;
static const uint64_t MOST_REPEATS = (UINT64_C(1) << 40) - 1;

/* A symbol, or a loop with its body. */
struct item {
    uint64_t hash;
    uint64_t body; /* of a loop: hash of its body */
    uint64_t last; /* of a loop: hash of the last item of its body */
    uint32_t at;   /* its first word */
    int32_t same, ending; /* the item before in the bucket of its hash, in that of `last` */
    uint16_t items; /* of a loop's body; 0: a symbol */
    uint8_t depth;
    bool timed;
};

struct ft_loops {
    struct ft_window *window;
    uint64_t *words;
    uint32_t count, room; /* words */
    int32_t items;
    int32_t by_hash[BUCKETS], by_last[BUCKETS];
    struct item item[FT_LOOP_ITEMS];
    uint64_t sums[FT_LOOP_ITEMS + 1]; /* sums[i]: the rolling hash of the items before i */
    uint64_t powers[FT_LOOP_ITEMS + 1];
};

static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

static uint64_t word_of_symbol(uint32_t symbol)
{
    return (uint64_t)symbol << 1;
}

static uint64_t word_of_loop(uint64_t repeats, uint32_t span)
{
    return repeats << (FT_LOOP_SPAN_BITS + 1) | (uint64_t)span << 1 | 1;
}

static uint64_t repeats_of(uint64_t loop)
{
    return loop >> (FT_LOOP_SPAN_BITS + 1);
}

static uint32_t span_of(uint64_t loop)
{
    return (uint32_t)(loop >> 1) & MOST_SPAN;
}

struct ft_loops *ft_loops_new(void)
{
    struct ft_loops *l = malloc(sizeof *l);
    if (l == NULL)
        return NULL;
    l->powers[0] = 1;
    for (int i = 0; i < FT_LOOP_ITEMS; i++)
        l->powers[i + 1] = l->powers[i] * BASE;
    l->sums[0] = 0;
    return l;
}

static void forget(struct ft_loops *l)
{
    l->items = 0;
    memset(l->by_hash, 0xff, sizeof l->by_hash);
    memset(l->by_last, 0xff, sizeof l->by_last);
}

void ft_loops_begin(struct ft_loops *l, struct ft_window *window)
{
    l->window = window;
    l->words = (uint64_t *)(void *)window->records;
    l->count = 0;
    l->room = (ft_settings.window_bytes - (uint32_t)sizeof *window) / (uint32_t)sizeof *l->words;
    forget(l);
}

/* So many words count from here on. */
static void commit(struct ft_loops *l, uint32_t count)
{
    l->count = count;
    atomic_store_explicit(&l->window->used, count * (uint32_t)sizeof *l->words, memory_order_release);
}

static void link_in(struct ft_loops *l, int32_t index)
{
    struct item *item = &l->item[index];
    int32_t *same = &l->by_hash[item->hash % BUCKETS];
    item->same = *same;
    *same = index;
    if (item->items != 0) {
        int32_t *ending = &l->by_last[item->last % BUCKETS];
        item->ending = *ending;
        *ending = index;
    }
    l->sums[index + 1] = l->sums[index] * BASE + item->hash;
}

/* Removes the items from here on. */
static void cut(struct ft_loops *l, int32_t items)
{
    while (l->items > items) {
        const struct item *item = &l->item[--l->items];
        l->by_hash[item->hash % BUCKETS] = item->same;
        if (item->items != 0)
            l->by_last[item->last % BUCKETS] = item->ending;
    }
}

/* The older half is no longer looked back at. */
static void drop_half(struct ft_loops *l)
{
    int32_t kept = FT_LOOP_ITEMS / 2;
    memmove(l->item, l->item + l->items - kept, (size_t)kept * sizeof *l->item);
    forget(l);
    for (; l->items < kept; l->items++)
        link_in(l, l->items);
}

static void push(struct ft_loops *l, const struct item *item)
{
    if (l->items == FT_LOOP_ITEMS)
        drop_half(l);
    l->item[l->items] = *item;
    link_in(l, l->items);
    l->items++;
}

/* The hash of the items from `from` to before `to`. */
static uint64_t hash(const struct ft_loops *l, int32_t from, int32_t to)
{
    return l->sums[to] - l->sums[from] * l->powers[to - from];
}

static uint64_t hash_of_loop(uint64_t repeats, uint64_t body)
{
    return mix(body + mix(repeats));
}

static bool equal(const struct ft_loops *l, uint32_t first, uint32_t second, uint32_t span)
{
    return memcmp(l->words + first, l->words + second, span * sizeof *l->words) == 0;
}

/* If the last items are another repetition of the loop before them, the loop counts one more. */
static bool lengthen(struct ft_loops *l)
{
    int32_t last = l->items - 1;
    uint64_t wanted = l->item[last].hash;
    int32_t index = l->by_last[wanted % BUCKETS];
    for (int looks = 0; index != NOTHING && looks < MOST_LOOKS; looks++, index = l->item[index].ending) {
        const struct item *loop = &l->item[index];
        int32_t body = last - index;
        if (loop->last != wanted || loop->items != body || hash(l, index + 1, last + 1) != loop->body)
            continue;
        uint32_t end = l->item[index + 1].at;
        uint64_t word = l->words[end - 1];
        if (l->count - end != span_of(word) || repeats_of(word) == MOST_REPEATS || !equal(l, loop->at, end, span_of(word)))
            continue;
        struct item longer = *loop;
        longer.hash = hash_of_loop(repeats_of(word) + 1, loop->body);
        cut(l, index);
        push(l, &longer);
        /* In this order: between the two the repetition stands twice, behind what has been recorded. */
        __atomic_store_n(&l->words[end - 1], word_of_loop(repeats_of(word) + 1, span_of(word)), __ATOMIC_RELEASE);
        commit(l, end);
        return true;
    }
    return false;
}

/* If the last items are equal to those before them, both become a loop. */
static bool fold(struct ft_loops *l)
{
    int32_t last = l->items - 1;
    uint64_t wanted = l->item[last].hash;
    int32_t index = l->item[last].same;
    for (int looks = 0; index != NOTHING && looks < MOST_LOOKS; looks++, index = l->item[index].same) {
        int32_t body = last - index, first = index - body + 1;
        if (first < 0)
            return false;
        uint64_t body_hash = hash(l, index + 1, last + 1);
        if (l->item[index].hash != wanted || hash(l, first, index + 1) != body_hash)
            continue;
        uint32_t from = l->item[first].at, middle = l->item[index + 1].at, span = middle - from;
        if (l->count - middle != span || span > MOST_SPAN || !equal(l, from, middle, span))
            continue;
        struct item loop = {.hash = hash_of_loop(2, body_hash), .body = body_hash, .last = wanted, .at = from,
                            .items = (uint16_t)body};
        for (int32_t i = first; i <= index; i++) {
            if (l->item[i].depth >= loop.depth)
                loop.depth = l->item[i].depth + 1;
            loop.timed |= l->item[i].timed;
        }
        if (loop.depth > FT_LOOP_DEPTH || !loop.timed)
            continue;
        cut(l, first);
        push(l, &loop);
        /* What is no longer valid goes first: between the two the repetition is missing. */
        commit(l, middle);
        l->words[middle] = word_of_loop(2, span);
        commit(l, middle + 1);
        return true;
    }
    return false;
}

bool ft_loops_add(struct ft_loops *l, uint32_t symbol, bool timed)
{
    if (l->count == l->room)
        return false;
    struct item item = {.hash = mix(BASE * (symbol + UINT64_C(1))), .at = l->count, .timed = timed};
    l->words[l->count] = word_of_symbol(symbol);
    push(l, &item);
    commit(l, l->count + 1);
    while (lengthen(l) || fold(l))
        ;
    return true;
}
