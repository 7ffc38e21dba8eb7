package org.foretell.engine.graph;

import java.util.Arrays;
import org.foretell.result.InputException;
import org.foretell.trace.OpCode;
import org.foretell.trace.TaskGraph;

/**
 * Numbers the channels of task graphs without wildcards: sends and receives with the same receiver,
 * source and tag get the same number, from 1, those of receiver 0 first. Knowing them beforehand
 * makes matching a look into an array.
 *
 * <p>Goes through senders and receivers in order, so that memory is read and written in streams;
 * time and memory are linear in the number of sends and receives.
 */
final class TaskChannels {
  private final TaskGraph[] graphs;
  private final int[][] channels;

  /** By receiver where the sends to it begin in the next two arrays. */
  private final int[] starts;

  /** Source and tag of each send, by receiver, then by source and task. */
  private long[] sends = {};

  private int[] channelOfSend = {};

  /** Of the receiver that is being numbered: an open-addressing table from source and tag. */
  private long[] keys = new long[64];

  private int[] values = new int[64];
  private int known;
  private int count;

  /** By receiver the number after its last channel. */
  private final int[] ends;

  /**
   * Numbers the channels of the graphs of all ranks.
   *
   * @throws InputException if there are more sends than an array can hold
   */
  TaskChannels(TaskGraph[] graphs) {
    this.graphs = graphs;
    channels = new int[graphs.length][];
    starts = new int[graphs.length + 1];
    ends = new int[graphs.length];
    gatherSends();
    for (int rank = 0; rank < graphs.length; rank++) {
      Arrays.fill(values, 0);
      known = 0;
      TaskGraph graph = graphs[rank];
      channels[rank] = new int[graph.tasks()];
      for (int task = 0; task < graph.tasks(); task++) {
        if (graph.code(task) == OpCode.RECV) {
          channels[rank][task] = channel(key(graph.peer(task), graph.tag(task)));
        }
      }
      for (int send = starts[rank]; send < starts[rank + 1]; send++) {
        channelOfSend[send] = channel(sends[send]);
      }
      ends[rank] = count + 1;
    }
    handBack();
    sends = new long[0];
    channelOfSend = new int[0];
  }

  /** The channel of a send or receive. */
  int of(int rank, int task) {
    return channels[rank][task];
  }

  /** The number after the last channel of a receiver. */
  int end(int receiver) {
    return ends[receiver];
  }

  private void gatherSends() {
    long all = 0;
    for (TaskGraph graph : graphs) {
      for (int task = 0; task < graph.tasks(); task++) {
        if (graph.code(task) == OpCode.SEND) {
          starts[graph.peer(task) + 1]++;
          all++;
        }
      }
    }
    if (all > Integer.MAX_VALUE / 2) {
      throw new InputException(
          "the task graphs hold " + all + " sends; the engine cannot hold more than 2^30");
    }
    for (int rank = 0; rank < graphs.length; rank++) {
      starts[rank + 1] += starts[rank];
    }
    sends = new long[(int) all];
    channelOfSend = new int[(int) all];
    int[] next = starts.clone();
    for (int rank = 0; rank < graphs.length; rank++) {
      TaskGraph graph = graphs[rank];
      for (int task = 0; task < graph.tasks(); task++) {
        if (graph.code(task) == OpCode.SEND) {
          sends[next[graph.peer(task)]++] = key(rank, graph.tag(task));
        }
      }
    }
  }

  private void handBack() {
    int[] next = starts.clone();
    for (int rank = 0; rank < graphs.length; rank++) {
      TaskGraph graph = graphs[rank];
      for (int task = 0; task < graph.tasks(); task++) {
        if (graph.code(task) == OpCode.SEND) {
          channels[rank][task] = channelOfSend[next[graph.peer(task)]++];
        }
      }
    }
  }

  private static long key(int source, int tag) {
    return (long) source << 32 | (tag & 0xffff_ffffL);
  }

  /** The channel of the receiver that is being numbered, a new one if there is none. */
  private int channel(long key) {
    int index = place(key);
    if (values[index] == 0) {
      if (2 * ++known > keys.length) {
        grow();
        index = place(key);
      }
      keys[index] = key;
      values[index] = ++count;
    }
    return values[index];
  }

  private int place(long key) {
    long hash = key * 0x9E3779B97F4A7C15L;
    int index = (int) (hash ^ hash >>> 32) & (keys.length - 1);
    while (values[index] != 0 && keys[index] != key) {
      index = (index + 1) & (keys.length - 1);
    }
    return index;
  }

  private void grow() {
    long[] oldKeys = keys;
    int[] oldValues = values;
    keys = new long[2 * oldKeys.length];
    values = new int[keys.length];
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldValues[i] != 0) {
        int index = place(oldKeys[i]);
        keys[index] = oldKeys[i];
        values[index] = oldValues[i];
      }
    }
  }
}
