package org.foretell.models.collectives.algorithm;

import static org.foretell.models.collectives.algorithm.Algorithm.Exact.ANY;
import static org.foretell.models.collectives.algorithm.Algorithm.Exact.EVEN;
import static org.foretell.models.collectives.algorithm.Algorithm.Exact.FROM_FOUR;
import static org.foretell.models.collectives.algorithm.Algorithm.Exact.POWER_OF_RADIX;
import static org.foretell.models.collectives.algorithm.Algorithm.Exact.POWER_OF_TWO;
import static org.foretell.trace.OpCode.ALLGATHER;
import static org.foretell.trace.OpCode.ALLGATHERV;
import static org.foretell.trace.OpCode.ALLREDUCE;
import static org.foretell.trace.OpCode.ALLTOALL;
import static org.foretell.trace.OpCode.ALLTOALLV;
import static org.foretell.trace.OpCode.ALLTOALLW;
import static org.foretell.trace.OpCode.BARRIER;
import static org.foretell.trace.OpCode.EXSCAN;
import static org.foretell.trace.OpCode.REDUCE_SCATTER;
import static org.foretell.trace.OpCode.REDUCE_SCATTER_BLOCK;
import static org.foretell.trace.OpCode.SCAN;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.foretell.models.collectives.exchange.AllAtOnce;
import org.foretell.models.collectives.exchange.BruckAllgather;
import org.foretell.models.collectives.exchange.BruckAlltoall;
import org.foretell.models.collectives.exchange.ChainScan;
import org.foretell.models.collectives.exchange.Dissemination;
import org.foretell.models.collectives.exchange.DoubleRing;
import org.foretell.models.collectives.exchange.DoublingReduceScatter;
import org.foretell.models.collectives.exchange.DoublingScan;
import org.foretell.models.collectives.exchange.Exchange;
import org.foretell.models.collectives.exchange.FlatScan;
import org.foretell.models.collectives.exchange.NeighborExchange;
import org.foretell.models.collectives.exchange.Pairwise;
import org.foretell.models.collectives.exchange.PairwiseReduceScatter;
import org.foretell.models.collectives.exchange.RecursiveDoubling;
import org.foretell.models.collectives.exchange.RecursiveHalving;
import org.foretell.models.collectives.exchange.RingAllgather;
import org.foretell.models.collectives.exchange.RingReduceScatter;
import org.foretell.models.collectives.exchange.TreeDoublingReduceScatter;
import org.foretell.models.collectives.pattern.Folded;
import org.foretell.models.collectives.pattern.Halves;
import org.foretell.models.collectives.pattern.MirrorDelivery;
import org.foretell.models.collectives.pattern.NodeAware;
import org.foretell.models.collectives.pattern.NodeBlocks;
import org.foretell.models.collectives.pattern.OnSeveralNodes;
import org.foretell.models.collectives.pattern.Pattern;
import org.foretell.models.collectives.pattern.Payload;
import org.foretell.models.collectives.pattern.Segments;
import org.foretell.models.collectives.pattern.Sequence;
import org.foretell.models.collectives.pattern.StartedSends;
import org.foretell.models.collectives.rooted.TreeBroadcast;
import org.foretell.models.collectives.rooted.TreeGather;
import org.foretell.models.collectives.rooted.TreeReduce;
import org.foretell.models.collectives.rooted.TreeScatter;
import org.foretell.models.collectives.tree.FlatTree;
import org.foretell.models.collectives.tree.KnomialTree;
import org.foretell.models.collectives.tree.Tree;
import org.foretell.trace.OpCode;

/** The algorithms of collectives in which all members are alike. */
public final class ExchangeAlgorithms {
  private static final KnomialTree BINOMIAL = KnomialTree.BINOMIAL;

  private ExchangeAlgorithms() {}

