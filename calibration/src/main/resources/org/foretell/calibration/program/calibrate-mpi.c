/* Measures messages between ranks 0 and 1, and collectives of all. Times go to standard output. */
#include <mpi.h>
#include <string.h>

#include "timing.h"

#define WINDOW 32
#define LEAST_WINDOW 4
#define WARM_UP 20
/* A size is measured for no longer than this, but for LEAST repetitions: slow networks would take minutes. */
#ifndef SIZE_US
#define SIZE_US 300000.0
#endif
#define LEAST 3

static int rank;
static char *out, *in;
static double round_trip_us; /* of a message of a byte */

/* How often ops of so many us each are repeated, at most count times. Rank 0 decides. */
static int affordable(int count, double us) {
  if (count * us > SIZE_US) count = us * LEAST > SIZE_US ? LEAST : (int)(SIZE_US / us);
  MPI_Bcast(&count, 1, MPI_INT, 0, MPI_COMM_WORLD);
  return count;
}

static int smaller(int a, int b) { return a < b ? a : b; }

/* Keeps the CPU busy for a while. */
static void compute(double us) {
  for (double end = now_us() + us; now_us() < end;) {
  }
}

/*
 * Small messages go through buffers of the library, and are timed in batches. Of larger ones the library may copy
 * straight from the sender's buffer, so they are written before and read afterwards, as programs do: where their data
 * are cached decides how fast they are. That time is not counted.
 */
