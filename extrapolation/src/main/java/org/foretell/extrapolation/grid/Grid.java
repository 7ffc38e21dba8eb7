package org.foretell.extrapolation.grid;

import java.util.Arrays;

/**
 * A grid of ranks: rank r has the coordinates r mod n1, (r / n1) mod n2, and so on, so that the
 * first runs fastest.
 *
 * @param sizes of the dimensions; not changed after construction
 */
public record Grid(int[] sizes) {
  /** {@return the number of ranks} */
  public int ranks() {
    int ranks = 1;
    for (int size : sizes) {
      ranks *= size;
    }
    return ranks;
  }

  /** {@return the number of dimensions} */
  public int dimensions() {
    return sizes.length;
  }

  /**
   * {@return the coordinates of a rank}
   *
   * @param rank 0 to {@code ranks() - 1}
   */
  public int[] coordinates(int rank) {
    int[] coordinates = new int[sizes.length];
    int rest = rank;
    for (int d = 0; d < sizes.length; d++) {
      coordinates[d] = rest % sizes[d];
      rest /= sizes[d];
    }
    return coordinates;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Grid that && Arrays.equals(sizes, that.sizes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(sizes);
  }

  /** Returns the sizes: {@code 4 x 8}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (int size : sizes) {
      text.append(text.isEmpty() ? "" : " x ").append(size);
    }
    return text.toString();
  }
}