  static void barriers(Catalogue all) {
    Set<OpCode> ops = EnumSet.of(BARRIER);
    Pattern tree = inAndOut(BINOMIAL, Segments.NONE);
    all.plain(
        ops,
        "linear",
        inAndOut(FlatTree.FLAT, Segments.WHOLE),
        "2 (p-1) α",
        ANY,
        (p, n, s, k) -> new Cost(2.0 * (p - 1), 0, 0));
    all.plain(
        ops,
        "double-ring",
        DoubleRing.DOUBLE_RING,
        "2 p α",
        ANY,
        (p, n, s, k) -> new Cost(2.0 * p, 0, 0));
    Pattern doubling =
        new Folded(
            new Exchange(Payload.NOTHING, false), Folded.Share.EMPTY, false, Folded.Share.EMPTY);
    all.plain(
        ops,
        "recursive-doubling",
        doubling,
        "lg p α; not 2^i: (⌊lg p⌋ + 2) α",
        ANY,
        (p, n, s, k) -> new Cost(Cost.lgDown(p) + Cost.extra(p, 2), 0, 0));
    all.radix(
        ops,
        "dissemination",
        2,
        k -> new Dissemination(k, Payload.NOTHING, false),
        "(k-1) ⌈log_k p⌉ α",
        POWER_OF_RADIX,
        (p, n, s, k) -> new Cost((k - 1) * Cost.log(k, p), 0, 0));
    all.plain(
        ops,
        "bruck",
        new Dissemination(2, Payload.NOTHING, false),
        "⌈lg p⌉ α",
        ANY,
        (p, n, s, k) -> new Cost(Cost.lgUp(p), 0, 0));
    all.plain(
        ops,
        "dissemination-1B",
        new Dissemination(2, Payload.ONE_BYTE, false),
        "⌈lg p⌉ (α + β)",
        ANY,
        (p, n, s, k) -> Cost.rounds(Cost.lgUp(p), 1, false));
    all.plain(
        ops, "tree", tree, "2 ⌈lg p⌉ α", ANY, (p, n, s, k) -> new Cost(2 * Cost.lgUp(p), 0, 0));
    all.plain(
        ops,
        "tournament",
        tree,
        "2 ⌈lg p⌉ α",
        ANY,
        (p, n, s, k) -> new Cost(2 * Cost.lgUp(p), 0, 0));
    all.plain(
        ops,
        "two-proc",
        doubling,
        "α (p = 2)",
        ANY,
        (p, n, s, k) -> new Cost(Cost.lgDown(p) + Cost.extra(p, 2), 0, 0));
    all.nodeAware(
        ops,
        new NodeAware(
            new TreeReduce(BINOMIAL, Payload.NOTHING, Segments.NONE, false),
            new Dissemination(2, Payload.NOTHING, false),
            new TreeBroadcast(BINOMIAL, Payload.NOTHING, Segments.NONE)),
        "(2 ⌈lg q⌉ + ⌈lg N⌉) α");
  }

  private static Pattern inAndOut(Tree tree, long segmentBytes) {
    return new Sequence(
        new TreeReduce(tree, Payload.NOTHING, segmentBytes, false),
        new TreeBroadcast(tree, Payload.NOTHING, segmentBytes));
  }

