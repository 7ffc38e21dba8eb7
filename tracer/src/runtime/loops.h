/*
 * Repeats of repeats in a sequence of symbols, found while it grows. What was found is in the words of a window at all
 * times, so a process that is killed leaves it there. A word is a symbol, or says that the words before it repeat:
 *
 *     a b b b c a b b b c   becomes   a b LOOP(3, 1) c LOOP(2, 4)
 *
 * A loop stands behind its body, so that none of the words before it has to move, and a beginning of the words is
 * always a beginning of the sequence. Memory is constant: at most FT_LOOP_ITEMS symbols and loops are looked back at,
 * and those that lie farther back stay as they are. The cost of a symbol is bounded but for the comparison of a body
 * with its repetition, which is one comparison for each symbol of it.
 */
#ifndef FORETELL_LOOPS_H
#define FORETELL_LOOPS_H

#include "file.h"

#include <stdbool.h>
#include <stdint.h>

enum { FT_LOOP_ITEMS = 4096, FT_LOOP_DEPTH = 32, FT_LOOP_SPAN_BITS = 20 };

struct ft_loops;

/* NULL without memory. */
struct ft_loops *ft_loops_new(void);

/* Goes on in an empty window; loops do not reach back into the one before. */
void ft_loops_begin(struct ft_loops *l, struct ft_window *window);

/*
 * The next symbol. timed: it has times, and so cannot repeat without end in what a reader unfolds. False, and nothing
 * is done, if the window is full.
 */
bool ft_loops_add(struct ft_loops *l, uint32_t symbol, bool timed);

#endif
