package org.foretell.benchmarks;

import java.nio.file.Path;
import org.foretell.trace.store.TraceStoreWriter;

/** Writes the traces to files that {@code sim generate trace} does not write. */
public final class SyntheticTraceFiles {
  private static final int EXIT_USAGE = 64;
  private static final long MESSAGE_BYTES = 1024;
  private static final long SMALL_MESSAGE_BYTES = 8;
  private static final long BURST_PS = 10_000_000;

  private SyntheticTraceFiles() {}

  /**
   * Writes one trace.
   *
   * @param arguments {@code puts WIDTH ROUNDS FILE} or {@code pencils WIDTH STEPS FILE}; as task
   *     graphs {@code dissemination RANKS FILE} or {@code alltoall-graph RANKS FILE}
   */
  public static void main(String[] arguments) {
    if (arguments.length == 4 && arguments[0].equals("puts")) {
      int width = Integer.parseInt(arguments[1]);
      try (TraceStoreWriter writer = TraceStoreWriter.create(Path.of(arguments[3]))) {
        SyntheticTraces.writePuts(width, MESSAGE_BYTES, Long.parseLong(arguments[2]), writer);
      }
    } else if (arguments.length == 4 && arguments[0].equals("pencils")) {
      int width = Integer.parseInt(arguments[1]);
      long steps = Long.parseLong(arguments[2]);
      try (TraceStoreWriter writer = TraceStoreWriter.create(Path.of(arguments[3]))) {
        SyntheticTraces.writePencils(width, MESSAGE_BYTES, steps, BURST_PS, writer);
      }
    } else if (arguments.length == 3 && arguments[0].equals("dissemination")) {
      int ranks = Integer.parseInt(arguments[1]);
      try (TraceStoreWriter writer = TraceStoreWriter.create(Path.of(arguments[2]))) {
        SyntheticTraces.writeDissemination(ranks, SMALL_MESSAGE_BYTES, writer);
      }
    } else if (arguments.length == 3 && arguments[0].equals("alltoall-graph")) {
      int ranks = Integer.parseInt(arguments[1]);
      try (TraceStoreWriter writer = TraceStoreWriter.create(Path.of(arguments[2]))) {
        SyntheticTraces.writeAlltoallGraph(ranks, SMALL_MESSAGE_BYTES, writer);
      }
    } else {
      System.err.println(
          "usage: puts WIDTH ROUNDS FILE | pencils WIDTH STEPS FILE"
              + " | dissemination RANKS FILE | alltoall-graph RANKS FILE");
      System.exit(EXIT_USAGE);
    }
  }
}
