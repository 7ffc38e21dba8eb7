/* Messages and collectives that come too late, for sim classify --train: rank 0 sends to rank 1, and one of the calls on
 * both sides is late; or both ranks call a collective, and one comes late. Each is in a phase named after its class.
 *
 *   mpirun -np 2 ./classes LARGEST_BYTES ITERATIONS
 *
 * This is what MessageBenchmark and CollectiveBenchmark of Foretell run in the simulator. What is late is so by 2 to 32
 * units (collectives: 1 to 32), drawn uniformly; what is not differs by up to 1.25 of them (collectives: 0.25). A unit
 * is what the message normally takes, or how far its third quartile is from the median if that is more: less late than
 * that, nobody can tell.
 */
#include <foretell/trace.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SENDER, RECEIVER };
enum class { NORMAL, LATE_SEND, LATE_RECEIVE, LATE_SEND_POST, LATE_SEND_WAIT, LATE_RECEIVE_POST, LATE_RECEIVE_WAIT, CLASSES };
/* Good practice; posted and waited for late, one of them most; one call waits for the send and for another message. */
enum { RECEIVE_EARLY = 1, SEND_WAITS_LATER = 2, RECEIVE_LATE_TWICE = 4, SEND_WITH_ANOTHER = 8, VARIANTS = 16 };
enum collective { BARRIER, BCAST, REDUCE, ALLREDUCE, ALLGATHER, ALLTOALL, COLLECTIVES };

static const char *const name[CLASSES] = {"normal",         "late send",      "late receive",     "late send post",
                                          "late send wait", "late receive post", "late receive wait"};
