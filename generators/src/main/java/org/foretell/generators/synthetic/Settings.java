package org.foretell.generators.synthetic;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.foretell.generators.GeneratorException;
import org.foretell.time.Ps;
import org.foretell.time.Quantity;
import org.foretell.time.QuantityException;

/** Values of options, with defaults of the program, read with their units and checked. */
final class Settings {
  private static final java.util.regex.Pattern EXTENTS =
      java.util.regex.Pattern.compile("\\d{1,18}(x\\d{1,18}){0,3}");

  private final SyntheticProgram program;
  private final int ranks;
  private final Map<SyntheticOption, String> given;

  Settings(SyntheticProgram program, int ranks, Map<SyntheticOption, String> given) {
    this.program = program;
    this.ranks = ranks;
    this.given = given;
    for (SyntheticOption option : given.keySet()) {
      if (!program.options().containsKey(option)) {
        throw Limits.bad(
            option.label()
                + " is not an option of "
                + program
                + ", which accepts "
                + String.join(
                    ", ",
                    program.options().keySet().stream().map(SyntheticOption::label).toList()));
      }
    }
    for (Map.Entry<SyntheticOption, String> option : program.options().entrySet()) {
      if (option.getValue().equals(SyntheticProgram.REQUIRED)
          && !given.containsKey(option.getKey())) {
        throw Limits.bad(
            option.getKey().label()
                + " is required for "
                + program
                + ": "
                + option.getKey().description());
      }
    }
  }

  int ranks() {
    return ranks;
  }

  SyntheticProgram program() {
    return program;
  }

  boolean has(SyntheticOption option) {
    return given.containsKey(option);
  }

  /** The values that apply, in the order of the options. */
  Map<SyntheticOption, String> effective() {
    Map<SyntheticOption, String> all = new EnumMap<>(SyntheticOption.class);
    program
        .options()
        .forEach(
            (option, usual) -> {
              boolean replaced =
                  option == SyntheticOption.POINTS_PER_RANK && has(SyntheticOption.POINTS);
              String value = given.getOrDefault(option, replaced ? "" : usual);
              if (!value.isEmpty()) {
                all.put(option, value);
              }
            });
    return all;
  }

  private String text(SyntheticOption option) {
    return given.getOrDefault(option, program.options().getOrDefault(option, ""));
  }

  private static String shown(String text) {
    return "\"" + (text.length() > 40 ? text.substring(0, 37) + "..." : text) + "\"";
  }

  long count(SyntheticOption option, long least, long most) {
    String text = text(option).strip();
    long value = -1;
    if (text.matches("\\d{1,18}")) {
      value = Long.parseLong(text);
    }
    if (value < least || value > most) {
      throw Limits.bad(
          String.format(
              Locale.ROOT,
              "%s: expected a whole number from %,d to %,d, found %s",
              option.label(),
              least,
              most,
              shown(text)));
    }
    return value;
  }

  String word(SyntheticOption option, List<String> allowed) {
    String text = text(option);
    if (!allowed.contains(text)) {
      throw Limits.bad(
          option.label()
              + ": expected one of "
              + String.join(", ", allowed)
              + ", found "
              + shown(text));
    }
    return text;
  }

  /** A size of at most {@link Limits#MOST_BYTES}. */
  long bytes(SyntheticOption option) {
    long bytes = quantity(option, Quantity::parseBytes);
    if (bytes > Limits.MOST_BYTES) {
      throw Limits.bad(option.label() + ": expected at most 1024TiB, found " + shown(text(option)));
    }
    return bytes;
  }

  /** Picoseconds, not rounded. */
  private BigDecimal ps(SyntheticOption option) {
    return quantity(option, Quantity::parseExactPs);
  }

  private interface Parser<T> {
    T parse(String text);
  }

  private <T> T quantity(SyntheticOption option, Parser<T> parser) {
    try {
      return parser.parse(text(option));
    } catch (QuantityException e) {
      throw new GeneratorException(
          GeneratorException.Kind.SETTING, option.label() + ": " + e.getMessage(), e);
    }
  }

  /** Numbers joined by x, one for each axis, each at least 1. */
  long[] extents(SyntheticOption option, int axes) {
    String text = text(option);
    long[] extents = {};
    if (EXTENTS.matcher(text).matches()) {
      extents = Arrays.stream(text.split("x", -1)).mapToLong(Long::parseLong).toArray();
    }
    boolean right = extents.length == axes;
    for (long extent : extents) {
      right &= extent > 0;
    }
    if (!right) {
      throw Limits.bad(
          option.label()
              + ": expected "
              + (axes == 1
                  ? "a whole number above 0"
                  : axes
                      + " whole numbers above 0 joined by x, like "
                      + String.join("x", Collections.nCopies(axes, "4")))
              + ", found "
              + shown(text));
    }
    return extents;
  }

  /** The grid that is given, or else one as square as possible. */
  Grid grid(int dimensions, boolean periodic) {
    return grid(dimensions, periodic, Grid.balanced(ranks, dimensions));
  }

