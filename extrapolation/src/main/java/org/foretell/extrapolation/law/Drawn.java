package org.foretell.extrapolation.law;

import java.util.Locale;
import java.util.stream.Stream;

/**
 * Sizes that follow from data, as the keys that a rank has for each other: a mean, and for each
 * pair of ranks a factor, drawn from those of the largest trace by the numbers of the two, so that
 * both agree. A list has an element for each other rank.
 *
 * @param mean bytes
 * @param factors of the mean, in bins of equal weight
 * @param element bytes of which sizes are multiples
 * @param isReceived whether elements are what the others send
 * @param growth of the mean, for people
 */
public record Drawn(double mean, double[] factors, long element, boolean isReceived, String growth)
    implements Law {
  @Override
  public long at(Place place) {
    int[] iterations = place.iterations();
    long other = iterations[iterations.length - 2];
    long from = isReceived ? other : place.rank();
    long to = isReceived ? place.rank() : other;
    long drawn = Mixing.of(Mixing.of(from) + to);
    double size = mean * factors[(int) Math.floorMod(drawn, (long) factors.length)];
    return Math.round(size / element) * element;
  }

  @Override
  public String text() {
    return String.format(
        Locale.ROOT,
        "drawn for each pair of ranks, %.4g to %.4g bytes around %s",
        mean * factors[0],
        mean * factors[factors.length - 1],
        growth);
  }

  @Override
  public Stream<Scale> scales() {
    return Stream.empty();
  }

  @Override
  public boolean usesRank() {
    return true;
  }
}
