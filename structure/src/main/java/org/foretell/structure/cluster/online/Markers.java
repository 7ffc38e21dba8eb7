package org.foretell.structure.cluster.online;

import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.foretell.structure.Compression;
import org.foretell.structure.DurationRule;
import org.foretell.trace.Communicator;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.TraceSource;
import org.foretell.trace.store.MemoryTrace;

/**
 * The markers of a trace, which all ranks reach equally often: beginnings of a phase, calls of a
 * collective, or iterations of each rank's main loop.
 */
public final class Markers {
  /** The name for iterations of the main loop. */
  public static final String LOOP = "loop";

  private final TraceSource source;
  private final Optional<LoopMarkers> loops;
  private final BitSet phases = new BitSet();
  private final Optional<OpCode> collective;
  private final String text;

  /**
   * Finds the markers of a name.
   *
   * @param source stays open
   * @param name of a phase of the trace, each beginning of which is a marker; of a collective like
   *     {@code barrier}, each call of which on the world is one; or {@link #LOOP}. Empty for the
   *     only phase of the trace
   * @throws IllegalArgumentException if the name is unknown; the message is for users
   * @throws org.foretell.trace.TraceException if the trace is damaged
   */
  public Markers(TraceSource source, Optional<String> name) {
    List<String> named = source.tables().markers();
    String wanted = name.orElseGet(() -> only(named));
    for (int id = 0; id < named.size(); id++) {
      phases.set(id, named.get(id).equals(wanted));
    }
    collective = phases.isEmpty() ? collective(wanted) : Optional.empty();
    if (phases.isEmpty() && collective.isEmpty() && !wanted.equals(LOOP)) {
      throw new IllegalArgumentException(
          "nothing that can be a marker is called \""
              + wanted
              + "\"; expected "
              + (named.isEmpty() ? "" : "one of its phases (" + String.join(", ", named) + "), ")
              + "a collective like barrier or allreduce, or loop");
    }
    boolean loop = phases.isEmpty() && collective.isEmpty();
    this.source = loop ? folded(source) : source;
    loops = loop ? Optional.of(LoopMarkers.of(this.source)) : Optional.empty();
    text = loop ? "iterations of the main loop" : (phases.isEmpty() ? "" : "phase ") + wanted;
  }

  private static String only(List<String> named) {
    if (named.size() == 1) {
      return named.get(0);
    }
    throw new IllegalArgumentException(
        (named.isEmpty()
                ? "the trace has no phases, so nothing in it is a marker; "
                : "the trace has several phases (" + String.join(", ", named) + "); ")
            + "say what the markers are: "
            + (named.isEmpty() ? "" : "one of them, ")
            + "a collective like barrier or allreduce, or loop for each iteration of the main"
            + " loop");
  }

  private static Optional<OpCode> collective(String name) {
    for (OpCode code : OpCode.values()) {
      if (code.isCollective() && code.name().toLowerCase(Locale.ROOT).equals(name)) {
        return Optional.of(code);
      }
    }
    return Optional.empty();
  }

  private static TraceSource folded(TraceSource source) {
    try (MemoryTrace.Builder builder = MemoryTrace.builder()) {
      Compression.compress(source, builder, DurationRule.EXACT);
      return builder.build();
    }
  }

  /** {@return what the markers are, for people} */
  @Override
  public String toString() {
    return text;
  }

  /** The trace with the same ops that markers are found in. */
  TraceSource source() {
    return source;
  }

  /** The ops of a rank, from marker to marker. */
  IntervalCursor open(int rank, int every) {
    MarkerRule rule = loops.isPresent() ? loops.get().rule(rank) : ofOps();
    return new IntervalCursor(source.open(rank), rule, every);
  }

  private MarkerRule ofOps() {
    return new MarkerRule() {
      @Override
      public boolean endsBefore(OpView op) {
        return op.code() == OpCode.MARKER_BEGIN && phases.get((int) op.get(OpField.MARKER));
      }

      @Override
      public boolean endsAfter(OpView op) {
        return collective.isPresent()
            && op.code() == collective.get()
            && (!op.code().has(OpField.COMMUNICATOR) || op.communicator() == Communicator.WORLD);
      }
    };
  }
}
