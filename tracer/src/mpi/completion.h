/* Calls that complete requests, and what calls with wildcards have matched. */
#ifndef FORETELL_COMPLETION_H
#define FORETELL_COMPLETION_H

#include "thread.h"
#include "values.h"

#include <stdbool.h>
#include <stdint.h>

/* What a call with wildcards has matched, as record 7. half: -3, or -4 for the receiving half of a sendrecv. */
void ft_matched(struct ft_call *c, int64_t half, const MPI_Status *status, bool may_be_cancelled);

enum ft_completes { FT_COMPLETES_ONE, FT_COMPLETES_ALL, FT_COMPLETES_ANY, FT_COMPLETES_SOME };

struct ft_completion {
    int count;
    int64_t *slots;              /* of the requests */
    const MPI_Request *handles;  /* as they were before the call, kept only if somebody waits for them */
    MPI_Status *statuses;        /* what the call gets */
    MPI_Fint *fortran_statuses;  /* the same in Fortran, else NULL */
    const MPI_Fint *fortran_requests;
    bool any_known, any_wild, ignored;
};

void ft_completion_begin(struct ft_call *c, struct ft_completion *k, int count, const MPI_Request *requests,
                         MPI_Status *statuses);
void ft_completion_begin_fortran(struct ft_call *c, struct ft_completion *k, int count, const MPI_Fint *requests,
                                 MPI_Fint *statuses);

struct ft_completed {
    enum ft_completes completes;
    bool is_poll;
    bool success;       /* whether something was completed */
    int index;          /* of any; MPI_UNDEFINED */
    int done;           /* of some */
    const int *indices; /* of some */
    int base;           /* 1 if they count from 1 */
};

void ft_completion_end(struct ft_call *c, struct ft_completion *k, const struct ft_completed *done);

#endif
