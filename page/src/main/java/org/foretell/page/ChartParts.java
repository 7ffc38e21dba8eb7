package org.foretell.page;

import java.awt.Color;
import java.util.List;
import java.util.Locale;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/** What the pictures of charts have in common: colours, rows of the page's data, labels. */
final class ChartParts {
  static final Color COMPUTING = new Color(Palette.LIGHT.computing());
  static final Color WAITING = new Color(Palette.LIGHT.waiting());
  private static final int ROW = 26;

  private ChartParts() {}

  static List<JsonNode> list(JsonNode nodes) {
    return StreamSupport.stream(nodes.spliterator(), false).toList();
  }

  static List<String> texts(JsonNode nodes) {
    return list(nodes).stream().map(JsonNode::asString).toList();
  }

  static double number(JsonNode node, String name) {
    return node.required(name).asDouble();
  }

  static List<String> names(List<JsonNode> rows) {
    return rows.stream().map(row -> row.required("name").asString()).toList();
  }

  static double longest(List<JsonNode> rows, String... pieces) {
    double longest = 0;
    for (JsonNode row : rows) {
      double sum = 0;
      for (String piece : pieces) {
        sum += number(row, piece);
      }
      longest = Math.max(longest, sum);
    }
    return longest;
  }

  static String plain(double value) {
    String text = String.format(Locale.ROOT, "%.4f", value);
    return text.replaceAll("\\.?0+$", "");
  }

  static String plainPercent(double share) {
    return String.format(Locale.ROOT, "%.3g %%", 100 * share);
  }

  static int roomFor(int rows) {
    return Math.max(120, ROW * rows);
  }
}
