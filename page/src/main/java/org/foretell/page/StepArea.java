package org.foretell.page;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.foretell.time.Power;

/** Areas below steps, as the corners of polygons. */
final class StepArea {
  private StepArea() {}

  /**
   * The corners, from the left.
   *
   * @param values of steps that are equally wide
   * @param most the value at the top, above 0
   */
  static String points(double[] values, double most, int width, int height) {
    StringBuilder points = new StringBuilder("0," + height);
    for (int step = 0; step < values.length; step++) {
      double y = height * (1 - Math.min(1, values[step] / most));
      for (int end = 0; end <= 1; end++) {
        double x = (double) (step + end) * width / values.length;
        points.append(String.format(Locale.ROOT, " %.2f,%.2f", x, y));
      }
    }
    return points.append(" %d,%d".formatted(width, height)).toString();
  }

  /** Puts a power over time into the model of a page, with the most at its top. */
  static void power(List<Double> watts, int width, int height, Map<String, Object> model) {
    double[] values = watts.stream().mapToDouble(Double::doubleValue).toArray();
    double most = watts.stream().mapToDouble(Double::doubleValue).max().orElse(0);
    model.put("power", points(values, Math.max(Double.MIN_NORMAL, most), width, height));
    model.put("mostPower", Power.format(most));
  }
}