  static void allreductions(Catalogue all) {
    Set<OpCode> ops = EnumSet.of(ALLREDUCE);
    Pattern doubling =
        new Folded(
            new Exchange(Payload.VECTOR, true),
            Folded.Share.all(Payload.VECTOR),
            true,
            Folded.Share.all(Payload.VECTOR));
    all.plain(
        ops,
        "recursive-doubling",
        doubling,
        "lg p (α + n β + n γ); not 2^i: (⌊lg p⌋ + 2) (α + n β) + (⌊lg p⌋ + 1) n γ",
        ANY,
        (p, n, s, k) ->
            Cost.rounds(Cost.lgDown(p) + Cost.extra(p, 1), n, true)
                .plus(Cost.rounds(Cost.extra(p, 1), n, false)));
    all.plain(
        ops,
        "rabenseifner",
        rabenseifnerAllreduce(Payload.VECTOR),
        "2 lg p α + 2 n (p-1)/p β + n (p-1)/p γ; not 2^i, P = 2^⌊lg p⌋:"
            + " (2 lg P + 2) α + (2 (P-1)/P + 2) n β + ((P-1)/P + 1) n γ",
        ANY,
        (p, n, s, k) ->
            Cost.rabenseifner(p, n)
                .plus(new Cost(Cost.extra(p, 2), Cost.extra(p, 2 * n), Cost.extra(p, n))));
    all.plain(
        ops,
        "ring",
        ringAllreduce(Payload.VECTOR, Segments.NONE),
        "2 (p-1) α + 2 n (p-1)/p β + n (p-1)/p γ",
        ANY,
        (p, n, s, k) -> new Cost(2.0 * (p - 1), 2 * Cost.most(p, n), Cost.most(p, n)));
    all.segmented(
        ops,
        "segmented-ring",
        1 << 20,
        s -> ringAllreduce(Payload.VECTOR, s),
        "(⌈n/(p s)⌉ + 1) (p-1) α + 2 n (p-1)/p β + n (p-1)/p γ",
        ANY,
        (p, n, s, k) ->
            new Cost((Math.ceil(n / p / s) + 1) * (p - 1), 2 * Cost.most(p, n), Cost.most(p, n)));
    all.plain(
        ops,
        "reduce-bcast",
        new Sequence(
            RootedAlgorithms.reduce(BINOMIAL, Segments.NONE),
            RootedAlgorithms.broadcast(BINOMIAL, Segments.NONE)),
        "⌈lg p⌉ (2 α + 2 n β + n γ)",
        ANY,
        (p, n, s, k) ->
            Cost.rounds(Cost.lgUp(p), n, true).plus(Cost.rounds(Cost.lgUp(p), n, false)));
    all.plain(
        ops,
        "linear",
        new Sequence(
            RootedAlgorithms.reduce(FlatTree.FLAT, Segments.NONE),
            RootedAlgorithms.broadcast(FlatTree.FLAT, Segments.WHOLE)),
        "(p-1) (2 α + 2 n β + n γ)",
        ANY,
        (p, n, s, k) -> Cost.rounds(p - 1, n, true).plus(Cost.rounds(p - 1, n, false)));
    all.plain(
        ops,
        "flat-binomial",
        new Sequence(
            new StartedSends(RootedAlgorithms.reduce(FlatTree.FLAT, Segments.WHOLE)),
            RootedAlgorithms.broadcast(BINOMIAL, Segments.NONE)),
        "(p-1) (α + n β + n γ) + ⌈lg p⌉ (α + n β)",
        ANY,
        (p, n, s, k) -> Cost.rounds(p - 1, n, true).plus(Cost.rounds(Cost.lgUp(p), n, false)));
    all.plain(
        ops,
        "dissemination",
        new Dissemination(2, Payload.VECTOR, true),
        "⌈lg p⌉ (α + n β + n γ)",
        ANY,
        (p, n, s, k) -> Cost.rounds(Cost.lgUp(p), n, true));
    all.nodeAware(
        ops,
        new NodeAware(
            RootedAlgorithms.reduce(BINOMIAL, Segments.NONE),
            doubling,
            RootedAlgorithms.broadcast(BINOMIAL, Segments.NONE)),
        "⌈lg q⌉ (2 α + 2 n β + n γ) + recursive-doubling of N");
  }

  /** Rabenseifner's allreduce, over parts of any sizes. */
  public static Pattern rabenseifnerAllreduce(Payload parts) {
    return new Folded(
        new Sequence(
            new RecursiveHalving(Halves.NEAR_FIRST, parts),
            new RecursiveDoubling(Halves.NEAR_FIRST, parts)),
        Folded.Share.all(parts),
        true,
        Folded.Share.all(parts));
  }

