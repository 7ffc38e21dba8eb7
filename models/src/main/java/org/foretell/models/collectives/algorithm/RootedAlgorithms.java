package org.foretell.models.collectives.algorithm;

import static org.foretell.models.collectives.algorithm.Algorithm.Exact.ANY;
import static org.foretell.models.collectives.algorithm.Algorithm.Exact.FROM_FOUR;
import static org.foretell.models.collectives.algorithm.Algorithm.Exact.PERFECT_TREE;
import static org.foretell.models.collectives.algorithm.Algorithm.Exact.POWER_OF_RADIX;
import static org.foretell.models.collectives.algorithm.Algorithm.Exact.POWER_OF_TWO;
import static org.foretell.trace.OpCode.BCAST;
import static org.foretell.trace.OpCode.GATHER;
import static org.foretell.trace.OpCode.GATHERV;
import static org.foretell.trace.OpCode.REDUCE;
import static org.foretell.trace.OpCode.SCATTER;
import static org.foretell.trace.OpCode.SCATTERV;

import java.util.EnumSet;
import java.util.Set;
import org.foretell.models.collectives.algorithm.Algorithm.Parameters;
import org.foretell.models.collectives.exchange.RecursiveDoubling;
import org.foretell.models.collectives.exchange.RecursiveHalving;
import org.foretell.models.collectives.exchange.RingAllgather;
import org.foretell.models.collectives.pattern.Folded;
import org.foretell.models.collectives.pattern.Halves;
import org.foretell.models.collectives.pattern.NodeAware;
import org.foretell.models.collectives.pattern.NodeBlocks;
import org.foretell.models.collectives.pattern.Pattern;
import org.foretell.models.collectives.pattern.Payload;
import org.foretell.models.collectives.pattern.Segments;
import org.foretell.models.collectives.pattern.Sequence;
import org.foretell.models.collectives.rooted.HalvedGather;
import org.foretell.models.collectives.rooted.InOrderReduce;
import org.foretell.models.collectives.rooted.SplitBinary;
import org.foretell.models.collectives.rooted.SyncGather;
import org.foretell.models.collectives.rooted.TreeBroadcast;
import org.foretell.models.collectives.rooted.TreeGather;
import org.foretell.models.collectives.rooted.TreeReduce;
import org.foretell.models.collectives.rooted.TreeScatter;
import org.foretell.models.collectives.tree.BinaryTree;
import org.foretell.models.collectives.tree.ChainTree;
import org.foretell.models.collectives.tree.FlatTree;
import org.foretell.models.collectives.tree.KnomialTree;
import org.foretell.models.collectives.tree.Tree;
import org.foretell.trace.OpCode;

/** The algorithms of collectives with a root. */
public final class RootedAlgorithms {
  private static final long DEFAULT_SEGMENT = 64 * 1024;
  private static final KnomialTree BINOMIAL = KnomialTree.BINOMIAL;

  private RootedAlgorithms() {}

  static void broadcasts(Catalogue all) {
    Set<OpCode> ops = EnumSet.of(BCAST);
    TreeWalks walks = new TreeWalks(all, ops, false);
    walks.trees();
    walks.chains("k chains");
    all.segmented(
        ops,
        "split-binary",
        DEFAULT_SEGMENT,
        SplitBinary::new,
        "(2 lg(p+1) + n/s - 4) (α + s β) + α + n/2 β",
        PERFECT_TREE,
        (p, n, s, k) ->
            Cost.rounds(2 * Cost.lgUp(p + 1) + n / s - 4, s, false).plus(new Cost(1, n / 2, 0)));
    all.plain(
        ops,
        "scatter-recursive-doubling",
        scatterDoubling(Payload.VECTOR),
        "2 lg p α + 2 n (p-1)/p β",
        POWER_OF_TWO,
        (p, n, s, k) -> new Cost(2 * Cost.lgDown(p), 2 * Cost.most(p, n), 0));
    all.plain(
        ops,
        "scatter-ring",
        scatterRing(Payload.VECTOR),
        "(⌈lg p⌉ + p - 1) α + 2 n (p-1)/p β",
        POWER_OF_TWO,
        (p, n, s, k) -> new Cost(Cost.lgUp(p) + p - 1, 2 * Cost.most(p, n), 0));
    all.nodeAware(
        ops,
        new NodeAware(null, broadcast(BINOMIAL, Segments.NONE), broadcast(BINOMIAL, Segments.NONE)),
        "(⌈lg q⌉ + ⌈lg N⌉) (α + n β)");
  }

