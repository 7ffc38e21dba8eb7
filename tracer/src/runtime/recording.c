#include "recording.h"

#include "file.h"
#include "settings.h"

#include <stdatomic.h>

_Atomic uint64_t ft_generation = 1;

static _Atomic int state = FT_IDLE;

enum ft_state ft_recording_state(void)
{
    return (enum ft_state)atomic_load_explicit(&state, memory_order_relaxed);
}

void ft_recording_change(enum ft_state to)
{
    atomic_store(&state, to);
    atomic_fetch_add(&ft_generation, 1);
}

void ft_recording_stop(uint32_t flag)
{
    if (ft_header == NULL || ft_recording_state() == FT_STOPPED)
        return;
    atomic_fetch_or(&ft_header->flags, flag);
    ft_recording_change(FT_STOPPED);
    ft_say("rank %u stops recording: %s; the program goes on", ft_header->rank,
           flag == FT_FLAG_NO_SPACE ? "no space for the trace" : "too many threads");
}
