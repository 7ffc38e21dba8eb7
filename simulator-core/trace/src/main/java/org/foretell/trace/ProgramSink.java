package org.foretell.trace;

/**
 * Takes the programs of a trace and ignores everything else: tables, notes, durations. An
 * implementation overrides the methods for anything else it needs.
 *
 * <p>For analyses of the structure of a trace; a writer takes everything, and is a {@link
 * TraceSink} itself.
 */
public interface ProgramSink extends TraceSink {
  @Override
  default void begin(TraceInfo info) {}

  @Override
  default void note(String text) {}

  @Override
  default void callSite(int id, String text) {}

  @Override
  default void marker(int id, String name) {}

  @Override
  default void communicator(Communicator communicator) {}

  @Override
  default void histogram(DurationHistogram histogram) {}

  @Override
  default void durations(int rank, long[] durationsPs, int offset, int length) {}

  @Override
  default void end() {}

  @Override
  default void close() {}
}