  /** Reduce-scatter and allgather round a ring, over parts of any sizes. */
  public static Pattern ringAllreduce(Payload parts, long segmentBytes) {
    return new Sequence(new RingReduceScatter(parts, segmentBytes), new RingAllgather(parts));
  }

  static void allgathers(Catalogue all) {
    Set<OpCode> ops = EnumSet.of(ALLGATHER, ALLGATHERV);
    Payload pairs = Folded.pairs(Payload.BLOCKS);
    Pattern doubling =
        new Folded(
            new RecursiveDoubling(Halves.FAR_FIRST, pairs),
            Folded.Share.block(Payload.BLOCKS),
            false,
            Folded.Share.all(pairs));
    all.plain(
        ops,
        "linear",
        new AllAtOnce(0),
        "(p-1) (α + m β)",
        ANY,
        (p, m, s, k) -> Cost.rounds(p - 1, m, false));
    all.plain(
        ops,
        "recursive-doubling",
        doubling,
        "lg p α + (p-1) m β",
        POWER_OF_TWO,
        (p, m, s, k) -> new Cost(Cost.lgDown(p), (p - 1) * m, 0));
    all.plain(
        ops,
        "bruck",
        new BruckAllgather(Payload.BLOCKS),
        "⌈lg p⌉ α + (p-1) m β",
        ANY,
        (p, m, s, k) -> new Cost(Cost.lgUp(p), (p - 1) * m, 0));
    all.plain(
        ops,
        "ring",
        new RingAllgather(Payload.BLOCKS),
        "(p-1) (α + m β)",
        ANY,
        (p, m, s, k) -> Cost.rounds(p - 1, m, false));
    all.plain(
        ops,
        "neighbor-exchange",
        new NeighborExchange(Payload.BLOCKS),
        "p/2 α + (p-1) m β; odd p as ring",
        EVEN,
        (p, m, s, k) -> new Cost(p % 2 == 0 ? p / 2.0 : p - 1, (p - 1) * m, 0));
    all.plain(
        ops,
        "two-proc",
        doubling,
        "α + m β (p = 2)",
        POWER_OF_TWO,
        (p, m, s, k) -> new Cost(Cost.lgDown(p), (p - 1) * m, 0));
    all.plain(
        EnumSet.of(ALLGATHER),
        "gather-bcast",
        new Sequence(
            new TreeGather(BINOMIAL, Payload.BLOCKS, false),
            new TreeBroadcast(BINOMIAL, Payload.BLOCKS, Segments.NONE)),
        "2 ⌈lg p⌉ α + (p - 1 + p ⌈lg p⌉) m β",
        ANY,
        (p, m, s, k) -> new Cost(2 * Cost.lgUp(p), (p - 1 + p * Cost.lgUp(p)) * m, 0));
    all.plain(
        EnumSet.of(ALLGATHERV),
        "gather-bcast",
        new Sequence(
            new TreeGather(FlatTree.FLAT, Payload.BLOCKS, true),
            new TreeBroadcast(BINOMIAL, Payload.BLOCKS, Segments.NONE)),
        "(p-1) (α + m β) + ⌈lg p⌉ (α + p m β)",
        ANY,
        (p, m, s, k) -> Cost.rounds(p - 1, m, false).plus(Cost.rounds(Cost.lgUp(p), p * m, false)));
    all.plain(
        EnumSet.of(ALLGATHER),
        "dissemination",
        new Dissemination(2, Payload.OWN, false),
        "⌈lg p⌉ (α + m β)",
        ANY,
        (p, m, s, k) -> Cost.rounds(Cost.lgUp(p), m, false));
    all.nodeAware(
        ops,
        new OnSeveralNodes(
            new NodeAware(
                new TreeGather(BINOMIAL, NodeBlocks.ON_NODE, false),
                new BruckAllgather(NodeBlocks.OF_NODES),
                new TreeBroadcast(BINOMIAL, NodeBlocks.ALL, Segments.NONE)),
            new BruckAllgather(Payload.BLOCKS)),
        "(2 ⌈lg q⌉ + ⌈lg N⌉) α + (p - 1 + p ⌈lg q⌉) m β; one node as bruck");
  }