  /** Vectors that go down a tree, or up one and are reduced on the way. */
  private record TreeWalks(Catalogue all, Set<OpCode> ops, boolean reduces) {
    private Pattern over(Tree tree, long segmentBytes) {
      return reduces ? reduce(tree, segmentBytes) : broadcast(tree, segmentBytes);
    }

    /** What a message costs, in words. */
    private String each(String bytes) {
      String message = "α + " + bytes + " β";
      return reduces ? "(" + message + " + " + bytes + " γ)" : "(" + message + ")";
    }

    void trees() {
      all.plain(
          ops,
          "linear",
          over(FlatTree.FLAT, Segments.NONE),
          "(p-1) " + each("n"),
          ANY,
          (p, n, s, k) -> Cost.rounds(p - 1, n, reduces));
      all.plain(
          ops,
          "flat",
          over(FlatTree.FLAT, Segments.WHOLE),
          "(p-1) " + each("n"),
          ANY,
          (p, n, s, k) -> Cost.rounds(p - 1, n, reduces));
      all.segmented(
          ops,
          "binomial",
          Segments.NONE,
          s -> over(BINOMIAL, s),
          "⌈lg p⌉ " + each("n") + " without segments",
          ANY,
          (p, n, s, k) -> Cost.rounds(Cost.lgUp(p), n, reduces));
      all.add(
          new Algorithm(
              "k-nomial",
              ops,
              Segments.NONE,
              4,
              Parameters.SEGMENT_AND_RADIX,
              (s, k) -> over(new KnomialTree(k), s),
              "(k-1) ⌈log_k p⌉ " + each("n") + " without segments",
              POWER_OF_RADIX,
              (p, n, s, k) -> Cost.rounds((k - 1) * Cost.log(k, p), n, reduces)));
      all.segmented(
          ops,
          "binary",
          Segments.NONE,
          s -> over(BinaryTree.BINARY, s),
          "(2 lg p + 2 n/s - 4) " + each("s"),
          FROM_FOUR,
          (p, n, s, k) -> Cost.rounds(2 * Cost.lgDown(p) + 2 * n / s - 4, s, reduces));
    }

    /**
     * Chains, several of them or one.
     *
     * @param note on their number
     */
    void chains(String note) {
      all.add(
          new Algorithm(
              "chain",
              ops,
              DEFAULT_SEGMENT,
              4,
              Parameters.SEGMENT_AND_CHAINS,
              (s, k) -> over(new ChainTree(k), s),
              "(k n/s + ⌊(p-1)/k⌋ - 1) " + each("s") + ", " + note,
              ANY,
              (p, n, s, k) -> Cost.rounds(Cost.chainRounds(p, n / s, k), s, reduces)));
      all.segmented(
          ops,
          "pipeline",
          DEFAULT_SEGMENT,
          s -> over(new ChainTree(1), s),
          "(p - 2 + n/s) " + each("s"),
          ANY,
          (p, n, s, k) -> Cost.rounds(p - 2 + n / s, s, reduces));
    }
  }

  /** Scatter and allgather by recursive doubling, over parts of any sizes. */
  public static Pattern scatterDoubling(Payload parts) {
    Payload pairs = Folded.pairs(parts);
    Pattern allgather =
        new Folded(
            new RecursiveDoubling(Halves.FAR_FIRST, pairs),
            Folded.Share.block(parts),
            false,
            Folded.Share.all(pairs));
    return new Sequence(new TreeScatter(BINOMIAL, parts, false), allgather);
  }

  /** Scatter and allgather round a ring, over parts of any sizes. */
  public static Pattern scatterRing(Payload parts) {
    return new Sequence(new TreeScatter(BINOMIAL, parts, false), new RingAllgather(parts));
  }

