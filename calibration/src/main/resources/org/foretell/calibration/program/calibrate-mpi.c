/* Measures messages between ranks 0 and 1, and collectives of all. Times go to standard output. */
#include <mpi.h>
#include <string.h>

#include "timing.h"

#define WINDOW 32
#define WARM_UP 20

static int rank;
static char *out, *in;

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
static void ping_pong(long bytes) {
  int count = repetitions(bytes), batch = bytes <= BATCHED_BYTES ? BATCH : 1;
  for (int i = -WARM_UP; i < count; i++) {
    double touching = 0;
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
          touching = now_us() - received + clock_us;
        }
        MPI_Send(out, (int)bytes, MPI_BYTE, 0, 1, MPI_COMM_WORLD);
      }
    }
    double time = now_us() - start;
    if (i >= 0) samples[i] = rank == 0 ? time : touching;
    if (rank == 0 && batch == 1) read_all(in, bytes);
  }
  if (rank == 1) MPI_Send(samples, count, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Recv(others, count, MPI_DOUBLE, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < count; i++) samples[i] -= others[i];
    report("mpi_latency", bytes, count, 2.0 * batch);
  }
}

static void stream(long bytes) {
  MPI_Request requests[WINDOW];
  int count = repetitions(bytes) / 10 + 5;
  for (int i = -3; i < count; i++) {
    double start = now_us();
    for (int k = 0; k < WINDOW; k++) {
      if (rank == 0)
        MPI_Isend(out, (int)bytes, MPI_BYTE, 1, 2, MPI_COMM_WORLD, &requests[k]);
      else
        MPI_Irecv(in, (int)bytes, MPI_BYTE, 0, 2, MPI_COMM_WORLD, &requests[k]);
    }
    MPI_Waitall(WINDOW, requests, MPI_STATUSES_IGNORE);
    if (rank == 0)
      MPI_Recv(in, 1, MPI_BYTE, 1, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else
      MPI_Send(out, 1, MPI_BYTE, 0, 3, MPI_COMM_WORLD);
    if (i >= 0) samples[i] = now_us() - start;
  }
  if (rank == 0) report("mpi_stream", bytes, count, WINDOW);
}

/* Sends with computation between start and completion: what is left is time of the CPU. */
static void send_overhead(long bytes) {
  int count = repetitions(bytes) / 4;
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
  int count = repetitions(bytes) / 4;
  for (int i = -WARM_UP; i < count; i++) {
    if (rank == 0) {
      MPI_Request request;
      MPI_Send(out, 1, MPI_BYTE, 1, 6, MPI_COMM_WORLD);
      compute(40);
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

static void collectives(void) {
  for (int i = -WARM_UP; i < 1000 / FEWER; i++) {
    double start = now_us();
    MPI_Barrier(MPI_COMM_WORLD);
    if (i >= 0) samples[i] = now_us() - start;
  }
  if (rank == 0) report("mpi_barrier", 0, 1000 / FEWER, 1);
  for (long bytes = 8; bytes <= 1 << 20; bytes *= 4) {
    int count = repetitions(bytes) / 4;
    for (int i = -WARM_UP; i < count; i++) {
      MPI_Barrier(MPI_COMM_WORLD);
      double start = now_us();
      MPI_Allreduce(out, in, (int)(bytes / 8), MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
      if (i >= 0) samples[i] = now_us() - start;
    }
    if (rank == 0) report("mpi_allreduce", bytes, count, 1);
  }
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
  for (long bytes = 1; bytes <= 1024; bytes *= 4) send_overhead(bytes);
  for (long bytes = 1; bytes <= 1024; bytes *= 4) receive_overhead(bytes);
  collectives();
  MPI_Finalize();
  return 0;
}
