/*
 * Which ranks record while others repeat themselves: Chameleon (A. Bahmani, Scalable Clustering Techniques for MPI
 * Traces, chapter 5). At each marker a rank votes whether its call path since the marker before is the one before that.
 * A vote is a reduction that does not block, and its result is looked at by a later marker. So no rank ever waits for
 * another, and until it knows a result a rank has what it recorded.
 */
#ifndef FORETELL_VOTES_H
#define FORETELL_VOTES_H

#include "handles.h"

/* On all ranks, or on none: ranks will vote at markers. */
void ft_votes_open(void);

/* This rank votes no more, and so no rank leaves anything out from here on; why is a sentence for a note. */
void ft_votes_give_up(const char *why);

/* On all ranks, before the end: completes votes that some took part in. `between` is for nobody else. */
void ft_votes_close(MPI_Comm between);

#endif
