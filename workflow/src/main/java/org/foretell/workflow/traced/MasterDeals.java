package org.foretell.workflow.traced;

import it.unimi.dsi.fastutil.ints.Int2IntMap;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongList;
import java.util.ArrayList;
import java.util.List;
import org.foretell.trace.OpView;

/**
 * Follows a master: in which order it dealt out the tasks of its workers, and when it waited for
 * all of them although one was idle. It would have dealt out the next task before, had there been
 * one, so what follows is a new round.
 */
final class MasterDeals implements MessageListener {
  private final int[] ranks;
  private final Int2IntMap numbers = new Int2IntOpenHashMap();
  private final List<WorkerTasks> workers;

  /** By worker how many tasks it was dealt, and with how many messages the next one begins. */
  private final int[] dealt;

  private final int[] dealtMessages;

  /** By worker how many results arrived, and how many messages of the next one. */
  private final int[] ended;

  private final int[] endedMessages;
  private final int[] requests;
  private final int[] stops;

  private final List<LongArrayList> rounds = new ArrayList<>();
  private int idle;
  private int alive;
  private long tasks;
  private long taskBytes;

  private boolean hasBegun;
  private boolean waits;
  private long ownPs;
  private long sinceMessagePs;

  /**
   * Begins with workers of which those are idle that do not ask for work first.
   *
   * @param ranks of the workers
   * @param workers their tasks, in the order of their ranks
   */
  MasterDeals(int[] ranks, List<WorkerTasks> workers) {
    this.ranks = ranks.clone();
    this.workers = workers;
    int count = workers.size();
    dealt = new int[count];
    dealtMessages = new int[count];
    ended = new int[count];
    endedMessages = new int[count];
    requests = new int[count];
    stops = new int[count];
    alive = count;
    numbers.defaultReturnValue(-1);
    for (int worker = 0; worker < count; worker++) {
      numbers.put(ranks[worker], worker);
      idle += workers.get(worker).requests() == 0 ? 1 : 0;
    }
    rounds.add(new LongArrayList());
  }

  @Override
  public void computed(long durationPs) {
    if (hasBegun && !waits) {
      sinceMessagePs = Math.addExact(sinceMessagePs, durationPs);
    }
  }

  @Override
  public void polled(boolean found) {
    waits = !found;
  }

  private void message() {
    hasBegun = true;
    waits = false;
    ownPs = Math.addExact(ownPs, sinceMessagePs);
    sinceMessagePs = 0;
  }

  @Override
  public void sent(int receiver, long bytes) {
    message();
    int worker = numbers.get(receiver);
    if (worker < 0) {
      throw NoMasterWorker.because(
          "its master sends to rank " + receiver + ", which receives nothing");
    }
    WorkerTasks tasksOf = workers.get(worker);
    int task = dealt[worker];
    if (task == tasksOf.count()) {
      if (stops[worker]++ == 0) {
        idle--;
        alive--;
      }
      return;
    }
    taskBytes = Math.addExact(taskBytes, bytes);
    if (dealtMessages[worker]++ == 0) {
      deal(tasksOf.durationPs(task));
    }
    if (dealtMessages[worker] == tasksOf.messagesIn(task)) {
      dealtMessages[worker] = 0;
      dealt[worker]++;
    }
  }

  private void deal(long durationPs) {
    LongArrayList round = rounds.get(rounds.size() - 1);
    if (alive > 1 && idle == alive && !round.isEmpty()) {
      round = new LongArrayList();
      rounds.add(round);
    }
    round.add(durationPs);
    idle--;
    tasks++;
  }

  @Override
  public void received(int sender) {
    message();
    if (sender == OpView.NONE) {
      throw NoMasterWorker.because(
          "the trace does not record whose messages its master received from any source");
    }
    int worker = numbers.get(sender);
    WorkerTasks tasksOf = worker < 0 ? new WorkerTasks() : workers.get(worker);
    if (worker >= 0 && requests[worker] < tasksOf.requests()) {
      requests[worker]++;
      idle += requests[worker] == tasksOf.requests() ? 1 : 0;
      return;
    }
    if (worker < 0 || ended[worker] == tasksOf.count()) {
      throw NoMasterWorker.because(
          "its master receives more messages from rank " + sender + " than that rank sends");
    }
    if (++endedMessages[worker] == tasksOf.messagesOut(ended[worker])) {
      endedMessages[worker] = 0;
      ended[worker]++;
      idle++;
    }
  }

  /** Refuses a trace of which a part is missing. To be called last. */
  void check() {
    for (int worker = 0; worker < workers.size(); worker++) {
      WorkerTasks tasksOf = workers.get(worker);
      if (dealt[worker] < tasksOf.count() || stops[worker] != tasksOf.stops()) {
        throw NoMasterWorker.because(
            "rank %d does not receive as many messages as its master sends to it"
                .formatted(ranks[worker]));
      }
      if (ended[worker] < tasksOf.count() || requests[worker] < tasksOf.requests()) {
        throw NoMasterWorker.because(
            "its master does not receive all messages of rank " + ranks[worker]);
      }
    }
    if (tasks == 0) {
      throw NoMasterWorker.because("no rank answers a message of its master");
    }
  }

  /** By round the durations of its tasks, in the order in which they were dealt out, ps. */
  List<? extends LongList> rounds() {
    return rounds;
  }

  long tasks() {
    return tasks;
  }

  /** The sum over all tasks. */
  long taskBytes() {
    return taskBytes;
  }

  /** What the master computed from its first message to its last, without waiting. */
  long ownPs() {
    return ownPs;
  }
}
