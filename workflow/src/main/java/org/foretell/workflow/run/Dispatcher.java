package org.foretell.workflow.run;

import it.unimi.dsi.fastutil.ints.IntHeapPriorityQueue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.foretell.failure.ForetellException;
import org.foretell.workflow.schedule.SchedulingPolicy;
import org.foretell.workflow.task.TaskKind;
import org.foretell.workflow.task.Workflow;

/**
 * The state of the master: which tasks are ready, which workers are idle, what each node holds.
 *
 * <p>A task on several nodes has a worker on each of them. The first leads: the master sends it the
 * task and gets the result from it, while the others are held.
 *
 * <p>A choice takes time in proportion to the number of distinct needs of tasks (cores, memory),
 * and logarithmic in the number of ready tasks. About 50 bytes for each task.
 */
final class Dispatcher {
  private static final int NO_WORKER = -1;

  /** A task that is lost so often is refused. */
  private static final int MOST_LOST = 1_000;

  /** On each node. */
  private record Need(int cores, long memoryBytes, int nodes) {}

  private final Workflow workflow;
  private final WorkerPlaces places;
  private final Draws draws;
  private final boolean prefersNode;
  private final double[] urgency;
  private final Attempts attempts = new Attempts();

  private final int[] missing;
  private final int[] readyNumber;
  private final long[] readyPs;

  private final int[] releasedBy;

  private final int[] failures;
  private final List<Need> needs = new ArrayList<>();
  private final List<IntHeapPriorityQueue> queues = new ArrayList<>();
  private final int[] needOf;

  private final BitSet idle = new BitSet();
  private final int[] idleOnNode;
  private final int[] freeCores;
  private final long[] freeMemory;
  private final int[] running;

  /** By leading worker the workers that its task holds on other nodes; empty for none. */
  private final Map<Integer, int[]> held = new HashMap<>();

  private final Optional<FailureClock> failureClock;

  private final Restarts restarts;

  private int readyCount;
  private int runningCount;
  private int latest = Attempts.NONE;
  private int done;
  private int givenUp;

  Dispatcher(
      Workflow workflow,
      SchedulingPolicy policy,
      WorkerPlaces places,
      Draws draws,
      Optional<FailureClock> failureClock) {
    this.workflow = workflow;
    this.failureClock = failureClock;
    this.places = places;
    this.draws = draws;
    prefersNode = policy.prefersNodeOfInputs();
    urgency = policy.urgencies(workflow);
    int tasks = workflow.tasks();
    missing = new int[tasks];
    readyNumber = new int[tasks];
    readyPs = new long[tasks];
    releasedBy = new int[tasks];
    failures = new int[tasks];
    restarts = new Restarts(failureClock.isPresent() ? tasks : 0);
    needOf = new int[tasks];
    running = new int[places.workers()];
    Arrays.fill(running, Attempts.NONE);
    idle.set(0, places.workers());
    idleOnNode = new int[places.nodes()];
    freeCores = new int[places.nodes()];
    freeMemory = new long[places.nodes()];
    for (int worker = 0; worker < places.workers(); worker++) {
      idleOnNode[places.node(worker)]++;
    }
    for (int node = 0; node < places.nodes(); node++) {
      freeCores[node] = places.cores(node);
      freeMemory[node] = places.nodeMemoryBytes();
    }
    Map<Need, Integer> numbers = new HashMap<>();
    for (int task = 0; task < tasks; task++) {
      TaskKind kind = workflow.kind(task);
      needOf[task] =
          numbers.computeIfAbsent(
              new Need(kind.cores(), kind.memoryBytes(), kind.nodes()), this::newNeed);
      missing[task] = workflow.waitsFor(task);
      if (missing[task] == 0) {
        isReady(task, Attempts.NONE, 0);
      }
    }
  }

  private int newNeed(Need need) {
    needs.add(need);
    queues.add(new IntHeapPriorityQueue(this::compare));
    return needs.size() - 1;
  }

  private int compare(int one, int other) {
    int byUrgency = Double.compare(urgency[other], urgency[one]);
    return byUrgency != 0 ? byUrgency : Integer.compare(readyNumber[one], readyNumber[other]);
  }

