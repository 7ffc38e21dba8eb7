package org.foretell.structure.cluster.lead;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.foretell.structure.cluster.grouping.Cluster;
import org.foretell.structure.cluster.lead.Parameters.Kind;
import org.foretell.structure.cluster.signature.FunctionCheck;
import org.foretell.structure.cluster.signature.ParameterFunction;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.TraceSource;
import org.jspecify.annotations.Nullable;

/**
 * What the ranks of a cluster do otherwise than their lead, event by event. Takes time in
 * proportion to the events that all of them execute, and memory in proportion to the lead's ops.
 */
final class Comparison {
  /** Cursors that are open at once. */
  private static final int AT_ONCE = 32;

  private final TraceSource source;
  private final int lead;
  private final int[] ranks;
  private final int worldRanks;
  private final Outline outline;

  /** For each field and op how often a rank has another value than the lead. */
  private final long[] @Nullable [] differing = new long[OpField.COUNT_OF_FIELDS][];

  /** The same, of partners at another distance. */
  private final long[] @Nullable [] shifted = new long[OpField.COUNT_OF_FIELDS][];

  private final List<ParameterFunction> functions;

  /** The function that computes a field of an op, as long as it is right for all ranks. */
  private final Map<Integer, ParameterFunction> computing = new HashMap<>();

  /** Fields of ops for which a function was wrong. */
  private final Set<Integer> wrong = new HashSet<>();

  private final byte[] codes;
  private final long[] executed = new long[Measure.values().length];

  /** What is counted for Table 4.2. */
  private enum Measure {
    COUNT,
    SOURCE,
    DESTINATION,
    TAG
  }

  Comparison(
      TraceSource source, Cluster cluster, Outline outline, List<ParameterFunction> functions) {
    this.source = source;
    this.functions = functions;
    this.outline = outline;
    lead = cluster.lead();
    ranks = cluster.ranks().toArray();
    worldRanks = source.info().ranks();
    codes = new byte[outline.ops()];
  }

  /** Compares all ranks with the lead. */
  Comparison run() {
    for (int from = 0; from < ranks.length; from += AT_ONCE) {
      compare(Arrays.copyOfRange(ranks, from, Math.min(ranks.length, from + AT_ONCE)));
    }
    return this;
  }

  private void compare(int[] some) {
    OutlineCursor numbers = new OutlineCursor(outline, lead);
    OpView own = new OpView();
    List<RankCursor> cursors = new ArrayList<>();
    OpView[] views = new OpView[some.length];
    try (RankCursor leads = source.open(lead)) {
      for (int i = 0; i < some.length; i++) {
        cursors.add(source.open(some[i]));
        views[i] = new OpView();
      }
      while (nextEvent(leads, own)) {
        int op = numbers.nextEvent();
        codes[op] = (byte) own.code().id();
        for (int i = 0; i < some.length; i++) {
          if (!nextEvent(cursors.get(i), views[i]) || views[i].code() != own.code()) {
            throw new AssertionError("rank " + some[i] + " has other events than its lead " + lead);
          }
          compare(op, own, views[i], some[i]);
        }
      }
    } finally {
      cursors.forEach(RankCursor::close);
    }
  }

  /** Reads on to the next event. */
  static boolean nextEvent(RankCursor cursor, OpView view) {
    while (cursor.next(view)) {
      if (view.code().family() != OpCode.Family.COMPUTE) {
        return true;
      }
    }
    return false;
  }

  private void compare(int op, OpView own, OpView other, int rank) {
    OpCode code = own.code();
    OpField[] fields = Parameters.fields(code);
    for (int i = 0; i < fields.length; i++) {
      OpField field = fields[i];
      Measure measure = measure(code, field);
      if (measure != null) {
        executed[measure.ordinal()]++;
      }
      if (field.isList()) {
        if (!equal(own, other, field)) {
          count(differing, field, op);
        }
      } else {
        long mine = own.get(field);
        long theirs = other.get(field);
        if (!functions.isEmpty()) {
          compute(op, field, other, rank);
        }
        if (mine != theirs) {
          count(differing, field, op);
        }
        if (field.isRank() && theirs != shift(mine, rank)) {
          count(shifted, field, op);
        }
      }
    }
  }

  private void compute(int op, OpField field, OpView view, int rank) {
    int key = Outline.key(op, field.id());
    if (wrong.contains(key)) {
      return;
    }
    ParameterFunction function = FunctionCheck.computing(functions, view, field, worldRanks);
    ParameterFunction before = computing.get(key);
    boolean right =
        function != null
            && (before == null || before == function)
            && function.value(view, field, rank, worldRanks) == view.get(field);
    if (right) {
      computing.put(key, function);
    } else {
      wrong.add(key);
      computing.remove(key);
    }
  }

  /** The function that computes a field of an op rightly for all ranks; null if none does. */
  @Nullable ParameterFunction computing(int op, OpField field) {
    return computing.get(Outline.key(op, field.id()));
  }

