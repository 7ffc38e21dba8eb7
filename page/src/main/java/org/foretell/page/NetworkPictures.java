package org.foretell.page;

import java.awt.Color;
import java.util.ArrayList;
import java.util.List;
import org.foretell.page.PlotFrame.Axis;
import org.foretell.page.PlotFrame.Meaning;
import tools.jackson.databind.JsonNode;

/** The load of a network's links as pictures. */
final class NetworkPictures {
  private NetworkPictures() {}

  static byte[] links(JsonNode network) {
    List<JsonNode> kinds = ChartPictures.list(network.required("kinds"));
    PlotFrame frame =
        new PlotFrame(
                "Load of the network's links, by kind",
                ChartPictures.roomFor(kinds.size()),
                Axis.of(
                    "share of what links could carry (%)",
                    ChartPictures.longest(kinds, "most"),
                    value -> ChartPictures.plain(100 * value)),
                Axis.of("", ChartPictures.names(kinds)),
                false)
            .legend(
                List.of(
                    new Meaning("Mean of those used", ChartPictures.COMPUTING),
                    new Meaning("More on the busiest", ChartPictures.WAITING)));
    for (int row = 0; row < kinds.size(); row++) {
      double mean = ChartPictures.number(kinds.get(row), "mean");
      double most = ChartPictures.number(kinds.get(row), "most");
      frame.bar(0, mean, row, ChartPictures.COMPUTING);
      if (most > mean) {
        frame.bar(mean, most, row, ChartPictures.WAITING);
      }
    }
    return frame.png();
  }

  static byte[] drawing(JsonNode network) {
    double most = ChartPictures.longest(ChartPictures.list(network.required("kinds")), "most");
    JsonNode drawing = network.required("drawing");
    Axis none = new Axis("", 1, value -> "", List.of());
    PlotFrame frame =
        new PlotFrame(
                "Load of the network's links; squares are nodes, circles switches",
                620,
                none,
                none,
                true)
            .scale("0 %", ChartPictures.plainPercent(most));
    frame.fill(0, 1, 0, 1, Color.WHITE);
    List<JsonNode> vertices = ChartPictures.list(drawing.required("vertices"));
    List<JsonNode> cables = new ArrayList<>(ChartPictures.list(drawing.required("cables")));
    cables.sort((one, other) -> Double.compare(load(one), load(other)));
    for (JsonNode cable : cables) {
      JsonNode from = vertices.get(cable.get(0).asInt());
      JsonNode to = vertices.get(cable.get(1).asInt());
      double share = load(cable) / most;
      frame.cable(
          from.get(1).asDouble(),
          from.get(2).asDouble(),
          to.get(1).asDouble(),
          to.get(2).asDouble(),
          1 + 6 * share,
          PlotFrame.shade(share));
    }
    for (JsonNode vertex : vertices) {
      frame.vertex(vertex.get(1).asDouble(), vertex.get(2).asDouble(), vertex.get(3).asInt() > 0);
    }
    return frame.png();
  }

  private static double load(JsonNode cable) {
    return Math.max(cable.get(2).asDouble(), cable.get(3).asDouble());
  }
}
