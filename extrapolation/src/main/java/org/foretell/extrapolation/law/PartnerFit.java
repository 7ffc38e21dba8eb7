package org.foretell.extrapolation.law;

import java.util.ArrayList;
import java.util.List;
import org.foretell.extrapolation.law.Partner.Axis;
import org.foretell.extrapolation.law.Partner.Relation;
import org.jspecify.annotations.Nullable;

/** Numbers of other ranks, by their coordinates. */
final class PartnerFit {
  /** Finds laws of numbers. */
  interface Numbers {
    /** The law with so many laws of iterations within each other, null if there is none. */
    @Nullable Law law(List<Sample> samples, int budget);
  }

  private final int dimensions;
  private final Numbers fitter;
  private final Effort effort;

  PartnerFit(int dimensions, Numbers fitter, Effort effort) {
    this.effort = effort;
    this.dimensions = dimensions;
    this.fitter = fitter;
  }

  /**
   * A law of coordinates, or, if there is none, of the ranks in one line.
   *
   * @param samples world ranks, at least 0
   * @param budget of the laws of iterations
   * @return null if there is none
   */
  @Nullable Law of(List<Sample> samples, int budget) {
    Partner inGrid = of(samples, false, budget);
    if (dimensions == 1 || (inGrid != null && Certainty.isSure(inGrid) && !inGrid.isOfLoop())) {
      return inGrid;
    }
    Partner inLine = of(samples, true, budget);
    if (inGrid == null || inLine == null) {
      return inGrid == null ? inLine : inGrid;
    }
    boolean isShorter = inLine.text().length() < inGrid.text().length();
    return Certainty.isSure(inLine) && (!Certainty.isSure(inGrid) || isShorter) ? inLine : inGrid;
  }

  private @Nullable Partner of(List<Sample> samples, boolean whole, int budget) {
    int count = whole ? 1 : dimensions;
    List<Axis> axes = new ArrayList<>();
    for (int d = 0; d < count; d++) {
      Axis axis = axis(samples, whole, d, count, budget);
      if (axis == null) {
        return null;
      }
      axes.add(axis);
    }
    return new Partner(whole, List.copyOf(axes));
  }

  private @Nullable Axis axis(List<Sample> samples, boolean whole, int d, int count, int budget) {
    Axis unsure = null;
    for (Relation relation : Relation.values()) {
      for (int k = 0; k < (relation == Relation.FIXED ? 1 : count); k++) {
        int from = k == 0 ? d : k <= d ? k - 1 : k;
        boolean swaps = relation == Relation.OFFSET || relation == Relation.MIRROR;
        if (from == d || swaps) {
          for (boolean down : new boolean[] {false, true}) {
            Axis axis =
                down && relation != Relation.AROUND
                    ? null
                    : axis(samples, whole, d, relation, from, down, budget);
            if (axis != null && axis.value().scales().noneMatch(Certainty::isOpen)) {
              return axis;
            }
            unsure = unsure == null ? axis : unsure;
          }
        }
      }
    }
    return unsure;
  }

  private @Nullable Axis axis(
      List<Sample> samples,
      boolean whole,
      int d,
      Relation relation,
      int from,
      boolean down,
      int budget) {
    if (!effort.spend(samples.size())) {
      return null;
    }
    List<Sample> numbers = new ArrayList<>(samples.size());
    boolean allNear = true;
    for (Sample sample : samples) {
      int[] sizes =
          whole ? new int[] {sample.place().grid().ranks()} : sample.place().grid().sizes();
      int[] own = whole ? new int[] {sample.place().rank()} : sample.place().coordinates();
      if (sample.value() >= sample.place().grid().ranks()) {
        return null;
      }
      int there =
          whole ? (int) sample.value() : sample.place().grid().coordinates((int) sample.value())[d];
      long number =
          switch (relation) {
            case OFFSET -> (long) there - own[from];
            case AROUND -> Math.floorMod(there - own[from], sizes[d]) - (down ? sizes[d] : 0);
            case XOR -> there ^ own[from];
            case MIRROR -> (long) there + own[from];
            case FIXED -> there;
          };
      allNear &= Math.abs(number) <= 1;
      numbers.add(sample.with(number));
    }
    List<Sample> shared = Samples.byIteration(numbers);
    if (shared == null) {
      return null;
    }
    long first = shared.get(0).value();
    if (allNear
        && relation != Relation.FIXED
        && relation != Relation.MIRROR
        && shared.stream().allMatch(sample -> sample.value() == first)) {
      // A neighbour is one, even if a single trace shows it.
      return new Axis(relation, from, Law.Scale.constant(first));
    }
    Law law = fitter.law(shared, budget);
    return law == null || law.usesRank() ? null : new Axis(relation, from, law);
  }
}
