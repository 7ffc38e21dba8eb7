package org.foretell.structure.cluster.lead;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.foretell.structure.cluster.grouping.Cluster;
import org.foretell.structure.cluster.values.Executions;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceSink;
import org.foretell.trace.Values;
import org.foretell.trace.Variation;
import org.jspecify.annotations.Nullable;

/** Writes the program of a lead as that of all ranks of its cluster, op by op. */
final class LeadProgram {
  private final Cluster cluster;
  private final RankSet some;
  private final int worldRanks;
  private final Comparison comparison;
  private final KeptValues kept;
  private final boolean boundless;
  private final double stretch;
  private final TraceSink sink;
  private final BurstDurations bursts;
  private final Optional<BurstHistograms> histograms;
  private final Optional<BurstOutliers> outliers;
  private final OpView view = new OpView();
  private RankSet program = RankSet.of(0);
  private int op;

  /**
   * A program to be written.
   *
   * @param some those ranks of the cluster whose program it is
   * @param boundless whether receives take messages of any size
   * @param stretch factor of all durations
   */
  LeadProgram(
      Cluster cluster,
      RankSet some,
      int worldRanks,
      Comparison comparison,
      KeptValues kept,
      boolean boundless,
      double stretch,
      BurstDurations bursts,
      Optional<BurstHistograms> histograms,
      Optional<BurstOutliers> outliers,
      TraceSink sink) {
    this.cluster = cluster;
    this.some = some;
    this.worldRanks = worldRanks;
    this.comparison = comparison;
    this.kept = kept;
    this.boundless = boundless;
    this.stretch = stretch;
    this.bursts = bursts;
    this.histograms = histograms;
    this.outliers = outliers;
    this.sink = sink;
  }

  void begin(RankSet programRanks) {
    program = programRanks;
  }

  void beginRepeat(Values count) {
    sink.beginRepeat(Executions.of(count, program, cluster.lead()));
  }

  void endRepeat() {
    sink.endRepeat();
  }

  void op(OpView original, List<Variation> variations) {
    view.copyFrom(original);
    List<Variation> own = new ArrayList<>();
    for (Variation variation : variations) {
      resolve(variation, own);
    }
    if (original.code().family() == OpCode.Family.COMPUTE) {
      stretch(own);
      draw(own);
      outliers.ifPresent(each -> keep(each, own));
    } else {
      for (OpField field : original.code().fields()) {
        Variation ofRanks = kept.variation(op, field);
        if (ofRanks != null) {
          own.removeIf(variation -> variation.field() == field);
          add(ofRanks, own);
        } else if (field.isRank()) {
          shift(field, own);
        }
      }
      receive(own);
    }
    sink.op(view, some.equals(cluster.ranks()) ? own : ofSome(own));
    op++;
  }

  /** What is left of variations if only some ranks of the cluster take them. */
  private List<Variation> ofSome(List<Variation> variations) {
    List<Variation> left = new ArrayList<>();
    for (Variation variation : variations) {
      OpField field = variation.field();
      int width = field.isList() ? view.listLength(field) : 1;
      Values values = Executions.ofSome(variation.values(), width, cluster.ranks(), some);
      add(new Variation(field, variation.relative(), values), left);
    }
    return left;
  }

  /** The lead's own part of a variation: in the view if it is constant. */
  private void resolve(Variation variation, List<Variation> own) {
    OpField field = variation.field();
    if (variation.values() instanceof Values.Column) {
      add(new Variation(field, false, bursts.ofOp(op)), own);
      return;
    }
    int width = field.isList() ? view.listLength(field) : 1;
    Values values = Executions.of(variation.values(), width, program, cluster.lead());
    if (field.isList() && values instanceof Values.Constant only) {
      values = new Values.Cyclic(new long[] {only.value()});
    }
    add(new Variation(field, variation.relative(), values), own);
  }

  private void add(Variation variation, List<Variation> own) {
    OpField field = variation.field();
    if (variation.values() instanceof Values.Constant constant && !variation.relative()) {
      view.set(field, constant.value());
    } else if (field.isList()
        && variation.values() instanceof Values.Cyclic cyclic
        && cyclic.values().length == view.listLength(field)) {
      view.setList(field, cyclic.values());
    } else {
      own.add(variation);
    }
  }

