package org.foretell.structure.cluster.grouping;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.foretell.structure.cluster.signature.RankSignatures;
import org.foretell.structure.cluster.signature.Signature;

/**
 * ACURDION: at most K clusters, by those of eleven signatures that differ (A. Bahmani, "Scalable
 * Clustering Techniques for MPI Traces", chapter 4). Each rank merges the clusters of its children
 * in a radix tree with its own; if there are more than K it selects K and merges the others into
 * the nearest of them. P steps here would take log P in parallel.
 */
public final class Acurdion {
  /** The K of the paper, enough for the nine call paths of a stencil. */
  public static final int USUAL_CLUSTERS = 9;

  /**
   * The options.
   *
   * @param clusters most clusters, at least the number of call paths
   * @param selection how the clusters that go on are selected
   * @param metric how differences are added up
   * @param twoSteps whether ranks are divided by call path first, and by the other signatures then
   * @param seed of medoids, which begin at random
   */
  public record Options(
      int clusters, Selection selection, Metric metric, boolean twoSteps, long seed) {
    /** The paper's options: K-farthest, Manhattan, in one step. */
    public static final Options USUAL =
        new Options(USUAL_CLUSTERS, Selection.K_FARTHEST, Metric.MANHATTAN, false, 1);

    /**
     * {@return the same options with another number of clusters}
     *
     * @param most clusters
     */
    public Options withClusters(int most) {
      return new Options(most, selection, metric, twoSteps, seed);
    }
  }

  private final RankSignatures ranks;
  private final Options options;
  private final Set<Signature> compared;

  private Acurdion(RankSignatures ranks, Options options, Set<Signature> compared) {
    this.ranks = ranks;
    this.options = options;
    this.compared = compared;
  }

  /**
   * Finds clusters.
   *
   * @param ranks signatures of all ranks
   * @param options the options
   * @return at most {@code options.clusters()} clusters
   * @throws IllegalArgumentException if the number of clusters is below that of call paths, or
   *     above that of ranks; the message is for users
   */
  public static Clustering cluster(RankSignatures ranks, Options options) {
    return cluster(ranks, options, EnumSet.allOf(Signature.class));
  }

  /**
   * Finds clusters by some signatures only.
   *
   * @param ranks signatures of all ranks
   * @param options the options
   * @param compared signatures that distinguish ranks, including the call path
   * @return at most {@code options.clusters()} clusters
   * @throws IllegalArgumentException if the number of clusters is below that of call paths, or
   *     above that of ranks; the message is for users
   */
  public static Clustering cluster(RankSignatures ranks, Options options, Set<Signature> compared) {
    checkClusters(options.clusters(), ranks);
    return new Acurdion(ranks, options, compared).run();
  }

  /**
   * {@return the default maximum number of clusters: the paper's nine, more if there are more call
   * paths, at most the number of ranks}
   *
   * @param ranks signatures of all ranks
   */
  public static int usualClusters(RankSignatures ranks) {
    return Math.min(ranks.ranks(), Math.max(USUAL_CLUSTERS, ranks.callPaths()));
  }

  /** Refuses a number of clusters that no clustering can have. */
  static void checkClusters(int clusters, RankSignatures ranks) {
    if (clusters < 1 || clusters > ranks.ranks()) {
      throw new IllegalArgumentException(
          "the number of clusters must be from 1 to "
              + ranks.ranks()
              + ", the number of ranks, but is "
              + clusters);
    }
    if (clusters < ranks.callPaths()) {
      throw new IllegalArgumentException(
          "the ranks have "
              + ranks.callPaths()
              + " different call paths, so "
              + clusters
              + (clusters == 1 ? " cluster" : " clusters")
              + " would lose events; ask for "
              + ranks.callPaths()
              + " clusters or more");
    }
  }

