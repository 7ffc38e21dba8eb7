package org.foretell.parsers.scalatrace;

import it.unimi.dsi.fastutil.ints.Int2ObjectMap;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.foretell.parsers.Loss;
import org.foretell.trace.Capability;
import org.foretell.trace.DurationHistogram.Bin;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceSource;

/**
 * Writes traces of calls as text of ScalaTrace 2: repeats as loops, programs as records of their
 * ranks, and bursts as histograms by the preceding call. {@link ScalaTraceReader} gets the same
 * calls again. If the format cannot express an action of a rank the trace is refused; other losses
 * are reported.
 *
 * <p>Time is proportional to the ops that all ranks execute, since each leaves a value in a
 * histogram; memory to the programs.
 */
public final class ScalaTraceWriter {
  private static final int MICROSECOND_DIGITS = 6;

  private final TraceSource source;
  private final Writer out;
  private final LeftOut leftOut = new LeftOut();
  private final List<String> signatures = new ArrayList<>();
  private final StringBuilder text = new StringBuilder();

  private ScalaTraceWriter(TraceSource source, Writer out) {
    this.source = source;
    this.out = out;
  }

  /**
   * Writes to a stream of characters, which is flushed and not closed.
   *
   * @param source a trace of calls
   * @param out gets the text
   * @return what the format cannot express
   * @throws TraceException if the format cannot express an action of a rank
   * @throws IOException if the stream cannot be written
   */
  public static List<Loss> write(TraceSource source, Writer out) throws IOException {
    BufferedWriter buffered = new BufferedWriter(out);
    List<Loss> leftOut = new ScalaTraceWriter(source, buffered).write();
    buffered.flush();
    return leftOut;
  }

  private List<Loss> write() throws IOException {
    if (source.capabilities().contains(Capability.TASK_GRAPHS)) {
      throw new TraceException(
          "ScalaTrace's format holds sequences of calls, but the programs of this trace are task"
              + " graphs; convert it to .bin, to text or to GOAL instead");
    }
    if (source.info().ranks() > RankLists.MAX_RANKS) {
      throw new TraceException(
          "ScalaTrace's format supports at most " + RankLists.MAX_RANKS + " ranks");
    }
    ProgramTree.Collector collector = new ProgramTree.Collector();
    source.describe(collector);
    List<Integer> firstRecords = new ArrayList<>();
    for (ProgramTree tree : collector.programs()) {
      firstRecords.add(signatures.size());
      if (number(tree.parts()) == 0) {
        throw new TraceException(
            "ScalaTrace's format has only ranks that make calls, but ranks "
                + tree.ranks()
                + " make none");
      }
    }
    firstRecords.add(signatures.size());
    for (int i = 0; i < collector.programs().size(); i++) {
      int first = firstRecords.get(i);
      program(
          collector.programs().get(i), first, firstRecords.get(i + 1) - first, collector.absent());
    }
    if (source.capabilities().contains(Capability.BURST_COUNTS)) {
      leftOut.counts(source.info().ranks());
    }
    return leftOut.list();
  }

  /** Numbers the ops that become records; how many there are. */
  private int number(List<ProgramTree.Part> parts) {
    int records = 0;
    for (ProgramTree.Part part : parts) {
      if (part instanceof ProgramTree.Repeat repeat) {
        repeat.records = number(repeat.body);
        records += repeat.records;
      } else if (part instanceof ProgramTree.Op op && isRecord(op)) {
        op.record = signatures.size();
        long callSite = op.view.get(OpField.CALL_SITE);
        if (op.variation(OpField.CALL_SITE) != null) {
          throw cannotSay(op, "has call sites that vary");
        }
        signatures.add(
            Signatures.own(
                op.record,
                callSite == OpView.NONE ? null : source.tables().callSites().get((int) callSite)));
        records++;
      }
    }
    return records;
  }

  private boolean isRecord(ProgramTree.Op op) {
    return switch (op.view.code().family()) {
      case COMPUTE -> false;
      case MARKER -> {
        leftOut.field("markers of phases");
        yield false;
      }
      case LOCAL,
          POINT_TO_POINT,
          PERSISTENT,
          COMPLETION,
          COLLECTIVE,
          COMMUNICATOR,
          RMA,
          FILE,
          SHMEM -> {
        if (!op.view.code().isCall()) {
          leftOut.field("events");
          yield false;
        }
        if (Call.of(op.view.code()) == null) {
          throw cannotSay(op, "is not a call that it records");
        }
        yield true;
      }
    };
  }

  private static TraceException cannotSay(ProgramTree.Op op, String why) {
    return new TraceException(
        "ScalaTrace's format cannot hold this trace: "
            + op.view.code().name().toLowerCase(Locale.ROOT)
            + " "
            + why
            + "; convert it to .bin or to text instead");
  }

