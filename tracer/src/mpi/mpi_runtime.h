/* What the wrappers of MPI need to know of communicators, requests, datatypes and other objects. */
#ifndef FORETELL_MPI_RUNTIME_H
#define FORETELL_MPI_RUNTIME_H

#include "mpi_real.h"
#include "handles.h"
#include "thread.h"

#include <stdbool.h>
#include <stdint.h>

enum { FT_ANY = -1, FT_NOBODY = -2, FT_NONE = -3 };

#define FT_KEY(handle) ((uint64_t)(uintptr_t)(handle))

/* Handles of Fortran. */
#ifdef OPEN_MPI
#define ft_comm_f2c real_MPI_Comm_f2c
#define ft_type_f2c real_MPI_Type_f2c
#define ft_request_f2c real_MPI_Request_f2c
#define ft_op_f2c real_MPI_Op_f2c
#define ft_group_f2c real_MPI_Group_f2c
#define ft_win_f2c real_MPI_Win_f2c
#define ft_file_f2c real_MPI_File_f2c
#define ft_message_f2c real_MPI_Message_f2c
#else
#define ft_comm_f2c MPI_Comm_f2c
#define ft_type_f2c MPI_Type_f2c
#define ft_request_f2c MPI_Request_f2c
#define ft_op_f2c MPI_Op_f2c
#define ft_group_f2c MPI_Group_f2c
#define ft_win_f2c MPI_Win_f2c
#define ft_file_f2c real_MPI_File_f2c
#define ft_message_f2c MPI_Message_f2c
#endif

/* ---- Life of MPI ---- */

/* MPI has been initialised by a call that took from start to end. */
void ft_mpi_init(uint32_t function, const void *site, uint64_t start, uint64_t end);

/* Begins to record, also for OpenSHMEM, which initialises MPI; once it has begun, adds the flag. False: untraced. */
bool ft_mpi_open(uint32_t flag, uint64_t start, uint64_t end);

/* The record of an init. */
void ft_mpi_record_init(uint32_t function, const void *site, uint64_t start, uint64_t end, int provided);

/* Before MPI_Finalize, and after it. */
void ft_mpi_before_finalize(struct ft_call *c);
void ft_mpi_after_finalize(struct ft_call *c);

/* Whether several threads may be inside of MPI at once. */
extern bool ft_mpi_multiple;

/* ---- Ranks and tags ---- */

static inline int64_t ft_rank(int rank)
{
    return rank == MPI_ANY_SOURCE ? FT_ANY : rank == MPI_PROC_NULL ? FT_NOBODY : rank;
}

static inline int64_t ft_tag(int tag)
{
    return tag == MPI_ANY_TAG ? FT_ANY : tag;
}

/* ---- Communicators ---- */

struct ft_communicator {
    int64_t id; /* FT_NONE: its calls cannot be replayed */
    int rank, size;
};

extern struct ft_communicator ft_world;

const struct ft_communicator *ft_communicator_slow(MPI_Comm comm);

/* What is known of a communicator, NULL if nothing. */
static inline const struct ft_communicator *ft_communicator(MPI_Comm comm)
{
    return comm == MPI_COMM_WORLD ? &ft_world : ft_communicator_slow(comm);
}

void ft_communicators_start(void);

/* A communicator that the program got; its number, FT_NONE for the null communicator. */
int64_t ft_communicator_add(MPI_Comm comm);

/* One that will be in `place` when the request completes; fortran: as an integer. */
int64_t ft_communicator_later(const struct ft_communicator *old, MPI_Request request, const void *place, bool fortran);

/* The request, which is not known otherwise, has completed. */
void ft_communicator_arrived(MPI_Request request);

/* How many such requests there are. */
extern _Atomic uint32_t ft_communicators_awaited;

/* A number for a communicator that is no handle of MPI. */
int64_t ft_communicator_next(void);

/* One that has members that the trace cannot name. */
void ft_communicator_outside(MPI_Comm comm);

void ft_communicator_remove(MPI_Comm comm);

/* The rank in the old communicator of rank 0 of the new one, FT_NONE without one; the own rank in the new one. */
int64_t ft_derived_color(struct ft_call *c, MPI_Comm old, MPI_Comm new);
int64_t ft_derived_key(MPI_Comm new);

/* Ranks in a communicator, in memory of the thread that is good until the next of these; NULL without memory. */
const int *ft_group_ranks(struct ft_call *c, MPI_Group group, MPI_Comm comm, int *count);
const int *ft_window_ranks(struct ft_call *c, MPI_Group group, MPI_Win win, int *count);
const int *ft_neighbours(struct ft_call *c, MPI_Comm comm, int *count);

/* ---- Datatypes and operations ---- */

/* Bytes of a datatype, those between its parts left out. */
int64_t ft_type_bytes(MPI_Datatype datatype);

static inline int64_t ft_bytes(int64_t count, MPI_Datatype datatype)
{
    return count * ft_type_bytes(datatype);
}

/* 1 if the operation does not commute. */
int64_t ft_not_commutative(MPI_Op op);

void ft_forget_datatype(MPI_Datatype datatype);
void ft_forget_operation(MPI_Op op);

/* ---- Requests ---- */

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

/* ---- Messages that were probed ---- */

struct ft_message {
    int64_t peer, tag, communicator;
};

void ft_message_add(MPI_Message message, const struct ft_message *content);

/* What is known of a message that is about to be received; false if nothing. */
bool ft_message_take(MPI_Message message, struct ft_message *content);

/* What a call with wildcards has matched, as record 7. half: -3, or -4 for the receiving half of a sendrecv. */
void ft_matched(struct ft_call *c, int64_t half, const MPI_Status *status, bool may_be_cancelled);

/* ---- Windows and files ---- */

int64_t ft_window_add(MPI_Win win);
int64_t ft_window(MPI_Win win);
void ft_window_remove(MPI_Win win);
int64_t ft_file_add(MPI_File file, int64_t communicator);
int64_t ft_file(MPI_File file);
int64_t ft_file_communicator(MPI_File file);
void ft_file_remove(MPI_File file);
int64_t ft_file_offset(MPI_File file, MPI_Offset offset);

/* ---- Completions ---- */

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