  private Clustering run() {
    Set<Signature> differing = EnumSet.copyOf(compared);
    differing.retainAll(SignatureFormat.of(ranks).signatures());
    SignatureFormat format = new SignatureFormat(differing);
    List<Group> groups = new ArrayList<>();
    if (options.twoSteps()) {
      Map<Long, List<Integer>> paths = byCallPath(ranks);
      Set<Signature> others = EnumSet.copyOf(differing);
      others.remove(Signature.CALL_PATH);
      int left = options.clusters();
      int pathsLeft = paths.size();
      for (List<Integer> members : paths.values()) {
        // K over the number of call paths each; what is left over goes to the first.
        int k = (left + pathsLeft - 1) / pathsLeft--;
        List<Group> parts = reduce(members, others, k);
        left -= k;
        groups.addAll(parts);
      }
    } else {
      List<Integer> all = new ArrayList<>();
      for (int rank = 0; rank < ranks.ranks(); rank++) {
        all.add(rank);
      }
      groups.addAll(reduce(all, format.signatures(), options.clusters()));
    }
    return clustering(ranks, groups, format, List.of());
  }

  /** Ranks by call path, in the order of first ranks. */
  static Map<Long, List<Integer>> byCallPath(RankSignatures ranks) {
    Map<Long, List<Integer>> paths = new LinkedHashMap<>();
    for (int rank = 0; rank < ranks.ranks(); rank++) {
      paths
          .computeIfAbsent(ranks.value(Signature.CALL_PATH, rank), path -> new ArrayList<>())
          .add(rank);
    }
    return paths;
  }

  /** Makes the result of groups of equal call paths. */
  static Clustering clustering(
      RankSignatures ranks, List<Group> groups, SignatureFormat format, List<String> notes) {
    Map<Long, Integer> mains = new LinkedHashMap<>();
    byCallPath(ranks).keySet().forEach(path -> mains.put(path, mains.size()));
    List<Cluster> clusters = new ArrayList<>();
    for (Group group : groups) {
      long path = ranks.value(Signature.CALL_PATH, group.lead);
      for (int member : group.ranks) {
        if (ranks.value(Signature.CALL_PATH, member) != path) {
          throw new AssertionError("ranks of different call paths in the cluster of " + group.lead);
        }
      }
      clusters.add(
          new Cluster(
              group.lead, Cluster.sorted(group.ranks), mains.getOrDefault(path, mains.size())));
    }
    return new Clustering(clusters, mains.size(), format, notes);
  }

  /** A cluster on its way up the tree. */
  static final class Group {
    final int lead;
    final List<Integer> ranks = new ArrayList<>();

    Group(int rank) {
      lead = rank;
      ranks.add(rank);
    }
  }

  private List<Group> reduce(List<Integer> members, Set<Signature> signatures, int k) {
    Distances distances = new Distances(ranks, signatures, options.metric());
    Selector selector = new Selector(options.selection(), distances, options.seed());
    List<List<Group>> nodes = new ArrayList<>();
    for (int rank : members) {
      nodes.add(new ArrayList<>(List.of(new Group(rank))));
    }
    RadixTree.upwards(
        nodes.size(),
        (parent, child) -> {
          List<Group> own = nodes.get(parent);
          for (Group group : nodes.set(child, List.of())) {
            join(own, group, distances);
          }
          // The last child; a parent with one only has it first.
          if (child == 2 * parent + 2 || child == nodes.size() - 1) {
            nodes.set(parent, reduced(own, selector, k));
          }
        });
    return nodes.get(0);
  }

  /** Adds a group, to one with the same signatures if there is one. */
  private static void join(List<Group> groups, Group added, Distances distances) {
    for (Group group : groups) {
      if (distances.between(group.lead, added.lead).isZero()) {
        group.ranks.addAll(added.ranks);
        return;
      }
    }
    groups.add(added);
  }

  private static List<Group> reduced(List<Group> groups, Selector selector, int k) {
    if (groups.size() <= k) {
      return groups;
    }
    int[] leads = groups.stream().mapToInt(group -> group.lead).toArray();
    int[] selected = selector.select(leads, k);
    boolean[] stays = new boolean[leads.length];
    Arrays.stream(selected).forEach(position -> stays[position] = true);
    List<Group> kept = new ArrayList<>();
    for (int i = 0; i < leads.length; i++) {
      Group group = groups.get(i);
      if (stays[i]) {
        kept.add(group);
      } else {
        groups.get(selector.nearest(leads[i], leads, selected)).ranks.addAll(group.ranks);
      }
    }
    return kept;
  }
}