  private void program(ProgramTree tree, int firstRecord, int records, AbsentBursts absent)
      throws IOException {
    Map<Integer, RecordStatistics> statistics = new LinkedHashMap<>();
    for (int i = 0; i < records; i++) {
      statistics.put(firstRecord + i, new RecordStatistics());
    }
    int[] ranks = tree.ranks().toArray();
    Arrays.sort(ranks);
    double leastPs = Double.POSITIVE_INFINITY;
    double mostPs = 0;
    for (int rank : ranks) {
      double computesPs =
          new Walk(rank, tree, statistics, source.tables().histograms(), absent.of(rank), leftOut)
              .run(source);
      leastPs = Math.min(leastPs, computesPs);
      mostPs = Math.max(mostPs, computesPs);
    }
    leftOut.shared(leastPs, mostPs);
    records(tree, ranks, tree.parts(), new ArrayList<>(), statistics);
  }

  /**
   * Writes the records of parts.
   *
   * @param open loops that begin with the next record, outermost first
   */
  private void records(
      ProgramTree tree,
      int[] ranks,
      List<ProgramTree.Part> parts,
      List<ProgramTree.Repeat> open,
      Map<Integer, RecordStatistics> statistics)
      throws IOException {
    for (ProgramTree.Part part : parts) {
      if (part instanceof ProgramTree.Repeat repeat) {
        if (repeat.records > 0) {
          open.add(repeat);
          records(tree, ranks, repeat.body, open, statistics);
        }
      } else if (part instanceof ProgramTree.Op op && op.record >= 0) {
        record(tree, ranks, op, open, java.util.Objects.requireNonNull(statistics.get(op.record)));
        open.clear();
      }
    }
  }

  private void record(
      ProgramTree tree,
      int[] ranks,
      ProgramTree.Op op,
      List<ProgramTree.Repeat> loops,
      RecordStatistics statistics)
      throws IOException {
    String set = RankLists.text(RankLists.of(ranks));
    Call call = java.util.Objects.requireNonNull(Call.of(op.view.code()));
    text.append("RANKS: ").append(set).append("\nEVENT").append(op.record).append(": ");
    text.append(call.number()).append(' ').append(signatures.get(op.record)).append('\n');
    if (call != Call.INIT) {
      statistics("COMP", statistics.allBursts(), ranks[0]);
      statistics("COMM", statistics.allCallTimes(), ranks[0]);
    }
    for (int depth = 0; depth < loops.size(); depth++) {
      ProgramTree.Repeat loop = loops.get(depth);
      ValuesByRank iterations = new ValuesByRank();
      for (int rank : ranks) {
        iterations.add(
            Line.smallestPeriod(ProgramTree.cycle(loop.count, tree.ranks(), rank, 1)), rank);
      }
      text.append("LOOP").append(depth).append(": iter: ");
      iterations.printScoped(text);
      text.append(" mem: ( ").append(loop.records).append(" )[ ").append(set).append(" ]\n");
    }
    text.append(
        new RecordText(op, tree.ranks(), source.info().ranks(), leftOut)
            .lines(statistics.communicators(), statistics.requests()));
    out.append(text.append('\n'));
    text.setLength(0);
  }

  private void statistics(String type, Int2ObjectMap<RecordedBursts> byRecord, int rank) {
    int number = 0;
    for (Int2ObjectMap.Entry<RecordedBursts> entry : byRecord.int2ObjectEntrySet()) {
      List<Bin> bins = entry.getValue().bins(source.tables().histograms());
      int before = entry.getIntKey();
      text.append(type).append(" 4b-").append(Integer.toHexString(number++)).append(": ");
      text.append(before < 0 ? Signatures.NONE : signatures.get(before)).append(" (");
      bins(bins, rank);
      text.append('\n');
    }
  }

  private void bins(List<Bin> bins, int rank) {
    long count = 0;
    double sum = 0;
    long min = Long.MAX_VALUE;
    long max = 0;
    for (Bin bin : bins) {
      count += bin.count();
      sum += (double) bin.count() * bin.meanPs();
      min = Math.min(min, bin.minPs());
      max = Math.max(max, bin.maxPs());
    }
    text.append(count).append(' ').append(time(Math.round(sum / count))).append(' ');
    text.append(rank).append(' ').append(time(min)).append(' ');
    text.append(rank).append(' ').append(time(max)).append(')');
    long start = 0;
    for (Bin bin : bins) {
      long end = Math.max(start, bin.maxPs());
      text.append('{').append(time(start)).append(' ').append(time(bin.minPs())).append(' ');
      text.append(time(bin.meanPs())).append(' ').append(time(bin.maxPs())).append(' ');
      text.append(time(end)).append(' ').append(bin.count()).append('}');
      start = end;
    }
    for (int i = bins.size(); i < AdaptiveHistogram.BINS; i++) {
      text.append('{').append(time(start)).append(" 0.00 0.00 0.00 ").append(time(start));
      text.append(" 0}");
    }
  }

  /** Microseconds, with the two decimals that ScalaTrace writes or as many as it takes. */
  private static String time(long durationPs) {
    BigDecimal time = BigDecimal.valueOf(durationPs, MICROSECOND_DIGITS);
    BigDecimal shortest = time.stripTrailingZeros();
    return (shortest.scale() < 2 ? time.setScale(2) : shortest).toPlainString();
  }
}
