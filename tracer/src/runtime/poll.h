/*
 * Polls. Unsuccessful ones in a row, of the same call at the same place for the same thing, are one record with the
 * successful one that follows them.
 */
#ifndef FORETELL_POLL_H
#define FORETELL_POLL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FT_POLL_KEY = 512 };

/* One call, and the fields that say what it asked for. */
struct ft_polled {
    uint32_t function;
    const void *site;
    uint64_t start, end;
    const unsigned char *key;
    size_t key_bytes;
};

struct ft_poll_result {
    bool success;
    int64_t outcome;
    bool has_list;     /* whether the function has the field outcomes */
    int count;         /* of the list */
    const int *list;
    int list_base;     /* what is subtracted from its items */
};

/* Unsuccessful polls that were not written yet. */
struct ft_poll {
    bool pending;
    uint32_t function;
    const void *site;
    uint64_t start, end; /* of the first, of the last */
    uint64_t after; /* ticks after the last one that were the tracer's */
    uint64_t polls;
    int64_t outcome; /* of an unsuccessful one */
    bool has_list;
    size_t key_bytes;
    unsigned char key[FT_POLL_KEY]; /* the fields before the outcome, as they are written */
};

/* Whether the call asked for the same again, soon after. */
bool ft_poll_continues(const struct ft_poll *poll, const struct ft_polled *call);

/* The call is the first of a row. Its fields fit. */
void ft_poll_begins(struct ft_poll *poll, const struct ft_polled *call, const struct ft_poll_result *result);

/* Writes the fields of a call after so many unsuccessful ones. Room: ft_poll_room. */
unsigned char *ft_put_poll(unsigned char *p, const unsigned char *key, size_t key_bytes, uint64_t polls,
                           const struct ft_poll_result *result);
size_t ft_poll_room(size_t key_bytes, const struct ft_poll_result *result);

#endif
