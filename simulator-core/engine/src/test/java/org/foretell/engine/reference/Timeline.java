package org.foretell.engine.reference;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongConsumer;
import umontreal.ssj.simevents.Event;
import umontreal.ssj.simevents.Simulator;

/**
 * Simulated time in the order (time, sequence), kept by SSJ: the sequence number is the priority of
 * an SSJ event. SSJ counts time in a {@code double}, which is exact for picoseconds below 2^53,
 * about 2.5 hours.
 */
public final class Timeline {
  /** Comes after all other events of its time. */
  private static final long LAST = 1L << 50;

  private static final int MESSAGE = 0;
  private static final int COLLECTIVE = 1;

  private final Simulator simulator = new Simulator();
  private long sequences;
  private final List<Late> late = new ArrayList<>();

  private record Late(int kind, int rank, boolean second, LongConsumer action) {}

  public Timeline() {
    simulator.init();
  }

  public long nowPs() {
    return (long) simulator.time();
  }

  /** A number that is higher than all that were given out before. */
  public long nextSequence() {
    return sequences++;
  }

  /**
   * A message sets out for another node: its number is given when no other event of this time is
   * left, to those of one time in the order of their sources.
   */
  void whenMessageIsNumbered(int source, LongConsumer action) {
    later(new Late(MESSAGE, source, false, action));
  }

  /**
   * The same for the end of a collective, after all messages, in the order of first members, with
   * those that do not block after one that does.
   */
  void whenAllHaveCalled(int firstMember, boolean nonBlocking, Runnable action) {
    later(new Late(COLLECTIVE, firstMember, nonBlocking, sequence -> action.run()));
  }

  /** Happens now, or at a time before all else, in the order of ranks. */
  void first(int rank, long timePs, Runnable action) {
    if (timePs == nowPs()) {
      action.run();
    } else {
      at(timePs, rank - LAST, action);
    }
  }

  private void later(Late action) {
    late.add(action);
    if (late.size() == 1) {
      at(nowPs(), LAST, this::endInstant);
    }
  }

  private void endInstant() {
    List<Late> all = new ArrayList<>(late);
    late.clear();
    all.sort(
        Comparator.comparing(Late::kind).thenComparing(Late::rank).thenComparing(Late::second));
    for (Late each : all) {
      each.action.accept(each.kind == COLLECTIVE ? -1 : nextSequence());
    }
  }

  public void at(long timePs, long sequence, Runnable action) {
    if (timePs < nowPs() || timePs >= 1L << 53) {
      throw new IllegalStateException("time " + timePs + " ps, but it is " + nowPs() + " ps");
    }
    Event event =
        new Event(simulator) {
          @Override
          public void actions() {
            action.run();
          }
        };
    event.setPriority((double) sequence);
    event.schedule((double) (timePs - nowPs()));
  }

  /** Runs until no event is left. */
  public void run() {
    if (!simulator.getEventList().isEmpty()) {
      simulator.start();
    }
  }
}
