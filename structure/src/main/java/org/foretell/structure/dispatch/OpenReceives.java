package org.foretell.structure.dispatch;

import java.util.List;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.ProgramSink;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceSource;
import org.foretell.trace.Values;
import org.foretell.trace.Variation;

/** Looks in the structure of a trace for calls that may receive from any source. */
final class OpenReceives implements ProgramSink {
  private boolean found;

  private OpenReceives() {}

  /** Whether there are such calls. That there are does not say that a rank is a master. */
  static boolean mayBeIn(TraceSource trace) {
    OpenReceives calls = new OpenReceives();
    trace.describe(calls);
    return calls.found;
  }

  @Override
  public void op(OpView op, List<Variation> variations) {
    OpCode code = op.code();
    found |=
        switch (code) {
          case WAITANY, WAITSOME, TEST, TESTANY, TESTSOME, IPROBE -> true;
          // Any other op receives from any source only if it names a partner, and that is any.
          default ->
              code.family() == OpCode.Family.POINT_TO_POINT
                  && (isAny(op, OpField.PEER)
                      || isAny(op, OpField.RECEIVE_PEER)
                      || varies(variations));
        };
  }

  private static boolean isAny(OpView op, OpField field) {
    return op.code().has(field) && op.get(field) == OpView.ANY;
  }

  private static boolean varies(List<Variation> variations) {
    for (Variation variation : variations) {
      OpField field = variation.field();
      if (field == OpField.MATCHED_PEER) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void beginProgram(RankSet ranks) {
    // Who makes the calls is of no interest.
  }

  @Override
  public void beginRepeat(Values count) {
    // Nor is how often.
  }

  @Override
  public void endRepeat() {
    // See above.
  }

  @Override
  public void endProgram() {
    // See above.
  }
}
