package org.foretell.engine.graph;

import java.util.function.IntConsumer;
import org.foretell.engine.buslink.BurstCauses;
import org.foretell.engine.buslink.BusLinkNetwork;
import org.foretell.engine.cause.CauseTree;
import org.foretell.engine.cause.Causes;
import org.foretell.engine.message.Matcher;
import org.foretell.engine.state.RunSettings;

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

  /**
   * What the settings ask for.
   *
   * @param streamsEach how many a rank has
   */
  StreamCauses(RunSettings settings, TaskTable table, Matcher matcher, int streamsEach) {
    tasks = new GraphCauses(settings, table);
    this.streamsEach = streamsEach;
    ready = new int[table.ranks() * streamsEach];
    bursts = new BurstCauses(tasks.moments, settings.placement().nodes());
    tasks.moments.setup().heldBy(this::visit);
    tasks.moments.setup().heldBy(matcher.messages::visitCauses);
    tasks.moments.setup().heldBy(matcher.receives::visitCauses);
  }

  private void visit(IntConsumer moment) {
    for (int one : ready) {
      moment.accept(one);
    }
  }

  Causes moments() {
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
    int rank = stream / streamsEach;
    ready[stream] = tasks.begins(rank, tasks.met(rank, task));
  }

  /** A stream goes on with a task. */
  void takes(int stream, int task) {
    tasks.met(stream / streamsEach, task); // the stream is ready later than the task
  }

  /** A stream has no task left. */
  void sleeps(int stream) {
    ready[stream] = CauseTree.NONE;
  }

  /** The moment at which a stream became ready to run. */
  int ready(int stream) {
    return ready[stream];
  }

  /**
   * The moment from which on a stream has a CPU.
   *
   * @param isTask whether it is for a task that computes, and not for a message
   */
  int begins(int stream, int task, boolean isTask, long nowPs) {
    int rank = stream / streamsEach;
    tasks.belongsTo(rank, task);
    int begun = bursts.begins(stream, rank, ready[stream], nowPs);
    if (isTask && tasks.moments.areKept()) {
      bursts.isComputation(stream, tasks.moments.setup().place(rank), task);
    }
    return begun;
  }

  /** A stream is done with its CPU. */
  void ends(int stream, int task, long nowPs) {
    int rank = stream / streamsEach;
    tasks.belongsTo(rank, task);
    ready[stream] = tasks.begins(rank, bursts.ends(stream, rank, nowPs));
  }

  /** A send or receive is executed, for as long as its rank has a clock. */
  void executes(int stream, int task, long nowPs) {
    int rank = stream / streamsEach;
    tasks.belongsTo(rank, task);
    tasks.moments.clockIs(rank, nowPs, ready[stream]);
  }
}
