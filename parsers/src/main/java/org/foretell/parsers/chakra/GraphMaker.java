package org.foretell.parsers.chakra;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.foretell.parsers.Losses;
import org.foretell.parsers.lowering.CollectiveCall;
import org.foretell.parsers.lowering.CollectiveKind;
import org.foretell.parsers.lowering.Lowering;
import org.foretell.parsers.lowering.MemberTasks;
import org.foretell.trace.TaskGraph;
import org.foretell.trace.TraceException;
import org.jspecify.annotations.Nullable;

/**
 * Makes the task graph of one rank of its nodes. For one use, and one thread.
 *
 * <p>Ranks agree on their collectives one after the other, before the rest of the graph is made.
 */
final class GraphMaker {
  private static final int NONE = -1;

  /** The collectives in the order of their numbers in the format. */
  private static final CollectiveKind[] KINDS = {
    CollectiveKind.ALL_REDUCE,
    CollectiveKind.REDUCE,
    CollectiveKind.ALL_GATHER,
    CollectiveKind.GATHER,
    CollectiveKind.SCATTER,
    CollectiveKind.BROADCAST,
    CollectiveKind.ALL_TO_ALL,
    CollectiveKind.REDUCE_SCATTER,
    CollectiveKind.REDUCE_SCATTER_BLOCK,
    CollectiveKind.BARRIER
  };

  private final Path file;
  private final int rank;
  private final int ranks;
  private final NodeTable nodes;
  private final List<Node> order;
  private final Lowering lowering;
  private final OperationTimes times;
  private final Losses losses;
  private final TaskGraph.Builder graph = new TaskGraph.Builder();
  private final Streams streams;

  /** The collectives in order, up to the first that cannot be. */
  private final List<GroupCall> agreed = new ArrayList<>();

  private record GroupCall(ProcessGroup group, AgreedCall call) {}

  private int nextAgreed;
  private @Nullable TraceException refused;

  /** By recorded stream the last task on it: a stream does its work in the order of its launch. */
  private final Long2IntOpenHashMap lastOnStream = new Long2IntOpenHashMap();

  /**
   * Puts the nodes of a rank in order.
   *
   * @param times counts durations that were derived
   * @param losses gets what is left out
   * @throws TraceException if a node could never run
   */
  GraphMaker(
      Path file,
      int rank,
      int ranks,
      NodeTable nodes,
      Lowering lowering,
      OperationTimes times,
      Losses losses) {
    this.file = file;
    this.rank = rank;
    this.ranks = ranks;
    this.nodes = nodes;
    this.lowering = lowering;
    this.times = times;
    this.losses = losses;
    order = nodes.inOrder(losses);
    streams = new Streams(2 * lowering.channels(), file.toString());
    lastOnStream.defaultReturnValue(NONE);
  }

  /**
   * Agrees with the ranks before on what the collectives are. Whatever cannot be is refused by
   * {@link #make}, as it may not be the first thing that is wrong.
   *
   * @param groups that this rank knows
   * @param calls of all ranks
   */
  void agree(ProcessGroups groups, CollectiveCalls calls) {
    try {
      for (Node node : order) {
        if (node.type == Node.Type.COMM_COLL && node.collective != Node.ABSENT) {
          agreed.add(agreed(node, groups, calls));
        }
      }
    } catch (TraceException wrong) {
      refused = wrong;
    }
  }

  /**
   * Makes the graph.
   *
   * @throws TraceException if a node says what no task can
   */
  TaskGraph make() {
    int[] last = new int[order.size()];
    Arrays.fill(last, NONE);
    for (Node node : order) {
      int first = graph.tasks();
      last[node.index] = add(node);
      nodes.forEachBefore(node, before -> graph.requires(first, last[before]));
      if (node.hasStream()) {
        int before = lastOnStream.put(node.recordedStream(), last[node.index]);
        if (before != NONE) {
          graph.requires(first, before);
        }
      }
    }
    return graph.build();
  }

  /** Adds the tasks of a node, first the one that all others wait for; returns the last one. */
  private int add(Node node) {
    return switch (node.type) {
      case COMP -> compute(node);
      case MEM_LOAD, MEM_STORE -> memory(node);
      case COMM_SEND -> send(node);
      case COMM_RECV -> receive(node);
      case COMM_COLL -> collective(node);
      case INVALID, METADATA -> point();
    };
  }

  private int compute(Node node) {
    return graph.compute(times.durationPs(node, () -> place(node)), streams.of(node, Streams.GPU));
  }

  private int point() {
    return graph.compute(0, Streams.POINTS);
  }

  private int memory(Node node) {
    if (node.durationMicros == 0) {
      losses.add("loads and stores without a duration", "how long they take is not in the trace");
      return point();
    }
    return compute(node);
  }

