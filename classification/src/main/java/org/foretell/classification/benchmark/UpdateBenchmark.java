package org.foretell.classification.benchmark;

import java.util.List;
import java.util.function.LongToDoubleFunction;
import java.util.random.RandomGenerator;
import org.foretell.classification.kind.CommunicationClass;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.TraceSource;

/** Programs of two ranks in which rank 0 updates a variable that rank 1 waits for. */
public final class UpdateBenchmark {
  private static final int VARIABLE = 1;
  private static final double REST = 4;

  /** An update is on its way for a normal time of it, and no wait can be late that ends it. */
  private static final double UPDATE = 1;

  private static final List<CommunicationClass> CLASSES =
      List.of(CommunicationClass.NORMAL, CommunicationClass.LATE_PUT, CommunicationClass.LATE_WAIT);
  private static final OpField[] PUT = {OpField.PEER, OpField.BYTES, OpField.TAG};

  private UpdateBenchmark() {}

  /**
   * {@return a program whose updates are all normal}
   *
   * @param sizes of updates, bytes
   */
  public static TraceSource normal(List<Long> sizes) {
    BenchmarkTrace trace = new BenchmarkTrace(2);
    for (long bytes : sizes) {
      write(trace, CommunicationClass.NORMAL, bytes, 0, 0, 1e9 + 1e4 * bytes);
    }
    return trace.build();
  }

  /**
   * {@return a program with updates of all classes, each in a phase named after it}
   *
   * @param sizes of updates, bytes
   * @param iterations of each class and size
   * @param delays how late they are
   * @param normalPs the normal time of an update of a number of bytes, picoseconds
   * @param random decides the delays
   */
  public static TraceSource labelled(
      List<Long> sizes,
      int iterations,
      Delays delays,
      LongToDoubleFunction normalPs,
      RandomGenerator random) {
    BenchmarkTrace trace = new BenchmarkTrace(2);
    for (long bytes : sizes) {
      double unitPs = Math.max(1000, normalPs.applyAsDouble(bytes));
      for (CommunicationClass label : CLASSES) {
        for (int i = 0; i < iterations; i++) {
          double apart = delays.normal(random);
          boolean isPutSecond = random.nextBoolean();
          double late = delays.late(random);
          double put = isPutSecond ? apart : 0;
          double wait = isPutSecond ? 0 : apart;
          if (label == CommunicationClass.LATE_PUT) {
            put += wait + late;
          } else if (label == CommunicationClass.LATE_WAIT) {
            wait += put + UPDATE + late;
          }
          write(trace, label, bytes, put, wait, unitPs);
        }
      }
    }
    return trace.build();
  }

  private static void write(
      BenchmarkTrace trace,
      CommunicationClass label,
      long bytes,
      double put,
      double wait,
      double unitPs) {
    trace.barrier();
    for (int rank = 0; rank < 2; rank++) {
      trace.begin(rank, label.words());
    }
    trace.compute(0, (REST + put) * unitPs);
    trace.compute(1, (REST + wait) * unitPs);
    trace.add(0, OpCode.SHMEM_PUT, PUT, 1, bytes, VARIABLE);
    trace.add(1, OpCode.SHMEM_WAIT_UNTIL, OpField.TAG, VARIABLE);
    for (int rank = 0; rank < 2; rank++) {
      trace.end(rank, label.words());
    }
  }
}
