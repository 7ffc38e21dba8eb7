/* What is written to other PEs, and the places that somebody waits for: records 8 and 9. */
#ifndef FORETELL_UPDATES_H
#define FORETELL_UPDATES_H

#include "places.h"
#include "thread.h"

#include <stdint.h>

/* How a word is read. */
enum ft_type { FT_SIGNED, FT_UNSIGNED, FT_UNKNOWN_TYPE };

enum { FT_OTHER = 1 /* SHMEM_CMP_NE */ };
enum { FT_MOST_WORDS = 1024, FT_WORD_ROOM = 1 + 4 * FT_VARINT };

struct ft_word {
    int64_t offset, bytes, value;
};

struct ft_words {
    uint32_t count;
    struct ft_word words[];
};

/*
 * The words of a put of `elements` of so many bytes each that are to be told: those that somebody is known to wait
 * for, or all if there are no more than 8 bytes. Strides are in elements. NULL if there are none; else in memory of the
 * thread that is good until the next of these.
 */
const struct ft_words *ft_words_slow(struct ft_call *c, struct ft_place at, const void *source, size_t elements,
                                     size_t bytes, ptrdiff_t target_stride, ptrdiff_t source_stride, enum ft_type type);

/* Between which offsets of a segment somebody is known to wait. */
struct ft_waited_range {
    _Atomic int64_t first, last;
};

extern struct ft_waited_range ft_waited[FT_MOST_SEGMENTS];

static inline const struct ft_words *ft_words(struct ft_call *c, struct ft_place at, const void *source,
                                              size_t elements, size_t bytes, ptrdiff_t target_stride,
                                              ptrdiff_t source_stride, enum ft_type type)
{
    if (at.segment < 0 || elements == 0)
        return NULL;
    if (elements * bytes > 8 && target_stride > 0) {
        int64_t last = at.offset + (int64_t)((elements - 1) * (size_t)target_stride * bytes + bytes) - 1;
        const struct ft_waited_range *waited = &ft_waited[at.segment];
        if (last < atomic_load_explicit(&waited->first, memory_order_relaxed) ||
            at.offset > atomic_load_explicit(&waited->last, memory_order_relaxed))
            return NULL;
    }
    return ft_words_slow(c, at, source, elements, bytes, target_stride, source_stride, type);
}

static inline size_t ft_words_room(const struct ft_words *words)
{
    return words == NULL ? 0 : 1 + FT_VARINT + 3 * FT_VARINT * (size_t)words->count;
}

unsigned char *ft_put_words_slow(unsigned char *p, const struct ft_words *words);

static inline unsigned char *ft_put_words(unsigned char *p, const struct ft_words *words)
{
    return words == NULL ? p : ft_put_words_slow(p, words);
}

enum { FT_UPDATE_RECORD = 9 };

/* One word, as record 9. */
static inline unsigned char *ft_put_word(unsigned char *p, struct ft_place at, size_t bytes, int64_t value)
{
    if (at.segment < 0)
        return p;
    *p++ = FT_UPDATE_RECORD;
    *p++ = 1;
    p = ft_put(p, (uint64_t)at.offset);
    p = ft_put(p, bytes);
    return ft_put_signed(p, value);
}

/* This PE waits for a place; others may write it. */
void ft_awaited(struct ft_place at, size_t bytes, enum ft_type type);

/* What the wait or test that was recorded last found. */
void ft_seen(struct ft_call *c, struct ft_place at, size_t bytes, enum ft_type type, int comparison, int64_t operand,
             int64_t before, int64_t after);

#endif
