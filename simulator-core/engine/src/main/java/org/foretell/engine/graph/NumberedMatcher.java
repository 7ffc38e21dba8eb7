package org.foretell.engine.graph;

import org.foretell.engine.kernel.RecordPool;
import org.foretell.engine.message.Matcher;
import org.foretell.trace.TaskGraph;

/**
 * Matches task graphs without wildcards, whose channels are numbered beforehand. The number of the
 * channel takes the place of the communicator; receiver, source and tag follow from it.
 */
final class NumberedMatcher extends Matcher {
  private final TaskTable tasks;
  private final TaskChannels channels;

  /**
   * By channel its first and last message, or the complements of its first and last receive; never
   * both, since they would have been matched.
   */
  private final int[] ends;

  /** The channel of the last search. */
  private int searched;

  NumberedMatcher(TaskTable tasks, TaskChannels channels) {
    super(1, false);
    this.tasks = tasks;
    this.channels = channels;
    ends = new int[2 * channels.end(tasks.ranks() - 1)];
  }

  @Override
  public int takeReceive(int receiver, int source, int tag, int channel) {
    int first = first(channel);
    if (first >= 0) {
      return RecordPool.NONE;
    }
    int next = receives.next(~first);
    ends[2 * channel] = next == RecordPool.NONE ? next : ~next;
    return ~first;
  }

  @Override
  public int takeMessage(int receiver, int source, int tag, int channel) {
    int first = first(channel);
    if (first <= 0) {
      return RecordPool.NONE;
    }
    ends[2 * channel] = messages.next(first);
    return first;
  }

  private int first(int channel) {
    searched = channel;
    return ends[2 * channel];
  }

  @Override
  public void keepMessage(int message) {
    int first = 2 * messages.context(message);
    if (ends[first] == RecordPool.NONE) {
      ends[first] = message;
    } else {
      messages.next(ends[first + 1], message);
    }
    ends[first + 1] = message;
  }

  @Override
  public int keepReceive(int slot, long postedPs, long capacityBytes, long operation) {
    int receive = receives.create(slot, postedPs, capacityBytes, operation);
    int first = 2 * searched;
    if (ends[first] == RecordPool.NONE) {
      ends[first] = ~receive;
    } else {
      receives.next(~ends[first + 1], receive);
    }
    ends[first + 1] = ~receive;
    return receive;
  }

  @Override
  public void forEach(Visitor visitor) {
    int channel = 1;
    for (int rank = 0; rank < tasks.ranks(); rank++) {
      TaskGraph graph = tasks.graph(rank);
      for (; channel < channels.end(rank); channel++) {
        int first = first(channel);
        for (int r = first < 0 ? ~first : RecordPool.NONE;
            r != RecordPool.NONE;
            r = receives.next(r)) {
          int task = (int) receives.operation(r);
          visitor.receive(r, rank, graph.peer(task), graph.tag(task));
        }
        for (int m = Math.max(first, RecordPool.NONE); m != RecordPool.NONE; m = messages.next(m)) {
          visitor.message(m);
        }
      }
    }
  }
}
