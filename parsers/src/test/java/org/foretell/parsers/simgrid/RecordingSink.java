package org.foretell.parsers.simgrid;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.foretell.trace.Communicator;
import org.foretell.trace.DurationHistogram;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.TraceSink;
import org.foretell.trace.Values;
import org.foretell.trace.Variation;

/** Keeps the ops of single-rank programs as texts, and checks the order of the calls. */
final class RecordingSink implements TraceSink {
  private final Map<Integer, List<OpView>> programs = new TreeMap<>();
  private final Map<Integer, ArrayDeque<OpView>> awaitingDurations = new TreeMap<>();
  private final List<String> notes = new ArrayList<>();
  private final List<String> callSites = new ArrayList<>();
  private TraceInfo info;
  private List<OpView> program;
  private int rank;
  private boolean ended;

  /** The ops of a rank, as {@link OpView#toString} has them. */
  List<String> ops(int ofRank) {
    return Objects.requireNonNull(programs.get(ofRank), "no rank " + ofRank).stream()
        .map(OpView::toString)
        .toList();
  }

  /** The ops of a rank between its init and its finalize. */
  List<String> opsInside(int ofRank) {
    return ops(ofRank).stream().filter(op -> !op.equals("init") && !op.equals("finalize")).toList();
  }

  List<OpView> views(int ofRank) {
    return programs.get(ofRank);
  }

  long opCount() {
    return programs.values().stream().mapToLong(List::size).sum();
  }

  /** Everything, to compare two readings. */
  Map<Integer, List<String>> all() {
    Map<Integer, List<String>> all = new TreeMap<>();
    programs.keySet().forEach(r -> all.put(r, ops(r)));
    return all;
  }

  TraceInfo info() {
    return info;
  }

  List<String> notes() {
    return notes;
  }

  List<String> callSites() {
    return callSites;
  }

  boolean isEnded() {
    return ended;
  }

  private static void check(boolean condition) {
    if (!condition) {
      throw new IllegalStateException("calls out of order");
    }
  }

  @Override
  public void begin(TraceInfo newInfo) {
    check(info == null);
    info = newInfo;
  }

  @Override
  public void note(String text) {
    check(info != null && !ended);
    notes.add(text);
  }

  @Override
  public void callSite(int id, String text) {
    check(info != null && program == null && id == callSites.size());
    callSites.add(text);
  }

  @Override
  public void marker(int id, String name) {
    throw new AssertionError("a time-independent trace has no markers");
  }

  @Override
  public void communicator(Communicator communicator) {
    throw new AssertionError("a time-independent trace has no communicators");
  }

  @Override
  public void histogram(DurationHistogram histogram) {
    throw new AssertionError("a time-independent trace has no histograms");
  }

  @Override
  public void beginProgram(RankSet ranks) {
    check(info != null && program == null && ranks.size() == 1);
    rank = ranks.toArray()[0];
    check(rank < info.ranks() && !programs.containsKey(rank));
    program = new ArrayList<>();
    programs.put(rank, program);
    awaitingDurations.put(rank, new ArrayDeque<>());
  }

  @Override
  public void op(OpView op, List<Variation> variations) {
    OpView copy = new OpView();
    copy.copyFrom(op);
    for (OpField field : op.code().fields()) {
      if (field.isList()) {
        copy.setList(field, op.list(field));
      } else if (field == OpField.REQUEST) {
        check(op.get(field) == OpView.NONE || op.get(field) >= 0);
      }
    }
    if (!variations.isEmpty()) {
      check(variations.equals(List.of(Variation.DURATION_COLUMN)));
      awaitingDurations.get(rank).add(copy);
    }
    program.add(copy);
  }

  @Override
  public void beginRepeat(Values count) {
    throw new AssertionError("a time-independent trace has no repeats");
  }

  @Override
  public void endRepeat() {
    throw new AssertionError("a time-independent trace has no repeats");
  }

  @Override
  public void endProgram() {
    check(program != null);
    program = null;
  }

  @Override
  public void durations(int ofRank, long[] durationsPs, int offset, int length) {
    for (int i = offset; i < offset + length; i++) {
      check(durationsPs[i] >= 0);
      awaitingDurations.get(ofRank).remove().set(OpField.DURATION_PS, durationsPs[i]);
    }
  }

  @Override
  public void end() {
    check(program == null && programs.size() == info.ranks());
    check(awaitingDurations.values().stream().allMatch(ArrayDeque::isEmpty));
    ended = true;
  }

  @Override
  public void close() {}
}
