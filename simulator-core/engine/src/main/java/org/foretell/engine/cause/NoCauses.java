package org.foretell.engine.cause;

import org.foretell.model.CollectiveCall;
import org.foretell.model.Message;
import org.foretell.observe.PathLeg.Kind;
import org.foretell.observe.PathLeg.Resource;
import org.jspecify.annotations.Nullable;

/** Nobody asks what follows from what. */
final class NoCauses extends Causes {
  private final CauseSetup setup;

  private NoCauses() {
    super(false);
    setup = new CauseSetup(this, 0, null);
  }

  /** Answers the supertype, so that who calls this does not load the class. */
  static Causes none() {
    return new NoCauses();
  }

  @Override
  public CauseSetup setup() {
    return setup;
  }

  @Override
  int keptClock(int rank) {
    return CauseTree.NONE;
  }

  @Override
  void keepClock(int rank, long timePs, int after) {}

  @Override
  public void finished(int rank) {}

  @Override
  int keptLater(int one, int other) {
    return CauseTree.NONE;
  }

  @Override
  public int at(int moment, long timePs) {
    return CauseTree.NONE;
  }

  @Override
  public long endPs(int moment) {
    return 0;
  }

  @Override
  public int momentAt(int rank, long timePs, int after) {
    return CauseTree.NONE;
  }

  @Override
  void keepSender(int who, int source) {}

  @Override
  public int happened(Kind kind, int who, int rank, int peer, long bytes, long untilPs, int after) {
    return CauseTree.NONE;
  }

  @Override
  public int happened(
      Kind kind,
      int who,
      Message message,
      @Nullable MessageCost cost,
      long startPs,
      long untilPs,
      int after) {
    return CauseTree.NONE;
  }

  @Override
  public int happenedAtTarget(
      Kind kind,
      Message message,
      @Nullable MessageCost cost,
      long startPs,
      long untilPs,
      int after) {
    return CauseTree.NONE;
  }

  @Override
  public int happened(
      Kind kind,
      Resource resource,
      int index,
      int who,
      int rank,
      int peer,
      long bytes,
      long untilPs,
      int after) {
    return CauseTree.NONE;
  }

  @Override
  public int happened(
      Kind kind,
      Resource resource,
      int index,
      int who,
      Message message,
      MessageCost cost,
      long untilPs,
      int after) {
    return CauseTree.NONE;
  }

  @Override
  public int burst(int rank, long place, long operation, long untilPs, int after) {
    return CauseTree.NONE;
  }

  @Override
  public int collective(
      int rank,
      long place,
      long operation,
      int members,
      long bytes,
      @Nullable CollectiveCall cost,
      long untilPs,
      int after) {
    return CauseTree.NONE;
  }

  @Override
  void keepNumber(int who, long number, long timePs, int moment) {}

  @Override
  void keepTime(long timePs) {}

  @Override
  public void end(int moment) {}

  @Override
  int number(int who) {
    return 0;
  }

  @Override
  @Nullable Order order(Uses.Turns turns) {
    return null;
  }

  @Override
  int branch(int from) {
    return CauseTree.NONE;
  }

  @Override
  boolean compare() {
    return false;
  }
}
