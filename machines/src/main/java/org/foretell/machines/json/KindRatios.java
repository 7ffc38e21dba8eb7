package org.foretell.machines.json;

import java.util.Map;
import java.util.TreeMap;
import org.foretell.machine.NodeGroup;
import org.foretell.machine.NodeGroupBuilder;
import org.foretell.trace.BurstKind;

/** The CPU ratios of node groups by kind of burst, as members of the file. */
final class KindRatios {
  /** By name of the member. */
  private static final Map<String, BurstKind> KINDS =
      new TreeMap<>(
          Map.of(
              "cpuRatioOfCompute", BurstKind.COMPUTE,
              "cpuRatioOfMemory", BurstKind.MEMORY));

  private KindRatios() {}

  static void read(FileFields fields, String figure, FigureSources sources, NodeGroupBuilder into) {
    KINDS.forEach(
        (name, kind) -> {
          sources.figure(figure + name, fields.has(name));
          for (double ratio : fields.ratios(name, 1)) {
            into.cpuRatio(kind, ratio);
          }
        });
  }

  static void write(NodeGroup group, Map<String, Object> json) {
    KINDS.forEach((name, kind) -> group.cpuRatio(kind).ifPresent(ratio -> json.put(name, ratio)));
  }

  /** Whether a figure is a ratio of cores, which is a number in JSON. */
  static boolean isRatio(String figure) {
    String name = figure.substring(figure.lastIndexOf('.') + 1);
    return figure.startsWith("nodeGroups.") && (name.equals("cpuRatio") || KINDS.containsKey(name));
  }
}
