package org.foretell.machines;

import static org.foretell.machines.json.BusLinksJson.object;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.foretell.machine.Machine;
import org.foretell.machines.json.JsonWriter;
import org.foretell.machines.json.MachineFigures;

/**
 * Writes machines as machine files. Reading such a file gives the same machine, to the last bit of
 * every figure.
 */
public final class MachineJson {
  private MachineJson() {}

  /**
   * {@return the machine file of a machine}
   *
   * @param machine without a topology object
   * @param source of its figures, for people
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
   * {@return the machine file of a machine whose figures have several sources}
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
    json.putAll(MachineFigures.of(machine));
    Map<String, Object> texts = new LinkedHashMap<>();
    sources.forEach(
        (figure, source) ->
            texts.put(figure, object("status", source.status().toString(), "text", source.text())));
    json.put("sources", texts);
    return JsonWriter.file(json);
  }

  /**
   * {@return all figures of a machine except those of its topology, as in a machine file, in one
   * line: equal for machines that differ in notes, sources and bounds only}
   *
   * @param machine of any kind
   */
  public static String figuresWithoutTopology(Machine machine) {
    return JsonWriter.line(MachineFigures.of(machine));
  }
}
