package org.foretell.parsers.column;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.util.List;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.TraceSink;
import org.foretell.trace.Variation;

/**
 * Passes on the bursts of one rank after the other. Their durations go to the rank's column, apart
 * from the structure, so bursts at the same call site are the same op, which the sink need not
 * check and encode again. Not thread safe.
 */
public final class Bursts {
  private static final List<Variation> TIMED = List.of(Variation.DURATION_COLUMN);
  private static final int MOST_KEPT = 1 << 12;

  private final TraceSink sink;
  private final ColumnWriter durations;
  private final OpView op = new OpView();

  /** Numbers of ops that the sink keeps, by call site and code. */
  private final Int2IntOpenHashMap kept = new Int2IntOpenHashMap();

  private int rank;

  /**
   * Bursts of no rank yet.
   *
   * @param sink gets them
   */
  public Bursts(TraceSink sink) {
    this.sink = sink;
    durations = new ColumnWriter(sink::durations);
    kept.defaultReturnValue(TraceSink.NOT_KEPT);
  }

  /**
   * Starts with a rank, right behind {@link TraceSink#beginProgram}.
   *
   * @param ofRank world rank
   */
  public void begin(int ofRank) {
    rank = ofRank;
    kept.clear();
  }

  /**
   * Adds a burst of which no more is known than where it is and how long it takes.
   *
   * @param code {@link OpCode#COMPUTE} or {@link OpCode#ELAPSE}
   * @param callSite its number, or {@link OpView#NONE}
   * @param durationPs picoseconds, at least 0
   */
  public void add(OpCode code, int callSite, long durationPs) {
    int key = 2 * callSite + (code == OpCode.ELAPSE ? 1 : 0);
    int number = kept.get(key);
    if (number != TraceSink.NOT_KEPT) {
      sink.again(number);
    } else {
      sink.op(op.reset(code).set(OpField.CALL_SITE, callSite), TIMED);
      if (kept.size() < MOST_KEPT) {
        kept.put(key, sink.keep());
      }
    }
    durations.add(rank, durationPs);
  }

  /**
   * Adds a burst of which more is known.
   *
   * @param burst all but its duration; read at once, not kept
   * @param durationPs picoseconds, at least 0
   */
  public void add(OpView burst, long durationPs) {
    sink.op(burst, TIMED);
    durations.add(rank, durationPs);
  }

  /** Passes on the last durations of the rank; to be called before {@link TraceSink#endProgram}. */
  public void end() {
    durations.flush(rank);
  }
}
