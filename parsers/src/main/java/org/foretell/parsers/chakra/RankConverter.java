package org.foretell.parsers.chakra;

import java.nio.file.Path;
import java.util.Objects;
import org.foretell.parsers.Losses;
import org.foretell.parsers.ReadingOptions;
import org.foretell.parsers.graphs.SharedGraphs;
import org.foretell.parsers.lowering.Lowering;
import org.foretell.parsers.runs.Turns;
import org.foretell.trace.TraceException;
import org.jspecify.annotations.Nullable;

/** Makes graphs of the files of ranks, one after the other. Used by one thread at a time. */
final class RankConverter {
  private final int ranks;
  private final Lowering lowering;
  private final ProcessGroups groups;
  private final CollectiveCalls calls;
  private final Turns turns;
  private final OperationTimes times;
  private final Losses losses = new Losses();
  private SharedGraphs.@Nullable RankGraph last;

  /**
   * Before the first rank.
   *
   * @param groups of all ranks, used in turn
   * @param calls of all ranks, used in turn
   * @param turns of the ranks
   */
  RankConverter(
      int ranks,
      ReadingOptions options,
      Lowering lowering,
      ProcessGroups groups,
      CollectiveCalls calls,
      Turns turns) {
    this.ranks = ranks;
    this.lowering = lowering;
    this.groups = groups;
    this.calls = calls;
    this.turns = turns;
    times = new OperationTimes(options.baseFlopsPerSecond());
  }

  /**
   * Makes the graph of a rank.
   *
   * @throws TraceException if its file is damaged, or says what no task can
   */
  void convert(int rank, Path file) {
    RankGroups defined = new RankGroups(ranks);
    NodeTable nodes = NodeTable.read(file, defined);
    GraphMaker maker = new GraphMaker(file, rank, ranks, nodes, lowering, times, losses);
    turns.inTurn(
        rank,
        () -> {
          groups.begin(defined);
          maker.agree(groups, calls);
        });
    last = new SharedGraphs.RankGraph(rank, maker.make(), ranks);
  }

  /** Passes on the last graph, and what it has left out, in the order of ranks. */
  void giveTo(SharedGraphs graphs, OperationTimes allTimes, Losses allLosses) {
    graphs.add(Objects.requireNonNull(last));
    last = null;
    allTimes.takeAll(times);
    allLosses.takeAll(losses);
  }
}
