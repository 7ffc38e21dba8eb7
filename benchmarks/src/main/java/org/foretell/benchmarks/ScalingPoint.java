package org.foretell.benchmarks;

/**
 * What one run has cost.
 *
 * @param plot the plot that it belongs to, which is also the name of its horizontal axis
 * @param model the communication model of the run
 * @param size its place on the horizontal axis, above 0
 * @param ops of the trace
 * @param seconds processor time of the process, wall time against cores; above 0
 * @param megabytes greatest resident memory of the process, above 0
 */
record ScalingPoint(
    String plot, String model, double size, double ops, double seconds, double megabytes) {
  /** The plot of wall time against threads. */
  static final String CORES = "cores";

  static final String HEADER = "plot,model,ranks,ops,messages,threads,seconds,peak_megabytes";

  /**
   * Reads a line of {@code scaling.csv}.
   *
   * @param line below the header
   * @param number of the line in its file, from 1
   * @throws IllegalArgumentException if the line does not have the columns of {@link #HEADER}
   */
  static ScalingPoint of(String line, int number) {
    String[] fields = line.split(",", -1);
    if (fields.length != HEADER.split(",").length) {
      throw new IllegalArgumentException(
          "line " + number + ": expected " + HEADER + ", found " + line);
    }
    int column =
        switch (fields[0]) {
          case "ranks" -> 2;
          case "ops" -> 3;
          case "messages" -> 4;
          case CORES -> 5;
          default ->
              throw new IllegalArgumentException(
                  "line "
                      + number
                      + ": expected ranks, ops, messages or cores, found "
                      + fields[0]);
        };
    return new ScalingPoint(
        fields[0],
        fields[1],
        positive(fields[column], number),
        positive(fields[3], number),
        positive(fields[6], number),
        positive(fields[7], number));
  }

  private static double positive(String text, int number) {
    double value;
    try {
      value = Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "line " + number + ": expected a number, found " + text, e);
    }
    if (!(value > 0 && value < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "line " + number + ": expected a number above 0, found " + text);
    }
    return value;
  }
}
