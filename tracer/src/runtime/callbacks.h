/* What a user's library wants to be told: PRE_<call> and POS_<call>, with the arguments of the call. */
#ifndef FORETELL_CALLBACKS_H
#define FORETELL_CALLBACKS_H

#include "foretell/trace.h"
#include "clock.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ft_callback {
    void *before, *after;
};

/* For each function, in the order of ft_functions: of its C binding, of its Fortran binding. */
extern struct ft_callback ft_callbacks[][2];

/* Whether there is any. */
extern bool ft_callbacks_on;

/* Loads the library of FORETELL_CALLBACKS. */
void ft_callbacks_load(void);

/* What a callback is told besides the arguments. */
struct foretell_call ft_callback_info(uint32_t function, const void *site, uint64_t sequence, uint64_t ticks,
                                      int64_t result);

/* Calls with arguments `values` a callback of the type `type`. The time that it takes is nobody's burst. */
#define FT_CALLBACK(c, binding, when, type, result, ...)                                                               \
    do {                                                                                                               \
        if (__builtin_expect(ft_callbacks_on, 0) && ft_callbacks[(c)->function][binding].when != NULL) {               \
            uint64_t since_ = ft_ticks();                                                                              \
            bool after_ = offsetof(struct ft_callback, when) != 0;                                                     \
            struct foretell_call info_ =                                                                               \
                ft_callback_info((c)->function, (c)->site, (c)->thread != NULL ? (c)->thread->sequence : 0,            \
                                 after_ ? (c)->end - (c)->start : 0, after_ ? (result) : 0);                           \
            ((type)ft_callbacks[(c)->function][binding].when)(&info_ __VA_OPT__(, ) __VA_ARGS__);                      \
            if (after_)                                                                                                \
                (c)->post += ft_ticks() - since_;                                                                      \
            else                                                                                                       \
                (c)->pre += ft_ticks() - since_;                                                                       \
        }                                                                                                              \
    } while (0)

#endif
