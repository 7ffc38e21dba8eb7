package org.foretell.trace.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.foretell.trace.BurstCounter;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceSink;
import org.foretell.trace.Values;
import org.foretell.trace.Variation;
import org.jspecify.annotations.Nullable;

/** Writes a recorded trace to a sink as it was recorded: record by record, nothing unrolled. */
final class Describer {
  private static final int WINDOW = 1024;
  private static final int DURATIONS_AT_ONCE = 1024;

  private final RecordedTrace trace;
  private final TraceSink sink;
  private final OpView view = new OpView();
  private final List<Variation> variations = new ArrayList<>();
  private final Block block = new Block();
  private long[] words = new long[WINDOW];

  /** Of the program that is being described, for messages. */
  private String place = "";

  /** Index of the word after what was read last. */
  private int at;

  /** Null where what was recorded has been checked already. */
  private final @Nullable ColumnDemands demands;

  /**
   * Of a trace to a sink.
   *
   * @param isChecked whether columns are known to be as long as programs ask for
   */
  Describer(RecordedTrace trace, TraceSink sink, boolean isChecked) {
    this.trace = trace;
    this.sink = sink;
    demands = isChecked ? null : new ColumnDemands();
  }

  void describe() {
    sink.begin(trace.info());
    List<String> callSites = trace.tables().callSites();
    for (int id = 0; id < callSites.size(); id++) {
      sink.callSite(id, callSites.get(id));
    }
    List<String> markers = trace.tables().markers();
    for (int id = 0; id < markers.size(); id++) {
      sink.marker(id, markers.get(id));
    }
    trace.tables().communicators().forEach(sink::communicator);
    trace.tables().histograms().forEach(sink::histogram);
    for (Contents.Program program : trace.contents().programs()) {
      program(program);
    }
    Contents.Columns columns = trace.contents().columns();
    Contents.Columns callTimes = trace.contents().callTimes();
    if (demands != null) {
      demands.check(trace.contents());
    }
    for (int i = 0; i < columns.ranks().length; i++) {
      int rank = columns.ranks()[i];
      column(new ColumnCursor(trace, rank), rank, columns.counts()[i], sink::durations);
    }
    for (int i = 0; i < callTimes.ranks().length; i++) {
      int rank = callTimes.ranks()[i];
      ColumnCursor times = ColumnCursor.callTimes(trace, rank);
      column(times, rank, callTimes.counts()[i], sink::callTimes);
    }
    for (BurstCounter counter : BurstCounter.values()) {
      counts(counter);
    }
    sink.end();
  }

  private void counts(BurstCounter counter) {
    Contents.Columns columns = trace.contents().counts().get(counter.ordinal());
    for (int i = 0; i < columns.ranks().length; i++) {
      int rank = columns.ranks()[i];
      column(
          ColumnCursor.counts(trace, counter, rank),
          rank,
          columns.counts()[i],
          (of, stored, offset, length) -> {
            for (int j = offset; j < offset + length; j++) {
              stored[j]--;
            }
            sink.counts(of, counter, stored, offset, length);
          });
    }
  }

  /** Takes values of a rank's column. */
  private interface Target {
    void take(int rank, long[] valuesPs, int offset, int length);
  }

  private static void column(ColumnCursor column, int rank, long count, Target target) {
    long[] durationsPs = new long[(int) Math.min(count, DURATIONS_AT_ONCE)];
    for (long left = count; left > 0; ) {
      int length = (int) Math.min(left, durationsPs.length);
      for (int i = 0; i < length; i++) {
        durationsPs[i] = column.nextOrNone();
      }
      target.take(rank, durationsPs, 0, length);
      left -= length;
    }
  }

  private void program(Contents.Program program) {
    if (program.isGraph()) {
      sink.taskGraph(
          program.ranks(), trace.graph(program), program.kind() == Format.KIND_RELATIVE_TASK_GRAPH);
      return;
    }
    place = place(program);
    sink.beginProgram(program.ranks());
    if (demands != null) {
      demands.beginProgram(program.ranks());
    }
    int depth = 0;
    boolean ended = false;
    block.next = program.firstBlock();
    while (!ended && block.next != 0) {
      trace.loadProgram(block.next, program, place, block);
      int offset = 0;
      while (!ended && offset < block.length) {
        RecordDecoder decoder = trace.decoder();
        try {
          decoder.decode(block, offset, program, words, WINDOW - 64);
        } catch (DamageException e) {
          throw trace.damaged(block.position, e, place);
        }
        words = decoder.words();
        offset = decoder.position();
        ended = decoder.isEnded();
        depth = window(program.ranks(), depth);
      }
    }
    if (!ended || depth != 0) {
      throw damaged("expected the end of the program, found the end of its last block");
    }
    sink.endProgram();
    if (demands != null) {
      demands.endProgram();
    }
  }

