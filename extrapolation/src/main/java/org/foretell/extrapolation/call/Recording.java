package org.foretell.extrapolation.call;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.foretell.failure.ForetellException;
import org.foretell.trace.Capability;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.TraceSource;

/**
 * A trace in memory, in the numbers of a {@link CallPool}: 20 bytes a call, and 8 for each amount
 * of its bursts.
 *
 * @param name for messages
 * @param info of the trace
 * @param ranks what each rank did
 * @param amounts which amounts of bursts the trace has
 */
public record Recording(String name, TraceInfo info, List<RankRecord> ranks, Set<Amount> amounts) {
  /** The most ops of all ranks of a trace. */
  public static final long MOST_OPS = 20_000_000;

  /**
   * Reads a trace.
   *
   * @param name for messages
   * @param source stays open
   * @param pool gets its calls
   * @return the trace
   * @throws ForetellException if the trace is of a kind that is not extrapolated
   */
  public static Recording of(String name, TraceSource source, CallPool pool) {
    refuse(name, source);
    Set<Amount> amounts = EnumSet.noneOf(Amount.class);
    for (Amount amount : Amount.values()) {
      Capability has = amount.field() != null ? Capability.BURST_WORK : Capability.BURST_COUNTS;
      if (source.capabilities().contains(has)) {
        amounts.add(amount);
      }
    }
    long ops = 0;
    List<RankRecord> ranks = new ArrayList<>();
    for (int rank = 0; rank < source.info().ranks(); rank++) {
      RankRecord record = rank(source, rank, pool, amounts);
      ops += record.calls().length;
      if (ops > MOST_OPS) {
        throw ForetellException.badInput(
            name
                + ": has more than "
                + MOST_OPS
                + " calls, the most that are extrapolated; trace fewer iterations");
      }
      ranks.add(record);
    }
    return new Recording(name, source.info(), ranks, amounts);
  }

  /** Traces with the pool of their calls. */
  public record All(CallPool pool, List<Recording> recordings) {}

  /** How a trace is read into a pool. */
  public interface Reader {
    /** Reads a trace. */
    Recording read(Path file, CallPool pool);
  }

  /**
   * Reads traces into one pool.
   *
   * @param files the traces
   * @param reader of one
   * @return all of them, by their numbers of ranks
   */
  public static All all(List<Path> files, Reader reader) {
    try {
      return all(files, reader, new CallPool(false));
    } catch (InFlight.UnknownSlotException notFollowed) {
      return all(files, reader, new CallPool(true));
    }
  }

  private static All all(List<Path> files, Reader reader, CallPool pool) {
    List<Recording> recordings = new ArrayList<>();
    for (Path file : files) {
      recordings.add(reader.read(file, pool));
    }
    recordings.sort(Comparator.comparingInt(recording -> recording.info().ranks()));
    return new All(pool, recordings);
  }

  private static void refuse(String name, TraceSource source) {
    if (source.capabilities().contains(Capability.TASK_GRAPHS)) {
      throw ForetellException.badInput(
          name + ": is a task graph; expected a trace of calls, which has loops and partners");
    }
    if (source.capabilities().contains(Capability.HISTOGRAMS)) {
      throw ForetellException.badInput(
          name
              + ": has bursts that are drawn from histograms; expected recorded durations: take the"
              + " trace as it was before sim compress --durations histogram");
    }
    if (!source.tables().communicators().isEmpty()) {
      throw ForetellException.badInput(
          name
              + ": lists the members of "
              + source.tables().communicators().get(0)
              + " instead of the call that creates it, and no rule for other numbers of ranks"
              + " follows from a list; expected communicators from splits, duplicates or groups");
    }
  }

  private static RankRecord rank(TraceSource source, int rank, CallPool pool, Set<Amount> amounts) {
    IntArrayList calls = new IntArrayList();
    LongArrayList before = new LongArrayList();
    LongArrayList own = new LongArrayList();
    OpView op = new OpView();
    InFlight requests = pool.hasSlots() ? null : new InFlight();
    long burst = 0;
    AmountColumns columns = new AmountColumns(amounts, source.counts(rank).orElse(null));
    try (RankCursor cursor = source.open(rank)) {
      while (cursor.next(op)) {
        if (op.code() == OpCode.COMPUTE) {
          burst = Math.addExact(burst, op.durationPs());
          columns.add(op);
          continue;
        }
        if (requests != null && !InFlight.follows(op.code())) {
          throw new InFlight.UnknownSlotException(op.code() + " does not tell what it completes");
        }
        int site =
            op.callSite() < 0
                ? OpView.NONE
                : pool.site(source.tables().callSites().get(op.callSite()));
        long marker = op.code().has(OpField.MARKER) ? op.get(OpField.MARKER) : OpView.NONE;
        calls.add(
            pool.add(
                Call.of(
                    op,
                    site,
                    marker < 0 ? marker : pool.marker(source.tables().markers().get((int) marker)),
                    requests)));
        before.add(burst);
        own.add(op.code() == OpCode.ELAPSE ? op.durationPs() : 0);
        burst = 0;
        columns.next();
      }
    }
    before.add(burst);
    columns.next();
    return new RankRecord(
        calls.toIntArray(), before.toLongArray(), own.toLongArray(), columns.toArrays());
  }
}
