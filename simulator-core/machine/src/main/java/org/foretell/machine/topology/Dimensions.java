package org.foretell.machine.topology;

import java.util.Arrays;
import java.util.stream.Collectors;

/** Checks and texts of the numbers that a topology is generated from. */
final class Dimensions {
  /** As many nodes as a machine may have. */
  static final int MOST_NODES = 1 << 24;

  private Dimensions() {}

  /**
   * A copy of numbers that must be there and above zero.
   *
   * @param what they are, for the message
   */
  static int[] checked(String what, int[] numbers) {
    if (numbers.length == 0) {
      throw new IllegalArgumentException(what + ": at least one number is needed");
    }
    for (int number : numbers) {
      if (number < 1) {
        throw new IllegalArgumentException(what + " must be at least 1, but are " + times(numbers));
      }
    }
    return numbers.clone();
  }

  static void checkCount(String what, int expected, int found) {
    if (expected != found) {
      throw new IllegalArgumentException(
          "%s: %d given, but %d needed".formatted(what, found, expected));
    }
  }

  /** The product, which must be the number of nodes of a machine. */
  static int nodes(int... numbers) {
    long product = 1;
    for (int number : numbers) {
      if (number < 1) {
        throw new IllegalArgumentException("sizes must be at least 1, but are " + times(numbers));
      }
      product *= number;
      if (product > MOST_NODES) {
        throw new IllegalArgumentException(
            times(numbers) + " are more than 2^24 nodes, the most there can be");
      }
    }
    return (int) product;
  }

  /** A number of links; each cable is two. */
  static int links(long cables) {
    if (cables > Integer.MAX_VALUE / 2) {
      throw new IllegalArgumentException(
          cables + " cables are more than 2^30, the most there can be");
    }
    return (int) cables * 2;
  }

  /** {@code "8x8x4"}. */
  static String times(int... numbers) {
    return Arrays.stream(numbers).mapToObj(String::valueOf).collect(Collectors.joining("x"));
  }
}
