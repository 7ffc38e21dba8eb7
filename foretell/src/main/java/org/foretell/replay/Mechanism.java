package org.foretell.replay;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import org.foretell.machine.Placement;
import org.foretell.model.ModelTrait;
import org.foretell.model.MpiModel;
import org.foretell.observe.MessageVolume;
import org.foretell.observe.RankSummary;
import org.foretell.report.CostParts;
import org.foretell.report.CostParts.Part;
import org.foretell.report.RunStatistics;
import org.foretell.time.Quantity;

/** What in two models makes the difference between them, in words. */
final class Mechanism {
  /** A node that takes in this many times the mean is where messages meet. */
  private static final double INCAST = 4;

  private final Side more;
  private final Side less;
  private final Placement placement;
  private final RunStatistics statistics;

  /**
   * One of the models.
   *
   * @param name of the model
   * @param mpi what it is
   * @param lone what a message takes in it when nothing else is under way
   * @param parts its prediction
   */
  record Side(String name, MpiModel mpi, LoneMessage lone, CostParts parts) {}

  /**
   * Between two models.
   *
   * @param more the one that predicts more
   * @param less the one that predicts less
   */
  Mechanism(Side more, Side less, Placement placement, RunStatistics statistics) {
    this.more = more;
    this.less = less;
    this.placement = placement;
    this.statistics = statistics;
  }

  /** A part of a sentence, for the cost that differs most. */
  String of(Part part) {
    return switch (part) {
      case COMPUTATION ->
          "ranks compute or wait for CPUs longer under "
              + more.name()
              + " than under "
              + less.name()
              + ", even if messages cost nothing";
      case COLLECTIVES ->
          "collectives by formula, or too large to be executed as messages, take longer under "
              + more.name()
              + " than under "
              + less.name();
      case LATENCY -> loneMessage("a message without bytes", 0);
      case BANDWIDTH -> {
        long bytes = meanBytes();
        yield loneMessage(
            "a message of " + Quantity.formatBytes((double) bytes) + ", the mean size", bytes);
      }
      case PROTOCOL ->
          "large messages wait for their receiver under "
              + more.name()
              + ", and less under "
              + less.name();
      case CONTENTION -> contention();
    };
  }

  private String loneMessage(String what, long bytes) {
    boolean within = placement.nodesUsed() == 1;
    return what
        + (within ? " within a node" : " between nodes")
        + " takes "
        + Quantity.formatTime(more.lone().durationPs(bytes, within))
        + " under "
        + more.name()
        + " and "
        + Quantity.formatTime(less.lone().durationPs(bytes, within))
        + " under "
        + less.name();
  }

  private String contention() {
    if (more.mpi().traits().contains(ModelTrait.KNOWN_AT_START)) {
      return "under "
          + more.name()
          + " a blocking send keeps its caller busy for the whole message, and "
          + treatment(less);
    }
    return meeting() + ": " + treatment(more) + ", but " + treatment(less);
  }

  /** Where messages meet. */
  private String meeting() {
    int[] ranks = new int[1 + Arrays.stream(placement.nodes()).max().orElse(0)];
    double[] bytes = new double[ranks.length];
    double sum = 0;
    for (RankSummary rank : statistics.ranks()) {
      int node = placement.node(rank.rank());
      ranks[node]++;
      // An empty message meets others as well.
      double received =
          rank.receivedOffNode().bytes().toDouble() + rank.receivedOffNode().messages();
      bytes[node] += received;
      sum += received;
    }
    int hottest = 0;
    for (int node = 0; node < bytes.length; node++) {
      hottest = bytes[node] > bytes[hottest] ? node : hottest;
    }
    double times = sum == 0 ? 0 : bytes[hottest] * placement.nodesUsed() / sum;
    if (times >= INCAST) {
      return String.format(
          Locale.US,
          "incast at one interface (node %d receives %.0f times the mean)",
          hottest,
          times);
    }
    int most = Arrays.stream(ranks).max().orElse(1);
    if (placement.nodesUsed() == 1) {
      return "messages within nodes compete";
    }
    // The messages of collectives are not counted by rank.
    String where = sum == 0 ? "in collectives " : "";
    return most > 1
        ? where + "up to " + most + " ranks of a node share its interfaces"
        : where + "several messages of a rank are under way at once";
  }

  private static String treatment(Side side) {
    Set<ModelTrait> traits = side.mpi().traits();
    if (traits.contains(ModelTrait.KNOWN_AT_START)) {
      return side.name() + " lets messages pass without delaying each other";
    }
    if (traits.contains(ModelTrait.INTERFACES_QUEUE)) {
      return side.name() + " makes messages queue at the interfaces of their nodes";
    }
    if (traits.contains(ModelTrait.ENDS_TAKE_TURNS)) {
      return side.name() + " lets CPUs and interfaces process one message after the other";
    }
    return traits.contains(ModelTrait.LINKS_ARE_SHARED)
        ? side.name() + " lets messages share the interfaces and cables that they cross"
        : side.name() + " makes messages wait for links and buses";
  }

  private long meanBytes() {
    MessageVolume sent = sent(RankSummary::sentOffNode);
    if (sent.messages() == 0) {
      sent = sent(RankSummary::sentOnNode);
    }
    return Math.round((sent.messages() == 0 ? statistics.collectiveMessages() : sent).meanBytes());
  }

  private MessageVolume sent(Function<RankSummary, MessageVolume> volume) {
    return statistics.ranks().stream().map(volume).reduce(MessageVolume.NONE, MessageVolume::plus);
  }
}