  static void alltoalls(Catalogue all) {
    Set<OpCode> ops = EnumSet.of(ALLTOALL, ALLTOALLV, ALLTOALLW);
    Cost.Formula oneByOne = (p, m, s, k) -> Cost.rounds(p - 1, m, false);
    all.plain(ops, "linear", new AllAtOnce(0), "(p-1) (α + m β)", ANY, oneByOne);
    all.batched(ops, "linear-sync", 0, "(p-1) (α + m β), k at once, 0 for all", oneByOne);
    all.batched(ops, "scattered", 32, "(p-1) (α + m β), k at once", oneByOne);
    all.plain(ops, "pairwise", new Pairwise(false), "(p-1) (α + m β)", ANY, oneByOne);
    all.plain(ops, "ring", new Pairwise(true), "(p-1) (α + m β)", ANY, oneByOne);
    all.plain(ops, "two-proc", new Pairwise(false), "α + m β (p = 2)", ANY, oneByOne);
    for (String name : List.of("bruck", "modified-bruck")) {
      all.plain(
          EnumSet.of(ALLTOALL),
          name,
          BruckAlltoall.BRUCK,
          "⌈lg p⌉ α + p/2 lg p m β",
          POWER_OF_TWO,
          (p, m, s, k) -> new Cost(Cost.lgUp(p), p / 2.0 * Cost.lgUp(p) * m, 0));
    }
    all.nodeAware(
        EnumSet.of(ALLTOALL),
        new OnSeveralNodes(
            new NodeAware(
                new TreeGather(BINOMIAL, NodeBlocks.WITH_OTHERS, false),
                new Pairwise(false, NodeBlocks.WITH_NODES, NodeBlocks.WITH_NODES),
                new TreeScatter(BINOMIAL, NodeBlocks.WITH_OTHERS, false)),
            new Pairwise(false)),
        "(2 ⌈lg q⌉ + N - 1) α + (2 (q-1) (p-1) + (N-1) q²) m β; one node as pairwise");
  }

