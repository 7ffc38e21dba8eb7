package org.foretell.machines.json;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.foretell.machine.Topology;
import org.foretell.machines.findings.Findings;
import org.foretell.machines.findings.JsonValue;
import org.foretell.machines.findings.JsonValue.Elements;
import org.foretell.machines.findings.JsonValue.Member;
import org.foretell.machines.findings.JsonValue.Members;
import org.foretell.machines.findings.JsonValue.Numeral;
import org.jspecify.annotations.Nullable;

/**
 * A machine file states the interfaces of a node twice: {@code nics} of its group, which most
 * models read, and {@code topology.interfaces}, which the flow model reads. Whoever sets one of
 * them means both, so that the other one follows.
 */
final class InterfacesAlike {
  private static final String GROUPS = "nodeGroups";
  private static final String NICS = "nics";
  private static final String TOPOLOGY = "topology";
  private static final String INTERFACES = "interfaces";
  private static final String OF_TOPOLOGY = TOPOLOGY + "." + INTERFACES;

  private InterfacesAlike() {}

  /**
   * {@return values by path that have to follow; none if both were set, if neither was, if the
   * topology does not tell interfaces apart, or if it has no places for so many}
   *
   * @param file with what was set
   * @param set the figures that were set
   */
  static Map<String, String> following(Members file, Set<String> set) {
    Map<String, String> following = new LinkedHashMap<>();
    boolean ofTopology = set.contains(OF_TOPOLOGY);
    boolean ofGroups =
        set.stream().anyMatch(name -> name.startsWith(GROUPS + ".") && name.endsWith("." + NICS));
    Integer interfaces = number(member(member(file, TOPOLOGY), INTERFACES));
    if (ofTopology == ofGroups
        || interfaces == null
        || !(member(file, GROUPS) instanceof Elements groups)) {
      return following;
    }
    int most = 0;
    int nodes = 0;
    Map<String, Integer> nics = new LinkedHashMap<>();
    for (JsonValue group : groups.values()) {
      Integer stated = number(member(group, NICS));
      Integer count = number(member(group, "nodes"));
      nics.put(
          GROUPS + "." + FigureRanges.nameOf(group, nics.size()) + "." + NICS,
          stated == null ? 1 : stated);
      most = Math.max(most, stated == null ? 1 : stated);
      nodes += count == null ? 0 : count;
    }
    if (most == interfaces) {
      return following;
    }
    if (ofGroups) {
      if (hasPlaces(file, most, nodes)) {
        following.put(OF_TOPOLOGY, Integer.toString(most));
      }
      return following;
    }
    int before = most;
    nics.forEach(
        (path, count) -> {
          if (count == before || count > interfaces) {
            following.put(path, Integer.toString(interfaces));
          }
        });
    return following;
  }

  /** Whether the topology can be built with so many interfaces of each node. */
  private static boolean hasPlaces(Members file, int interfaces, int nodes) {
    if (!(member(file, TOPOLOGY) instanceof Members topology)
        || !(member(topology, INTERFACES) instanceof Numeral stated)) {
      return false;
    }
    Numeral wanted =
        new Numeral(stated.path(), stated.line(), stated.column(), Integer.toString(interfaces));
    Members other =
        FileSettings.with(
            topology,
            INTERFACES,
            new Member(stated.path(), stated.line(), stated.column(), wanted));
    Optional<Topology> built = TopologySection.read(new Findings(""), other, new FigureSources());
    return built.isPresent() && built.get().nodes() >= nodes;
  }

  private static @Nullable JsonValue member(@Nullable JsonValue value, String name) {
    if (value instanceof Members object) {
      Member found = object.byName().get(name);
      return found == null ? null : found.value();
    }
    return null;
  }

  /** A whole number; what is none is found when the file is read. */
  private static @Nullable Integer number(@Nullable JsonValue value) {
    if (!(value instanceof Numeral numeral)) {
      return null;
    }
    try {
      return Integer.valueOf(numeral.lexeme());
    } catch (NumberFormatException wrong) {
      return null; // Whoever reads the file says so.
    }
  }
}
