package org.foretell.extrapolation.law;

import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.foretell.extrapolation.grid.Grid;
import org.jspecify.annotations.Nullable;

/**
 * Finds the simplest law that gives all values that traces show, exactly. Laws that leave nothing
 * open are preferred.
 */
public final class LawFitter {
  /** How many laws of iterations are mostly within each other. */
  private static final int USUAL_DEPTH = 3;

  /** How many may be where fewer do not give a law. */
  private static final int MOST_DEPTH = 4;

  /** The most samples for which that is tried. */
  private static final int MOST_DEEP = 20_000;

  private static final int FEW_CLASSES = 2;
  private static final int MOST_CLASSES = 256;
  private static final int MOST_PARTNER_CLASSES = 16;

  private final ScaleFit scales;
  private final ClassFit classes;
  private final CoordinateFit coordinates;
  private final BlockFit blocks;
  private final CellFit cells;
  private final PartnerFit partners;
  private final IterationFit loops;
  private final Effort effort = new Effort();

  /**
   * Prepares for some traces.
   *
   * @param grids of the traces
   * @param target the grid for which laws are wanted
   */
  public LawFitter(Grid[] grids, Grid target) {
    scales = new ScaleFit(grids, target);
    classes = new ClassFit(target.dimensions(), effort);
    coordinates = new CoordinateFit(target.dimensions(), scales);
    blocks = new BlockFit(target.dimensions());
    cells = new CellFit(target.dimensions(), scales);
    loops = new IterationFit(scales, effort);
    partners = new PartnerFit(target.dimensions(), this::number, effort);
  }

  /**
   * Finds the law of a number.
   *
   * @param samples at least one
   * @return null if there is none
   */
  public @Nullable Law number(List<Sample> samples) {
    List<Sample> ranks = Samples.byRank(samples);
    List<Sample> shared = ranks == null ? Samples.byIteration(samples) : ranks;
    if (shared != null && shared.size() < samples.size()) {
      // Where iterations or ranks agree, one of them says it all.
      Law law = found(shared, this::number);
      if (law == null || holds(law, samples)) {
        return law;
      }
    }
    return found(samples, this::number);
  }

  /**
   * Finds the law of the number of a rank in the world, or {@link org.foretell.trace.OpView#ANY}
   * and the like.
   *
   * @param samples at least one
   * @return null if there is none
   */
  public @Nullable Law rank(List<Sample> samples) {
    return found(samples, this::rank);
  }

  /** Looks for a law without the loops that make no difference, which is mostly all it takes. */
  private @Nullable Law found(List<Sample> samples, Fit fit) {
    List<Sample> essential = Samples.essential(samples);
    Law law = deeper(essential, fit);
    if (law == null || essential.size() == samples.size() || holds(law, samples)) {
      return law;
    }
    return deeper(samples, fit);
  }

  /** Looks for a law with more laws of iterations within each other only where few give none. */
  private @Nullable Law deeper(List<Sample> samples, Fit fit) {
    effort.begin(samples.size());
    Law law = fit.of(samples, USUAL_DEPTH);
    if (law == null && samples.size() <= MOST_DEEP) {
      effort.begin(samples.size());
      law = fit.of(samples, MOST_DEPTH);
    }
    return law;
  }

  /** Finds a law with so many laws of iterations within each other. */
  private interface Fit {
    @Nullable Law of(List<Sample> samples, int budget);
  }

  private static boolean holds(Law law, List<Sample> samples) {
    try {
      return samples.stream().allMatch(sample -> law.at(sample.place()) == sample.value());
    } catch (NoValueException notThere) {
      return false;
    }
  }

  @Nullable Law number(List<Sample> samples, int budget) {
    if (!effort.spend(samples.size())) {
      return null;
    }
    List<Sample> ranks = Samples.byRank(samples);
    if (ranks == null) {
      // What moves with the iteration and the place together is a cell, or irregular.
      boolean moves = budget >= USUAL_DEPTH && Samples.byIteration(samples) == null;
      Law cell = moves ? cells.of(samples) : null;
      if (cell != null && Certainty.isSure(cell)) {
        return cell;
      }
      Law inLoops = iterations(samples, budget, part -> number(part, budget - 1));
      if (moves && inLoops == null && cell == null) {
        return cells.byCell(samples, classes, effort);
      }
      return inLoops == null ? cell : inLoops;
    }
    SortedMap<Integer, Long> traces = Samples.byTrace(ranks);
    if (traces != null) {
      return scales.of(traces);
    }
    Law few = classes.equalInClasses(ranks, 2, FEW_CLASSES, scales);
    // A call that only the first rank makes is a block of a whole of 1 too, but that says less.
    boolean isPlain = few != null && few.scales().allMatch(Certainty::isConstant);
    Law parts = isPlain ? null : blocks.of(ranks);
    if (few != null && Certainty.isSure(few) && (parts == null || !Certainty.isSure(parts))) {
      return few;
    }
    Law even = coordinates.linear(ranks);
    if (even != null && Certainty.isSure(even)) {
      return even;
    }
    if (parts != null && Certainty.isSure(parts)) {
      return parts;
    }
    Law many = classes.equalInClasses(ranks, FEW_CLASSES + 1, MOST_CLASSES, scales);
    if (many != null && Certainty.isSure(many)) {
      return many;
    }
    Law cell = cells.of(ranks);
    if (cell != null && Certainty.isSure(cell)) {
      return cell;
    }
    return Stream.of(few, even, parts, many, cell)
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  private @Nullable Law rank(List<Sample> samples, int budget) {
    if (!effort.spend(samples.size())) {
      return null;
    }
    List<Sample> ranks = Samples.byRank(samples);
    SortedMap<Integer, Long> traces = ranks == null ? null : Samples.byTrace(ranks);
    Law.Scale same = traces == null ? null : scales.of(traces);
    if (same != null && Certainty.isSure(same)) {
      return same;
    }
    boolean isRank = samples.stream().allMatch(sample -> sample.value() >= 0);
    Law partner = isRank ? partners.of(ranks == null ? samples : ranks, budget) : null;
    if (partner != null && Certainty.isSure(partner)) {
      return partner;
    }
    Law found = same != null ? same : partner;
    Law byClass =
        classes.inClasses(
            ranks == null ? samples : ranks, MOST_PARTNER_CLASSES, part -> inClass(part, budget));
    if (byClass != null && Certainty.isSure(byClass)) {
      return byClass;
    }
    found = found == null ? byClass : found;
    if (ranks == null && found == null) {
      return iterations(samples, budget, part -> rank(part, budget - 1));
    }
    return found;
  }

  /** The law of one class: a value that all share, or a partner. */
  private @Nullable Law inClass(List<Sample> samples, int budget) {
    boolean areRanks = samples.stream().allMatch(sample -> sample.value() >= 0);
    if (areRanks) {
      return partners.of(samples, budget);
    }
    SortedMap<Integer, Long> traces = Samples.byTrace(samples);
    long first = samples.get(0).value();
    boolean allSame = samples.stream().allMatch(sample -> sample.value() == first);
    // Nobody, or anybody, is what it is, even if a single trace shows it.
    return allSame ? Law.Scale.constant(first) : traces == null ? null : scales.of(traces);
  }

  private @Nullable Law iterations(
      List<Sample> samples, int budget, Function<List<Sample>, @Nullable Law> inner) {
    return budget == 0 ? null : loops.of(samples, inner);
  }
}
