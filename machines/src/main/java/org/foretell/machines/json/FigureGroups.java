package org.foretell.machines.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.foretell.machines.file.Movement;
import org.foretell.machines.file.RelativeValue;
import org.foretell.machines.findings.JsonValue;
import org.foretell.machines.findings.JsonValue.Elements;
import org.foretell.machines.findings.JsonValue.Member;
import org.foretell.machines.findings.JsonValue.Members;
import org.foretell.machines.findings.JsonValue.Numeral;
import org.foretell.machines.findings.JsonValue.Text;

/**
 * Figures that get faster together: those of the network, of the memory, of the cores. Rates are
 * multiplied and times divided; what is without limit stays so. {@code docs/machine-format.md}
 * lists the members.
 */
final class FigureGroups {
  /** Which there are. */
  static final List<String> NAMES = List.of("network", "memory", "cpu");

  private static final String TOPOLOGY = "topology";
  private static final String SETTINGS = "modelParameters";
  private static final String LATENCY = "latency";
  private static final String BANDWIDTH = "bandwidth";

  /** By the names that lead to a figure, without elements of arrays. */
  private static final Map<String, Map<String, Movement>> MEMBERS =
      Map.of(
          "network",
          Map.ofEntries(
              Map.entry("network.latency", Movement.DIVIDED),
              Map.entry("network.bandwidth", Movement.MULTIPLIED),
              Map.entry("network.messageRate", Movement.MULTIPLIED),
              Map.entry("network.rankBandwidth", Movement.MULTIPLIED),
              Map.entry("busLinks.sites.bandwidth", Movement.MULTIPLIED),
              Map.entry("busLinks.sites.nodes.latency", Movement.DIVIDED),
              Map.entry("busLinks.sites.nodes.wideAreaLatency", Movement.DIVIDED),
              Map.entry("busLinks.wideArea.bandwidth", Movement.MULTIPLIED),
              Map.entry("busLinks.wideArea.flightTimes.time", Movement.DIVIDED),
              Map.entry("busLinks.wideArea.dedicated.bandwidth", Movement.MULTIPLIED),
              Map.entry("busLinks.wideArea.dedicated.latency", Movement.DIVIDED),
              Map.entry("busLinks.wideArea.dedicated.flightTime", Movement.DIVIDED)),
          "memory",
          Map.of(
              "nodeGroups.intraNode.latency", Movement.DIVIDED,
              "nodeGroups.intraNode.bandwidth", Movement.MULTIPLIED,
              "nodeGroups.memoryBandwidth", Movement.MULTIPLIED,
              "nodeGroups.streamBandwidth", Movement.MULTIPLIED,
              "nodeGroups.coreStreamBandwidth", Movement.MULTIPLIED,
              "busLinks.sites.nodes.intraNode.latency", Movement.DIVIDED,
              "busLinks.sites.nodes.intraNode.bandwidth", Movement.MULTIPLIED),
          "cpu",
          Map.of(
              "nodeGroups.coreSpeed", Movement.MULTIPLIED,
              "nodeGroups.cpuRatio", Movement.MULTIPLIED,
              "nodeGroups.cpuRatioOfCompute", Movement.MULTIPLIED,
              "nodeGroups.cpuRatioOfMemory", Movement.MULTIPLIED,
              "nodeGroups.reductionBandwidth", Movement.MULTIPLIED,
              "busLinks.sites.nodes.cpuRatio", Movement.MULTIPLIED));

  private final String group;
  private final RelativeValue by;
  private final Function<String, Movement> settings;
  private final Set<String> moved = new LinkedHashSet<>();

  private FigureGroups(String group, RelativeValue by, Function<String, Movement> settings) {
    this.group = group;
    this.by = by;
    this.settings = settings;
  }

  /**
   * A file after a move.
   *
   * @param figures names of those that were moved
   */
  record Moved(Members file, Set<String> figures) {}

  /**
   * Moves a group.
   *
   * @param by above 0
   * @param settings what becomes of a setting for a model
   */
  static Moved move(
      Members file, String group, RelativeValue by, Function<String, Movement> settings) {
    FigureGroups groups = new FigureGroups(group, by, settings);
    return new Moved(groups.members(file, List.of(), ""), groups.moved);
  }

  private Members members(Members object, List<String> names, String figure) {
    Map<String, Member> copies = new LinkedHashMap<>();
    object
        .byName()
        .forEach(
            (name, member) -> {
              List<String> below = new ArrayList<>(names);
              below.add(name);
              String named = figure.isEmpty() ? name : figure + "." + name;
              JsonValue value = value(member.value(), below, named);
              copies.put(name, new Member(member.path(), member.line(), member.column(), value));
            });
    return new Members(object.path(), object.line(), object.column(), copies);
  }

  private JsonValue value(JsonValue value, List<String> names, String figure) {
    if (value instanceof Elements array) {
      List<JsonValue> elements = new ArrayList<>();
      for (JsonValue element : array.values()) {
        String named = figure + "." + FigureRanges.nameOf(element, elements.size());
        elements.add(value(element, names, named));
      }
      return new Elements(array.path(), array.line(), array.column(), elements);
    }
    if (value instanceof Members object && !FigureRanges.isRange(object)) {
      return members(object, names, figure);
    }
    return switch (movement(names)) {
      case NONE -> value;
      case DIVIDED -> moved(value, figure, true);
      case MULTIPLIED -> moved(value, figure, false);
    };
  }

  private Movement movement(List<String> names) {
    String first = names.get(0);
    String last = names.get(names.size() - 1);
    if (group.equals("network") && first.equals(TOPOLOGY)) {
      return last.equals(LATENCY)
          ? Movement.DIVIDED
          : last.equals(BANDWIDTH) ? Movement.MULTIPLIED : Movement.NONE;
    }
    if (first.equals(SETTINGS)) {
      return group.equals("network") && names.size() == 2 ? settings.apply(last) : Movement.NONE;
    }
    return MEMBERS
        .getOrDefault(group, Map.of())
        .getOrDefault(String.join(".", names), Movement.NONE);
  }

  private JsonValue moved(JsonValue value, String figure, boolean divided) {
    JsonValue other = scaled(value, by, divided);
    if (other != value) {
      moved.add(figure);
    }
    return other;
  }

  /** A figure, with its bounds if it has some; itself if it is no number, or without limit. */
  static JsonValue scaled(JsonValue value, RelativeValue by, boolean divided) {
    if (value instanceof Members range && FigureRanges.isRange(range)) {
      Map<String, Member> copies = new LinkedHashMap<>();
      boolean isNumber = false;
      for (Map.Entry<String, Member> each : range.byName().entrySet()) {
        Member member = each.getValue();
        JsonValue copy = scaled(member.value(), by, divided);
        // By identity: a number times 1 equals itself, and is a number nevertheless.
        isNumber |= copy != member.value();
        copies.put(each.getKey(), new Member(member.path(), member.line(), member.column(), copy));
      }
      return isNumber ? new Members(range.path(), range.line(), range.column(), copies) : range;
    }
    if (value instanceof Text text) {
      Optional<String> scaled = divided ? by.dividing(text.text()) : by.times(text.text());
      return scaled
          .<JsonValue>map(other -> new Text(text.path(), text.line(), text.column(), other))
          .orElse(text);
    }
    if (value instanceof Numeral number) {
      Optional<String> scaled = divided ? by.dividing(number.lexeme()) : by.times(number.lexeme());
      return scaled
          .<JsonValue>map(
              other -> new Numeral(number.path(), number.line(), number.column(), other))
          .orElse(number);
    }
    return value;
  }
}
