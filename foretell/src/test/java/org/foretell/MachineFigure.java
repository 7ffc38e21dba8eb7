package org.foretell;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.foretell.time.Quantity;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A time or speed of a machine file.
 *
 * @param path where it stands, as {@code --set} has it
 * @param text as written
 * @param number in {@code unit}, above 0
 * @param unit {@code "ps"}, {@code "B/s"}, {@code "Mmsg/s"} or {@code "1"}
 */
record MachineFigure(String path, String text, double number, String unit) {
  private static final Set<String> NO_FIGURES =
      Set.of("sources", "formatVersion", "name", "collectives", "modelParameters");

  boolean isTime() {
    return unit.equals("ps");
  }

  /** When it costs so many times as much. */
  String costing(double cost) {
    double moved = isTime() ? number * cost : number / cost;
    return isTime()
        ? Math.round(moved) + unit
        : new BigDecimal(moved).toPlainString() + (unit.equals("1") ? "" : unit);
  }

  /** All of a file. */
  static List<MachineFigure> of(Path machine) throws IOException {
    List<MachineFigure> found = new ArrayList<>();
    JsonNode root = JsonMapper.builder().build().readTree(Files.readString(machine));
    root.propertyStream()
        .filter(field -> !NO_FIGURES.contains(field.getKey()))
        .forEach(field -> collect(field.getValue(), field.getKey(), found));
    return found;
  }

  private static void collect(JsonNode node, String path, List<MachineFigure> found) {
    if (node.isObject()) {
      node.propertyStream()
          .forEach(field -> collect(field.getValue(), path + "." + field.getKey(), found));
    } else if (node.isArray()) {
      for (int index = 0; index < node.size(); index++) {
        collect(node.get(index), path + "[" + index + "]", found);
      }
    } else if (node.isString() && node.asString().matches("[0-9.]+.?s")) {
      double number = Quantity.parseTimePs(node.asString());
      if (number > 0) {
        found.add(new MachineFigure(path, node.asString(), number, "ps"));
      }
    } else if (node.isString() && node.asString().matches("[0-9.]+.*B/s")) {
      double number = Quantity.parseBytesPerSecond(node.asString());
      found.add(new MachineFigure(path, node.asString(), number, "B/s"));
    } else if (node.isString() && node.asString().endsWith("Mmsg/s")) {
      double number = Double.parseDouble(node.asString().replace("Mmsg/s", ""));
      found.add(new MachineFigure(path, node.asString(), number, "Mmsg/s"));
    } else if (path.endsWith("cpuRatio")) {
      found.add(new MachineFigure(path, node.toString(), node.doubleValue(), "1"));
    }
  }

  /** What the report calls it; for the names of {@link ExplainedFiguresTest}. */
  String reported(String model) {
    if (path.startsWith("busLinks.")) {
      return ofSites(path);
    }
    String name =
        path.replace("nodeGroups[0]", "nodeGroups.fast")
            .replace("nodeGroups[1]", "nodeGroups.slow")
            .replaceAll("nodeGroups\\.(\\w+)\\.cpuRatio", "cpuRatio of $1");
    boolean isBuses = model.equals("bus-link");
    name =
        switch (name) {
          case "network.latency" -> isBuses ? "interNodeLatency" : "latency";
          case "network.bandwidth" -> isBuses ? "interNodeBandwidth" : "bandwidth";
          case "network.messageRate" -> "messageGap";
          default -> name;
        };
    if (!name.startsWith("topology.")) {
      return name;
    }
    String figure = name.substring(name.lastIndexOf('.') + 1) + " of ";
    String link = name.substring("topology.".length(), name.lastIndexOf('.'));
    return figure
        + switch (link) {
          case "nodeLink", "link" -> "links of nodes";
          case "chassisLink" -> "links within chassis";
          case "groupLink" -> "links within groups";
          case "globalLink" -> "links between groups";
          case "backplane" -> "backplane";
          default -> "#" + (1 + Integer.parseInt(link.replaceAll("\\D", "")));
        };
  }

  private static String ofSites(String path) {
    String part =
        path.contains("sites[1].nodes")
            ? "slow"
            : path.contains("nodes[0]")
                ? "here.nodes[0]"
                : path.contains("nodes[1]")
                    ? "here.nodes[1]"
                    : path.contains("sites[0]") ? "here" : "there";
    String figure = path.substring(path.lastIndexOf("].") + 2);
    String connection = " of connection 1 from here to there";
    return switch (figure) {
      case "bandwidth" ->
          path.contains("dedicated") ? "bandwidth" + connection : "interNodeBandwidth of " + part;
      case "latency" ->
          path.contains("dedicated") ? "latency" + connection : "interNodeLatency of " + part;
      case "flightTime" -> "flight time" + connection;
      case "time" ->
          path.contains("[0]")
              ? "flight time from here to there"
              : "flight time from there to here";
      case "intraNode.latency" -> "intraNodeLatency of " + part;
      case "intraNode.bandwidth" -> "intraNodeBandwidth of " + part;
      case "wideAreaLatency" -> "wideAreaLatency of " + part;
      case "cpuRatio" -> "cpuRatio of " + part;
      default -> path.endsWith("wideArea.bandwidth") ? "wideAreaBandwidth" : path;
    };
  }
}
