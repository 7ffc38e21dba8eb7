package org.foretell.engine.graph;

import java.util.Arrays;
import java.util.function.IntConsumer;
import org.foretell.engine.cause.CauseTree;
import org.foretell.engine.cause.Causes;
import org.foretell.engine.cause.KeptCauses;
import org.foretell.engine.cause.Uses;
import org.foretell.engine.kernel.RecordPool;
import org.foretell.engine.message.Matcher;
import org.foretell.engine.message.MessagePool;
import org.foretell.engine.state.RunSettings;
import org.foretell.observe.PathLeg;
import org.foretell.observe.PathObserver;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

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

  final KeptCauses moments;

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

  /** The start of what happens just now. */
  private int start = CauseTree.NONE;

  /** What the receive follows from that meets its message just now. */
  private int posted = CauseTree.NONE;

  /** The end that is later than all others so far. */
  private int last = CauseTree.NONE;

  private long unfinished;
  private long presentPs;

  private GraphCauses(KeptCauses moments, TaskTable tasks) {
    this.moments = moments;
    this.tasks = tasks;
    streams = moments.uses(0, true);
    out = moments.uses(0, true);
    in = moments.uses(0, true);
    callers = moments.uses(0, true);
    current = new int[tasks.ranks()];
    places = new int[tasks.ranks()][];
    for (int rank = 0; rank < places.length; rank++) {
      places[rank] = new int[tasks.graph(rank).tasks()];
    }
    unfinished = tasks.tasks();
    moments.ranksHaveNoClocks();
    moments.heldBy(this::visit);
    moments.placeOf(this::place, rank -> current[rank]);
  }

  /** What the settings ask for; null where nobody asks for the critical path. */
  static @Nullable GraphCauses of(RunSettings settings, TaskTable tasks) {
    PathObserver path = settings.path();
    return path == null
        ? null
        : new GraphCauses((KeptCauses) Causes.of(settings.placement().nodes(), path, null), tasks);
  }

  /** Messages and receives hold moments, whose past ones decide nothing. */
  void hold(Matcher matcher) {
    moments.heldBy(moment -> matcher.messages.visitCauses(moment, this::isPast));
    moments.heldBy(moment -> matcher.receives.visitCauses(moment, this::isPast));
  }

  /** As {@link #hold}, but messages may be on their way for long from one moment on. */
  void holdFlows(Matcher matcher) {
    moments.heldBy(matcher.messages::visitCauses);
    moments.heldBy(moment -> matcher.receives.visitCauses(moment, this::isPast));
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
    moment.accept(start);
    moment.accept(posted);
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
    return Causes.place(code, OpView.NONE, OpView.NONE);
  }

  /** The time that has come: nothing more happens before. */
  void presentPs(long timePs) {
    presentPs = timePs;
    moments.eventBegins(timePs);
  }

  /** A dependency of a task is met with what is at hand. */
  void meets(int rank, int task) {
    int place = places[rank][task];
    if (place == 0) {
      place = freeCount > 0 ? freePlaces[--freeCount] : freshPlace++;
      if (place == ready.length) {
        ready = Arrays.copyOf(ready, 2 * place);
        freePlaces = Arrays.copyOf(freePlaces, 2 * place);
      }
      places[rank][task] = place;
      ready[place] = moments.now();
    } else {
      int before = ready[place];
      int now = moments.now();
      ready[place] = before == CauseTree.NONE ? now : moments.later(before, now);
    }
  }

  /**
   * A receive that enters now waits for the present task of its stream, and not for the task at
   * that time.
   */
  void waitsForPresent(int rank, int task, int stream) {
    if (streams.isInUse(stream)) {
      moments.now(streams.until(stream));
      meets(rank, task);
    }
  }

  /** A task starts now: what follows from its dependencies is at hand. */
  void starts(int rank, int task) {
    current[rank] = task;
    int place = places[rank][task];
    int moment = place == 0 ? CauseTree.NONE : ready[place];
    if (place != 0) {
      ready[place] = CauseTree.NONE;
      freePlaces[freeCount++] = place;
      places[rank][task] = 0;
    }
    moments.now(moment);
  }

  /** What happens waits for a thing too. */
  void after(Uses things, int thing) {
    if (moments.now() == CauseTree.NONE) {
      moments.now(things.until(thing));
    } else {
      moments.now(things.after(thing, moments.now()));
    }
  }

  /** All is said that what happens now waits for. */
  void begins(int rank) {
    if (moments.now() == CauseTree.NONE) {
      moments.now(CauseTree.BEGINNING);
    }
    moments.leg(PathLeg.Kind.OTHER, rank, presentPs);
    start = moments.now();
  }

  /** The start of what happens is at hand. */
  void atStart() {
    moments.now(start);
  }

  /** A stream is in use up to what is at hand, and so is its rank. */
  void keepStream(int stream) {
    streams.keepLater(stream, moments.now());
    ends();
  }

  /** A burst that has just begun, from what is at hand. */
  void burst(int rank, int task, long untilPs) {
    moments.now(moments.burst(rank, place(rank, task), task, untilPs, moments.now()));
  }

  /** A task ends with what is at hand. */
  void finishes(int rank, long timePs) {
    moments.leg(PathLeg.Kind.OTHER, rank, timePs);
    unfinished--;
    ends();
  }

  private void ends() {
    int moment = moments.now();
    last = last == CauseTree.NONE ? moment : moments.later(last, moment);
  }

  /** Legs of a message belong to the task that sends it. */
  void belongsTo(MessagePool messages, int message) {
    current[messages.source(message)] = (int) messages.operation(message);
  }

  /** Legs of a rank belong to one of its tasks, or to none that is known. */
  void belongsTo(int rank, int task) {
    current[rank] = task;
  }

  /** What the sender of a message, as far as it alone is concerned, ends with is at hand. */
  void callerEnds(int message) {
    callers.keep(message / MessagePool.STRIDE, moments.now());
  }

  /** What the sender of a message, as far as it alone is concerned, ends with is at hand again. */
  void atCaller(int message) {
    moments.now(callers.until(message / MessagePool.STRIDE));
  }

  /** What happens waits for the sender of a message. */
  void afterCaller(int message) {
    moments.now(callers.after(message / MessagePool.STRIDE, moments.now()));
  }

  /** The receive that the event is about meets its message. */
  void meetsNow() {
    posted = start;
  }

  /** A receive that has been kept meets its message. */
  void meetsKept(RecordPool receives, int receive) {
    posted = receives.cause(receive);
  }

  /** What happens follows from where a message is, and from the receive that it meets. */
  void follow(MessagePool messages, int message) {
    int cause = messages.cause(message);
    moments.now(cause == CauseTree.NONE ? posted : cause);
    moments.later(posted);
  }

  /** What happens waits for the receive. */
  void afterPosted() {
    moments.later(posted);
  }

  /** The receive that meets its message just now goes on waiting for it. */
  void keepsWaiting(RecordPool receives, int receive) {
    receives.cause(receive, posted);
  }

  /** All tasks have finished. */
  void end() {
    moments.end(last == CauseTree.NONE ? CauseTree.BEGINNING : last);
  }
}
