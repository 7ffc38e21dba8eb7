package org.foretell.parsers.lowering;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.foretell.trace.OpCode;
import org.foretell.trace.TaskGraph;

/**
 * Runs the tasks of all members of a collective without time: which members' data each task can
 * have seen. Sends are rendezvous, so that whatever could block does.
 */
final class Rehearsal {
  private static final int FIRST_TAG = -1000;

  private final int[] ranks;
  private final List<TaskGraph> graphs = new ArrayList<>();
  private final List<int[]> missing = new ArrayList<>();
  private final List<List<BitSet>> seen = new ArrayList<>();
  private final long[] received;
  private final Map<List<Integer>, Deque<int[]>> sends = new HashMap<>();
  private final Map<List<Integer>, Deque<int[]>> receives = new HashMap<>();
  private final Deque<int[]> ready = new ArrayDeque<>();
  private int left;

  Rehearsal(Lowering lowering, CollectiveKind kind, long bytes, int root, int members) {
    ranks = IntStream.range(0, members).toArray();
    received = new long[members];
    for (int member = 0; member < members; member++) {
      TaskGraph.Builder builder = new TaskGraph.Builder();
      int begin = builder.compute(0, 0);
      int end = builder.compute(0, 0);
      MemberTasks tasks = new MemberTasks(builder, ranks, FIRST_TAG, 1, begin);
      lowering.add(new CollectiveCall(kind, bytes, root, member, members), tasks);
      tasks.endIn(end);
      add(member, builder.build());
    }
  }

  private void add(int member, TaskGraph graph) {
    graphs.add(graph);
    int[] counts = new int[graph.tasks()];
    List<BitSet> own = new ArrayList<>();
    for (int task = 0; task < graph.tasks(); task++) {
      counts[task] = graph.dependencies(task);
      own.add(new BitSet());
      if (counts[task] == 0) {
        own.get(task).set(member);
        ready.add(new int[] {member, task});
      }
    }
    left += graph.tasks();
    missing.add(counts);
    seen.add(own);
  }

  /** The nodes of ranks 0 to members - 1, seen by one of them. */
  static NcclNodes nodes(int member, int members, int gpus) {
    int[] ranks = IntStream.range(0, members).toArray();
    TaskGraph.Builder builder = new TaskGraph.Builder();
    return NcclNodes.of(
        new CollectiveCall(CollectiveKind.ALL_REDUCE, 1, 0, member, members),
        gpus,
        new MemberTasks(builder, ranks, FIRST_TAG, 1, builder.compute(0, 0)));
  }

  /** Runs all tasks; which members' beginnings the end of each member follows. */
  List<BitSet> run() {
    for (int[] task = ready.poll(); task != null; task = ready.poll()) {
      start(task[0], task[1]);
    }
    if (left > 0) {
      throw new AssertionError(left + " tasks are left: a deadlock");
    }
    return seen.stream().map(tasks -> tasks.get(1)).toList();
  }

  /** Bytes that a member has received. */
  long received(int member) {
    return received[member];
  }

  private void start(int member, int task) {
    TaskGraph graph = graphs.get(member);
    meet(member, task, graph.firstAfterStart(task), graph.endAfterStart(task));
    int peer = graph.peer(task);
    switch (graph.code(task)) {
      case SEND -> pair(sends, receives, List.of(member, peer, graph.tag(task)), member, task);
      case RECV -> pair(receives, sends, List.of(peer, member, graph.tag(task)), member, task);
      default -> finish(member, task);
    }
  }

  private void pair(
      Map<List<Integer>, Deque<int[]>> own,
      Map<List<Integer>, Deque<int[]>> other,
      List<Integer> channel,
      int member,
      int task) {
    Deque<int[]> partners = other.computeIfAbsent(channel, key -> new ArrayDeque<>());
    if (partners.isEmpty()) {
      own.computeIfAbsent(channel, key -> new ArrayDeque<>()).add(new int[] {member, task});
      return;
    }
    int[] partner = partners.poll();
    boolean isSend = graphs.get(member).code(task) == OpCode.SEND;
    int[] send = isSend ? new int[] {member, task} : partner;
    int[] receive = isSend ? partner : new int[] {member, task};
    long sent = graphs.get(send[0]).amount(send[1]);
    long taken = graphs.get(receive[0]).amount(receive[1]);
    if (sent != taken) {
      throw new AssertionError(sent + " bytes are sent, but " + taken + " received");
    }
    received[receive[0]] += taken;
    seen.get(receive[0]).get(receive[1]).or(seen.get(send[0]).get(send[1]));
    finish(send[0], send[1]);
    finish(receive[0], receive[1]);
  }

  private void finish(int member, int task) {
    TaskGraph graph = graphs.get(member);
    left--;
    meet(member, task, graph.firstAfterFinish(task), graph.firstAfterStart(task));
  }

  private void meet(int member, int task, int from, int to) {
    for (int i = from; i < to; i++) {
      int next = graphs.get(member).successor(i);
      seen.get(member).get(next).or(seen.get(member).get(task));
      if (--missing.get(member)[next] == 0) {
        ready.add(new int[] {member, next});
      }
    }
  }
}
