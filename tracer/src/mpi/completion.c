/* Waits and tests, and what receives with wildcards have matched. */
#include "completion.h"

#include "communicators.h"
#include "fortran.h"
#include "recording.h"
#include "requests.h"

#include <string.h>

enum { MATCHED = 7 };
enum { SLOTS = 1, HANDLES = 2, STATUSES = 0 }; /* uses of the scratch */
enum { LONG_LIST = 16 };                         /* from here on looking up requests is a pause */

/* Record 7. */
static void write_matched(struct ft_call *c, int64_t slot, const MPI_Status *status, bool may_be_cancelled)
{
    int cancelled = 0;
    MPI_Count bytes = MPI_UNDEFINED;
    if (may_be_cancelled)
        real_MPI_Test_cancelled(status, &cancelled);
    int64_t source = cancelled ? FT_NONE : ft_rank(status->MPI_SOURCE);
    if (!cancelled)
        real_MPI_Get_elements_x(status, MPI_BYTE, &bytes);
    unsigned char *p = ft_open_plain(c->thread, 1 + 4 * FT_VARINT);
    if (p == NULL)
        return;
    *p++ = MATCHED;
    p = ft_put_signed(p, slot);
    p = ft_put_signed(p, source);
    p = ft_put_signed(p, cancelled ? FT_ANY : ft_tag(status->MPI_TAG));
    ft_commit(c->thread, ft_put_signed(p, bytes == MPI_UNDEFINED ? -1 : bytes));
}

void ft_matched(struct ft_call *c, int64_t half, const MPI_Status *status, bool may_be_cancelled)
{
    if (ft_recording_state() == FT_ON)
        write_matched(c, half, status, may_be_cancelled);
}

static void find_slots(struct ft_call *c, struct ft_completion *k, int count, const MPI_Request *requests,
                       const char *places, size_t place_bytes)
{
    uint64_t call = count > 1 ? ft_request_next_call() : 0;
    k->count = count;
    k->any_known = false;
    k->any_wild = false;
    k->handles = NULL;
    k->slots = ft_scratch(c->thread, SLOTS, (size_t)count * sizeof *k->slots);
    if (k->slots == NULL) {
        k->count = 0;
        return;
    }
    for (int i = 0; i < count; i++) {
        k->slots[i] = ft_request_find(requests[i], places + (size_t)i * place_bytes, call);
        k->any_known |= k->slots[i] >= 0;
        if (k->slots[i] >= 0 && ft_request_flags(k->slots[i]) & (FT_REQUEST_WILD | FT_REQUEST_CANCELLED))
            k->any_wild = true;
    }
}

void ft_completion_begin(struct ft_call *c, struct ft_completion *k, int count, const MPI_Request *requests,
                         MPI_Status *statuses)
{
    uint64_t began = count >= LONG_LIST ? ft_ticks() : 0;
    count = count < 0 || requests == NULL ? 0 : count; /* an error that the library reports */
    find_slots(c, k, count, requests, (const char *)requests, sizeof *requests);
    k->statuses = statuses;
    k->fortran_statuses = NULL;
    k->fortran_requests = NULL;
    k->ignored = statuses == MPI_STATUS_IGNORE || statuses == MPI_STATUSES_IGNORE;
    if (k->any_wild && k->ignored) {
        MPI_Status *own = ft_scratch(c->thread, STATUSES, (size_t)count * sizeof *own);
        if (own != NULL) {
            k->statuses = own;
            k->ignored = false;
        }
    }
    if (atomic_load(&ft_communicators_awaited) != 0) {
        MPI_Request *copy = ft_scratch(c->thread, HANDLES, (size_t)(count + 1) * sizeof *copy);
        if (copy != NULL)
            memcpy(copy, requests, (size_t)count * sizeof *copy);
        k->handles = copy;
    }
    if (began != 0)
        c->pre += ft_ticks() - began;
}

#ifdef FORETELL_FORTRAN
void ft_completion_begin_fortran(struct ft_call *c, struct ft_completion *k, int count, const MPI_Fint *requests,
                                 MPI_Fint *statuses)
{
    uint64_t began = count >= LONG_LIST ? ft_ticks() : 0;
    count = count < 0 ? 0 : count;
    MPI_Request *handles = ft_scratch(c->thread, HANDLES, (size_t)(count + 1) * sizeof *handles);
    if (handles == NULL)
        count = 0;
    for (int i = 0; i < count; i++)
        handles[i] = ft_request_f2c(requests[i]);
    find_slots(c, k, count, handles, (const char *)requests, sizeof *requests);
    k->handles = handles;
    k->statuses = NULL;
    k->fortran_statuses = statuses;
    k->fortran_requests = requests;
    k->ignored = ft_fortran_ignored(statuses);
    if (k->any_wild && k->ignored) {
        MPI_Fint *own = ft_scratch(c->thread, STATUSES, (size_t)count * FT_FORTRAN_STATUS * sizeof *own);
        if (own != NULL) {
            k->fortran_statuses = own;
            k->ignored = false;
        }
    }
    if (began != 0)
        c->pre += ft_ticks() - began;
}
#endif

