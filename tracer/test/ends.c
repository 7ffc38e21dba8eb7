/* Programs that end in all ways, and what may happen on the way: ends WAY. */
#define _GNU_SOURCE
#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int rank;

static void *talk(void *which)
{
    int tag = *(int *)which, value = tag, got = 0;
    for (int i = 0; i < 50; i++)
        MPI_Sendrecv(&value, 1, MPI_INT, rank, tag, &got, 1, MPI_INT, rank, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return NULL;
}

static void threads(void)
{
    pthread_t all[3];
    int tags[3] = {1, 2, 3};
    for (int i = 0; i < 3; i++)
        pthread_create(&all[i], NULL, talk, &tags[i]);
    for (int i = 0; i < 3; i++)
        pthread_join(all[i], NULL);
}

static void fill_disk(void)
{
    struct rlimit limit = {300000, 300000};
    setrlimit(RLIMIT_FSIZE, &limit);
    for (int i = 0; i < 200000; i++)
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
}

static void poll_for_it(void)
{
    int value = 0, done = 0, there = 0;
    MPI_Request request;
    if (rank == 0) {
        usleep(30000);
        MPI_Send(&value, 1, MPI_INT, 1, 5, MPI_COMM_WORLD);
        usleep(30000);
        MPI_Send(&value, 1, MPI_INT, 1, 6, MPI_COMM_WORLD);
        return;
    }
    MPI_Irecv(&value, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, &request);
    while (!done)
        MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    while (!there)
        MPI_Iprobe(MPI_ANY_SOURCE, 6, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE);
    MPI_Recv(&value, 1, MPI_INT, 0, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Iprobe(0, 7, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE);
}

/* Polls that end with nothing, and a microsecond before the next call. */
static void poll_now_and_then(void)
{
    int there;
    for (int i = 0; i < 4000; i++) {
        MPI_Iprobe(MPI_ANY_SOURCE, 8, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE);
        struct timespec now, begin;
        clock_gettime(CLOCK_MONOTONIC, &begin);
        do
            clock_gettime(CLOCK_MONOTONIC, &now);
        while ((now.tv_sec - begin.tv_sec) * 1000000000L + now.tv_nsec - begin.tv_nsec < 1000);
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    }
}

/* As something that cleans up might: what the tracer writes to is gone. */
static void cut_trace(void)
{
    if (rank == 0 && system("for f in \"$FORETELL_OUT\"/run-*/*.raw; do [ ! -e \"$f\" ] || : >\"$f\"; done") != 0)
        abort();
    for (int i = 0; i < 50000; i++)
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Barrier(MPI_COMM_WORLD);
}

static pid_t child = -1;

static int fork_within_call(MPI_Comm comm, int key, void *value, void *state)
{
    (void)comm, (void)key, (void)value, (void)state;
    child = fork();
    return MPI_SUCCESS;
}

/* The child comes back from the call as well, and goes on. */
static int fork_in_callback(void)
{
    int key, status = 0;
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, fork_within_call, &key, NULL);
    MPI_Comm_set_attr(MPI_COMM_SELF, key, NULL);
    MPI_Comm_delete_attr(MPI_COMM_SELF, key);
    if (child == 0) {
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        _exit(4);
    }
    waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 4 ? 0 : 1;
}

int main(int argc, char **argv)
{
    const char *way = argv[1];
    int provided, value = 7, status = 0;
    MPI_Init_thread(&argc, &argv, strcmp(way, "threads") == 0 ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    if (strcmp(way, "exit") == 0)
        exit(5);
    else if (strcmp(way, "_exit") == 0)
        _exit(6);
    else if (strcmp(way, "kill") == 0)
        kill(getpid(), SIGKILL);
    else if (strcmp(way, "segv") == 0)
        raise(SIGSEGV);
    else if (strcmp(way, "abort") == 0)
        MPI_Abort(MPI_COMM_WORLD, 8);
    else if (strcmp(way, "fork") == 0) {
        pid_t forked = fork();
        if (forked == 0) {
            MPI_Comm_rank(MPI_COMM_WORLD, &rank); /* not recorded: the child shares the file */
            _exit(4);
        }
        waitpid(forked, &status, 0);
        status = WEXITSTATUS(status) == 4 ? 0 : 1;
        status |= fork_in_callback();
        MPI_Barrier(MPI_COMM_WORLD);
    } else if (strcmp(way, "threads") == 0)
        threads();
    else if (strcmp(way, "full") == 0)
        fill_disk();
    else if (strcmp(way, "cut") == 0)
        cut_trace();
    else if (strcmp(way, "bus") == 0)
        raise(SIGBUS);
    else if (strcmp(way, "polls") == 0)
        poll_for_it();
    else if (strcmp(way, "seldom") == 0)
        poll_now_and_then();
    MPI_Finalize();
    if (rank == 0)
        printf("value %d\n", value);
    return status;
}
