package org.foretell.structure.cluster.signature;

import java.util.List;
import java.util.function.Predicate;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.TraceSource;

/**
 * A hash of all events of a rank with all their parameters. Partners in the world are compared by
 * their distance modulo the number of ranks; request slots and recorded outcomes are ignored.
 */
public final class ReferenceSignatures {
  private static final List<OpField> LEFT_OUT =
      List.of(
          OpField.REQUEST,
          OpField.REQUESTS,
          OpField.OUTCOME,
          OpField.OUTCOMES,
          OpField.MATCHED_PEER,
          OpField.MATCHED_TAG,
          OpField.NEW_COMMUNICATOR);

  private static final List<OpField> PARTNERS =
      List.of(OpField.PEER, OpField.TAG, OpField.RECEIVE_PEER, OpField.RECEIVE_TAG);

  private final OpField[][] fields = new OpField[256][];

  private final TraceSource source;
  private final List<ParameterFunction> functions;
  private final OpView view = new OpView();

  /**
   * Prepares to read.
   *
   * @param source stays open
   */
  public ReferenceSignatures(TraceSource source) {
    this(source, List.of(), field -> !LEFT_OUT.contains(field));
  }

  private ReferenceSignatures(
      TraceSource source, List<ParameterFunction> functions, Predicate<OpField> counts) {
    this.source = source;
    this.functions = functions;
    for (OpCode code : OpCode.values()) {
      fields[code.id()] = code.fields().stream().filter(counts).toArray(OpField[]::new);
    }
  }

  /**
   * {@return hashes of events with their partners and tags, and no other parameters}
   *
   * @param source stays open
   * @param functions whose values do not distinguish ranks if they equal those of the trace
   */
  public static ReferenceSignatures ofPartners(
      TraceSource source, List<ParameterFunction> functions) {
    return new ReferenceSignatures(source, functions, PARTNERS::contains);
  }

  /**
   * {@return the hash of a rank's events}
   *
   * @param rank whose ops are all read
   * @throws org.foretell.trace.TraceException if the trace is damaged
   */
  public long ofRank(int rank) {
    int ranks = source.info().ranks();
    long hash = 0;
    try (RankCursor cursor = source.open(rank)) {
      while (cursor.next(view)) {
        if (EventNames.isEvent(view.code())) {
          hash = EventSequence.mixed(hash ^ view.code().id());
          for (OpField field : fields[view.code().id()]) {
            hash = field.isList() ? list(hash, field) : scalar(hash, field, rank, ranks);
          }
        }
      }
    }
    return hash;
  }

  private long scalar(long hash, OpField field, int rank, int ranks) {
    long value = view.get(field);
    ParameterFunction function = FunctionCheck.computing(functions, view, field, ranks);
    if (function != null && function.value(view, field, rank, ranks) == value) {
      return EventSequence.mixed(hash);
    }
    boolean partner = field == OpField.PEER || field == OpField.RECEIVE_PEER;
    if (partner && value >= 0 && view.communicator() == 0) {
      value = Math.floorMod(value - rank, (long) ranks);
    }
    return EventSequence.mixed(hash ^ value * 31);
  }

  private long list(long hash, OpField field) {
    long mixed = hash;
    for (int i = 0; i < view.listLength(field); i++) {
      mixed = EventSequence.mixed(mixed ^ view.listElement(field, i) * 31);
    }
    return EventSequence.mixed(mixed + view.listLength(field));
  }
}
