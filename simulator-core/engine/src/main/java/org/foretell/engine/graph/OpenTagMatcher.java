package org.foretell.engine.graph;

import org.foretell.engine.kernel.RecordPool;
import org.foretell.engine.message.Matcher;
import org.foretell.trace.OpView;
import org.foretell.trace.TaskGraph;

/**
 * Matches where sends too may bear any tag: a list of messages and one of receives for each rank,
 * searched from the oldest. Takes time in proportion to their lengths, so it is used for task
 * graphs with such sends only.
 */
final class OpenTagMatcher extends Matcher {
  private final TaskTable tasks;
  private final int[] firstMessages;
  private final int[] lastMessages;
  private final int[] firstReceives;
  private final int[] lastReceives;

  /** Of the last search: the rank whose list was searched. */
  private int searched;

  OpenTagMatcher(TaskTable tasks) {
    super(1, true);
    this.tasks = tasks;
    firstMessages = new int[tasks.ranks()];
    lastMessages = new int[tasks.ranks()];
    firstReceives = new int[tasks.ranks()];
    lastReceives = new int[tasks.ranks()];
  }

  private static boolean agree(int one, int other) {
    return one == other || one == OpView.ANY || other == OpView.ANY;
  }

  @Override
  public int takeReceive(int receiver, int source, int tag, int context) {
    TaskGraph graph = tasks.graph(receiver);
    int before = RecordPool.NONE;
    int receive = firstReceives[receiver];
    while (receive != RecordPool.NONE) {
      int task = (int) receives.operation(receive);
      int next = receives.next(receive);
      if (agree(graph.peer(task), source) && agree(graph.tag(task), tag)) {
        if (before == RecordPool.NONE) {
          firstReceives[receiver] = next;
        } else {
          receives.next(before, next);
        }
        lastReceives[receiver] = next == RecordPool.NONE ? before : lastReceives[receiver];
        return receive;
      }
      before = receive;
      receive = next;
    }
    return RecordPool.NONE;
  }

  @Override
  public void keepMessage(int message) {
    int receiver = messages.destination(message);
    messages.next(message, RecordPool.NONE);
    if (firstMessages[receiver] == RecordPool.NONE) {
      firstMessages[receiver] = message;
    } else {
      messages.next(lastMessages[receiver], message);
    }
    lastMessages[receiver] = message;
  }

  @Override
  public int takeMessage(int receiver, int source, int tag, int context) {
    searched = receiver;
    int before = RecordPool.NONE;
    int message = firstMessages[receiver];
    while (message != RecordPool.NONE) {
      int next = messages.next(message);
      if (agree(messages.source(message), source) && agree(messages.tag(message), tag)) {
        if (before == RecordPool.NONE) {
          firstMessages[receiver] = next;
        } else {
          messages.next(before, next);
        }
        lastMessages[receiver] = next == RecordPool.NONE ? before : lastMessages[receiver];
        return message;
      }
      before = message;
      message = next;
    }
    return RecordPool.NONE;
  }

  @Override
  public int keepReceive(int slot, long postedPs, long capacityBytes, long operation) {
    int receive = receives.create(slot, postedPs, capacityBytes, operation);
    if (firstReceives[searched] == RecordPool.NONE) {
      firstReceives[searched] = receive;
    } else {
      receives.next(lastReceives[searched], receive);
    }
    lastReceives[searched] = receive;
    return receive;
  }

  @Override
  public void forEach(Visitor visitor) {
    for (int rank = 0; rank < firstMessages.length; rank++) {
      for (int r = firstReceives[rank]; r != RecordPool.NONE; r = receives.next(r)) {
        int task = (int) receives.operation(r);
        visitor.receive(r, rank, tasks.graph(rank).peer(task), tasks.graph(rank).tag(task));
      }
      for (int m = firstMessages[rank]; m != RecordPool.NONE; m = messages.next(m)) {
        visitor.message(m);
      }
    }
  }
}
