package org.foretell.extrapolation.law;

/** What coordinates and sizes are called in laws. */
final class Names {
  private Names() {}

  /** The name of a coordinate: r on a line, else c1 to c4. */
  static String coordinate(int dimensions, int d) {
    return dimensions == 1 ? "r" : "c" + (d + 1);
  }

  /** The name of a size. */
  static String size(int dimensions, int d) {
    return dimensions == 1 ? "p" : "n" + (d + 1);
  }
}
