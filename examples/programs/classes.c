/* Messages that come too late, for sim classify --train: rank 0 sends to rank 1, and one of the calls on both sides is
 * late. Each message is in a phase that is named after its class.
 *
 *   mpirun -np 2 ./classes LARGEST_BYTES ITERATIONS
 *
 * This is what MessageBenchmark of Foretell runs in the simulator. Delays are drawn uniformly from half a normal
 * message to 32 of them; what is not late differs by a quarter of one.
 */
#include <foretell/trace.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SENDER, RECEIVER };
enum class { NORMAL, LATE_SEND, LATE_RECEIVE, LATE_SEND_POST, LATE_SEND_WAIT, LATE_RECEIVE_POST, LATE_RECEIVE_WAIT, CLASSES };
enum { RECEIVE_EARLY = 1, SEND_WAITS_LATER = 2 };

static const char *const name[CLASSES] = {"normal",         "late send",      "late receive",     "late send post",
                                          "late send wait", "late receive post", "late receive wait"};
static const double least = 0.5, most = 32, tolerance = 0.25, rest = 4;
static int rank, iterations;
static char *buffer;
static unsigned long long state = 1;

/* Both ranks draw the same numbers. */
static double uniform(double from, double to) {
  state = state * 6364136223846793005ULL + 1442695040888963407ULL;
  return from + (to - from) * (double)(state >> 11) / 9007199254740992.0;
}

static void compute(double seconds) {
  for (double end = MPI_Wtime() + seconds; MPI_Wtime() < end;) {
  }
}

/* One message; times are seconds. Returns how long it took from the send to the end of the receive, as far as one clock
 * tells: both ranks leave the barrier together. */
static double message(int isend, int irecv, int bytes, double send, double send_wait, double receive,
                      double receive_wait, const char *phase) {
  MPI_Request request;
  MPI_Barrier(MPI_COMM_WORLD);
  double start = MPI_Wtime();
  if (phase != NULL) {
    foretell_marker_begin(phase);
  }
  if (rank == SENDER) {
    compute(send);
    if (isend) {
      MPI_Isend(buffer, bytes, MPI_BYTE, RECEIVER, 0, MPI_COMM_WORLD, &request);
      if (send_wait > 0) {
        compute(send_wait);
      }
      MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
      MPI_Send(buffer, bytes, MPI_BYTE, RECEIVER, 0, MPI_COMM_WORLD);
    }
  } else if (rank == RECEIVER) {
    compute(receive);
    if (irecv) {
      MPI_Irecv(buffer, bytes, MPI_BYTE, SENDER, 0, MPI_COMM_WORLD, &request);
      if (receive_wait > 0) {
        compute(receive_wait);
      }
      MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
      MPI_Recv(buffer, bytes, MPI_BYTE, SENDER, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  }
  double took = MPI_Wtime() - start;
  if (phase != NULL) {
    foretell_marker_end(phase);
  }
  return took;
}

/* The median of a normal message, by the receiver's clock, known to both. */
static int ascending(const void *one, const void *other) {
  double a = *(const double *)one, b = *(const double *)other;
  return (a > b) - (a < b);
}

static double normal_seconds(int isend, int irecv, int bytes) {
  double took[21];
  const int count = sizeof took / sizeof *took;
  for (int i = 0; i < count; i++) {
    took[i] = message(isend, irecv, bytes, 2e-5, 0, 2e-5, 0, NULL) - 2e-5;
  }
  qsort(took, count, sizeof *took, ascending);
  double median = took[count / 2];
  MPI_Bcast(&median, 1, MPI_DOUBLE, RECEIVER, MPI_COMM_WORLD);
  return median > 1e-7 ? median : 1e-7;
}

static int is_possible(enum class class, int isend, int irecv, int variant) {
  if ((variant & RECEIVE_EARLY) && (!irecv || class == LATE_RECEIVE_POST)) {
    return 0;
  }
  if ((variant & SEND_WAITS_LATER) && (!isend || class == LATE_SEND_WAIT)) {
    return 0;
  }
  switch (class) {
  case LATE_SEND:
    return !isend;
  case LATE_SEND_POST:
  case LATE_SEND_WAIT:
    return isend;
  case LATE_RECEIVE:
    return !irecv;
  case LATE_RECEIVE_POST:
  case LATE_RECEIVE_WAIT:
    return irecv;
  default:
    return 1;
  }
}

static void emulate(enum class class, int isend, int irecv, int variant, int bytes, double unit) {
  double send = uniform(0, tolerance), receive = uniform(0, tolerance), send_wait = 0, receive_wait = 0;
  double late = class == NORMAL ? 0 : uniform(least, most);
  int receiver_is_late = class == LATE_RECEIVE || class == LATE_RECEIVE_POST || class == LATE_RECEIVE_WAIT;
  char phase[80];
  if (variant & RECEIVE_EARLY) {
    receive_wait = uniform(0, most / 4);
    send += receive_wait;
  }
  switch (class) {
  case LATE_SEND:
  case LATE_SEND_POST:
    send += late;
    break;
  case LATE_SEND_WAIT:
    send_wait = late;
    break;
  case LATE_RECEIVE:
  case LATE_RECEIVE_POST:
    receive += late;
    break;
  case LATE_RECEIVE_WAIT:
    receive_wait += late;
    break;
  default:
    break;
  }
  if (variant & SEND_WAITS_LATER) {
    send_wait = uniform(0, receiver_is_late ? late : least);
  }
  snprintf(phase, sizeof phase, "%s%s%s%s", name[class], variant ? ":" : "",
           variant & RECEIVE_EARLY ? " receive posted early" : "", variant & SEND_WAITS_LATER ? " send waited for later" : "");
  message(isend, irecv, bytes, (rest + send) * unit, send_wait * unit, (rest + receive) * unit, receive_wait * unit, phase);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  int largest = argc > 1 ? atoi(argv[1]) : 1 << 20;
  iterations = argc > 2 ? atoi(argv[2]) : 5;
  if (ranks != 2 || largest < 1 || iterations < 1) {
    if (rank == 0) {
      fprintf(stderr, "usage: mpirun -np 2 ./classes LARGEST_BYTES ITERATIONS\n");
    }
    MPI_Finalize();
    return 2;
  }
  buffer = calloc(1, (size_t)largest);
  double start = MPI_Wtime();
  long messages = 0;
  for (long bytes = 1; bytes <= largest; bytes *= 2) {
    for (int isend = 0; isend < 2; isend++) {
      for (int irecv = 0; irecv < 2; irecv++) {
        double unit = normal_seconds(isend, irecv, (int)bytes);
        for (int i = 0; i < iterations; i++) {
          for (enum class class = NORMAL; class < CLASSES; class++) {
            for (int variant = 0; variant < 4; variant++) {
              if (is_possible(class, isend, irecv, variant)) {
                emulate(class, isend, irecv, variant, (int)bytes, unit);
                messages++;
              }
            }
          }
        }
      }
    }
  }
  if (rank == 0) {
    printf("classes: %ld messages up to %d bytes in %.6f s\n", messages, largest, MPI_Wtime() - start);
  }
  free(buffer);
  MPI_Finalize();
  return 0;
}