  private int send(Node node) {
    if (node.source != Node.ABSENT && node.source != rank) {
      throw wrong(node, "a send of rank " + rank + ", whose file this is", "of " + node.source);
    }
    if (node.destination == Node.ABSENT) {
      return recorded(node, "sends without a destination");
    }
    int to = peer(node, node.destination);
    int stream = node.hasStream() ? streams.of(node, Streams.SENDS) : Streams.SENDS;
    return graph.send(to, tag(node), bytes(node), stream, 0);
  }

  private int receive(Node node) {
    if (node.destination != Node.ABSENT && node.destination != rank) {
      throw wrong(
          node, "a receive of rank " + rank + ", whose file this is", "of " + node.destination);
    }
    if (node.source == Node.ABSENT) {
      return recorded(node, "receives without a source");
    }
    int from = peer(node, node.source);
    int stream = node.hasStream() ? streams.of(node, Streams.RECEIVES) : Streams.RECEIVES;
    return graph.receive(from, tag(node), bytes(node), stream, 0);
  }

  private int collective(Node node) {
    if (node.collective == Node.ABSENT) {
      return recorded(node, "collectives without a type");
    }
    if (nextAgreed == agreed.size()) {
      throw Objects.requireNonNull(refused);
    }
    ProcessGroup group = agreed.get(nextAgreed).group;
    AgreedCall call = agreed.get(nextAgreed++).call;
    if (call.kind().isRooted() && root(node) == Node.ABSENT) {
      losses.add(
          "roots of collectives", "the trace does not state them; the first member is taken");
    }
    int begin = point();
    int end = point();
    int[] members = group.ranks();
    MemberTasks tasks =
        new MemberTasks(graph, members, call.firstTag(), streams.ofCollective(node), begin);
    int member = group.member(rank);
    try {
      lowering.add(
          new CollectiveCall(call.kind(), call.bytes(), call.root(), member, members.length),
          tasks);
    } catch (ArithmeticException | IllegalArgumentException tooLarge) {
      throw new TraceException(
          place(node) + ": " + call.text() + " is too large: " + tooLarge.getMessage(), tooLarge);
    }
    tasks.endIn(end);
    return end;
  }

  private GroupCall agreed(Node node, ProcessGroups groups, CollectiveCalls calls) {
    if (node.collective < 0 || node.collective >= KINDS.length) {
      throw wrong(node, "a comm_type of 0 to " + (KINDS.length - 1), "" + node.collective);
    }
    CollectiveKind kind = KINDS[(int) node.collective];
    Optional<ProcessGroup> named = groups.named(node.group);
    if (named.isEmpty()) {
      throw new TraceException(
          place(node)
              + ": expected a process group that the trace defines, found "
              + node.group
              + "; put a file comm_group.json with the ranks of each group ({\""
              + node.group
              + "\": [0, 1, ..]}) beside those of the ranks");
    }
    ProcessGroup group = named.get();
    if (group.member(rank) < 0) {
      throw wrong(node, "a process group with rank " + rank, "" + group);
    }
    long bytes = kind == CollectiveKind.BARRIER ? 0 : bytes(node);
    int root = kind.isRooted() ? rootMember(node, group) : 0;
    return new GroupCall(group, calls.next(group, rank, kind, bytes, root, place(node)));
  }

  private static long root(Node node) {
    return node.root != Node.ABSENT ? node.root : node.source;
  }

  private int rootMember(Node node, ProcessGroup group) {
    long root = root(node);
    if (root == Node.ABSENT) {
      return 0;
    }
    int member = root >= 0 && root < ranks ? group.member((int) root) : NONE;
    if (member < 0) {
      throw wrong(node, "a root in " + group, "rank " + root);
    }
    return member;
  }

  /** Communication of which only its duration is known. */
  private int recorded(Node node, String what) {
    losses.add(what, "they take their recorded time");
    return compute(node);
  }

  private int peer(Node node, long peer) {
    if (peer < 0 || peer >= ranks) {
      throw wrong(node, "a partner of 0 to " + (ranks - 1), "" + peer);
    }
    return (int) peer;
  }

  private int tag(Node node) {
    if (node.tag < 0 || node.tag > Integer.MAX_VALUE) {
      throw wrong(node, "a tag of 0 to " + Integer.MAX_VALUE, "" + node.tag);
    }
    return (int) node.tag;
  }

  private long bytes(Node node) {
    if (node.bytes < 0) {
      throw wrong(
          node,
          "a comm_size of at least 0",
          node.bytes == Node.ABSENT ? "none" : Long.toString(node.bytes));
    }
    return node.bytes;
  }

  private String place(Node node) {
    return file + ": node " + Long.toUnsignedString(node.id);
  }

  private TraceException wrong(Node node, String expected, String found) {
    return new TraceException(
        place(node)
            + ": expected "
            + expected
            + ", found "
            + found
            + "; the trace is damaged, or was converted by another tool");
  }
}
