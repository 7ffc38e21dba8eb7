package org.foretell.trace.jobs;

import java.util.function.BooleanSupplier;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;

/**
 * The ops of a rank of a job, with the names of the joined trace, after the time until it starts.
 */
final class JoinedCursor implements RankCursor {
  private final RankCursor cursor;
  private final JobNames names;
  private final BooleanSupplier isEnough;
  private final Runnable ended;
  private long startPs;
  private boolean isOver;

  /**
   * Before the first op.
   *
   * @param startPs when the rank starts
   * @param isEnough whether it ends before its time
   * @param ended called once when it ends
   */
  JoinedCursor(
      RankCursor cursor, JobNames names, long startPs, BooleanSupplier isEnough, Runnable ended) {
    this.cursor = cursor;
    this.names = names;
    this.startPs = startPs;
    this.isEnough = isEnough;
    this.ended = ended;
  }

  @Override
  public boolean next(OpView view) {
    if (startPs > 0) {
      view.reset(OpCode.ELAPSE).set(OpField.DURATION_PS, startPs);
      startPs = 0;
      return true;
    }
    if (!isOver && !isEnough.getAsBoolean() && cursor.next(view)) {
      names.join(view);
      return true;
    }
    if (!isOver) {
      isOver = true;
      ended.run();
    }
    return false;
  }

  @Override
  public long delivered() {
    return cursor.delivered();
  }

  @Override
  public void close() {
    cursor.close();
  }
}
