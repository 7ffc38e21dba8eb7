/* Requests, each with a slot. */
#ifndef FORETELL_REQUESTS_H
#define FORETELL_REQUESTS_H

#include "values.h"

#include <stdbool.h>
#include <stdint.h>

/* Whether several threads may be inside of MPI at once. */
extern bool ft_requests_shared;

enum { FT_REQUEST_WILD = 1, FT_REQUEST_PERSISTENT = 2, FT_REQUEST_CANCELLED = 4 };

/* A slot for a request that lies in `place`; FT_NONE for a null one. */
int64_t ft_request_add(MPI_Request request, const void *place, unsigned flags);

/* The slot of a request, FT_NONE if it is not known. In calls of the same number, but 0, none is found twice. */
int64_t ft_request_find(MPI_Request request, const void *place, uint64_t call);

/* A number for ft_request_find. */
uint64_t ft_request_next_call(void);

unsigned ft_request_flags(int64_t slot);
void ft_request_cancel(int64_t slot);

/* The slot is free again; a persistent one only if for_good. */
void ft_request_release(int64_t slot, bool for_good);

#endif