  /** The grid that is given, or else another. */
  Grid grid(int dimensions, boolean periodic, int[] otherwise) {
    if (!has(SyntheticOption.GRID)) {
      return new Grid(otherwise, periodic);
    }
    long[] extents = extents(SyntheticOption.GRID, dimensions);
    int[] found = new int[dimensions];
    long product = 1;
    for (int axis = 0; axis < dimensions; axis++) {
      found[axis] = (int) Math.min(extents[axis], Integer.MAX_VALUE);
      product = Math.min(product * found[axis], Integer.MAX_VALUE);
    }
    if (product != ranks) {
      throw Limits.bad(
          String.format(
              Locale.ROOT,
              "%s: %s is a grid of %,d ranks%s, but --ranks is %,d; leave it out to get %s",
              SyntheticOption.GRID.label(),
              text(SyntheticOption.GRID),
              product,
              product == Integer.MAX_VALUE ? " or more" : "",
              ranks,
              Grid.text(otherwise)));
    }
    return new Grid(found, periodic);
  }

  /**
   * Points of all ranks in each axis, of which the first ones are divided by the grid.
   *
   * @param split ranks in each axis, 1 where it is not divided
   */
  long[] points(int... split) {
    if (has(SyntheticOption.POINTS)) {
      if (has(SyntheticOption.POINTS_PER_RANK)) {
        throw Limits.bad(
            "--points and --points-per-rank contradict each other; give the points of all ranks or"
                + " those of each rank");
      }
      long[] points = extents(SyntheticOption.POINTS, split.length);
      for (int axis = 0; axis < split.length; axis++) {
        checkPoints(points[axis], split[axis], axis);
      }
      return points;
    }
    if (text(SyntheticOption.POINTS_PER_RANK).isEmpty()) {
      throw Limits.bad(
          "the size is missing; give --points for all ranks together"
              + (program.options().containsKey(SyntheticOption.POINTS_PER_RANK)
                  ? ", or --points-per-rank for each"
                  : ""));
    }
    long[] points = extents(SyntheticOption.POINTS_PER_RANK, split.length);
    for (int axis = 0; axis < split.length; axis++) {
      points[axis] = Limits.product(points[axis], split[axis]);
    }
    return points;
  }

  /** Refuses an axis with fewer points than ranks. */
  static void checkPoints(long points, int split, int axis) {
    if (points < split) {
      throw Limits.bad(
          String.format(
              Locale.ROOT,
              "--points: axis %d has %,d points for %,d ranks, so some would have none; give at"
                  + " least as many points as ranks, or another --grid",
              axis + 1,
              points,
              split));
    }
  }

  /** Computation from the time of a point, or from its flops. */
  Work workPerPoint() {
    long flops =
        has(SyntheticOption.FLOPS_PER_POINT)
            ? count(SyntheticOption.FLOPS_PER_POINT, 0, 1_000_000_000_000L)
            : 0;
    long memory =
        has(SyntheticOption.MEMORY_PER_POINT) ? bytes(SyntheticOption.MEMORY_PER_POINT) : 0;
    BigDecimal psPerPoint;
    if (has(SyntheticOption.TIME_PER_POINT)) {
      psPerPoint = ps(SyntheticOption.TIME_PER_POINT);
    } else if (flops > 0 && has(SyntheticOption.CORE_SPEED)) {
      psPerPoint =
          BigDecimal.valueOf(flops)
              .multiply(BigDecimal.valueOf(Ps.PER_SECOND))
              .divide(BigDecimal.valueOf(coreSpeed()), 6, RoundingMode.HALF_UP);
    } else {
      throw Limits.bad(
          "computation is not stated; give --time-per-point (0ns for none), or --flops-per-point"
              + " and --core-speed");
    }
    return new Work(psPerPoint, flops, memory, imbalance(), seed());
  }

  /** Computation of a fixed time; a burst is that of one point. */
  Work workPerBurst() {
    return new Work(ps(SyntheticOption.BURST), 0, 0, imbalance(), seed());
  }

  double coreSpeed() {
    return has(SyntheticOption.CORE_SPEED)
        ? quantity(SyntheticOption.CORE_SPEED, Quantity::parseFlopPerSecond)
        : 0;
  }

  long seed() {
    return count(SyntheticOption.SEED, 0, Integer.MAX_VALUE);
  }

  private double imbalance() {
    String text = text(SyntheticOption.IMBALANCE);
    double percent = -1;
    if (text.matches("\\d{1,3}(\\.\\d{1,6})?%")) {
      percent = Double.parseDouble(text.substring(0, text.length() - 1));
    }
    if (percent < 0 || percent > 100) {
      throw Limits.bad(
          SyntheticOption.IMBALANCE.label()
              + ": expected 0% to 100%, like 10%, found "
              + shown(text));
    }
    return percent / 100;
  }

  long steps() {
    return count(SyntheticOption.STEPS, 1, Limits.MOST_STEPS);
  }
}
