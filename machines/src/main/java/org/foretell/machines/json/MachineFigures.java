package org.foretell.machines.json;

import static org.foretell.machines.json.BusLinksJson.object;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.foretell.machine.Machine;
import org.foretell.machine.NodeGroup;
import org.foretell.time.Quantity;

/** The figures of a machine as a machine file has them, but for those of its topology. */
public final class MachineFigures {
  private MachineFigures() {}

  /** {@return the members of a machine file, to the last bit of every figure} */
  public static Map<String, Object> of(Machine machine) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("nodeGroups", machine.groups().stream().map(MachineFigures::group).toList());
    Map<String, Object> network = BusLinksJson.speed(machine.buses().speed());
    network.put("buses", BusLinksJson.limit(machine.buses().count()));
    network.putAll(InterfacesSection.json(machine.interfaces()));
    machine.switchPower().ifPresent(power -> network.put("power", PowerSection.json(power)));
    json.put("network", network);
    long threshold = machine.eagerThresholdBytes();
    json.put("eagerThreshold", threshold == Long.MAX_VALUE ? Quantity.UNLIMITED : threshold + "B");
    machine.defaultModel().ifPresent(model -> json.put("defaultModel", model));
    machine.busLinks().ifPresent(busLinks -> json.put("busLinks", BusLinksJson.of(busLinks)));
    machine
        .collectives()
        .ifPresent(table -> json.put("collectives", CollectivesSection.json(table)));
    machine.fileSystem().ifPresent(files -> json.put("fileSystem", FileSystemSection.json(files)));
    machine.shmem().ifPresent(support -> json.put("shmem", ShmemSection.json(support)));
    if (!machine.modelParameters().isEmpty()) {
      json.put("modelParameters", new TreeMap<>(machine.modelParameters()));
    }
    return json;
  }

  private static Map<String, Object> group(NodeGroup group) {
    Map<String, Object> json =
        object("name", group.name(), "nodes", group.nodes(), "coresPerNode", group.coresPerNode());
    double[] ratios = group.cpuRatios();
    if (ratios.length == 1) {
      json.put("cpuRatio", ratios[0]);
    } else if (ratios.length > 1) {
      List<Object> list = new ArrayList<>();
      for (double ratio : ratios) {
        list.add(ratio);
      }
      json.put("cpuRatio", list);
    }
    KindRatios.write(group, json);
    group.coreFlopsPerSecond().ifPresent(speed -> json.put("coreSpeed", speed + "flop/s"));
    json.put("intraNode", BusLinksJson.speed(group.intraNode()));
    json.put("links", BusLinksJson.links(group.inputLinks(), group.outputLinks()));
    json.put("nics", group.nics());
    group
        .memoryBytesPerSecond()
        .ifPresent(memory -> json.put("memoryBandwidth", BusLinksJson.bandwidth(memory)));
    group
        .reductionBytesPerSecond()
        .ifPresent(rate -> json.put("reductionBandwidth", BusLinksJson.bandwidth(rate)));
    group
        .streamBytesPerSecond()
        .ifPresent(rate -> json.put("streamBandwidth", BusLinksJson.bandwidth(rate)));
    group
        .coreStreamBytesPerSecond()
        .ifPresent(rate -> json.put("coreStreamBandwidth", BusLinksJson.bandwidth(rate)));
    group.power().ifPresent(power -> json.put("power", PowerSection.json(power)));
    return json;
  }
}