  private int window(RankSet ranks, int depthBefore) {
    int depth = depthBefore;
    at = 0;
    while (Words.code(words[at]) != Words.WINDOW_END) {
      int code = Words.code(words[at]);
      switch (code) {
        case Format.REPEAT -> {
          repeat(ranks);
          depth++;
        }
        case Format.END_REPEAT -> {
          if (depth-- == 0) {
            throw damaged("expected an op, found the end of a repeat");
          }
          sink.endRepeat();
          if (demands != null) {
            demands.endRepeat();
          }
          at++;
        }
        case Format.END_PROGRAM -> at++;
        default -> op(ranks, code);
      }
    }
    return depth;
  }

  private void repeat(RankSet ranks) {
    int entry = at + Words.REPEAT_COUNT;
    Values count =
        (words[at] & Words.MORE) == 0 ? new Values.Constant(words[entry]) : values(entry, ranks);
    sink.beginRepeat(count);
    if (demands != null) {
      demands.beginRepeat(count);
    }
    at += Words.length(words, at);
  }

  private void op(RankSet ranks, int code) {
    long head = words[at];
    view.reset(Words.op(code), words, at + 1, Words.others(Words.constant(head)));
    variations.clear();
    int next = at + Words.distances(head);
    for (int rest = Words.relative(head); rest != 0; rest &= rest - 1) {
      int id = Integer.numberOfTrailingZeros(rest);
      long distance = words[id < OpView.FREQUENT ? at + 1 + id : next++];
      variations.add(Variation.relativePeer(Words.fieldOf(id), distance));
    }
    if ((head & Words.TIMED) != 0) {
      variations.add(
          Words.isOptional(code) ? Variation.OPTIONAL_DURATION : Variation.DURATION_COLUMN);
    }
    if ((head & Words.MORE) != 0) {
      int end = next + (int) words[next];
      for (int entry = next + 1; entry < end; entry += (int) words[entry + 1]) {
        if (Words.isOptional(code)) {
          variations.add(Variation.OPTIONAL_DURATION);
        } else {
          entry(entry, Words.field(words[entry]), ranks);
        }
      }
    }
    at += Words.length(words, at);
    sink.op(view, variations);
    if (demands != null) {
      demands.op(variations, view.code());
    }
  }

  private void entry(int entry, OpField field, RankSet ranks) {
    long head = words[entry];
    int width = Words.width(head);
    if (field.isList()) {
      view.setList(field, words, entry + Words.ENTRY_HEAD, width);
      if (Words.form(head) == Format.FORM_CONSTANT) {
        return;
      }
    }
    variations.add(new Variation(field, Words.isRelative(head), values(entry, ranks)));
  }

  private Values values(int entry, RankSet ranks) {
    int payload = entry + Words.ENTRY_HEAD;
    int width = Words.width(words[entry]);
    return switch (Words.form(words[entry])) {
      case Format.FORM_CONSTANT -> new Values.Constant(words[payload]);
      case Format.FORM_CYCLIC -> new Values.Cyclic(numbers(payload + 1));
      case Format.FORM_PER_RANK ->
          new Values.PerRank(Arrays.copyOfRange(words, payload, payload + ranks.size() * width));
      case Format.FORM_SCOPED -> scoped(payload, width, ranks);
      default -> Values.Column.INSTANCE;
    };
  }

  private Values scoped(int payload, int width, RankSet ranks) {
    List<Values.Scope> scopes = new ArrayList<>();
    int scope = payload + 2;
    for (long i = 0; i < words[payload + 1]; i++, scope += (int) words[scope]) {
      long[] numbers = numbers(Words.afterRankSet(words, scope + 1));
      Values values =
          numbers.length == 1 && width == 1
              ? new Values.Constant(numbers[0])
              : new Values.Cyclic(numbers);
      scopes.add(new Values.Scope(rankSet(scope + 1), values));
    }
    Values.Scoped scoped = new Values.Scoped(scopes);
    // A rank that never asks for its value has not found out.
    Optional<String> fault = ScopeCover.fault(scoped, ranks);
    if (fault.isPresent()) {
      throw damaged(fault.get());
    }
    return scoped;
  }

  private long[] numbers(int at) {
    return Arrays.copyOfRange(words, at + 1, at + 1 + (int) words[at]);
  }

  private RankSet rankSet(int at) {
    List<RankSet.Section> sections = new ArrayList<>();
    int next = at + 1;
    for (long i = 0; i < words[at]; i++) {
      int[] counts = new int[(int) words[next + 1]];
      int[] strides = new int[counts.length];
      for (int d = 0; d < counts.length; d++) {
        counts[d] = (int) words[next + 2 + 2 * d];
        strides[d] = (int) words[next + 3 + 2 * d];
      }
      sections.add(new RankSet.Section((int) words[next], counts, strides));
      next += 2 + 2 * counts.length;
    }
    return RankSet.ofSections(sections);
  }

  private RuntimeException damaged(String what) {
    return trace.damaged(block.position, new DamageException(-1, what), place);
  }

  /** A program in words. */
  static String place(Contents.Program program) {
    return "program " + program.number() + " of ranks " + abbreviated(program.ranks());
  }

  private static String abbreviated(RankSet ranks) {
    String text = ranks.toString();
    return text.length() <= 40 ? text : text.substring(0, 37) + "...";
  }
}