/* Request number i has completed, with the status at this position of those that the call gave. */
static void complete(struct ft_call *c, struct ft_completion *k, int i, int position)
{
    bool known = i >= 0 && i < k->count;
    int64_t slot = known ? k->slots[i] : FT_NONE;
    if (slot < 0) {
        if (known && k->handles != NULL && atomic_load(&ft_communicators_awaited) != 0)
            ft_communicator_arrived(k->handles[i]);
        return;
    }
    unsigned flags = ft_request_flags(slot);
    if ((flags & (FT_REQUEST_WILD | FT_REQUEST_CANCELLED)) != 0 && !k->ignored) {
        MPI_Status status;
#ifdef FORETELL_FORTRAN
        if (k->fortran_statuses != NULL)
            real_MPI_Status_f2c(k->fortran_statuses + (size_t)position * FT_FORTRAN_STATUS, &status);
        else
#endif
            status = k->statuses[position];
        write_matched(c, slot, &status, (flags & FT_REQUEST_CANCELLED) != 0);
    }
    ft_request_release(slot, false);
}

static void complete_all(struct ft_call *c, struct ft_completion *k, const struct ft_completed *done)
{
    if (!done->success)
        return;
    if (done->completes == FT_COMPLETES_ONE || done->completes == FT_COMPLETES_ALL) {
        for (int i = 0; i < k->count; i++)
            complete(c, k, i, i);
    } else if (done->completes == FT_COMPLETES_ANY) {
        if (done->index != MPI_UNDEFINED)
            complete(c, k, done->index - done->base, 0);
    } else {
        for (int i = 0; i < done->done && done->done != MPI_UNDEFINED; i++)
            complete(c, k, done->indices[i] - done->base, i);
    }
}

static unsigned char *put_requests(unsigned char *p, const struct ft_completion *k)
{
    p = ft_put(p, (uint64_t)k->count);
    for (int i = 0; i < k->count; i++)
        p = ft_put_signed(p, k->slots[i]);
    return p;
}

static void write_wait(struct ft_call *c, const struct ft_completion *k, const struct ft_completed *done)
{
    int finished = done->completes == FT_COMPLETES_SOME && done->done != MPI_UNDEFINED ? done->done : 0;
    unsigned char *p = ft_open(c, (size_t)(k->count + finished + 4) * FT_VARINT);
    if (p == NULL)
        return;
    if (done->completes == FT_COMPLETES_ANY)
        p = ft_put_signed(p, done->index == MPI_UNDEFINED ? FT_NONE : done->index - done->base);
    if (done->completes == FT_COMPLETES_ONE)
        p = ft_put_signed(p, k->count == 0 ? FT_NONE : k->slots[0]);
    else
        p = put_requests(p, k);
    if (done->completes == FT_COMPLETES_SOME) {
        p = ft_put(p, (uint64_t)finished);
        for (int i = 0; i < finished; i++)
            p = ft_put_signed(p, done->indices[i] - done->base);
    }
    ft_close(c, p);
}

static void write_test(struct ft_call *c, const struct ft_completion *k, const struct ft_completed *done)
{
    struct ft_poll_result result = {.success = done->success, .outcome = done->success};
    unsigned char *p = ft_open_poll(c, (size_t)(k->count + 1) * FT_VARINT);
    if (p == NULL)
        return;
    if (done->completes == FT_COMPLETES_ONE)
        p = ft_put_signed(p, k->count == 0 ? FT_NONE : k->slots[0]);
    else
        p = put_requests(p, k);
    if (done->completes == FT_COMPLETES_ANY)
        result.outcome = done->success && done->index != MPI_UNDEFINED ? done->index - done->base : FT_NOBODY;
    if (done->completes == FT_COMPLETES_SOME) {
        result.has_list = true;
        result.count = done->success && done->done != MPI_UNDEFINED ? done->done : 0;
        result.list = done->indices;
        result.list_base = done->base;
    }
    ft_close_poll(c, p, &result);
}

#ifndef OPEN_MPI
/* With mpi_f08 some versions of MPICH count from 0. What has completed is null, unless it is persistent. */
static int real_base(const struct ft_completion *k, const struct ft_completed *done)
{
    bool any = done->completes == FT_COMPLETES_ANY;
    bool some = done->completes == FT_COMPLETES_SOME && done->done > 0;
    if (done->base == 0 || k->fortran_requests == NULL || !done->success || (!any && !some))
        return done->base;
    int index = any ? done->index : done->indices[0];
    if (index < 0 || index >= k->count || k->slots[index] < 0)
        return done->base;
    bool own = index > 0 && k->slots[index - 1] >= 0 && MPI_Request_f2c(k->fortran_requests[index - 1]) == MPI_REQUEST_NULL;
    return !own && MPI_Request_f2c(k->fortran_requests[index]) == MPI_REQUEST_NULL ? 0 : done->base;
}
#endif

void ft_completion_end(struct ft_call *c, struct ft_completion *k, const struct ft_completed *as_given)
{
    struct ft_completed corrected = *as_given;
    /* A call that failed may have left them as they were. */
    if (corrected.completes == FT_COMPLETES_SOME && corrected.done != MPI_UNDEFINED &&
        (corrected.done < 0 || corrected.done > k->count || corrected.indices == NULL))
        corrected.done = 0;
    const struct ft_completed *done = &corrected;
#ifndef OPEN_MPI
    corrected.base = real_base(k, as_given);
#endif
    /* While recording is off only what ends something recorded is of interest. */
    bool record = !c->off || (k->any_known && done->success);
    if (record && done->is_poll)
        write_test(c, k, done);
    else if (record)
        write_wait(c, k, done);
    uint64_t began = k->count >= LONG_LIST ? ft_ticks() : 0;
    complete_all(c, k, done);
    if (began != 0)
        ft_pause(c->thread, began);
}
