package org.foretell.engine.graph;

import java.util.Arrays;
import java.util.function.IntConsumer;
import org.foretell.engine.cause.CauseSetup;
import org.foretell.engine.cause.CauseTree;
import org.foretell.engine.cause.Causes;
import org.foretell.engine.cause.PlaceTable;
import org.foretell.engine.cause.Uses;
import org.foretell.engine.message.Matcher;
import org.foretell.engine.message.MessagePool;
import org.foretell.engine.state.RunSettings;
import org.foretell.observe.PathLeg;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;

/**
 * What tasks, streams, interfaces and messages follow from, for the critical path. A task starts
 * when the last of its dependencies has been met and all is free that it needs; it follows from the
 * latest of these.
 *
 * <p>What has been over before the present decides nothing any more: whatever waited for it waits
 * for something later too. So it is forgotten.
 */
final class GraphCauses {
  /** A rank takes in a message before it is known for which of its tasks. */
  static final int NO_TASK = OpView.NONE;

  final Causes moments;

  /** By stream of all ranks. */
  final Uses streams;

  /** By interface and side. */
  final Uses out;

  final Uses in;

  /** By rendezvous message what its sender, as far as it alone is concerned, ends with. */
  private final Uses callers;

  private final TaskTable tasks;

  /** By rank the task to which its legs belong. */
  private final int[] current;

  /** By rank and task the place where it stands what it follows from; 0 where nothing does. */
  private final int[][] places;

  /** By place a moment. */
  private int[] ready = new int[16];

  private int[] freePlaces = new int[16];
  private int freeCount;
  private int freshPlace = 1;

  /** The end that is later than all others so far. */
  private int last = CauseTree.NONE;

  private long unfinished;
  private long presentPs;

  /** What the settings ask for. */
  GraphCauses(RunSettings settings, TaskTable tasks) {
    moments = CauseSetup.ofGraphs(settings.placement().nodes(), settings.path());
    this.tasks = tasks;
    streams = moments.setup().uses(0, Uses.Turns.OVERLAPPING);
    out = moments.setup().uses(0, Uses.Turns.OVERLAPPING);
    in = moments.setup().uses(0, Uses.Turns.OVERLAPPING);
    callers = moments.setup().uses(0, Uses.Turns.COMPETING);
    current = new int[tasks.ranks()];
    places = new int[tasks.ranks()][];
    for (int rank = 0; rank < places.length; rank++) {
      places[rank] = new int[moments.areKept() ? tasks.graph(rank).tasks() : 0];
    }
    unfinished = tasks.tasks();
    moments.setup().heldBy(this::visit);
    moments.setup().placeOf(this::place, rank -> current[rank]);
  }

  /** Messages and receives hold moments, whose past ones decide nothing. */
  void hold(Matcher matcher) {
    moments.setup().heldBy(moment -> matcher.messages.visitCauses(moment, this::isPast));
    moments.setup().heldBy(moment -> matcher.receives.visitCauses(moment, this::isPast));
  }

  /** As {@link #hold}, but messages may be on their way for long from one moment on. */
  void holdFlows(Matcher matcher) {
    moments.setup().heldBy(matcher.messages::visitCauses);
    moments.setup().heldBy(moment -> matcher.receives.visitCauses(moment, this::isPast));
  }

  private void visit(IntConsumer moment) {
    if (presentPs == 0) {
      moment.accept(CauseTree.BEGINNING);
    }
    for (int place = 1; place < freshPlace; place++) {
      if (ready[place] != CauseTree.NONE && isPast(ready[place])) {
        ready[place] = CauseTree.NONE;
      }
      moment.accept(ready[place]);
    }
    if (last != CauseTree.NONE && unfinished > 0 && isPast(last)) {
      last = CauseTree.NONE;
    }
    moment.accept(last);
  }

  private boolean isPast(int moment) {
    return moments.endPs(moment) < presentPs;
  }

  private long place(int rank) {
    return place(rank, current[rank]);
  }

  private long place(int rank, int task) {
    OpCode code = task == NO_TASK ? OpCode.RECV : tasks.graph(rank).code(task);
    return PlaceTable.place(code, OpView.NONE, OpView.NONE);
  }

  /** The next event begins: nothing more happens before its time. */
  void eventBegins(long timePs) {
    presentPs = timePs;
    moments.eventBegins(timePs);
  }

  /** A dependency of a task is met at a moment. */
  void meets(int rank, int task, int moment) {
    if (!moments.areKept()) {
      return;
    }
    int place = places[rank][task];
    if (place == 0) {
      place = freeCount > 0 ? freePlaces[--freeCount] : freshPlace++;
      if (place == ready.length) {
        ready = Arrays.copyOf(ready, 2 * place);
        freePlaces = Arrays.copyOf(freePlaces, 2 * place);
      }
      places[rank][task] = place;
      ready[place] = moment;
    } else {
      ready[place] = moments.later(ready[place], moment);
    }
  }

  /**
   * A receive that enters now waits for the present task of its stream, and not for the task at
   * that time.
   */
  void waitsForPresent(int rank, int task, int stream) {
    if (streams.until(stream) != CauseTree.NONE) {
      meets(rank, task, streams.until(stream));
    }
  }

  /** The moment at which the dependencies of a task, which starts now, were met; or none. */
  int met(int rank, int task) {
    if (!moments.areKept()) {
      return CauseTree.NONE;
    }
    current[rank] = task;
    int place = places[rank][task];
    int moment = ready[place];
    if (place != 0) {
      ready[place] = CauseTree.NONE;
      freePlaces[freeCount++] = place;
      places[rank][task] = 0;
    }
    return moment;
  }

  /** The moment at which something happens now that waited for others until a moment, or none. */
  int begins(int rank, int waited) {
    int after = waited == CauseTree.NONE && moments.areKept() ? CauseTree.BEGINNING : waited;
    return moments.happened(PathLeg.Kind.OTHER, rank, presentPs, after);
  }

  /** A stream is in use up to a moment, and so is its rank. */
  void keepStream(int stream, int until) {
    streams.keep(stream, until);
    ends(until);
  }

  /** The moment at which a burst is over. */
  int burst(int rank, int task, long untilPs, int begun) {
    return moments.burst(rank, place(rank, task), task, untilPs, begun);
  }

  /** The moment at which a task ends. */
  int finishes(int rank, long timePs, int after) {
    int end = moments.happened(PathLeg.Kind.OTHER, rank, timePs, after);
    unfinished--;
    ends(end);
    return end;
  }

  /** Something ends at a moment, perhaps as the last of all. */
  void ends(int moment) {
    last = moments.later(last, moment);
  }

  /** Legs of a message belong to the task that sends it. */
  void belongsTo(MessagePool messages, int message) {
    current[messages.source(message)] = (int) messages.operation(message);
  }

  /** Legs of a rank belong to one of its tasks, or to none that is known. */
  void belongsTo(int rank, int task) {
    current[rank] = task;
  }

  /** The sender of a message, as far as it alone is concerned, ends at a moment. */
  void callerEnds(int message, int moment) {
    callers.keep(message / MessagePool.STRIDE, moment);
  }

  /** The moment at which something happens that waits for the sender of a message. */
  int afterCaller(int message, int came) {
    return callers.after(message / MessagePool.STRIDE, came);
  }

  /** The moment at which a message and the receive that it meets are both there. */
  int meet(MessagePool messages, int message, int posted) {
    return moments.later(messages.cause(message), posted);
  }

  /** All tasks have finished. */
  void end() {
    moments.end(last == CauseTree.NONE ? CauseTree.BEGINNING : last);
  }
}