  private static boolean equal(OpView own, OpView other, OpField list) {
    int length = own.listLength(list);
    if (length != other.listLength(list)) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (own.listElement(list, i) != other.listElement(list, i)) {
        return false;
      }
    }
    return true;
  }

  /** A partner of the lead as a rank has it at the same distance. */
  private long shift(long partner, int rank) {
    return partner < 0 ? partner : Math.floorMod(partner - lead + rank, (long) worldRanks);
  }

  private void count(long[] @Nullable [] counts, OpField field, int op) {
    long[] ofField = counts[field.id()];
    if (ofField == null) {
      ofField = new long[codes.length];
      counts[field.id()] = ofField;
    }
    ofField[op]++;
  }

  private static @Nullable Measure measure(OpCode code, OpField field) {
    return switch (field) {
      case BYTES -> Measure.COUNT;
      case RECEIVE_BYTES -> code.has(OpField.BYTES) ? null : Measure.COUNT;
      case PEER ->
          switch (code) {
            case RECV, IRECV, RECV_INIT, PROBE, IPROBE -> Measure.SOURCE;
            case SEND, BSEND, SSEND, RSEND, ISEND, IBSEND, ISSEND, IRSEND -> Measure.DESTINATION;
            case SENDRECV, SENDRECV_REPLACE, SEND_INIT, BSEND_INIT -> Measure.DESTINATION;
            case SSEND_INIT, RSEND_INIT, START, STARTALL, REQUEST_FREE -> Measure.DESTINATION;
            // Of POINT_TO_POINT and PERSISTENT all are listed: a peer of any other op is the one
            // that it goes to.
            default -> Measure.DESTINATION;
          };
      case RECEIVE_PEER -> Measure.SOURCE;
      case TAG -> code.family() == OpCode.Family.SHMEM ? null : Measure.TAG;
      default -> null;
    };
  }

  /** How often ranks have another value than their lead, however it is taken over. */
  long mismatches(int op, OpField field) {
    return computing(op, field) == null ? differences(op, field) : 0;
  }

  private long differences(int op, OpField field) {
    long[] ofField = differing[field.id()];
    long same = ofField == null ? 0 : ofField[op];
    return field.isRank() ? Math.min(same, shifts(op, field)) : same;
  }

  private long shifts(int op, OpField field) {
    long[] ofField = shifted[field.id()];
    return ofField == null ? 0 : ofField[op];
  }

  /** Whether a partner is rather taken over at the same distance than as the same rank. */
  boolean isAtDistance(int op, OpField field) {
    long[] ofField = differing[field.id()];
    long same = ofField == null ? 0 : ofField[op];
    return field == OpField.ROOT ? shifts(op, field) < same : shifts(op, field) <= same;
  }

  /** The code of an event. */
  OpCode code(int op) {
    return java.util.Objects.requireNonNull(OpCode.byId(codes[op] & 0xFF));
  }

  /** The fields of an event of which ranks have values of their own: kept or computed ones. */
  List<OpField> kept(int op, Partners partners) {
    if (!outline.isEvent(op) || ranks.length == 1) {
      return List.of();
    }
    List<OpField> kept = new ArrayList<>(0);
    OpCode code = code(op);
    OpField[] fields = Parameters.fields(code);
    for (int i = 0; i < fields.length; i++) {
      Kind kind = Parameters.kind(code, i);
      boolean keeps = kind == Kind.OWN || (kind == Kind.PARTNER && partners != Partners.MERGE);
      boolean mixed = outline.isMixed(op, fields[i].id()) && isAtDistance(op, fields[i]);
      boolean computed = computing(op, fields[i]) != null && differences(op, fields[i]) > 0;
      if (computed || (keeps && (mixed || mismatches(op, fields[i]) > 0))) {
        kept.add(fields[i]);
      }
    }
    return kept;
  }

  /** Adds what is the same to a table. */
  void addTo(MatchingCount counts) {
    long[] equal = executed.clone();
    for (int op = 0; op < codes.length; op++) {
      if (outline.isEvent(op)) {
        OpCode code = code(op);
        for (OpField field : Parameters.fields(code)) {
          Measure measure = measure(code, field);
          if (measure != null) {
            equal[measure.ordinal()] -= mismatches(op, field);
          }
        }
      }
    }
    counts.count.add(equal[0], executed[0]);
    counts.source.add(equal[1], executed[1]);
    counts.destination.add(equal[2], executed[2]);
    counts.tag.add(equal[3], executed[3]);
  }

  /** Whether any size of a message differs. */
  boolean isOfOneSize() {
    for (int op = 0; op < codes.length; op++) {
      if (outline.isEvent(op)) {
        for (OpField field : List.of(OpField.BYTES, OpField.RECEIVE_BYTES)) {
          if (mismatches(op, field) > 0) {
            return false;
          }
        }
      }
    }
    return true;
  }
}
