package org.foretell.engine.graph;

import java.util.function.IntConsumer;
import org.foretell.engine.buslink.BurstCauses;
import org.foretell.engine.buslink.BusLinkNetwork;
import org.foretell.engine.cause.CauseTree;
import org.foretell.engine.cause.KeptCauses;
import org.foretell.engine.message.Matcher;
import org.foretell.engine.state.RunSettings;
import org.jspecify.annotations.Nullable;

/**
 * What tasks follow from where their streams wait for CPUs, for the critical path: the task's
 * dependencies, what the stream did before, and whoever had the CPU.
 */
final class StreamCauses {
  /** What tasks follow from apart from CPUs. */
  final GraphCauses tasks;

  private final BurstCauses bursts;

  /** By stream of all ranks what it follows from that the stream is ready to run. */
  private final int[] ready;

  private final int streamsEach;

  private StreamCauses(
      GraphCauses tasks, Matcher matcher, int[] nodes, int ranks, int streamsEach) {
    this.tasks = tasks;
    this.streamsEach = streamsEach;
    ready = new int[ranks * streamsEach];
    bursts = new BurstCauses(tasks.moments, nodes);
    tasks.moments.heldBy(this::visit);
    tasks.moments.heldBy(matcher.messages::visitCauses);
    tasks.moments.heldBy(matcher.receives::visitCauses);
  }

  /**
   * What the settings ask for; null where nobody asks for the critical path.
   *
   * @param streamsEach how many a rank has
   */
  static @Nullable StreamCauses of(
      RunSettings settings, TaskTable tasks, Matcher matcher, int streamsEach) {
    GraphCauses known = GraphCauses.of(settings, tasks);
    return known == null
        ? null
        : new StreamCauses(
            known, matcher, settings.placement().nodes(), tasks.ranks(), streamsEach);
  }

  private void visit(IntConsumer moment) {
    for (int one : ready) {
      moment.accept(one);
    }
  }

  KeptCauses moments() {
    return tasks.moments;
  }

  /** Legs of a transfer belong to the send of its message, unless that has been forgotten. */
  void legsBelongTo(BusLinkNetwork network, Matcher matcher, int transfer) {
    int message = network.transfers.entry(transfer);
    int source = network.transfers.source(transfer);
    if (matcher.messages.source(message) == source) {
      tasks.belongsTo(source, (int) matcher.messages.operation(message));
    }
  }

  /** A stream that has been idle takes a task. */
  void wakes(int stream, int task) {
    tasks.starts(stream / streamsEach, task);
    isReady(stream);
  }

  /** A stream goes on with a task. */
  void takes(int stream, int task) {
    tasks.starts(stream / streamsEach, task);
  }

  /** A stream has no task left. */
  void sleeps(int stream) {
    ready[stream] = CauseTree.NONE;
  }

  /** A stream is ready to run from what is at hand. */
  private void isReady(int stream) {
    tasks.begins(stream / streamsEach);
    ready[stream] = tasks.moments.now();
  }

  /** What happens follows from that a stream is ready to run. */
  void atReady(int stream) {
    tasks.moments.now(ready[stream]);
  }

  /**
   * A stream has a CPU.
   *
   * @param isTask whether it is for a task that computes, and not for a message
   */
  void begins(int stream, int task, boolean isTask, long nowPs) {
    int rank = stream / streamsEach;
    tasks.belongsTo(rank, task);
    tasks.moments.now(bursts.begins(stream, rank, ready[stream], nowPs));
    if (isTask) {
      bursts.isComputation(stream, tasks.moments.place(rank), task);
    }
  }

  /** A stream is done with its CPU. */
  void ends(int stream, int task, long nowPs) {
    int rank = stream / streamsEach;
    tasks.belongsTo(rank, task);
    tasks.moments.now(bursts.ends(stream, rank, nowPs));
    isReady(stream);
  }

  /** A send or receive is executed, for as long as its rank has a clock. */
  void executes(int stream, int task, long nowPs) {
    int rank = stream / streamsEach;
    tasks.belongsTo(rank, task);
    atReady(stream);
    tasks.moments.clockIs(rank, nowPs, tasks.moments.now());
  }
}
