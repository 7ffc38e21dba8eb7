package org.foretell.machine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Places jobs that run at the same time. A job fills its nodes one after the other, and no two
 * ranks share a core. Time and memory are linear in the numbers of ranks and nodes.
 */
public final class JobPlacements {
  private final Machine machine;
  private final List<Wanted> jobs;

  /** By node the cores that earlier jobs have taken. */
  private final int[] taken;

  /**
   * What a job needs.
   *
   * @param name for messages
   * @param ranks at least 1
   * @param ranksPerNode the most on a node; empty for as many as it has cores
   * @param nodes those that it gets, in this order; empty to leave the choice to the policy
   */
  public record Wanted(String name, int ranks, OptionalInt ranksPerNode, List<Integer> nodes) {
    /** Copies the list and checks the numbers. */
    public Wanted {
      nodes = List.copyOf(nodes);
      if (ranks < 1) {
        throw new IllegalArgumentException("a job must have 1 rank or more, but has " + ranks);
      }
      if (ranksPerNode.isPresent() && ranksPerNode.getAsInt() < 1) {
        throw new PlacementException(
            "ranks per node must be at least 1, but is " + ranksPerNode.getAsInt());
      }
    }
  }

  private JobPlacements(Machine machine, List<Wanted> jobs) {
    this.machine = machine;
    this.jobs = jobs;
    taken = new int[machine.nodes()];
  }

  /**
   * Places jobs. Jobs with nodes of their own come first, and the policy gives the others nodes
   * that none of these has.
   *
   * @param machine where they run
   * @param jobs at least one
   * @param policy for the jobs without nodes
   * @param group nodes that follow each other under {@link JobPolicy#RANDOM}, at least 1
   * @param seed of the random order
   * @return a placement for each job
   * @throws PlacementException if the machine has too few nodes or cores, or a node has
   */
  public static List<Placement> of(
      Machine machine, List<Wanted> jobs, JobPolicy policy, int group, long seed) {
    if (group < 1) {
      throw new PlacementException("a group of nodes must have 1 or more, but has " + group);
    }
    return new JobPlacements(machine, jobs).placed(policy, group, seed);
  }

  private List<Placement> placed(JobPolicy policy, int group, long seed) {
    Placement[] places = new Placement[jobs.size()];
    BitSet named = new BitSet();
    List<Integer> others = new ArrayList<>();
    for (int job = 0; job < places.length; job++) {
      List<Integer> nodes = jobs.get(job).nodes();
      if (nodes.isEmpty()) {
        others.add(job);
        continue;
      }
      for (int node : nodes) {
        if (node < 0 || node >= machine.nodes()) {
          throw new PlacementException(
              "job %s is to run on node %d, but machine %s has nodes 0 to %d"
                  .formatted(jobs.get(job).name(), node, machine.name(), machine.nodes() - 1));
        }
        named.set(node);
      }
      int[] list = nodes.stream().mapToInt(Integer::intValue).toArray();
      places[job] = filled(jobs.get(job), list, list.length, "on the nodes given");
    }
    int[] free = IntStream.range(0, machine.nodes()).filter(node -> !named.get(node)).toArray();
    if (policy == JobPolicy.RANDOM) {
      free = shuffled(free, group, seed);
    }
    String description =
        policy == JobPolicy.RANDOM
            ? "random groups of " + group + ", seed " + seed
            : policy.toString();
    if (policy == JobPolicy.SCATTERED) {
      scatter(others, free, places);
    } else {
      int first = 0;
      for (int job : others) {
        int[] rest = Arrays.copyOfRange(free, first, free.length);
        places[job] = filled(jobs.get(job), rest, rest.length, description);
        if (policy != JobPolicy.SHARED) {
          first += places[job].nodesUsed();
        }
      }
    }
    return List.of(places);
  }

  /** Jobs take a node each in turn until they have enough. */
  private void scatter(List<Integer> others, int[] free, Placement[] places) {
    int[][] nodes = new int[others.size()][free.length];
    int[] count = new int[others.size()];
    long[] missing = others.stream().mapToLong(job -> jobs.get(job).ranks()).toArray();
    int turn = 0;
    for (int node : free) {
      int asked = 0;
      while (asked < others.size() && missing[turn] <= 0) {
        turn = (turn + 1) % others.size();
        asked++;
      }
      if (asked == others.size()) {
        break;
      }
      nodes[turn][count[turn]++] = node;
      missing[turn] -= room(jobs.get(others.get(turn)), node);
      turn = (turn + 1) % others.size();
    }
    for (int i = 0; i < others.size(); i++) {
      places[others.get(i)] =
          filled(jobs.get(others.get(i)), nodes[i], count[i], JobPolicy.SCATTERED.toString());
    }
  }

  /** How many ranks of a job a node still holds. */
  private int room(Wanted job, int node) {
    int cores = machine.groupOf(node).coresPerNode() - taken[node];
    return Math.min(cores, job.ranksPerNode().orElse(cores));
  }

  private Placement filled(Wanted job, int[] nodes, int count, String description) {
    int[] nodeOfRank = new int[job.ranks()];
    int[] coreOfRank = new int[job.ranks()];
    int rank = 0;
    for (int i = 0; i < count && rank < job.ranks(); i++) {
      int node = nodes[i];
      int cores = machine.groupOf(node).coresPerNode();
      if (job.ranksPerNode().orElse(1) > cores) {
        throw new PlacementException(
            "job %s wants %d ranks on a node, but node %d of machine %s has %d cores"
                .formatted(job.name(), job.ranksPerNode().orElse(1), node, machine.name(), cores));
      }
      for (int left = room(job, node); left > 0 && rank < job.ranks(); left--, rank++) {
        nodeOfRank[rank] = node;
        coreOfRank[rank] = taken[node]++;
      }
    }
    if (rank < job.ranks()) {
      throw new PlacementException(
          "job %s has %d ranks, but the nodes left for it on machine %s (%d of %d) hold %d; take a larger machine, fewer jobs, or more ranks on a node"
              .formatted(job.name(), job.ranks(), machine.name(), count, machine.nodes(), rank));
    }
    return new Placement(description, nodeOfRank, coreOfRank);
  }

  /** Fisher and Yates, from the last group down, as {@link Placements#random}. */
  private static int[] shuffled(int[] nodes, int group, long seed) {
    List<int[]> groups = new ArrayList<>();
    for (int from = 0; from < nodes.length; from += group) {
      groups.add(Arrays.copyOfRange(nodes, from, Math.min(nodes.length, from + group)));
    }
    Random random = new Random(seed);
    for (int last = groups.size() - 1; last > 0; last--) {
      Collections.swap(groups, last, random.nextInt(last + 1));
    }
    return groups.stream().flatMapToInt(Arrays::stream).toArray();
  }

  /**
   * {@return the places of all jobs, one after the other}
   *
   * @param places of each job
   */
  public static Placement joined(List<Placement> places) {
    int[] nodes = places.stream().flatMapToInt(each -> Arrays.stream(each.nodes())).toArray();
    int[] cores =
        places.stream()
            .flatMapToInt(each -> IntStream.range(0, each.ranks()).map(each::core))
            .toArray();
    return new Placement(places.size() + " jobs", nodes, cores);
  }
}