  static void reduceScatters(Catalogue all) {
    Set<OpCode> ops = EnumSet.of(REDUCE_SCATTER, REDUCE_SCATTER_BLOCK);
    Cost.Formula ring = (p, n, s, k) -> new Cost(p - 1, Cost.most(p, n), Cost.most(p, n));
    all.plain(
        ops,
        "recursive-halving",
        folded(new RecursiveHalving(Halves.FAR_FIRST, pairs())),
        "lg p α + n (p-1)/p (β + γ)",
        POWER_OF_TWO,
        (p, n, s, k) -> new Cost(Cost.lgDown(p), Cost.most(p, n), Cost.most(p, n)));
    all.plain(
        ops,
        "pairwise",
        new PairwiseReduceScatter(Payload.BLOCKS),
        "(p-1) α + n (p-1)/p (β + γ)",
        ANY,
        ring);
    all.plain(
        ops,
        "ring",
        new RingReduceScatter(Payload.BLOCKS, Segments.NONE),
        "(p-1) α + n (p-1)/p (β + γ)",
        ANY,
        ring);
    all.plain(
        ops,
        "butterfly",
        new Sequence(
            new Folded(
                new RecursiveHalving(Halves.NEAR_FIRST, pairs()),
                Folded.Share.all(pairs()),
                true,
                Folded.Share.NONE),
            new MirrorDelivery(Payload.BLOCKS)),
        "(lg p + 1) α + n β + n (p-1)/p γ",
        FROM_FOUR,
        (p, n, s, k) -> new Cost(Cost.lgDown(p) + 1, n, Cost.most(p, n)));
    all.plain(
        ops,
        "recursive-doubling",
        folded(new DoublingReduceScatter(pairs())),
        "lg p α + n (lg p - (p-1)/p) (β + γ)",
        POWER_OF_TWO,
        (p, n, s, k) ->
            new Cost(
                Cost.lgDown(p),
                n * Cost.lgDown(p) - Cost.most(p, n),
                n * Cost.lgDown(p) - Cost.most(p, n)));
    all.plain(
        ops,
        "tree-doubling",
        new TreeDoublingReduceScatter(Payload.BLOCKS),
        "lg p α + n (lg p - (p-1)/p) (β + γ)",
        POWER_OF_TWO,
        (p, n, s, k) ->
            new Cost(
                Cost.lgDown(p),
                n * Cost.lgDown(p) - Cost.most(p, n),
                n * Cost.lgDown(p) - Cost.most(p, n)));
    all.plain(
        ops,
        "reduce-scatterv",
        new Sequence(
            new TreeReduce(BINOMIAL, Payload.BLOCKS, Segments.NONE, true),
            new TreeScatter(FlatTree.FLAT, Payload.BLOCKS, true)),
        "⌈lg p⌉ (α + n β + n γ) + (p-1) (α + n/p β)",
        ANY,
        (p, n, s, k) -> Cost.rounds(Cost.lgUp(p), n, true).plus(Cost.rounds(p - 1, n / p, false)));
    all.plain(
        ops,
        "flat-reduce-scatterv",
        new Sequence(
            new StartedSends(new TreeReduce(FlatTree.FLAT, Payload.BLOCKS, Segments.WHOLE, true)),
            new TreeScatter(FlatTree.FLAT, Payload.BLOCKS, true)),
        "(p-1) (2 α + n (1 + 1/p) β + n γ)",
        ANY,
        (p, n, s, k) -> Cost.rounds(p - 1, n, true).plus(Cost.rounds(p - 1, n / p, false)));
    all.nodeAware(
        ops,
        new OnSeveralNodes(
            new NodeAware(
                new TreeReduce(BINOMIAL, NodeBlocks.ALL, Segments.NONE, true),
                new PairwiseReduceScatter(NodeBlocks.OF_NODES),
                new TreeScatter(BINOMIAL, NodeBlocks.ON_NODE, false)),
            new PairwiseReduceScatter(Payload.BLOCKS)),
        "⌈lg q⌉ (2 α + n β + n γ) + (N-1) α + n (N-1)/N (β + γ) + n (q-1)/p β;"
            + " one node as pairwise");
  }

  private static Payload pairs() {
    return Folded.pairs(Payload.BLOCKS);
  }

  /** A reduce-scatter for powers of two made fit for all sizes. */
  private static Pattern folded(Pattern inner) {
    return new Folded(inner, Folded.Share.all(pairs()), true, Folded.Share.block(Payload.BLOCKS));
  }

  static void scans(Catalogue all) {
    Set<OpCode> ops = EnumSet.of(SCAN, EXSCAN);
    all.plain(
        ops,
        "recursive-doubling",
        DoublingScan.DOUBLING,
        "lg p (α + n β + 2 n γ)",
        POWER_OF_TWO,
        (p, n, s, k) -> new Cost(Cost.lgUp(p), Cost.lgUp(p) * n, 2 * Cost.lgUp(p) * n));
    all.plain(
        ops,
        "linear",
        ChainScan.CHAIN,
        "(p-1) (α + n β + n γ)",
        ANY,
        (p, n, s, k) -> Cost.rounds(p - 1, n, true));
    all.plain(
        ops,
        "flat",
        FlatScan.FLAT,
        "(p-1) (α + n β + n γ)",
        ANY,
        (p, n, s, k) -> Cost.rounds(p - 1, n, true));
  }
}
