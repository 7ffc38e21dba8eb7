#include "poll.h"

#include "clock.h"
#include "settings.h"
#include "varint.h"

#include <string.h>

bool ft_poll_continues(const struct ft_poll *poll, const struct ft_polled *call)
{
    return poll->pending && poll->function == call->function && poll->site == call->site &&
           poll->key_bytes == call->key_bytes && memcmp(poll->key, call->key, call->key_bytes) == 0 &&
           ft_clock_to_nanoseconds(call->start - poll->end - poll->after) <= ft_settings.poll_gap_ns;
}

void ft_poll_begins(struct ft_poll *poll, const struct ft_polled *call, const struct ft_poll_result *result)
{
    poll->pending = true;
    poll->function = call->function;
    poll->site = call->site;
    poll->start = call->start;
    poll->end = call->end;
    poll->polls = 1;
    poll->outcome = result->outcome;
    poll->has_list = result->has_list;
    poll->key_bytes = call->key_bytes;
    memcpy(poll->key, call->key, call->key_bytes);
}

unsigned char *ft_put_poll(unsigned char *p, const unsigned char *key, size_t key_bytes, uint64_t polls,
                           const struct ft_poll_result *result)
{
    memcpy(p, key, key_bytes);
    p = ft_put_signed(p + key_bytes, result->outcome);
    p = ft_put_signed(p, (int64_t)polls);
    if (result->has_list) {
        p = ft_put(p, (uint64_t)result->count);
        for (int i = 0; i < result->count; i++)
            p = ft_put_signed(p, result->list[i] - result->list_base);
    }
    return p;
}

size_t ft_poll_room(size_t key_bytes, const struct ft_poll_result *result)
{
    return key_bytes + (3 + (size_t)result->count) * FT_VARINT;
}