static const double least = 2, most = 32, tolerance = 1.25, rest = 4;
static const double least_of_collectives = 1, tolerance_of_collectives = 0.25;
static int rank, iterations;
static char *buffer, *received;
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
                      double receive_wait, double another, const char *phase) {
  MPI_Request request, both[2];
  MPI_Barrier(MPI_COMM_WORLD);
  double start = MPI_Wtime();
  if (phase != NULL) {
    foretell_marker_begin(phase);
  }
  if (rank == SENDER) {
    compute(send);
    if (isend) {
      MPI_Isend(buffer, bytes, MPI_BYTE, RECEIVER, 0, MPI_COMM_WORLD, &request);
      if (another > 0) {
        both[0] = request;
        MPI_Irecv(NULL, 0, MPI_BYTE, RECEIVER, 1, MPI_COMM_WORLD, &both[1]);
      }
      if (send_wait > 0) {
        compute(send_wait);
      }
      if (another > 0) {
        MPI_Waitall(2, both, MPI_STATUSES_IGNORE);
      } else {
        MPI_Wait(&request, MPI_STATUS_IGNORE);
      }
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
  if (another > 0 && rank == RECEIVER) {
    compute(another);
    MPI_Send(NULL, 0, MPI_BYTE, SENDER, 1, MPI_COMM_WORLD);
  }
  return took;
}

static int ascending(const void *one, const void *other) {
  double a = *(const double *)one, b = *(const double *)other;
  return (a > b) - (a < b);
}

enum { SAMPLES = 41 };

/* The unit of delays, by the receiver's clock, known to both: the median, or how far above it the third quartile is. */
static double unit_of(double took[SAMPLES]) {
  qsort(took, SAMPLES, sizeof *took, ascending);
  double median = took[SAMPLES / 2], spread = took[SAMPLES * 3 / 4] - median;
  double unit = median > spread ? median : spread;
  MPI_Bcast(&unit, 1, MPI_DOUBLE, RECEIVER, MPI_COMM_WORLD);
  return unit > 1e-7 ? unit : 1e-7;
}

static double unit_of_message(int isend, int irecv, int bytes) {
  double took[SAMPLES];
  for (int i = 0; i < SAMPLES; i++) {
    took[i] = message(isend, irecv, bytes, 2e-5, 0, 2e-5, 0, 0, NULL) - 2e-5;
  }
  return unit_of(took);
}

static int is_possible(enum class class, int isend, int irecv, int variant) {
  if ((variant & RECEIVE_EARLY) && (!irecv || class == LATE_RECEIVE_POST)) {
    return 0;
  }
  if ((variant & SEND_WAITS_LATER) && (!isend || class == LATE_SEND_WAIT)) {
    return 0;
  }
  if ((variant & RECEIVE_LATE_TWICE) &&
      (variant != RECEIVE_LATE_TWICE || (class != LATE_RECEIVE_POST && class != LATE_RECEIVE_WAIT))) {
    return 0;
  }
  if ((variant & SEND_WITH_ANOTHER) && (variant != SEND_WITH_ANOTHER || !isend)) {
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
  double apart = uniform(0, tolerance), send_wait = 0, receive_wait = 0;
  int is_send_second = uniform(0, 2) >= 1;
  double send = is_send_second ? apart : 0, receive = is_send_second ? 0 : apart;
  double late = class == NORMAL ? 0 : uniform(least, most);
  int receiver_is_late = class == LATE_RECEIVE || class == LATE_RECEIVE_POST || class == LATE_RECEIVE_WAIT;
  char phase[100];
  if (variant & RECEIVE_EARLY) {
    receive_wait = uniform(0, most / 4);
    send += receive_wait;
  }
  switch (class) {
  case LATE_SEND:
  case LATE_SEND_POST:
    send += receive + late;
    break;
  case LATE_SEND_WAIT:
    send_wait = 1 + receive + late;
    break;
  case LATE_RECEIVE:
  case LATE_RECEIVE_POST:
    receive += send + late;
    break;
  case LATE_RECEIVE_WAIT:
    receive_wait += 1 + apart + late;
    break;
  default:
    break;
  }
  if (variant & SEND_WAITS_LATER) {
    send_wait = uniform(0, receiver_is_late ? late : tolerance);
  }
  if (variant & RECEIVE_LATE_TWICE) {
    double other = uniform(0, late / 2);
    receive += class == LATE_RECEIVE_WAIT ? other : 0;
    receive_wait += class == LATE_RECEIVE_POST ? other : 0;
  }
  double another = variant & SEND_WITH_ANOTHER ? uniform(0.1, most / 4) : 0;
  snprintf(phase, sizeof phase, "%s%s%s%s%s%s", name[class], variant ? ":" : "",
           variant & RECEIVE_EARLY ? " receive posted early" : "", variant & SEND_WAITS_LATER ? " send waited for later" : "",
           variant & RECEIVE_LATE_TWICE ? " receive late twice" : "",
           variant & SEND_WITH_ANOTHER ? " send waited for with another" : "");
  message(isend, irecv, bytes, (rest + send) * unit, send_wait * unit, (rest + receive) * unit, receive_wait * unit,
          another * unit, phase);
}

/* A rank computes for a while, and calls a collective. */
static double call(enum collective which, int bytes, double before, const char *phase) {
  MPI_Barrier(MPI_COMM_WORLD);
  if (phase != NULL) {
    foretell_marker_begin(phase);
  }
  compute(before);
  double start = MPI_Wtime();
  switch (which) {
  case BARRIER:
    MPI_Barrier(MPI_COMM_WORLD);
    break;
  case BCAST:
    MPI_Bcast(buffer, bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
    break;
  case REDUCE:
    MPI_Reduce(buffer, received, bytes, MPI_BYTE, MPI_BOR, 0, MPI_COMM_WORLD);
    break;
  case ALLREDUCE:
    MPI_Allreduce(buffer, received, bytes, MPI_BYTE, MPI_BOR, MPI_COMM_WORLD);
    break;
  case ALLGATHER:
    MPI_Allgather(buffer, bytes, MPI_BYTE, received, bytes, MPI_BYTE, MPI_COMM_WORLD);
    break;
  default:
    MPI_Alltoall(buffer, bytes, MPI_BYTE, received, bytes, MPI_BYTE, MPI_COMM_WORLD);
    break;
  }
  double took = MPI_Wtime() - start;
  if (phase != NULL) {
    foretell_marker_end(phase);
  }
  return took;
}

/* Who is late makes the other wait: the root of what is sent from it, and whoever is not for what is sent to it. */
static void emulate_collective(enum collective which, int bytes, double unit, int is_late) {
  int late_rank = which == BCAST ? 0 : which == REDUCE ? 1 : uniform(0, 2) >= 1;
  double late = uniform(least_of_collectives, most), usual[2];
  usual[0] = uniform(0, tolerance_of_collectives);
  usual[1] = uniform(0, tolerance_of_collectives);
  double before = rest + (is_late && rank == late_rank ? tolerance_of_collectives + late : usual[rank]);
  call(which, bytes, before * unit, !is_late ? "normal" : rank == late_rank ? NULL : "late arrival");
}

static long collectives(int largest) {
  long calls = 0;
  for (enum collective which = BARRIER; which < COLLECTIVES; which++) {
    for (long bytes = 8; bytes <= largest / 2; bytes *= 8) {
      double took[SAMPLES];
      for (int i = 0; i < SAMPLES; i++) {
        took[i] = call(which, (int)bytes, 2e-5, NULL);
      }
      double unit = unit_of(took);
      for (int i = 0; i < iterations; i++) {
        for (int again = 0; again < 4; again++, calls += 2) {
          emulate_collective(which, (int)bytes, unit, 0);
          emulate_collective(which, (int)bytes, unit, 1);
        }
      }
      if (which == BARRIER) {
        break;
      }
    }
  }
  return calls;
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
  received = calloc(1, (size_t)largest);
  double start = MPI_Wtime();
  long messages = 0;
  for (long bytes = 1; bytes <= largest; bytes *= 2) {
    for (int isend = 0; isend < 2; isend++) {
      for (int irecv = 0; irecv < 2; irecv++) {
        double unit = unit_of_message(isend, irecv, (int)bytes);
        for (int i = 0; i < iterations; i++) {
          for (enum class class = NORMAL; class < CLASSES; class++) {
            for (int variant = 0; variant < VARIANTS; variant++) {
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
  long calls = collectives(largest);
  if (rank == 0) {
    printf("classes: %ld messages and %ld collectives up to %d bytes in %.6f s\n", messages, calls, largest,
           MPI_Wtime() - start);
  }
  free(buffer);
  free(received);
  MPI_Finalize();
  return 0;
}
