package org.foretell.machine;

import java.util.Arrays;
import java.util.OptionalInt;
import java.util.Random;

/**
 * The placement policies.
 *
 * <p>All of them use the fewest nodes that hold the ranks, counted from node 0, and allow for
 * different numbers of cores in different groups. A node holds as many ranks as it has cores, or as
 * many as the caller requests. Within a node ranks get cores 0, 1, 2, ... in rank order. Time and
 * memory are linear in the number of ranks.
 */
public final class Placements {
  private Placements() {}

  /**
   * {@return a node for each rank, for models without a machine}
   *
   * @param ranks at least 1
   */
  public static Placement oneRankPerNode(int ranks) {
    int[] nodes = new int[ranks];
    for (int rank = 0; rank < ranks; rank++) {
      nodes[rank] = rank;
    }
    return new Placement("one rank per node", nodes, new int[ranks]);
  }

  /**
   * Places ranks by the machine's own mapping. Ranks of a node use its CPUs in turn; there may be
   * more ranks than CPUs, for models in which ranks queue for CPUs.
   *
   * @param machine nodes and their CPUs
   * @param mapping which node gets which ranks
   * @param ranks at least 1
   * @return node and core of each rank
   * @throws PlacementException if there are too few places
   */
  public static Placement mapped(BusLinks machine, RankMapping mapping, int ranks) {
    int[] cpus = machine.cpusOfNodes();
    int[] nodes = mapping.nodeOfRank(cpus, ranks);
    int[] cores = new int[ranks];
    int[] placed = new int[cpus.length];
    for (int rank = 0; rank < ranks; rank++) {
      cores[rank] = placed[nodes[rank]]++ % cpus[nodes[rank]];
    }
    return new Placement(mapping.description() + " (machine)", nodes, cores);
  }

  /**
   * Distributes the ranks over the nodes in turn, the default of PSINS: with equal nodes rank
   * {@code r} is on node {@code r mod nodes}. A full node is skipped.
   *
   * @param machine where the ranks run
   * @param ranks at least 1
   * @param ranksPerNode how many ranks a node holds; as many as it has cores when empty
   * @param oversubscription treatment of more ranks than cores
   * @return node and core of each rank
   * @throws PlacementException if there are too few places
   */
  public static Placement roundRobin(
      Machine machine, int ranks, OptionalInt ranksPerNode, Oversubscription oversubscription) {
    NodeRoom room = NodeRoom.of(machine, ranks, ranksPerNode, oversubscription);
    int[] nodeOfRank = new int[ranks];
    int[] coreOfRank = new int[ranks];
    int[] held = new int[room.nodes()];
    int node = 0;
    for (int rank = 0; rank < ranks; rank++) {
      while (held[node] == room.ranks(node)) {
        node = next(node, room.nodes());
      }
      nodeOfRank[rank] = node;
      coreOfRank[rank] = held[node] % room.cores(node);
      held[node]++;
      node = next(node, room.nodes());
    }
    return new Placement(
        "round robin over " + room.description(), nodeOfRank, coreOfRank, oversubscription);
  }

  /**
   * Fills the first node, then the second, and so on.
   *
   * @param machine where the ranks run
   * @param ranks at least 1
   * @param ranksPerNode how many ranks a node holds; as many as it has cores when empty
   * @param oversubscription treatment of more ranks than cores
   * @return node and core of each rank
   * @throws PlacementException if there are too few places
   */
  public static Placement block(
      Machine machine, int ranks, OptionalInt ranksPerNode, Oversubscription oversubscription) {
    NodeRoom room = NodeRoom.of(machine, ranks, ranksPerNode, oversubscription);
    int[] nodeOfRank = new int[ranks];
    int[] coreOfRank = new int[ranks];
    int rank = 0;
    for (int node = 0; rank < ranks; node++) {
      for (int held = 0; held < room.ranks(node) && rank < ranks; held++, rank++) {
        nodeOfRank[rank] = node;
        coreOfRank[rank] = held % room.cores(node);
      }
    }
    return new Placement(
        "block over " + room.description(), nodeOfRank, coreOfRank, oversubscription);
  }

  /**
   * Shuffles the places of {@link #block} among the ranks. The shuffle (Fisher and Yates, from the
   * last rank down) draws from {@link Random}, whose sequence the Java platform specifies: the same
   * seed gives the same placement on every JDK.
   *
   * @param machine where the ranks run
   * @param ranks at least 1
   * @param ranksPerNode how many ranks a node holds; as many as it has cores when empty
   * @param oversubscription treatment of more ranks than cores
   * @param seed any value
   * @return node and core of each rank
   * @throws PlacementException if there are too few places
   */
  public static Placement random(
      Machine machine,
      int ranks,
      OptionalInt ranksPerNode,
      Oversubscription oversubscription,
      long seed) {
    NodeRoom room = NodeRoom.of(machine, ranks, ranksPerNode, oversubscription);
    Placement block = block(machine, ranks, ranksPerNode, oversubscription);
    int[] blockRank = new int[ranks];
    Arrays.setAll(blockRank, rank -> rank);
    Random random = new Random(seed);
    for (int last = ranks - 1; last > 0; last--) {
      int other = random.nextInt(last + 1);
      int swapped = blockRank[last];
      blockRank[last] = blockRank[other];
      blockRank[other] = swapped;
    }
    int[] nodeOfRank = new int[ranks];
    int[] coreOfRank = new int[ranks];
    for (int rank = 0; rank < ranks; rank++) {
      nodeOfRank[rank] = block.node(blockRank[rank]);
      coreOfRank[rank] = block.core(blockRank[rank]);
    }
    return new Placement(
        "random over " + room.description() + ", seed " + seed,
        nodeOfRank,
        coreOfRank,
        oversubscription);
  }

  /**
   * Places the ranks by a text: one line for each rank in rank order, {@code node} or {@code node
   * core}, both counted from 0. Without a core a rank gets the lowest core of the node that no
   * earlier line uses. Empty lines, and text after a {@code #}, are ignored.
   *
   * @param machine where the ranks run
   * @param fileName for messages and the report
   * @param text the whole file
   * @param ranks how many lines there must be
   * @param oversubscription treatment of more ranks than cores
   * @return node and core of each rank
   * @throws PlacementException with every mistake of the text and its line
   */
  public static Placement explicit(
      Machine machine, String fileName, String text, int ranks, Oversubscription oversubscription) {
    return new PlacementText(machine, fileName, ranks, oversubscription).parse(text);
  }

  private static int next(int node, int nodes) {
    return node + 1 == nodes ? 0 : node + 1;
  }
}
