package org.foretell.page;

import java.awt.Color;
import java.util.ArrayList;
import java.util.List;
import org.foretell.page.PlotFrame.Axis;
import org.foretell.page.PlotFrame.Meaning;
import tools.jackson.databind.JsonNode;

/** The load of a network's links as pictures. */
final class NetworkPictures {
  /** As the script has it. */
  private static final int MOST_NAMES = 40;

  private NetworkPictures() {}

  static byte[] links(JsonNode network) {
    List<JsonNode> kinds = ChartParts.list(network.required("kinds"));
    PlotFrame frame =
        new PlotFrame(
                "Load of the network's links, by kind",
                ChartParts.roomFor(kinds.size()),
                Axis.of(
                    "share of the links' capacity (%)",
                    ChartParts.longest(kinds, "most"), value -> ChartParts.plain(100 * value)),
                Axis.of("", ChartParts.names(kinds)),
                false)
            .legend(
                List.of(
                    new Meaning("Mean of the links used", ChartParts.COMPUTING),
                    new Meaning("Busiest, above the mean", ChartParts.WAITING)));
    for (int row = 0; row < kinds.size(); row++) {
      double mean = ChartParts.number(kinds.get(row), "mean");
      double most = ChartParts.number(kinds.get(row), "most");
      frame.bar(0, mean, row, ChartParts.COMPUTING);
      if (most > mean) {
        frame.bar(mean, most, row, ChartParts.WAITING);
      }
    }
    return frame.png();
  }

  /** The busiest links, a row each. */
  static byte[] overTime(JsonNode network, Axis time, double endSeconds) {
    JsonNode times = network.required("overTime");
    List<String> names = ChartParts.texts(times.required("names"));
    double most = ChartParts.number(times, "most");
    double width = ChartParts.number(times, "intervalSeconds");
    int intervals = times.required("intervals").asInt();
    PlotFrame frame =
        new PlotFrame(
                "Load of the network's links over time: the links with the highest load",
                Math.max(160, 16 * names.size()),
                time,
                Axis.of("", names),
                true)
            .scale("0 %", ChartParts.plainPercent(most));
    for (int row = 0; row < names.size(); row++) {
      JsonNode bytes = times.required("bytes").get(row);
      double speed = times.required("speeds").get(row).asDouble();
      for (int i = 0; i < intervals; i++) {
        double from = i * width;
        double until = i == intervals - 1 ? endSeconds : from + width;
        double share = bytes.get(i).asDouble() / speed / (until - from);
        if (share > 0) {
          frame.bar(from, until, row, PlotFrame.shade(share / most));
        }
      }
    }
    return frame.png();
  }

  /** Where the links are, with the loads of the whole run or the highest ones. */
  static byte[] drawing(JsonNode network, boolean peak) {
    JsonNode drawing = network.required("drawing");
    int first = peak ? 4 : 2;
    List<JsonNode> cables = new ArrayList<>(ChartParts.list(drawing.required("cables")));
    cables.sort((one, other) -> Double.compare(load(one, first), load(other, first)));
    double most = load(cables.get(cables.size() - 1), first);
    Axis none = new Axis("", 1, value -> "", List.of());
    PlotFrame frame =
        new PlotFrame(
                (peak ? "Peak load" : "Mean load")
                    + " of the network's links; square boxes are nodes, round ones switches",
                620,
                none,
                none,
                true)
            .scale("0 %", ChartParts.plainPercent(most));
    frame.fill(0, 1, 0, 1, Color.WHITE);
    List<JsonNode> vertices = ChartParts.list(drawing.required("vertices"));
    for (JsonNode cable : cables) {
      JsonNode from = vertices.get(cable.get(0).asInt());
      JsonNode to = vertices.get(cable.get(1).asInt());
      double share = load(cable, first) / most;
      frame.cable(
          from.get(1).asDouble(),
          from.get(2).asDouble(),
          to.get(1).asDouble(),
          to.get(2).asDouble(),
          1 + 6 * share,
          PlotFrame.shade(share));
    }
    for (JsonNode vertex : vertices) {
      boolean round = vertex.get(3).asInt() > 0;
      double atX = vertex.get(1).asDouble();
      double atY = vertex.get(2).asDouble();
      if (vertices.size() <= MOST_NAMES) {
        frame.namedVertex(vertex.get(4).asString(), atX, atY, round);
      } else {
        frame.vertex(atX, atY, round);
      }
    }
    return frame.png();
  }

  private static double load(JsonNode cable, int first) {
    return Math.max(cable.get(first).asDouble(), cable.get(first + 1).asDouble());
  }
}
