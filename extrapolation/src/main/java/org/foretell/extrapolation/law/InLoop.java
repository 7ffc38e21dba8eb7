package org.foretell.extrapolation.law;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A law of the iterations of a loop around a call, counted from the outermost. */
sealed interface InLoop extends Law {
  /** In each iteration of a loop as much more: start + step i. */
  record Steps(int depth, Law start, Law step) implements InLoop {
    @Override
    public long at(Place place) {
      return start.at(place) + Math.multiplyExact(step.at(place), i(place, depth));
    }

    @Override
    public String text() {
      String first = start.text().equals("0") ? "" : start.text() + " + ";
      return first + (step.text().equals("1") ? "" : step.text() + " ") + "i" + (depth + 1);
    }

    @Override
    public Stream<Scale> scales() {
      return Stream.concat(start.scales(), step.scales());
    }

    @Override
    public boolean usesRank() {
      return start.usesRank() || step.usesRank();
    }
  }

  /** Twice as much, or half as much, in each iteration of a loop. */
  record Doubling(int depth, Law start, boolean halves) implements InLoop {
    private static final int MOST_DOUBLINGS = 62;

    @Override
    public long at(Place place) {
      long first = start.at(place);
      int i = (int) Math.min(i(place, depth), Long.SIZE - 1);
      if (halves) {
        return first >> i;
      }
      if (first != 0 && i > MOST_DOUBLINGS) {
        throw new NoValueException(text() + " is beyond all sizes after " + i + " iterations");
      }
      return first == 0 ? 0 : Math.multiplyExact(first, 1L << i);
    }

    @Override
    public String text() {
      boolean isPlain = !halves && start.text().equals("1");
      return (isPlain ? "" : start.text() + (halves ? " / " : " x ")) + "2^i" + (depth + 1);
    }

    @Override
    public Stream<Scale> scales() {
      return start.scales();
    }

    @Override
    public boolean usesRank() {
      return start.usesRank();
    }
  }

  /**
   * An iteration of a loop is an exception.
   *
   * @param which counted from the first, 0, or from the last, -1
   */
  record End(int depth, int which, Law there, Law elsewhere) implements InLoop {
    @Override
    public long at(Place place) {
      return (isThere(place.iterations(), depth, which) ? there : elsewhere).at(place);
    }

    static boolean isThere(int[] iterations, int depth, int which) {
      int count = iterations[2 * depth + 1];
      return iterations[2 * depth] == (which < 0 ? count + which : which);
    }

    @Override
    public String text() {
      return "("
          + there.text()
          + " in the "
          + (which < 0 ? "last" : "first")
          + (which == 0 || which == -1 ? "" : " but " + (which < 0 ? -which - 1 : which))
          + " i"
          + (depth + 1)
          + ", else "
          + elsewhere.text()
          + ")";
    }

    @Override
    public Stream<Scale> scales() {
      return Stream.concat(there.scales(), elsewhere.scales());
    }

    @Override
    public boolean usesRank() {
      return there.usesRank() || elsewhere.usesRank();
    }
  }

  /** Laws that take turns in the iterations of a loop, each for a stretch of them. */
  record Turns(int depth, int stretch, List<Law> laws) implements InLoop {
    @Override
    public long at(Place place) {
      return laws.get((int) (i(place, depth) / stretch % laws.size())).at(place);
    }

    @Override
    public String text() {
      return "by i"
          + (depth + 1)
          + (stretch == 1 ? "" : " / " + stretch)
          + " in turn ("
          + laws.stream().limit(8).map(Law::text).collect(Collectors.joining(", "))
          + (laws.size() > 8 ? ", ..)" : ")");
    }

    @Override
    public Stream<Scale> scales() {
      return laws.stream().flatMap(Law::scales);
    }

    @Override
    public boolean usesRank() {
      return laws.stream().anyMatch(Law::usesRank);
    }
  }

  /** What a loop does comes again after some iterations, as if there were a loop within it. */
  record Again(int depth, Scale period, Law inner) implements InLoop {
    /** Iterations with those of one loop as two loops. */
    static int[] split(int[] iterations, int depth, int period) {
      int[] split = new int[iterations.length + 2];
      System.arraycopy(iterations, 0, split, 0, 2 * depth);
      split[2 * depth] = iterations[2 * depth] / period;
      split[2 * depth + 1] = iterations[2 * depth + 1] / period;
      split[2 * depth + 2] = iterations[2 * depth] % period;
      split[2 * depth + 3] = period;
      System.arraycopy(
          iterations, 2 * depth + 2, split, 2 * depth + 4, iterations.length - 2 * depth - 2);
      return split;
    }

    /** The place with rounds as a loop within the loop. */
    Place within(Place place) {
      long length = period.at(place);
      if (length < 1 || length > Integer.MAX_VALUE) {
        throw new NoValueException("nothing comes again after " + length + " iterations");
      }
      return place.within(split(place.iterations(), depth, (int) length));
    }

    @Override
    public long at(Place place) {
      return inner.at(within(place));
    }

    @Override
    public String text() {
      return "with i"
          + (depth + 1)
          + " in rounds of "
          + period.text()
          + " (i"
          + (depth + 2)
          + " within the round): "
          + inner.text();
    }

    @Override
    public Stream<Scale> scales() {
      return Stream.concat(Stream.of(period), inner.scales());
    }

    @Override
    public boolean usesRank() {
      return inner.usesRank();
    }
  }

  private static long i(Place place, int depth) {
    if (2 * depth >= place.iterations().length) {
      throw new AssertionError("loop " + depth + " of " + Arrays.toString(place.iterations()));
    }
    return place.iterations()[2 * depth];
  }
}
