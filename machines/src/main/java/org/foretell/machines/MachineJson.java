package org.foretell.machines;

import static org.foretell.machines.json.BusLinksJson.object;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.foretell.machine.Machine;
import org.foretell.machine.NodeGroup;
import org.foretell.machines.json.BusLinksJson;
import org.foretell.machines.json.CollectivesSection;
import org.foretell.machines.json.FileSystemSection;
import org.foretell.machines.json.InterfacesSection;
import org.foretell.machines.json.JsonWriter;
import org.foretell.machines.json.ShmemSection;
import org.foretell.time.Quantity;

/**
 * Writes machines as machine files. Reading one back gives the same machine, to the last bit of
 * every figure.
 */
public final class MachineJson {
  private MachineJson() {}

  /**
   * {@return the machine file of a machine}
   *
   * @param machine without a topology object
   * @param source where its figures come from, for people
   * @throws IllegalArgumentException if it has a topology, which cannot be written
   */
  public static String write(Machine machine, String source) {
    List<String> figures = new ArrayList<>(List.of("nodeGroups", "network", "eagerThreshold"));
    machine.busLinks().ifPresent(described -> figures.add("busLinks"));
    machine.collectives().ifPresent(described -> figures.add("collectives"));
    machine.fileSystem().ifPresent(described -> figures.add("fileSystem"));
    machine.shmem().ifPresent(described -> figures.add("shmem"));
    if (!machine.modelParameters().isEmpty()) {
      figures.add("modelParameters");
    }
    Map<String, FigureSource> sources = new LinkedHashMap<>();
    FigureSource same = new FigureSource(FigureSource.Status.SOURCED, source);
    figures.forEach(figure -> sources.put(figure, same));
    return write(machine, List.of(), sources);
  }

  /**
   * {@return the machine file of a machine whose figures come from several sources}
   *
   * @param machine without a topology object
   * @param notes remarks for people
   * @param sources by figures, as the machine file names them
   * @throws IllegalArgumentException if it has a topology, which cannot be written
   */
  public static String write(
      Machine machine, List<String> notes, Map<String, FigureSource> sources) {
    if (machine.topology().isPresent()) {
      throw new IllegalArgumentException("a machine with a topology cannot be written");
    }
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("formatVersion", 1);
    json.put("name", machine.name());
    json.put("title", machine.title());
    if (!notes.isEmpty()) {
      json.put("notes", notes);
    }
    json.putAll(figures(machine));
    Map<String, Object> texts = new LinkedHashMap<>();
    sources.forEach(
        (figure, source) ->
            texts.put(figure, object("status", source.status().toString(), "text", source.text())));
    json.put("sources", texts);
    return JsonWriter.file(json);
  }

  /**
   * {@return all figures of a machine but those of its topology, as a machine file has them, in one
   * line: equal for machines that differ in notes, sources and bounds only}
   *
   * @param machine of any kind
   */
  public static String figuresWithoutTopology(Machine machine) {
    return JsonWriter.line(figures(machine));
  }

  private static Map<String, Object> figures(Machine machine) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("nodeGroups", machine.groups().stream().map(MachineJson::group).toList());
    Map<String, Object> network = BusLinksJson.speed(machine.buses().speed());
    network.put("buses", BusLinksJson.limit(machine.buses().count()));
    network.putAll(InterfacesSection.json(machine.interfaces()));
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
    return json;
  }
}