static double exchange(long bytes, int batch, double *touching) {
  *touching = 0;
  if (rank == 0 && batch == 1) write_all(out, bytes);
  double start = now_us();
  for (int k = 0; k < batch; k++) {
    if (rank == 0) {
      MPI_Send(out, (int)bytes, MPI_BYTE, 1, 1, MPI_COMM_WORLD);
      MPI_Recv(in, (int)bytes, MPI_BYTE, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
      MPI_Recv(in, (int)bytes, MPI_BYTE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      if (batch == 1) {
        double received = now_us();
        read_all(in, bytes);
        write_all(out, bytes);
        *touching = now_us() - received + clock_us;
      }
      MPI_Send(out, (int)bytes, MPI_BYTE, 0, 1, MPI_COMM_WORLD);
    }
  }
  double time = now_us() - start;
  if (rank == 0 && batch == 1) read_all(in, bytes);
  return time;
}

static void ping_pong(long bytes) {
  int batch = bytes <= BATCHED_BYTES ? BATCH : 1;
  double touching;
  exchange(bytes, batch, &touching);
  double trial = exchange(bytes, batch, &touching);
  int count = affordable(repetitions(bytes), trial);
  for (int i = -smaller(WARM_UP, count); i < count; i++) {
    double time = exchange(bytes, batch, &touching);
    if (i >= 0) samples[i] = rank == 0 ? time : touching;
  }
  if (rank == 1) MPI_Send(samples, count, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Recv(others, count, MPI_DOUBLE, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < count; i++) samples[i] -= others[i];
    report("mpi_latency", bytes, count, 2.0 * batch);
    if (bytes == 1) round_trip_us = 2 * samples[count / 2];
  }
}

static double messages_in_a_row(long bytes, int window) {
  MPI_Request requests[WINDOW];
  double start = now_us();
  for (int k = 0; k < window; k++) {
    if (rank == 0)
      MPI_Isend(out, (int)bytes, MPI_BYTE, 1, 2, MPI_COMM_WORLD, &requests[k]);
    else
      MPI_Irecv(in, (int)bytes, MPI_BYTE, 0, 2, MPI_COMM_WORLD, &requests[k]);
  }
  MPI_Waitall(window, requests, MPI_STATUSES_IGNORE);
  if (rank == 0)
    MPI_Recv(in, 1, MPI_BYTE, 1, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  else
    MPI_Send(out, 1, MPI_BYTE, 0, 3, MPI_COMM_WORLD);
  return now_us() - start;
}

static void stream(long bytes) {
  messages_in_a_row(bytes, 1);
  double trial = messages_in_a_row(bytes, 1);
  int window = affordable(WINDOW, trial);
  if (window < LEAST_WINDOW) window = LEAST_WINDOW;
  int count = affordable(repetitions(bytes) / 10 + 5, messages_in_a_row(bytes, window));
  for (int i = -smaller(3, count); i < count; i++) {
    double time = messages_in_a_row(bytes, window);
    if (i >= 0) samples[i] = time;
  }
  if (rank == 0) report("mpi_stream", bytes, count, window);
}

/*
 * Two messages, one each way. Rank 1 computes while the request of rank 0 arrives, and then sends. If it answers that
 * request only when it waits, its own request leaves first, and both messages move at once. The time begins with its
 * send.
 */
static double late_exchange(long bytes, double late_us) {
  MPI_Request requests[2];
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Irecv(in, (int)bytes, MPI_BYTE, 1 - rank, 10, MPI_COMM_WORLD, &requests[0]);
  if (rank == 1) compute(late_us);
  double start = now_us();
  MPI_Isend(out, (int)bytes, MPI_BYTE, 1 - rank, 10, MPI_COMM_WORLD, &requests[1]);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  return now_us() - start;
}

static void exchanges(void) {
  double late_us = 100 + 5 * round_trip_us;
  MPI_Bcast(&late_us, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  for (long bytes = 64 << 10; bytes <= MOST_BYTES; bytes *= 4) {
    double trial = late_exchange(bytes, late_us);
    int count = affordable(repetitions(bytes) / 4, trial + late_us);
    for (int i = -smaller(3, count); i < count; i++) {
      double time = late_exchange(bytes, late_us);
      if (i >= 0) samples[i] = time;
    }
    if (rank == 1) MPI_Send(samples, count, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD);
    if (rank == 0) {
      MPI_Recv(samples, count, MPI_DOUBLE, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      report("mpi_exchange", bytes, count, 1);
    }
  }
}

/* Sends with computation between start and completion: what is left is time of the CPU. */
static void send_overhead(long bytes) {
  int count = affordable(repetitions(bytes) / 4, 20 + round_trip_us);
  for (int i = -WARM_UP; i < count; i++) {
    if (rank == 0) {
      MPI_Request request;
      double start = now_us();
      MPI_Isend(out, (int)bytes, MPI_BYTE, 1, 4, MPI_COMM_WORLD, &request);
      double posted = now_us();
      compute(20);
      double computed = now_us();
      MPI_Wait(&request, MPI_STATUS_IGNORE);
      if (i >= 0) samples[i] = posted - start + (now_us() - computed) - clock_us;
      MPI_Recv(in, 1, MPI_BYTE, 1, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
      MPI_Recv(in, (int)bytes, MPI_BYTE, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Send(out, 1, MPI_BYTE, 0, 5, MPI_COMM_WORLD);
    }
  }
  if (rank == 0) report("mpi_send_overhead", bytes, count, 1);
}

/* Receives messages that have come long ago, while this rank computed. */
static void receive_overhead(long bytes) {
  double long_us = 3 * round_trip_us > 40 ? 3 * round_trip_us : 40;
  int count = affordable(repetitions(bytes) / 4, long_us + round_trip_us);
  for (int i = -WARM_UP; i < count; i++) {
    if (rank == 0) {
      MPI_Request request;
      MPI_Send(out, 1, MPI_BYTE, 1, 6, MPI_COMM_WORLD);
      compute(long_us);
      double start = now_us();
      MPI_Irecv(in, (int)bytes, MPI_BYTE, 1, 7, MPI_COMM_WORLD, &request);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
      if (i >= 0) samples[i] = now_us() - start;
    } else {
      MPI_Recv(in, 1, MPI_BYTE, 0, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Send(out, (int)bytes, MPI_BYTE, 0, 7, MPI_COMM_WORLD);
    }
  }
  if (rank == 0) report("mpi_receive_overhead", bytes, count, 1);
}

/*
 * Whether a send returns before there is a receive: then a second message, which says so, is there before the first has
 * been received. No clock decides that it does; who is kept waiting by other processes tries again.
 */
static int is_eager(long bytes) {
  int eager = 0;
  for (int i = 0; i < 4 && !eager; i++) {
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
      double start = now_us();
      MPI_Send(out, (int)bytes, MPI_BYTE, 1, 8, MPI_COMM_WORLD);
      samples[0] = now_us() - start;
      MPI_Send(out, 1, MPI_BYTE, 1, 9, MPI_COMM_WORLD);
    } else {
      for (double end = now_us() + 50000; !eager && now_us() < end;)
        MPI_Iprobe(0, 9, MPI_COMM_WORLD, &eager, MPI_STATUS_IGNORE);
      MPI_Recv(in, (int)bytes, MPI_BYTE, 0, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Recv(in, 1, MPI_BYTE, 0, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Bcast(&eager, 1, MPI_INT, 1, MPI_COMM_WORLD);
  }
  return eager;
}

/* The largest message that is sent eagerly, to the byte; nothing where all or none are. */
static void eager_threshold(void) {
  long eager = 1, waits = MOST_BYTES;
  if (!is_eager(eager) || is_eager(waits)) return;
  while (waits - eager > 1) {
    long middle = eager + (waits - eager) / 2;
    if (is_eager(middle))
      eager = middle;
    else
      waits = middle;
  }
  if (rank == 0) report("mpi_eager", eager, 1, 1);
}

/* Which library this is, on a line that readers of the CSV pass over. */
static void print_library(void) {
  char library[MPI_MAX_LIBRARY_VERSION_STRING] = "";
  int length = 0;
  MPI_Get_library_version(library, &length);
  for (int i = 0; i < length; i++)
    if (library[i] == '\n' || library[i] == ',') library[i] = '\0';
  printf("# library %s\n", library);
}

/* Collectives of a vector or block of so many bytes. Where one rank sends or receives all, the other does so next. */
static void barrier(long bytes) {
  (void)bytes;
  MPI_Barrier(MPI_COMM_WORLD);
}

static void broadcasts(long bytes) {
  MPI_Bcast(out, (int)bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
  MPI_Bcast(out, (int)bytes, MPI_BYTE, 1, MPI_COMM_WORLD);
}

static void reductions(long bytes) {
  MPI_Reduce(out, in, (int)(bytes / 8), MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  MPI_Reduce(out, in, (int)(bytes / 8), MPI_DOUBLE, MPI_SUM, 1, MPI_COMM_WORLD);
}

static void allreduce(long bytes) {
  MPI_Allreduce(out, in, (int)(bytes / 8), MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

static void allgather(long bytes) {
  MPI_Allgather(out, (int)bytes, MPI_BYTE, in, (int)bytes, MPI_BYTE, MPI_COMM_WORLD);
}

static void alltoall(long bytes) {
  MPI_Alltoall(out, (int)bytes, MPI_BYTE, in, (int)bytes, MPI_BYTE, MPI_COMM_WORLD);
}

static double timed(void (*calls)(long), long bytes, int batch) {
  double start = now_us();
  for (int k = 0; k < batch; k++) calls(bytes);
  return now_us() - start;
}

/* In a row, since each of these calls needs the other rank: as programs call them in loops. */
static void collective(const char *kind, void (*calls)(long), long bytes, int of_each) {
  int batch = bytes <= BATCHED_BYTES ? BATCH : 1;
  timed(calls, bytes, batch);
  int count = affordable(repetitions(bytes) / 4, timed(calls, bytes, batch));
  for (int i = -smaller(WARM_UP, count); i < count; i++) {
    double time = timed(calls, bytes, batch);
    if (i >= 0) samples[i] = time;
  }
  if (rank == 0) report(kind, bytes, count, (double)batch * of_each);
}

static void collectives(void) {
  collective("mpi_barrier", barrier, 0, 1);
  for (long bytes = 8; bytes <= 1 << 20; bytes *= 4) {
    collective("mpi_bcast", broadcasts, bytes, 2);
    collective("mpi_reduce", reductions, bytes, 2);
    collective("mpi_allreduce", allreduce, bytes, 1);
    collective("mpi_allgather", allgather, bytes, 1);
    collective("mpi_alltoall", alltoall, bytes, 1);
  }
}

/* A put of 8 bytes in an epoch that the target exposes, and one back. */
static void epochs(MPI_Win window, MPI_Group other, int batch) {
  for (int k = 0; k < 2 * batch; k++) {
    if (k % 2 == rank) {
      MPI_Win_start(other, 0, window);
      MPI_Put(out, 8, MPI_BYTE, 1 - rank, 0, 8, MPI_BYTE, window);
      MPI_Win_complete(window);
    } else {
      MPI_Win_post(other, 0, window);
      MPI_Win_wait(window);
    }
  }
}

static void epoch(MPI_Win window) {
  int partner = 1 - rank;
  MPI_Group world, other;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &partner, &other);
  int count = affordable(1000 / FEWER, 6 * BATCH * round_trip_us);
  for (int i = -smaller(WARM_UP, count); i < count; i++) {
    double start = now_us();
    epochs(window, other, BATCH);
    if (i >= 0) samples[i] = now_us() - start;
  }
  if (rank == 0) report("mpi_win_epoch", 8, count, 2.0 * BATCH);
  MPI_Group_free(&other);
  MPI_Group_free(&world);
}

static void fences(MPI_Win window) {
  int count = affordable(1000 / FEWER, 4 * BATCH * round_trip_us);
  MPI_Win_fence(0, window);
  for (int i = -smaller(WARM_UP, count); i < count; i++) {
    double start = now_us();
    for (int k = 0; k < BATCH; k++) MPI_Win_fence(0, window);
    if (i >= 0) samples[i] = now_us() - start;
  }
  MPI_Win_fence(MPI_MODE_NOSUCCEED, window);
  if (rank == 0) report("mpi_win_fence", 0, count, BATCH);
}

/* A lock that nobody else has, and its end. Rank 1 waits in a barrier, where it lets others go on. */
static void locks(MPI_Win window) {
  int count = affordable(1000 / FEWER, 4 * round_trip_us);
  if (rank == 0) {
    for (int i = -smaller(WARM_UP, count); i < count; i++) {
      double start = now_us();
      MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, window);
      double locked = now_us();
      MPI_Win_unlock(1, window);
      if (i >= 0) {
        samples[i] = locked - start;
        others[i] = now_us() - locked;
      }
    }
    report("mpi_win_lock", 0, count, 1);
    memcpy(samples, others, (size_t)count * sizeof samples[0]);
    report("mpi_win_unlock", 0, count, 1);
  }
  MPI_Barrier(MPI_COMM_WORLD);
}

static void put(MPI_Win window, long bytes) {
  MPI_Put(out, (int)bytes, MPI_BYTE, 1, 0, (int)bytes, MPI_BYTE, window);
}

static void get(MPI_Win window, long bytes) {
  MPI_Get(out, (int)bytes, MPI_BYTE, 1, 0, (int)bytes, MPI_BYTE, window);
}

static void accumulate(MPI_Win window, long bytes) {
  MPI_Accumulate(out, (int)(bytes / 8), MPI_DOUBLE, 1, 0, (int)(bytes / 8), MPI_DOUBLE, MPI_SUM, window);
}

/* An access and its completion. Rank 1 waits in a barrier, where it lets others go on. */
static void access_window(const char *kind, void (*call)(MPI_Win, long), MPI_Win window, long bytes) {
  int count = affordable(repetitions(bytes) / 8 + 3, 10 + (double)bytes / 1000);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, window);
    for (int i = -smaller(WARM_UP, count); i < count; i++) {
      double start = now_us();
      call(window, bytes);
      MPI_Win_flush(1, window);
      if (i >= 0) samples[i] = now_us() - start;
    }
    MPI_Win_unlock(1, window);
    report(kind, bytes, count, 1);
  }
  MPI_Barrier(MPI_COMM_WORLD);
}

static void windows(void) {
  MPI_Win window;
  MPI_Win_create(in, MOST_BYTES, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  epoch(window);
  fences(window);
  locks(window);
  for (long bytes = 8; bytes <= 1 << 20; bytes *= 4) {
    access_window("mpi_win_put", put, window, bytes);
    access_window("mpi_win_get", get, window, bytes);
    access_window("mpi_win_accumulate", accumulate, window, bytes);
  }
  MPI_Win_free(&window);
}

int main(int argc, char **argv) {
  int size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size != 2) {
    if (rank == 0) fprintf(stderr, "expected 2 ranks, found %d\n", size);
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  out = malloc(MOST_BYTES);
  in = malloc(MOST_BYTES);
  if (out == NULL || in == NULL) MPI_Abort(MPI_COMM_WORLD, 3);
  memset(out, 0, MOST_BYTES);
  memset(in, 0, MOST_BYTES);
  measure_clock();
  if (rank == 0) print_library();
  if (rank == 0) printf("kind,bytes,repetitions,min_us,median_us,mean_us\n");
  eager_threshold();
  for (long bytes = 1; bytes <= MOST_BYTES; bytes *= 2) ping_pong(bytes);
  for (long bytes = 1; bytes <= MOST_BYTES; bytes *= 4) stream(bytes);
  exchanges();
  for (long bytes = 1; bytes <= 1024; bytes *= 4) send_overhead(bytes);
  for (long bytes = 1; bytes <= 1024; bytes *= 4) receive_overhead(bytes);
  collectives();
  windows();
  MPI_Finalize();
  return 0;
}
