package org.foretell.structure.cluster.grouping;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.foretell.structure.cluster.grouping.Acurdion.Group;
import org.foretell.structure.cluster.signature.RankSignatures;
import org.foretell.structure.cluster.signature.Signature;
import org.foretell.trace.RankSet;

/**
 * Any number of clusters: ranks of one call path form a main cluster, those with equal parameters
 * within it a sub-cluster. Mean counts that differ by a few percent are taken as equal (A. Bahmani,
 * "Scalable Clustering Techniques for MPI Traces", chapter 3).
 */
public final class CallPathClustering {
  /** The difference of mean counts that the paper ignores: 5 %. */
  public static final double USUAL_COUNT_TOLERANCE = 0.05;

  private CallPathClustering() {}

  /** When to leave main clusters undivided because ranks have individual parameters. */
  public enum Filtering {
    /** Always divide. */
    NEVER,
    /** Do not divide if there would be more clusters than half of the ranks, as in the paper. */
    ABOVE_HALF,
    /** Never divide. */
    ALWAYS
  }

  /**
   * Finds main clusters and sub-clusters by the call path and the parameter signature of Table 3.1.
   * A clustered trace of undivided main clusters keeps the parameters that differ.
   *
   * @param ranks signatures of all ranks
   * @param countTolerance mean counts that differ by less of the smaller are the same, at least 0
   * @param filtering treatment of many sub-clusters
   * @return clusters whose leads are their first ranks
   */
  public static Clustering cluster(
      RankSignatures ranks, double countTolerance, Filtering filtering) {
    if (!(countTolerance >= 0) || Double.isInfinite(countTolerance)) {
      throw new IllegalArgumentException(
          "the tolerance of counts must be at least 0, but is " + countTolerance);
    }
    Map<Long, List<Integer>> paths = Acurdion.byCallPath(ranks);
    List<Group> divided = new ArrayList<>();
    for (List<Integer> members : paths.values()) {
      divided.addAll(divide(ranks, members, countTolerance));
    }
    List<String> notes = new ArrayList<>();
    boolean many = divided.size() > ranks.ranks() / 2 && divided.size() > paths.size();
    if (filtering == Filtering.ALWAYS || (filtering == Filtering.ABOVE_HALF && many)) {
      if (divided.size() > paths.size()) {
        notes.add(
            String.format(
                Locale.US,
                "%,d sub-clusters of %,d ranks are not formed; main clusters keep the parameters"
                    + " that differ",
                divided.size(),
                ranks.ranks()));
      }
      return Acurdion.clustering(ranks, whole(paths), format(ranks), notes);
    }
    return Acurdion.clustering(ranks, divided, format(ranks), notes);
  }

  /**
   * Forms a cluster of all ranks that follow the same call path but for the counts of its loops.
   *
   * @param ranks signatures of all ranks
   * @param alike sets of such ranks, which together contain each rank once
   * @return clusters whose leads are their first ranks, each a main cluster
   */
  public static Clustering ofAnyCounts(RankSignatures ranks, List<RankSet> alike) {
    List<Cluster> clusters = new ArrayList<>();
    for (RankSet set : alike) {
      clusters.add(new Cluster(set.sections().get(0).start(), set, clusters.size()));
    }
    return new Clustering(clusters, clusters.size(), format(ranks), List.of());
  }

  /**
   * Finds clusters by dynamic clustering (section 4.4.6): equal call path, equal mean source and
   * equal mean destination.
   *
   * @param ranks signatures of all ranks
   * @return clusters whose leads are their first ranks
   */
  public static Clustering dynamic(RankSignatures ranks) {
    Set<Signature> differing = EnumSet.copyOf(SignatureFormat.of(ranks).signatures());
    differing.retainAll(EnumSet.of(Signature.CALL_PATH, Signature.SRC, Signature.DEST));
    Map<List<Long>, Group> groups = new java.util.LinkedHashMap<>();
    for (int rank = 0; rank < ranks.ranks(); rank++) {
      List<Long> key = new ArrayList<>();
      for (Signature signature : differing) {
        key.add(ranks.value(signature, rank));
      }
      add(groups, key, rank);
    }
    return Acurdion.clustering(
        ranks, new ArrayList<>(groups.values()), new SignatureFormat(differing), List.of());
  }

  /** Adds a rank to the group of a key. */
  static <K> void add(Map<K, Group> groups, K key, int rank) {
    Group group = groups.get(key);
    if (group == null) {
      groups.put(key, new Group(rank));
    } else {
      group.ranks.add(rank);
    }
  }

  private static SignatureFormat format(RankSignatures ranks) {
    Set<Signature> differing = EnumSet.copyOf(SignatureFormat.of(ranks).signatures());
    differing.retainAll(
        EnumSet.of(
            Signature.CALL_PATH,
            Signature.COUNT,
            Signature.SRC,
            Signature.DEST,
            Signature.DATA_OPERATION_COMMUNICATOR));
    return new SignatureFormat(differing);
  }

  private static List<Group> whole(Map<Long, List<Integer>> paths) {
    List<Group> groups = new ArrayList<>();
    for (List<Integer> members : paths.values()) {
      Group group = new Group(members.get(0));
      group.ranks.addAll(members.subList(1, members.size()));
      groups.add(group);
    }
    return groups;
  }

  /** A sub-cluster on its way up the tree, with its parameter signature. */
  private static final class Part {
    final ParameterSignature signature;
    final Group group;
    double count;

    Part(RankSignatures ranks, int rank) {
      signature = ParameterSignature.of(ranks, rank);
      group = new Group(rank);
      count = ranks.value(Signature.COUNT, rank);
    }

    boolean takes(Part other, double tolerance) {
      double least = Math.min(count, other.count);
      return signature.sameButCount(other.signature)
          && Math.abs(count - other.count) <= tolerance * least;
    }

    void add(Part other) {
      int own = group.ranks.size();
      int others = other.group.ranks.size();
      count = (count * own + other.count * others) / (own + others);
      group.ranks.addAll(other.group.ranks);
    }
  }

  /** Divides a main cluster, over a radix tree of its members. */
  private static List<Group> divide(RankSignatures ranks, List<Integer> members, double tolerance) {
    List<List<Part>> nodes = new ArrayList<>();
    for (int rank : members) {
      nodes.add(new ArrayList<>(List.of(new Part(ranks, rank))));
    }
    RadixTree.upwards(
        nodes.size(),
        (parent, child) -> {
          List<Part> own = nodes.get(parent);
          for (Part part : nodes.set(child, List.of())) {
            Part match =
                own.stream().filter(each -> each.takes(part, tolerance)).findFirst().orElse(null);
            if (match == null) {
              own.add(part);
            } else {
              match.add(part);
            }
          }
        });
    List<Group> groups = new ArrayList<>();
    for (Part part : nodes.get(0)) {
      int first = part.group.ranks.stream().mapToInt(Integer::intValue).min().orElseThrow();
      Group group = new Group(first);
      part.group.ranks.stream().filter(rank -> rank != first).forEach(group.ranks::add);
      groups.add(group);
    }
    return groups;
  }
}
