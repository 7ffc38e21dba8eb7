#include "poll.h"

#include "settings.h"

#include <string.h>

enum { KEY = 3 }; /* the scratch for fields */

unsigned char *ft_poll_open(struct ft_call *c, size_t room)
{
    return ft_scratch(c->thread, KEY, room + 1);
}

static bool is_same(const struct ft_poll *poll, const struct ft_call *c, const unsigned char *key, size_t bytes)
{
    return poll->pending && poll->function == c->function && poll->site == c->site && poll->key_bytes == bytes &&
           memcmp(poll->key, key, bytes) == 0 &&
           ft_clock_to_nanoseconds(c->start - poll->end) <= ft_settings.poll_gap_ns;
}

static void write(struct ft_call *c, const unsigned char *key, size_t bytes, uint64_t polls,
                  const struct ft_poll_result *result)
{
    unsigned char *p = ft_open(c, bytes + 3 * FT_VARINT + (size_t)result->count * FT_VARINT);
    if (p == NULL)
        return;
    memcpy(p, key, bytes);
    p = ft_put_signed(p + bytes, result->outcome);
    p = ft_put_signed(p, (int64_t)polls);
    if (result->has_list) {
        p = ft_put(p, (uint64_t)result->count);
        for (int i = 0; i < result->count; i++)
            p = ft_put_signed(p, result->list[i] - result->list_base);
    }
    ft_close(c, p);
}

void ft_poll_close(struct ft_call *c, unsigned char *p, const struct ft_poll_result *result)
{
    struct ft_poll *poll = &c->thread->poll;
    const unsigned char *key = c->thread->scratch[KEY];
    size_t bytes = (size_t)(p - key);
    bool same = is_same(poll, c, key, bytes);
    if (result->success || bytes > sizeof poll->key || c->off) {
        uint64_t polls = 0;
        if (same) {
            c->start = poll->start;
            polls = poll->polls;
            poll->pending = false;
        }
        write(c, key, bytes, polls, result);
        return;
    }
    if (same) {
        poll->polls++;
        poll->end = c->end;
        return;
    }
    if (poll->pending)
        ft_poll_flush(c->thread);
    poll->pending = true;
    poll->function = c->function;
    poll->site = c->site;
    poll->start = c->start;
    poll->end = c->end;
    poll->polls = 1;
    poll->outcome = result->outcome;
    poll->has_list = result->has_list;
    poll->key_bytes = bytes;
    memcpy(poll->key, key, bytes);
}

void ft_poll_flush(struct ft_thread *t)
{
    struct ft_poll *poll = &t->poll;
    struct ft_call c = {.thread = t, .function = poll->function, .site = poll->site, .start = poll->start,
                        .end = poll->end};
    struct ft_poll_result result = {.outcome = poll->outcome, .has_list = poll->has_list};
    if (!poll->pending)
        return;
    poll->pending = false;
    t->until_sample++; /* the polls ended before whatever the program did since: it is no time of the record's */
    write(&c, poll->key, poll->key_bytes, poll->polls - 1, &result);
}
