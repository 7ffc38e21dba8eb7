/*
 * One of each kind of call, on four ranks. What it prints is compared with and without the tracer, and what is
 * recorded with test/calls.expected.
 */
#include <foretell/trace.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static int rank, size;
static double data[64], other[64];

static void sum_of(void *in, void *inout, int *count, MPI_Datatype *datatype)
{
    int bytes;
    MPI_Type_size(*datatype, &bytes); /* hidden: it is called from inside of a call */
    for (int i = 0; i < *count; i++)
        ((double *)inout)[i] += 2 * ((double *)in)[i];
}

static void point_to_point(void)
{
    MPI_Request requests[8];
    MPI_Status status, statuses[8];
    int next = (rank + 1) % size, before = (rank + size - 1) % size, index, done, indices[8], flag;
    foretell_marker_begin("point to point");
    MPI_Sendrecv(data, 3, MPI_DOUBLE, next, 1, other, 64, MPI_DOUBLE, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Sendrecv_replace(data, 2, MPI_INT, next, 2, before, 2, MPI_COMM_WORLD, &status);
    /* Several sends that are complete at once may have one handle; the copy is waited for, not the original. */
    for (int i = 0; i < 4; i++)
        MPI_Isend(data, i, MPI_CHAR, next, 10 + i, MPI_COMM_WORLD, &requests[i]);
    for (int i = 0; i < 4; i++)
        MPI_Irecv(other + 8 * i, 8, MPI_CHAR, i % 2 ? before : MPI_ANY_SOURCE, 10 + i, MPI_COMM_WORLD, &requests[4 + i]);
    MPI_Request moved[4];
    memcpy(moved, requests, sizeof moved);
    MPI_Waitall(4, moved, MPI_STATUSES_IGNORE);
    MPI_Waitall(4, requests + 4, MPI_STATUSES_IGNORE);
    MPI_Send(data, 1, MPI_DOUBLE, MPI_PROC_NULL, 1, MPI_COMM_WORLD);
    MPI_Recv(data, 1, MPI_DOUBLE, MPI_PROC_NULL, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    /* One at a time, in the order of their tags. */
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Irecv(other, 8, MPI_CHAR, before, 20, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(other + 8, 8, MPI_CHAR, before, 21, MPI_COMM_WORLD, &requests[1]);
    MPI_Send(data, 1, MPI_CHAR, next, 21, MPI_COMM_WORLD);
    MPI_Waitany(2, requests, &index, &status);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Send(data, 2, MPI_CHAR, next, 20, MPI_COMM_WORLD);
    MPI_Waitsome(2, requests, &done, indices, statuses);
    MPI_Waitany(2, requests, &index, MPI_STATUS_IGNORE);
    /* Probes. */
    MPI_Send(data, 5, MPI_CHAR, next, 30, MPI_COMM_WORLD);
    MPI_Probe(MPI_ANY_SOURCE, 30, MPI_COMM_WORLD, &status);
    MPI_Recv(other, 8, MPI_CHAR, status.MPI_SOURCE, 30, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(data, 6, MPI_CHAR, next, 31, MPI_COMM_WORLD);
    MPI_Message message;
    MPI_Mprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
    MPI_Mrecv(other, 8, MPI_CHAR, &message, MPI_STATUS_IGNORE);
    /* Persistent requests keep their slots. */
    MPI_Recv_init(other, 8, MPI_CHAR, before, 40, MPI_COMM_WORLD, &requests[0]);
    MPI_Send_init(data, 7, MPI_CHAR, next, 40, MPI_COMM_WORLD, &requests[1]);
    for (int i = 0; i < 2; i++) {
        MPI_Startall(2, requests);
        MPI_Waitall(2, requests, statuses);
    }
    MPI_Start(&requests[0]);
    MPI_Cancel(&requests[0]);
    MPI_Wait(&requests[0], &status);
    MPI_Test_cancelled(&status, &flag);
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
    foretell_marker_end("point to point");
    if (rank == 0)
        printf("cancelled %d index %d done %d\n", flag, index == MPI_UNDEFINED, done);
}

static void collectives(void)
{
    int counts[4] = {1, 2, 3, 4}, places[4] = {0, 1, 3, 6}, ones[4] = {1, 1, 1, 1}, offsets[4] = {0, 8, 16, 24};
    MPI_Datatype types[4] = {MPI_INT, MPI_DOUBLE, MPI_CHAR, MPI_INT}, pair;
    MPI_Request request;
    MPI_Op op;
    foretell_marker("collectives");
    MPI_Type_vector(2, 1, 3, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    MPI_Bcast(data, 3, pair, 1, MPI_COMM_WORLD);
    MPI_Type_free(&pair);
    MPI_Gather(rank == 2 ? MPI_IN_PLACE : data, 2, MPI_INT, other, 2, MPI_INT, 2, MPI_COMM_WORLD);
    MPI_Gatherv(data, rank + 1, MPI_INT, other, counts, places, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Scatter(data, 2, MPI_INT, other, 2, MPI_INT, 1, MPI_COMM_WORLD);
    MPI_Scatterv(data, counts, places, MPI_INT, other, rank + 1, MPI_INT, 3, MPI_COMM_WORLD);
    MPI_Allgather(data, 1, MPI_DOUBLE, other, 8, MPI_CHAR, MPI_COMM_WORLD);
    MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, other, counts, places, MPI_INT, MPI_COMM_WORLD);
    MPI_Alltoall(data, 1, MPI_INT, other, 1, MPI_INT, MPI_COMM_WORLD);
    int send[4], receive[4];
    for (int i = 0; i < 4; i++) {
        send[i] = (rank + i) % 3;
        receive[i] = (i + rank) % 3;
    }
    MPI_Alltoallv(data, send, places, MPI_INT, other, receive, places, MPI_INT, MPI_COMM_WORLD);
    for (int i = 0; i < 4; i++)
        types[i] = (i + rank) % 2 ? MPI_DOUBLE : MPI_INT;
    MPI_Alltoallw(data, ones, offsets, types, other, ones, offsets, types, MPI_COMM_WORLD);
    MPI_Op_create(sum_of, 0, &op);
    MPI_Reduce(data, other, 2, MPI_DOUBLE, op, 1, MPI_COMM_WORLD);
    MPI_Op_free(&op);
    MPI_Allreduce(data, other, 3, MPI_FLOAT, MPI_MAX, MPI_COMM_WORLD);
    MPI_Reduce_scatter(data, other, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Reduce_scatter_block(data, other, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Scan(data, other, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Exscan(data, other, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Iallreduce(data, other, 4, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    foretell_marker(NULL);
}

static void communicators(void)
{
    MPI_Comm half, copy, later, pair, cart, row, inter, merged;
    MPI_Group world, some;
    MPI_Request request;
    int members[2] = {3, 1}, dims[2] = {2, 2}, periods[2] = {1, 1}, keep[2] = {0, 1};
    MPI_Pcontrol(5);
    MPI_Comm_split(MPI_COMM_WORLD, rank == 3 ? MPI_UNDEFINED : rank % 2, -rank, &half);
    if (half != MPI_COMM_NULL) {
        MPI_Barrier(half);
        MPI_Comm_free(&half);
    }
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_Barrier(copy);
    MPI_Comm_idup(copy, &later, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Bcast(data, 1, MPI_INT, 0, later);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 2, members, &some);
    MPI_Comm_create(MPI_COMM_WORLD, some, &pair);
    if (pair != MPI_COMM_NULL) {
        MPI_Barrier(pair);
        MPI_Comm_free(&pair);
        MPI_Comm_create_group(MPI_COMM_WORLD, some, 9, &pair);
        MPI_Sendrecv(data, 1, MPI_INT, rank == 3, 0, other, 1, MPI_INT, rank == 3, 0, pair, MPI_STATUS_IGNORE);
    }
    MPI_Cart_create(copy, 2, dims, periods, 0, &cart);
    MPI_Neighbor_allgather(data, 1, MPI_INT, other, 1, MPI_INT, cart);
    MPI_Cart_sub(cart, keep, &row);
    MPI_Barrier(row);
    MPI_Comm_split(MPI_COMM_WORLD, rank / 2, 0, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank / 2 ? 0 : 2, 3, &inter);
    MPI_Barrier(inter);
    MPI_Intercomm_merge(inter, rank / 2, &merged);
    MPI_Barrier(merged);
    MPI_Comm_free(&merged);
    MPI_Comm_free(&inter);
    MPI_Barrier(MPI_COMM_SELF);
    MPI_Pcontrol(-5);
}

static void windows_and_files(const char *file)
{
    MPI_Win win;
    MPI_File fh;
    MPI_Group group;
    int memory[8] = {0}, left = (rank + 3) % 4, right = (rank + 1) % 4, got;
    MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Put(&rank, 1, MPI_INT, right, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
    MPI_Get(&got, 1, MPI_INT, right, 0, 1, MPI_INT, win);
    MPI_Win_flush(right, win);
    MPI_Fetch_and_op(&rank, &got, MPI_INT, right, 1, MPI_SUM, win);
    MPI_Win_unlock(right, win);
    MPI_Win_get_group(win, &group);
    MPI_Group one;
    MPI_Group_incl(group, 1, &left, &one);
    MPI_Win_post(one, 0, win);
    MPI_Group_incl(group, 1, &right, &one);
    MPI_Win_start(one, 0, win);
    MPI_Accumulate(&rank, 1, MPI_INT, right, 2, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
    MPI_Win_free(&win);
    MPI_File_open(MPI_COMM_WORLD, file, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &fh);
    MPI_File_write_at(fh, 4 * rank, &rank, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_write_at_all(fh, 16 + 4 * rank, &rank, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_read(fh, &got, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&fh);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    point_to_point();
    collectives();
    communicators();
    windows_and_files(argv[1]);
    /* Off, but what it makes is known later. */
    foretell_record(0);
    MPI_Comm unseen;
    MPI_Comm_dup(MPI_COMM_WORLD, &unseen);
    MPI_Barrier(unseen);
    foretell_record(1);
    MPI_Barrier(unseen);
    MPI_Finalize();
    if (rank == 0)
        printf("end\n");
    return 0;
}
