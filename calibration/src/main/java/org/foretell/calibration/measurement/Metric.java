package org.foretell.calibration.measurement;

/** The quantity that a benchmark measures: the time of an op, by its bytes. */
public enum Metric {
  /** Half a round trip of an MPI message. */
  MPI_LATENCY("mpi_latency", "MPI message, one way"),
  /** Time for each message of a stream from one rank to another. */
  MPI_STREAM("mpi_stream", "MPI messages in a stream"),
  /** Time for each message of two streams, one in each direction. */
  MPI_BIDIRECTIONAL("mpi_bidirectional", "MPI messages in two streams, one each way"),
  /** Time for each message of the streams of several pairs of ranks. */
  MPI_MESSAGE_RATE("mpi_message_rate", "MPI messages in streams of several pairs"),
  /** CPU time of a non-blocking send and of completing it. */
  MPI_SEND_OVERHEAD("mpi_send_overhead", "CPU time of an MPI send"),
  /** CPU time of a non-blocking receive and of completing it, after the message has arrived. */
  MPI_RECEIVE_OVERHEAD("mpi_receive_overhead", "CPU time of an MPI receive"),
  /**
   * The largest MPI message whose send returns before there is a receive; its time is meaningless.
   */
  MPI_EAGER("mpi_eager", "Largest MPI message that is sent eagerly"),
  /**
   * Two large MPI messages, one each way, from the send of the rank that computed while the other
   * began.
   */
  MPI_EXCHANGE("mpi_exchange", "Two MPI messages, one each way, one of them sent late"),
  /** An MPI put and its completion. */
  MPI_PUT("mpi_put", "MPI put"),
  /** An MPI get and its completion. */
  MPI_GET("mpi_get", "MPI get"),
  /** An MPI atomic, or accumulate, and its completion. */
  MPI_ATOMIC("mpi_atomic", "MPI atomic"),
  /** Time for each put of a stream. */
  MPI_PUT_STREAM("mpi_put_stream", "MPI puts in a stream"),
  /** Time for each get of a stream. */
  MPI_GET_STREAM("mpi_get_stream", "MPI gets in a stream"),
  /** An MPI barrier. */
  MPI_BARRIER("mpi_barrier", "MPI barrier"),
  /** An MPI allreduce, by the bytes of its vector. */
  MPI_ALLREDUCE("mpi_allreduce", "MPI allreduce"),
  /** An MPI broadcast, by the bytes of its vector. */
  MPI_BCAST("mpi_bcast", "MPI broadcast"),
  /** An MPI reduction to one rank, by the bytes of its vector. */
  MPI_REDUCE("mpi_reduce", "MPI reduction"),
  /** An MPI allgather, by the bytes of a block. */
  MPI_ALLGATHER("mpi_allgather", "MPI allgather"),
  /** An MPI all-to-all, by the bytes of a block. */
  MPI_ALLTOALL("mpi_alltoall", "MPI all-to-all"),
  /** A put into a window, and its flush. */
  WIN_PUT("mpi_win_put", "Put into a window, and flush"),
  /** A get from a window, and its flush. */
  WIN_GET("mpi_win_get", "Get from a window, and flush"),
  /** An accumulate of doubles into a window, and its flush. */
  WIN_ACCUMULATE("mpi_win_accumulate", "Accumulate into a window, and flush"),
  /** A fence after which nothing was accessed, by both ranks at once. */
  WIN_FENCE("mpi_win_fence", "Fence of a window"),
  /** Half of a ping-pong by puts of 8 bytes, each in an epoch that its target posts. */
  WIN_EPOCH("mpi_win_epoch", "Post, start, put, complete and wait"),
  /** A shared lock that nobody else has. */
  WIN_LOCK("mpi_win_lock", "Lock of a window"),
  /** The end of such a lock without an access. */
  WIN_UNLOCK("mpi_win_unlock", "Unlock of a window without an access"),
  /** A SHMEM put and its quiet. */
  SHMEM_PUT("shmem_put", "SHMEM put"),
  /** A SHMEM get. */
  SHMEM_GET("shmem_get", "SHMEM get"),
  /** A fetching SHMEM atomic. */
  SHMEM_ATOMIC("shmem_atomic", "SHMEM atomic"),
  /** Time for each put of a stream. */
  SHMEM_PUT_STREAM("shmem_put_stream", "SHMEM puts in a stream"),
  /** Half a round trip of a put that the other side waits for. */
  SHMEM_FLAG("shmem_flag", "SHMEM put and wait, one way"),
  /** Half a round trip of a put of data, followed by a flag that the other side waits for. */
  SHMEM_PUT_FLAG("shmem_put_flag", "SHMEM put, flag and wait, one way"),
  /** A SHMEM barrier. */
  SHMEM_BARRIER("shmem_barrier", "SHMEM barrier"),
  /** A SHMEM reduction to all. */
  SHMEM_REDUCE("shmem_reduce", "SHMEM reduction");

  private final String word;
  private final String title;

  Metric(String word, String title) {
    this.word = word;
    this.title = title;
  }

  /** {@return its name in CSV} */
  public String word() {
    return word;
  }

  /** {@return its name for people} */
  public String title() {
    return title;
  }

  @Override
  public String toString() {
    return word;
  }
}