  private void isReady(int task, int cause, long nowPs) {
    readyNumber[task] = readyCount++;
    readyPs[task] = nowPs;
    releasedBy[task] = cause;
    queues.get(needOf[task]).enqueue(task);
  }

  /**
   * Chooses a task and a worker.
   *
   * @param nowPs the master's clock
   * @return the worker, -1 if nothing can be dealt out now
   */
  int assign(long nowPs) {
    if (idle.isEmpty()) {
      return NO_WORKER;
    }
    int best = -1;
    for (int need = 0; need < queues.size(); need++) {
      IntHeapPriorityQueue queue = queues.get(need);
      if (!queue.isEmpty()
          && (best < 0 || compare(queue.firstInt(), queues.get(best).firstInt()) < 0)
          && worker(needs.get(need), queue.firstInt(), nowPs) != NO_WORKER) {
        best = need;
      }
    }
    if (best < 0) {
      return NO_WORKER;
    }
    int task = queues.get(best).dequeueInt();
    Need need = needs.get(best);
    int worker = worker(need, task, nowPs);
    occupy(worker, need);
    if (need.nodes() > 1) {
      held.put(worker, hold(need, places.node(worker)));
    }
    running[worker] = attempts.add(task, worker, releasedBy[task], latest, readyPs[task], nowPs);
    attempts.waited(running[worker], restarts.waitedPs());
    runningCount++;
    return worker;
  }

  private void occupy(int worker, Need need) {
    int node = places.node(worker);
    idle.clear(worker);
    idleOnNode[node]--;
    freeCores[node] -= need.cores();
    freeMemory[node] -= need.memoryBytes();
  }

  private void release(int worker, Need need) {
    int node = places.node(worker);
    idle.set(worker);
    idleOnNode[node]++;
    freeCores[node] += need.cores();
    freeMemory[node] += need.memoryBytes();
  }

  /** Occupies a worker on each of the nodes that a task has besides that of its leading worker. */
  private int[] hold(Need need, int leading) {
    int[] workers = new int[need.nodes() - 1];
    int node = -1;
    for (int i = 0; i < workers.length; i++) {
      do {
        node++;
      } while (!fits(need, node) || node == leading);
      workers[i] = idle.nextSetBit(node * places.perNode());
      occupy(workers[i], need);
    }
    return workers;
  }

  /**
   * A worker whose node is there. One whose node will be back, and waits for that, only if the
   * master would get no further message.
   */
  private int worker(Need need, int task, long nowPs) {
    int any = worker(need, task);
    if (any == NO_WORKER || failureClock.isEmpty() || isUp(places.node(any), nowPs)) {
      return any;
    }
    for (int worker = idle.nextSetBit(0); worker >= 0; worker = idle.nextSetBit(worker + 1)) {
      if (fits(need, places.node(worker)) && isUp(places.node(worker), nowPs)) {
        return worker;
      }
    }
    return hasRunning() || restarts.hasAway() ? NO_WORKER : any;
  }

  private boolean isUp(int node, long nowPs) {
    return failureClock.orElseThrow().upPs(new int[] {node}, nowPs) == nowPs;
  }

  private int worker(Need need, int task) {
    if (need.nodes() > 1 && !enoughNodesFit(need)) {
      return NO_WORKER;
    }
    if (prefersNode && releasedBy[task] != Attempts.NONE) {
      int node = places.node(attempts.worker(releasedBy[task]));
      if (fits(need, node)) {
        return idle.nextSetBit(node * places.perNode());
      }
    }
    int worker = idle.nextSetBit(0);
    while (worker >= 0 && !fits(need, places.node(worker))) {
      worker = idle.nextSetBit((places.node(worker) + 1) * places.perNode());
    }
    return worker;
  }

  private boolean enoughNodesFit(Need need) {
    int fitting = 0;
    for (int node = 0; node < places.nodes() && fitting < need.nodes(); node++) {
      fitting += fits(need, node) ? 1 : 0;
    }
    return fitting == need.nodes();
  }

  private boolean fits(Need need, int node) {
    return idleOnNode[node] > 0
        && freeCores[node] >= need.cores()
        && freeMemory[node] >= need.memoryBytes();
  }

