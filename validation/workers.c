/*
 * A master and workers: the pipeline of validation/workers.json as a real MPI program. Tasks sleep,
 * so more workers than cores are no slower. Prints the makespan that the master measures, seconds.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { ITEMS = 10, TASKS = 2 * ITEMS + 1, BYTES = 1024, STOP = 1 };

/* Milliseconds of a task: ITEMS of the first stage, ITEMS of the second, one that gathers. */
static long milliseconds(int task) {
  return task < ITEMS ? 40 : task < 2 * ITEMS ? 70 : 30;
}

static void rest(long ms) {
  struct timespec span = {ms / 1000, ms % 1000 * 1000000L};
  nanosleep(&span, NULL);
}

/* Receives without burning a core, as a replay has it: workers wait for free. */
static void receive(char *message, int source, MPI_Status *status) {
  int arrived = 0;
  while (!arrived) {
    MPI_Iprobe(source, MPI_ANY_TAG, MPI_COMM_WORLD, &arrived, status);
    if (!arrived) {
      struct timespec pause = {0, 20000};
      nanosleep(&pause, NULL);
    }
  }
  MPI_Recv(message, BYTES, MPI_CHAR, status->MPI_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, status);
}

/* The most urgent task that is ready, the longest way to the end first; -1 for none. */
static int choose(const int *state, const int *missing) {
  for (int task = 0; task < TASKS; task++) {
    if (state[task] == 0 && missing[task] == 0) {
      return task;
    }
  }
  return -1;
}

static void deal(int workers) {
  int state[TASKS] = {0};
  int missing[TASKS] = {0};
  int running[1 + workers];
  char message[BYTES] = {0};
  int busy = 0;
  for (int worker = 1; worker <= workers; worker++) {
    running[worker] = -1;
  }
  for (int item = 0; item < ITEMS; item++) {
    missing[ITEMS + item] = 1;
  }
  missing[2 * ITEMS] = ITEMS;
  for (;;) {
    int task = choose(state, missing);
    for (int worker = 1; worker <= workers && task >= 0; worker++) {
      if (running[worker] < 0) {
        state[task] = 1;
        running[worker] = task;
        busy++;
        *(int *)message = task;
        MPI_Send(message, BYTES, MPI_CHAR, worker, 0, MPI_COMM_WORLD);
        task = choose(state, missing);
      }
    }
    if (busy == 0) {
      break;
    }
    MPI_Status status;
    receive(message, MPI_ANY_SOURCE, &status);
    int done = running[status.MPI_SOURCE];
    running[status.MPI_SOURCE] = -1;
    busy--;
    if (done < ITEMS) {
      missing[ITEMS + done]--;
    } else if (done < 2 * ITEMS) {
      missing[2 * ITEMS]--;
    }
  }
  for (int worker = 1; worker <= workers; worker++) {
    MPI_Send(message, 0, MPI_CHAR, worker, STOP, MPI_COMM_WORLD);
  }
}

static void work(void) {
  char message[BYTES] = {0};
  for (;;) {
    MPI_Status status;
    receive(message, 0, &status);
    if (status.MPI_TAG == STOP) {
      return;
    }
    rest(milliseconds(*(int *)message));
    MPI_Send(message, BYTES, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
  }
}

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Barrier(MPI_COMM_WORLD);
  double start = MPI_Wtime();
  if (rank == 0) {
    deal(size - 1);
  } else {
    work();
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    printf("%.4f\n", MPI_Wtime() - start);
  }
  MPI_Finalize();
  return EXIT_SUCCESS;
}
