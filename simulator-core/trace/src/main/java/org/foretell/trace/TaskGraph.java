package org.foretell.trace;

import java.util.Arrays;
import java.util.Objects;

/**
 * The program of a rank as a graph of tasks, as an alternative to a sequence of ops: bursts, sends
 * and receives on several CPU streams of the rank, each started when the tasks that it depends on
 * have finished or started (GOAL's {@code requires} and {@code irequires}).
 *
 * <p>Tasks are numbered from 0 in the order of the program, which is also the order of tasks that
 * become ready together. Two graphs are equal if they have the same tasks and, for each task, the
 * same successors in the same order. Immutable; about 40 bytes for each task and 4 for each
 * dependency.
 */
public final class TaskGraph {
  /** Maximum number of tasks of a rank. */
  public static final int MAX_TASKS = 1 << 27;

  /** Exclusive upper bound of the stream and network interface numbers of a rank. */
  public static final int MAX_STREAMS = 1 << 12;

  private final OpCode[] codes;
  private final int[] peers;
  private final int[] tags;
  private final long[] amounts;
  private final int[] streams;
  private final int[] nics;
  private final int[] dependencies;

  /**
   * Successors of task i: at {@code starts[2i]} those of its finish, {@code starts[2i+1]} start.
   */
  private final int[] starts;

  private final int[] successors;

  /** 0 until somebody asks for it; several threads may compute it. */
  private int hash;

  private TaskGraph(Builder from) {
    int tasks = from.tasks;
    codes = Arrays.copyOf(from.codes, tasks);
    peers = Arrays.copyOf(from.peers, tasks);
    tags = Arrays.copyOf(from.tags, tasks);
    amounts = Arrays.copyOf(from.amounts, tasks);
    streams = Arrays.copyOf(from.streams, tasks);
    nics = Arrays.copyOf(from.nics, tasks);
    dependencies = new int[tasks];
    starts = new int[2 * tasks + 1];
    successors = new int[from.edges];
    for (int edge = 0; edge < from.edges; edge++) {
      starts[from.edgeFrom[edge] + 1]++;
      dependencies[from.edgeTo[edge]]++;
    }
    for (int i = 0; i < 2 * tasks; i++) {
      starts[i + 1] += starts[i];
    }
    int[] next = Arrays.copyOf(starts, 2 * tasks);
    for (int edge = 0; edge < from.edges; edge++) {
      successors[next[from.edgeFrom[edge]]++] = from.edgeTo[edge];
    }
  }

  private TaskGraph(TaskGraph from, int[] peers) {
    codes = from.codes;
    this.peers = peers;
    tags = from.tags;
    amounts = from.amounts;
    streams = from.streams;
    nics = from.nics;
    dependencies = from.dependencies;
    starts = from.starts;
    successors = from.successors;
  }

  /** {@return the number of tasks} */
  public int tasks() {
    return codes.length;
  }

  /** {@return the number of dependencies of all tasks} */
  public int edges() {
    return successors.length;
  }

  /**
   * {@return {@code COMPUTE}, {@code SEND} or {@code RECV}}
   *
   * @param task 0 to {@code tasks() - 1}
   */
  public OpCode code(int task) {
    return codes[task];
  }

  /**
   * {@return the world rank of the partner; {@link OpView#ANY} for a receive from any rank; 0 for a
   * burst}
   *
   * @param task 0 to {@code tasks() - 1}
   */
  public int peer(int task) {
    return peers[task];
  }

  /**
   * {@return the tag, of all 32 bits (tools pack a communicator into the high ones); {@link
   * OpView#ANY} for any; 0 for a burst}
   *
   * @param task 0 to {@code tasks() - 1}
   */
  public int tag(int task) {
    return tags[task];
  }

  /**
   * {@return bytes of a send or receive; duration of a burst on the traced machine, picoseconds}
   *
   * @param task 0 to {@code tasks() - 1}
   */
  public long amount(int task) {
    return amounts[task];
  }