  /**
   * Takes the result of a worker.
   *
   * @param worker that sent it
   * @param nowPs when the master has it
   */
  void result(int worker, long nowPs) {
    if (running[worker] == Attempts.NONE) {
      returns(worker, nowPs);
      return;
    }
    int attempt = running[worker];
    int task = attempts.task(attempt);
    Need need = needs.get(needOf[task]);
    running[worker] = Attempts.NONE;
    runningCount--;
    release(worker, need);
    if (need.nodes() > 1) {
      for (int other : Objects.requireNonNull(held.remove(worker))) {
        release(other, need);
      }
    }
    attempts.isKnown(attempt, nowPs);
    latest = attempt;
    restarts.result(nowPs);
    if (attempts.isLost(attempt)) {
      leaves(worker);
      isReady(task, attempt, nowPs);
    } else if (!isTaskWrong(task)) {
      done++;
      for (int i = 0; i < workflow.followers(task); i++) {
        int follower = workflow.follower(task, i);
        if (--missing[follower] == 0) {
          isReady(follower, attempt, nowPs);
        }
      }
    } else if (failures[task]++ < workflow.kind(task).retries()) {
      if (failureClock.isPresent()) {
        restarts.beginsAgain(task);
      }
      isReady(task, attempt, nowPs);
    } else {
      givenUp++;
    }
  }

  /** The attempt that a worker has, {@link Attempts#NONE} if it is idle. */
  int running(int worker) {
    return running[worker];
  }

  /** How long the task of a worker computes. */
  long computePs(int worker) {
    int task = attempts.task(running[worker]);
    return draws.computePs(task, workflow.kind(task));
  }

  /** How much of that checkpoints have kept. */
  long keptPs(int worker) {
    return restarts.keptPs(attempts.task(running[worker]));
  }

  /** The nodes of the task of a worker. */
  int[] nodes(int worker) {
    return IntStream.concat(
            IntStream.of(worker), IntStream.of(held.getOrDefault(worker, new int[0])))
        .map(places::node)
        .toArray();
  }

  /**
   * The nodes of a worker's task fail.
   *
   * @param kept how much of the attempt's time checkpoints keep
   * @param moreKeptPs by how much more of the duration checkpoints have kept
   * @param isAway whether the worker's own node failed, so that it returns later
   */
  void isLost(int worker, long kept, long moreKeptPs, boolean isAway) {
    int attempt = running[worker];
    int task = attempts.task(attempt);
    attempts.isLost(attempt, kept);
    if (isAway) {
      restarts.fails(worker);
    }
    if (restarts.isLost(task, moreKeptPs) == MOST_LOST) {
      throw ForetellException.badInput(
          "%s was lost to failures %,d times in a row, so it does not end in practice: give it checkpoints, or shorter intervals between them"
              .formatted(workflow.label(task), MOST_LOST));
    }
  }

  /** A worker whose node failed gets nothing until it returns. */
  private void leaves(int worker) {
    if (restarts.leaves(worker)) {
      idle.clear(worker);
      idleOnNode[places.node(worker)]--;
    }
  }

  private void returns(int worker, long nowPs) {
    restarts.returns(worker, nowPs, !hasRunning());
    idle.set(worker);
    idleOnNode[places.node(worker)]++;
  }

  /** Whether tasks are ready that only workers can have who will return. */
  boolean waitsForReturns() {
    return restarts.hasAway() && queues.stream().anyMatch(queue -> !queue.isEmpty());
  }

  /** Whether the check of a worker's result fails. */
  boolean isWrong(int worker) {
    return isTaskWrong(attempts.task(running[worker]));
  }

  private boolean isTaskWrong(int task) {
    return draws.isWrong(task, failures[task], workflow.kind(task));
  }

  TaskKind kind(int worker) {
    return workflow.kind(attempts.task(running[worker]));
  }

  boolean hasRunning() {
    return runningCount > 0;
  }

  Optional<FailureClock> failureClock() {
    return failureClock;
  }

  Attempts attempts() {
    return attempts;
  }

  int done() {
    return done;
  }

  Restarts restarts() {
    return restarts;
  }

  int givenUp() {
    return givenUp;
  }
}
