package org.foretell.parsers.graphs;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.foretell.trace.RankSet;
import org.foretell.trace.TaskGraph;
import org.foretell.trace.TraceSink;
import org.jspecify.annotations.Nullable;

/**
 * Collects the graphs of ranks, in the order of the ranks, and gives them to a sink, each that
 * several ranks have once: those that are equal as they are, or with their peers as distances.
 * Holds back graphs up to a bound, 64 MiB; ranks that are further apart may not share theirs. For
 * one thread.
 */
public final class SharedGraphs {
  private static final long MOST_BYTES = 64L << 20;
  private static final int GROUP_BYTES = 400;
  private static final int TASK_BYTES = 48;
  private static final int EDGE_BYTES = 4;

  private final TraceSink sink;
  private final int ranks;
  private final long mostBytes;
  private final Set<Group> groups = new LinkedHashSet<>();
  private final Map<TaskGraph, Group> byDistances = new HashMap<>();
  private final Map<TaskGraph, Group> byRanks = new HashMap<>();
  private long bytes;

  /** The ranks with the distances of the rank before; null if that shares a graph by its ranks. */
  private @Nullable Group last;

  /**
   * The graph of a rank, with all that is computed before it is compared with others: by whatever
   * thread makes it.
   */
  public static final class RankGraph {
    private final int rank;
    private final TaskGraph graph;
    private final TaskGraph distances;

    /**
     * Computes it.
     *
     * @param rank whose graph it is
     * @param graph with world ranks as peers
     * @param ranks of the trace
     */
    public RankGraph(int rank, TaskGraph graph, int ranks) {
      this.rank = rank;
      this.graph = graph;
      distances = graph.shifted(ranks - rank, ranks);
      // Graphs remember these, so that whoever compares them need not compute them.
      int unused = graph.hashCode() + distances.hashCode();
    }
  }

  /** Ranks that share a graph. */
  private static final class Group {
    final TaskGraph distances;
    final TaskGraph worldRanks;
    final IntArrayList members = new IntArrayList(1);
    boolean relative;

    Group(TaskGraph distances, TaskGraph worldRanks) {
      this.distances = distances;
      this.worldRanks = worldRanks;
    }

    boolean takes(boolean distancesAgree) {
      return members.size() == 1 || relative == distancesAgree;
    }

    void add(int rank, boolean distancesAgree) {
      relative = distancesAgree;
      members.add(rank);
    }
  }

  /**
   * Collects for a sink.
   *
   * @param sink gets the graphs, between its {@code begin} and {@code end}
   * @param ranks of the trace, at least 1
   */
  public SharedGraphs(TraceSink sink, int ranks) {
    this(sink, ranks, MOST_BYTES);
  }

  /**
   * Collects for a sink.
   *
   * @param sink gets the graphs, between its {@code begin} and {@code end}
   * @param ranks of the trace, at least 1
   * @param mostBytes how much is held back, in bytes
   */
  public SharedGraphs(TraceSink sink, int ranks, long mostBytes) {
    this.sink = sink;
    this.ranks = ranks;
    this.mostBytes = mostBytes;
  }

  /**
   * Takes the graph of the next rank.
   *
   * @param rank one more than that of the call before, from 0
   * @param graph with world ranks as peers
   */
  public void add(int rank, TaskGraph graph) {
    add(new RankGraph(rank, graph, ranks));
  }

  /**
   * Takes the graph of the next rank.
   *
   * @param next of one rank more than that of the call before, from 0
   */
  public void add(RankGraph next) {
    int rank = next.rank;
    TaskGraph graph = next.graph;
    TaskGraph distances = next.distances;
    Group group = byDistances.get(distances);
    if (group != null && group.takes(true)) {
      group.add(rank, true);
      last = group;
      return;
    }
    group = byRanks.get(graph);
    if (group != null && group.takes(false)) {
      group.add(rank, false);
      last = null;
      return;
    }
    bytes += GROUP_BYTES + (long) TASK_BYTES * graph.tasks() + (long) EDGE_BYTES * graph.edges();
    if (bytes > mostBytes) {
      flush();
    }
    group = new Group(distances, graph);
    group.members.add(rank);
    groups.add(group);
    byDistances.put(distances, group);
    byRanks.put(graph, group);
    last = group;
  }

  /**
   * Takes the next rank, if it is known without its graph where it belongs.
   *
   * @param rank one more than that of the call before; its peers are at the same distances as those
   *     of that rank, and all else is equal
   * @return whether it was taken; otherwise {@link #add} has to get its graph
   */
  public boolean addLikeLast(int rank) {
    if (last == null || !last.takes(true)) {
      return false;
    }
    last.add(rank, true);
    return true;
  }

  /** Gives everything to the sink. */
  public void flush() {
    for (Group group : groups) {
      sink.taskGraph(
          RankSet.ofSorted(group.members.toIntArray()),
          group.relative ? group.distances : group.worldRanks,
          group.relative);
    }
    groups.clear();
    byDistances.clear();
    byRanks.clear();
    last = null;
    bytes = 0;
  }
}