  /**
   * {@return the CPU stream, 0 to {@link #MAX_STREAMS} - 1}
   *
   * @param task 0 to {@code tasks() - 1}
   */
  public int stream(int task) {
    return streams[task];
  }

  /**
   * {@return the network interface of the rank, 0 to {@link #MAX_STREAMS} - 1; 0 for a burst}
   *
   * @param task 0 to {@code tasks() - 1}
   */
  public int nic(int task) {
    return nics[task];
  }

  /**
   * {@return how many tasks this one waits for, counted separately for its start and for its
   * finish}
   *
   * @param task 0 to {@code tasks() - 1}
   */
  public int dependencies(int task) {
    return dependencies[task];
  }

  /**
   * {@return the index of the first successor that waits for the finish of a task}
   *
   * @param task 0 to {@code tasks() - 1}
   */
  public int firstAfterFinish(int task) {
    return starts[2 * task];
  }

  /**
   * {@return the index of the first successor that waits for the start of a task; the successors
   * that wait for its finish end here}
   *
   * @param task 0 to {@code tasks() - 1}
   */
  public int firstAfterStart(int task) {
    return starts[2 * task + 1];
  }

  /**
   * {@return the index after the last successor that waits for the start of a task}
   *
   * @param task 0 to {@code tasks() - 1}
   */
  public int endAfterStart(int task) {
    return starts[2 * task + 2];
  }

  /**
   * {@return a successor by its index, in the order in which the dependencies were stated}
   *
   * @param index {@link #firstAfterFinish} of a task up to, but not including, its {@link
   *     #endAfterStart}
   */
  public int successor(int index) {
    return successors[index];
  }

  /**
   * {@return this graph with all peers but {@link OpView#ANY} shifted: distances become world ranks
   * of a rank by {@code by = rank}, and world ranks distances by {@code by = ranks - rank}} It
   * shares everything but the peers with this one.
   *
   * @param by 0 to {@code ranks}
   * @param ranks number of ranks; above all peers
   */
  public TaskGraph shifted(int by, int ranks) {
    int[] moved = new int[peers.length];
    for (int task = 0; task < moved.length; task++) {
      int peer = peers[task];
      moved[task] =
          codes[task] == OpCode.COMPUTE || peer < 0 ? peer : (int) (((long) peer + by) % ranks);
    }
    return new TaskGraph(this, moved);
  }

  /**
   * {@return this graph behind a burst, its task 0, which all tasks without dependencies wait for;
   * this graph itself if the burst takes no time}
   *
   * @param delayPs how long it takes, at least 0
   */
  public TaskGraph after(long delayPs) {
    if (delayPs == 0) {
      return this;
    }
    Builder delayed = new Builder();
    int delay = delayed.compute(delayPs, 0);
    for (int task = 0; task < tasks(); task++) {
      delayed.add(codes[task], peers[task], tags[task], amounts[task], streams[task], nics[task]);
      if (dependencies[task] == 0) {
        delayed.requires(task + 1, delay);
      }
    }
    for (int task = 0; task < tasks(); task++) {
      for (int i = firstAfterFinish(task); i < endAfterStart(task); i++) {
        if (i < firstAfterStart(task)) {
          delayed.requires(successors[i] + 1, task + 1);
        } else {
          delayed.requiresStart(successors[i] + 1, task + 1);
        }
      }
    }
    return delayed.build();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TaskGraph that
        && Arrays.equals(codes, that.codes)
        && Arrays.equals(peers, that.peers)
        && Arrays.equals(tags, that.tags)
        && Arrays.equals(amounts, that.amounts)
        && Arrays.equals(streams, that.streams)
        && Arrays.equals(nics, that.nics)
        && Arrays.equals(starts, that.starts)
        && Arrays.equals(successors, that.successors);
  }

