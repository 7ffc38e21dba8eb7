package org.foretell.classification.benchmark;

import java.util.List;
import java.util.random.RandomGenerator;
import org.foretell.classification.kind.CommunicationClass;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.TraceSource;

/** Programs in which all ranks call a collective, simultaneously or with one rank late. */
public final class CollectiveBenchmark {
  private static final double REST = 4;
  private static final int ROOT = 0;

  /** Those to which a rank waits for the root, for whom the root waits, and for all. */
  private static final List<OpCode> CODES =
      List.of(
          OpCode.BARRIER,
          OpCode.BCAST,
          OpCode.SCATTER,
          OpCode.GATHER,
          OpCode.REDUCE,
          OpCode.ALLGATHER,
          OpCode.ALLTOALL,
          OpCode.ALLREDUCE,
          OpCode.REDUCE_SCATTER_BLOCK,
          OpCode.SCAN);

  private CollectiveBenchmark() {}

  /** The normal duration of a collective. */
  @FunctionalInterface
  public interface NormalTime {
    /**
     * {@return picoseconds}
     *
     * @param code which collective
     * @param bytes what a member sends in all, or receives where it sends nothing
     */
    double ps(OpCode code, long bytes);
  }

  /**
   * {@return a program whose collectives are all normal}
   *
   * @param ranks at least 2
   * @param blocks sizes of the members' contributions, bytes
   */
  public static TraceSource normal(int ranks, List<Long> blocks) {
    BenchmarkTrace trace = new BenchmarkTrace(ranks);
    for (OpCode code : CODES) {
      for (long bytes : blocks) {
        if (code == OpCode.BARRIER && bytes > blocks.get(0)) {
          continue;
        }
        trace.barrier();
        for (int rank = 0; rank < ranks; rank++) {
          trace.begin(rank, CommunicationClass.NORMAL.words());
          trace.compute(rank, 1e9 + 1e4 * bytes * ranks);
          call(trace, rank, code, bytes);
          trace.end(rank, CommunicationClass.NORMAL.words());
        }
      }
    }
    return trace.build();
  }

  /**
   * {@return a program with collectives of both classes; the waiting ranks are in a phase named
   * after theirs}
   *
   * @param ranks at least 2
   * @param blocks sizes of the members' contributions, bytes
   * @param delays how late the late member is
   * @param normalTime how long collectives normally take
   * @param random decides the delays, and the late ranks
   */
  public static TraceSource labelled(
      int ranks, List<Long> blocks, Delays delays, NormalTime normalTime, RandomGenerator random) {
    BenchmarkTrace trace = new BenchmarkTrace(ranks);
    for (OpCode code : CODES) {
      for (long bytes : blocks) {
        double unitPs = Math.max(1000, normalTime.ps(code, inAll(code, bytes, ranks)));
        write(trace, code, bytes, unitPs, -1, delays, random);
        write(trace, code, bytes, unitPs, lateRank(code, ranks, random), delays, random);
      }
    }
    return trace.build();
  }

  private static long inAll(OpCode code, long bytes, int ranks) {
    return switch (code) {
      case BARRIER -> 0;
      case SCATTER, ALLTOALL -> bytes * ranks;
      // Any other op moves one block or vector; the collectives of the benchmark are chosen by
      // hand.
      default -> bytes;
    };
  }

  /** One for whom somebody has to wait. */
  private static int lateRank(OpCode code, int ranks, RandomGenerator random) {
    return switch (code) {
      case BCAST, SCATTER -> ROOT;
      case GATHER, REDUCE -> 1 + random.nextInt(ranks - 1);
      // A prefix needs those before.
      case SCAN -> 0;
      // Any other op waits for whoever is late; the collectives of the benchmark are chosen by
      // hand.
      default -> random.nextInt(ranks);
    };
  }

  private static boolean waits(OpCode code, int rank, int late) {
    return switch (code) {
      case GATHER, REDUCE -> rank == ROOT;
      // Any other op keeps all but the late one; the collectives of the benchmark are chosen by
      // hand.
      default -> rank != late;
    };
  }

  private static void write(
      BenchmarkTrace trace,
      OpCode code,
      long bytes,
      double unitPs,
      int late,
      Delays delays,
      RandomGenerator random) {
    trace.barrier();
    double delay = delays.late(random);
    for (int rank = 0; rank < trace.ranks(); rank++) {
      boolean isLate = rank == late;
      CommunicationClass label =
          late < 0 ? CommunicationClass.NORMAL : CommunicationClass.LATE_ARRIVAL;
      boolean counts = late < 0 || waits(code, rank, late);
      if (counts) {
        trace.begin(rank, label.words());
      }
      double usual = delays.normal(random);
      trace.compute(rank, (REST + (isLate ? delays.tolerance() + delay : usual)) * unitPs);
      call(trace, rank, code, bytes);
      if (counts) {
        trace.end(rank, label.words());
      }
    }
  }

  private static void call(BenchmarkTrace trace, int rank, OpCode code, long bytes) {
    switch (code) {
      case BARRIER -> trace.add(rank, code, new OpField[0]);
      case BCAST, REDUCE ->
          trace.add(rank, code, new OpField[] {OpField.BYTES, OpField.ROOT}, bytes, ROOT);
      case SCATTER, GATHER ->
          trace.add(
              rank,
              code,
              new OpField[] {OpField.BYTES, OpField.RECEIVE_BYTES, OpField.ROOT},
              bytes,
              bytes,
              ROOT);
      case ALLGATHER, ALLTOALL ->
          trace.add(rank, code, new OpField[] {OpField.BYTES, OpField.RECEIVE_BYTES}, bytes, bytes);
      case REDUCE_SCATTER_BLOCK -> trace.add(rank, code, OpField.RECEIVE_BYTES, bytes);
      // Any other op has a vector; the collectives of the benchmark are chosen by hand.
      default -> trace.add(rank, code, OpField.BYTES, bytes);
    }
  }
}
