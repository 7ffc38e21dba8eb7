/*
 * Polls. Unsuccessful ones in a row, of the same call at the same place for the same thing, are one record with the
 * successful one that follows them.
 */
#ifndef FORETELL_POLL_H
#define FORETELL_POLL_H

#include "thread.h"

/* Room for the fields that say what is asked for; NULL if there is none. */
unsigned char *ft_poll_open(struct ft_call *c, size_t room);

struct ft_poll_result {
    bool success;
    int64_t outcome;
    bool has_list;     /* whether the function has the field outcomes */
    int count;         /* of the list */
    const int *list;
    int list_base;     /* what is subtracted from its items */
};

/* The call, whose fields end at p. */
void ft_poll_close(struct ft_call *c, unsigned char *p, const struct ft_poll_result *result);

/* Writes those that were not followed by a successful one. */
void ft_poll_flush(struct ft_thread *t);

#endif