  @Override
  public int hashCode() {
    if (hash == 0) {
      int sum = Arrays.hashCode(peers);
      sum = 31 * sum + Arrays.hashCode(tags);
      sum = 31 * sum + Arrays.hashCode(amounts);
      sum = 31 * sum + Arrays.hashCode(starts);
      hash = 31 * sum + Arrays.hashCode(successors);
    }
    return hash;
  }

  /** Builds a graph. Not thread safe. */
  public static final class Builder {
    private OpCode[] codes = new OpCode[16];
    private int[] peers = new int[16];
    private int[] tags = new int[16];
    private long[] amounts = new long[16];
    private int[] streams = new int[16];
    private int[] nics = new int[16];
    private int tasks;
    private int[] edgeFrom = new int[16];
    private int[] edgeTo = new int[16];
    private int edges;

    /** Creates a graph without tasks. */
    public Builder() {}

    /**
     * Adds a burst.
     *
     * @param durationPs at least 0
     * @param stream 0 to {@link #MAX_STREAMS} - 1
     * @return the number of the task
     */
    public int compute(long durationPs, int stream) {
      return add(OpCode.COMPUTE, 0, 0, durationPs, stream, 0);
    }

    /**
     * Adds a send.
     *
     * @param peer world rank, at least 0
     * @param tag any number; {@link OpView#ANY} is the wildcard
     * @param bytes at least 0
     * @param stream 0 to {@link #MAX_STREAMS} - 1
     * @param nic 0 to {@link #MAX_STREAMS} - 1
     * @return the number of the task
     */
    public int send(int peer, int tag, long bytes, int stream, int nic) {
      if (peer < 0) {
        throw new IllegalArgumentException("a send needs a peer, but has " + peer);
      }
      return add(OpCode.SEND, peer, tag, bytes, stream, nic);
    }

    /**
     * Adds a receive.
     *
     * @param peer world rank, or {@link OpView#ANY}
     * @param tag any number; {@link OpView#ANY} is the wildcard
     * @param bytes at least 0
     * @param stream 0 to {@link #MAX_STREAMS} - 1
     * @param nic 0 to {@link #MAX_STREAMS} - 1
     * @return the number of the task
     */
    public int receive(int peer, int tag, long bytes, int stream, int nic) {
      return add(OpCode.RECV, peer, tag, bytes, stream, nic);
    }

    private int add(OpCode code, int peer, int tag, long amount, int stream, int nic) {
      if (peer < OpView.ANY || amount < 0 || !fits(stream) || !fits(nic)) {
        throw new IllegalArgumentException(
            "a task needs peer, amount, stream and NIC in range, but has "
                + peer
                + ", "
                + amount
                + ", "
                + stream
                + ", "
                + nic
                + " (streams and NICs are below "
                + MAX_STREAMS
                + ")");
      }
      if (tasks == MAX_TASKS) {
        throw new IllegalArgumentException("a rank has more than " + MAX_TASKS + " tasks");
      }
      if (tasks == codes.length) {
        int capacity = 2 * tasks;
        codes = Arrays.copyOf(codes, capacity);
        peers = Arrays.copyOf(peers, capacity);
        tags = Arrays.copyOf(tags, capacity);
        amounts = Arrays.copyOf(amounts, capacity);
        streams = Arrays.copyOf(streams, capacity);
        nics = Arrays.copyOf(nics, capacity);
      }
      codes[tasks] = code;
      peers[tasks] = peer;
      tags[tasks] = tag;
      amounts[tasks] = amount;
      streams[tasks] = stream;
      nics[tasks] = nic;
      return tasks++;
    }

    private static boolean fits(int stream) {
      return stream >= 0 && stream < MAX_STREAMS;
    }

    /** {@return the number of tasks so far} */
    public int tasks() {
      return tasks;
    }