  static void reductions(Catalogue all) {
    Set<OpCode> ops = EnumSet.of(REDUCE);
    TreeWalks walks = new TreeWalks(all, ops, true);
    walks.trees();
    all.segmented(
        ops,
        "in-order-binary",
        Segments.NONE,
        InOrderReduce::new,
        "(2 lg(p+1) + 2 n/s - 4) (α + s β + s γ), root p-1",
        PERFECT_TREE,
        (p, n, s, k) -> Cost.rounds(2 * Cost.lgUp(p + 1) + 2 * n / s - 4, s, true));
    walks.chains("k equal chains if γ > 0");
    all.plain(
        ops,
        "rabenseifner",
        rabenseifnerReduce(Payload.VECTOR),
        "2 lg p α + 2 n (p-1)/p β + n (p-1)/p γ; not 2^i, P = 2^⌊lg p⌋:"
            + " (2 lg P + 1) α + (2 (P-1)/P + 1) n β + ((P-1)/P + 1) n γ",
        ANY,
        (p, n, s, k) ->
            Cost.rabenseifner(p, n)
                .plus(new Cost(Cost.extra(p, 1), Cost.extra(p, n), Cost.extra(p, n))));
    all.nodeAware(
        ops,
        new NodeAware(reduce(BINOMIAL, Segments.NONE), reduce(BINOMIAL, Segments.NONE), null),
        "(⌈lg q⌉ + ⌈lg N⌉) (α + n β + n γ)");
  }

  static void gathersAndScatters(Catalogue all) {
    Cost.Formula oneByOne = (p, m, s, k) -> Cost.rounds(p - 1, m, false);
    Cost.Formula tree = (p, m, s, k) -> new Cost(Cost.lgUp(p), (p - 1) * m, 0);
    Set<OpCode> gathers = EnumSet.of(GATHER, GATHERV);
    Set<OpCode> scatters = EnumSet.of(SCATTER, SCATTERV);
    all.plain(
        gathers,
        "linear",
        new TreeGather(FlatTree.FLAT, Payload.BLOCKS, false),
        "(p-1) (α + m β)",
        ANY,
        oneByOne);
    all.plain(
        gathers,
        "flat",
        new TreeGather(FlatTree.FLAT, Payload.BLOCKS, true),
        "(p-1) (α + m β)",
        ANY,
        oneByOne);
    all.plain(
        EnumSet.of(GATHER),
        "binomial",
        new TreeGather(BINOMIAL, Payload.BLOCKS, false),
        "⌈lg p⌉ α + (p-1) m β",
        ANY,
        tree);
    all.segmented(
        EnumSet.of(GATHER),
        "linear-sync",
        32 * 1024,
        s -> new SyncGather(Payload.BLOCKS, s),
        "α + (p-1) (2 α + m β)",
        ANY,
        (p, m, s, k) -> new Cost(1 + 2.0 * (p - 1), (p - 1) * m, 0));
    all.plain(
        scatters,
        "linear",
        new TreeScatter(FlatTree.FLAT, Payload.BLOCKS, false),
        "(p-1) (α + m β)",
        ANY,
        oneByOne);
    all.plain(
        scatters,
        "flat",
        new TreeScatter(FlatTree.FLAT, Payload.BLOCKS, true),
        "(p-1) (α + m β)",
        ANY,
        oneByOne);
    all.plain(
        EnumSet.of(SCATTER),
        "binomial",
        new TreeScatter(BINOMIAL, Payload.BLOCKS, false),
        "⌈lg p⌉ α + (p-1) m β",
        ANY,
        tree);
    all.nodeAware(
        EnumSet.of(GATHER),
        new NodeAware(
            new TreeGather(BINOMIAL, NodeBlocks.ON_NODE, false),
            new TreeGather(BINOMIAL, NodeBlocks.OF_NODES, false),
            null),
        "(⌈lg q⌉ + ⌈lg N⌉) α + (p-1) m β");
    all.nodeAware(
        EnumSet.of(SCATTER),
        new NodeAware(
            null,
            new TreeScatter(BINOMIAL, NodeBlocks.OF_NODES, false),
            new TreeScatter(BINOMIAL, NodeBlocks.ON_NODE, false)),
        "(⌈lg q⌉ + ⌈lg N⌉) α + (p-1) m β");
  }

  static Pattern broadcast(Tree tree, long segmentBytes) {
    return new TreeBroadcast(tree, Payload.VECTOR, segmentBytes);
  }

  static Pattern reduce(Tree tree, long segmentBytes) {
    return new TreeReduce(tree, Payload.VECTOR, segmentBytes, true);
  }

  /** Rabenseifner's reduction, over parts of any sizes. */
  public static Pattern rabenseifnerReduce(Payload parts) {
    return new Folded(
        new Sequence(new RecursiveHalving(Halves.NEAR_FIRST, parts), new HalvedGather(parts)),
        Folded.Share.all(parts),
        true,
        Folded.Share.NONE);
  }
}