  /** Partners at a distance of the lead's stay so, others become so, unless they are the same. */
  private void shift(OpField field, List<Variation> own) {
    boolean atDistance = comparison.isAtDistance(op, field);
    @Nullable Variation variation = null;
    for (Variation each : own) {
      variation = each.field() == field ? each : variation;
    }
    if (variation == null) {
      long partner = view.get(field);
      // The lead alone keeps what it is; ranks in other communicators have no distance.
      if (atDistance && partner >= 0 && cluster.ranks().size() > 1) {
        own.add(Variation.relativePeer(field, distance(partner)));
      }
      return;
    }
    if (variation.relative() == atDistance || cluster.ranks().size() == 1) {
      return;
    }
    own.remove(variation);
    long[] cycle =
        variation.values() instanceof Values.Cyclic cyclic
            ? cyclic.values().clone()
            : new long[] {((Values.Constant) variation.values()).value()};
    for (int i = 0; i < cycle.length; i++) {
      cycle[i] =
          atDistance
              ? distance(cycle[i])
              : Math.floorMod(cycle[i] + cluster.lead(), (long) worldRanks);
    }
    Values values = cycle.length == 1 ? new Values.Constant(cycle[0]) : new Values.Cyclic(cycle);
    boolean anyone = cycle.length > 1 && hasNoRank(variation);
    add(anyone ? variation : new Variation(field, atDistance, values), own);
  }

  /** Whether all partners of a cycle are any or null peers, which have no distance. */
  private static boolean hasNoRank(Variation variation) {
    if (variation.relative() || !(variation.values() instanceof Values.Cyclic cyclic)) {
      return false;
    }
    for (long value : cyclic.values()) {
      if (value < 0) {
        return true;
      }
    }
    return false;
  }

  private long distance(long partner) {
    long up = Math.floorMod(partner - cluster.lead(), (long) worldRanks);
    return up > worldRanks / 2 ? up - worldRanks : up;
  }

  /** A receive of one cluster has no reason to fit the messages of another. */
  private void receive(List<Variation> own) {
    if (boundless
        && view.code().has(OpField.RECEIVE_BYTES)
        && view.code().family() != OpCode.Family.COLLECTIVE) {
      own.removeIf(variation -> variation.field() == OpField.RECEIVE_BYTES);
      view.set(OpField.RECEIVE_BYTES, OpView.ANY);
    }
  }

  /** A burst whose lead has a histogram of its own keeps that. */
  private void draw(List<Variation> own) {
    int histogram = histograms.map(each -> each.ofOp(op)).orElse(-1);
    if (histogram >= 0 && view.histogram() < 0) {
      own.removeIf(variation -> variation.field() == OpField.DURATION_PS);
      view.set(OpField.DURATION_PS, 0).set(OpField.HISTOGRAM, histogram);
    }
  }

  private void keep(BurstOutliers each, List<Variation> own) {
    Values ofLead = new Values.Constant(view.durationPs());
    for (Variation variation : own) {
      ofLead = variation.field() == OpField.DURATION_PS ? variation.values() : ofLead;
    }
    Values ofRanks = each.values(op, ofLead);
    if (ofRanks instanceof Values.Scoped && view.histogram() < 0) {
      own.removeIf(variation -> variation.field() == OpField.DURATION_PS);
      own.add(new Variation(OpField.DURATION_PS, false, ofRanks));
    }
  }

  private void stretch(List<Variation> own) {
    if (stretch == 1) {
      return;
    }
    view.set(OpField.DURATION_PS, Math.round(view.durationPs() * stretch));
    for (int i = 0; i < own.size(); i++) {
      if (own.get(i).field() == OpField.DURATION_PS
          && own.get(i).values() instanceof Values.Cyclic cyclic) {
        long[] stretched = cyclic.values().clone();
        for (int each = 0; each < stretched.length; each++) {
          stretched[each] = Math.round(stretched[each] * stretch);
        }
        own.set(i, new Variation(OpField.DURATION_PS, false, new Values.Cyclic(stretched)));
      }
    }
  }
}