    /**
     * Makes a task start only after another task has finished.
     *
     * @param task the waiting task, by its number
     * @param finished the task that has to finish first
     */
    public void requires(int task, int finished) {
      edge(task, finished, 0);
    }

    /**
     * Makes a task start only after another task has started.
     *
     * @param task the waiting task, by its number
     * @param started the task that has to start first
     */
    public void requiresStart(int task, int started) {
      edge(task, started, 1);
    }

    private void edge(int to, int from, int kind) {
      Objects.checkIndex(to, tasks);
      Objects.checkIndex(from, tasks);
      if (edges == edgeFrom.length) {
        int capacity = Math.multiplyExact(2, edges);
        edgeFrom = Arrays.copyOf(edgeFrom, capacity);
        edgeTo = Arrays.copyOf(edgeTo, capacity);
      }
      edgeFrom[edges] = 2 * from + kind;
      edgeTo[edges++] = to;
    }

    /** Removes all tasks; the memory for them is kept. */
    public void clear() {
      tasks = 0;
      edges = 0;
    }

    /**
     * {@return whether this graph is another one with all peers but {@link OpView#ANY} shifted, and
     * the dependencies stated in the same order} Much cheaper than building both.
     *
     * @param other with world ranks as peers
     * @param by how far, above {@code -ranks} and below {@code ranks}
     * @param ranks number of ranks; above all peers
     */
    public boolean isShifted(Builder other, int by, int ranks) {
      if (tasks != other.tasks
          || edges != other.edges
          || !Arrays.equals(tags, 0, tasks, other.tags, 0, tasks)
          || !Arrays.equals(amounts, 0, tasks, other.amounts, 0, tasks)
          || !Arrays.equals(streams, 0, tasks, other.streams, 0, tasks)
          || !Arrays.equals(nics, 0, tasks, other.nics, 0, tasks)
          || !Arrays.equals(edgeFrom, 0, edges, other.edgeFrom, 0, edges)
          || !Arrays.equals(edgeTo, 0, edges, other.edgeTo, 0, edges)) {
        return false;
      }
      for (int task = 0; task < tasks; task++) {
        int peer = other.peers[task];
        if (codes[task] != other.codes[task]) {
          return false;
        }
        boolean isFixed = codes[task] == OpCode.COMPUTE || peer < 0;
        if (peers[task] != (isFixed ? peer : shifted(peer, by, ranks))) {
          return false;
        }
      }
      return true;
    }

    private static int shifted(int peer, int by, int ranks) {
      int moved = peer + by;
      return moved < 0 ? moved + ranks : moved >= ranks ? moved - ranks : moved;
    }

    /** {@return the graph; it is not checked for cycles} */
    public TaskGraph build() {
      return new TaskGraph(this);
    }
  }

  /**
   * {@return a task on a cycle of dependencies, which could never start, or -1 if there is none}
   * Linear in tasks and dependencies.
   */
  public int taskOnCycle() {
    int[] left = dependencies.clone();
    int[] ready = new int[codes.length];
    int end = 0;
    for (int task = 0; task < left.length; task++) {
      if (left[task] == 0) {
        ready[end++] = task;
      }
    }
    for (int i = 0; i < end; i++) {
      for (int s = firstAfterFinish(ready[i]); s < endAfterStart(ready[i]); s++) {
        if (--left[successors[s]] == 0) {
          ready[end++] = successors[s];
        }
      }
    }
    if (end == left.length) {
      return -1;
    }
    // Walk back along unmet dependencies until a task comes again.
    int[] before = new int[left.length];
    for (int task = 0; task < left.length; task++) {
      for (int s = firstAfterFinish(task); left[task] > 0 && s < endAfterStart(task); s++) {
        before[successors[s]] = task;
      }
    }
    int task = 0;
    while (left[task] == 0) {
      task++;
    }
    boolean[] seen = new boolean[left.length];
    while (!seen[task]) {
      seen[task] = true;
      task = before[task];
    }
    return task;
  }
}
