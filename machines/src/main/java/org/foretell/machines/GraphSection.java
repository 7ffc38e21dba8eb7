package org.foretell.machines;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Topology;
import org.foretell.machine.topology.ExplicitGraph;
import org.foretell.machines.JsonValue.Elements;
import org.foretell.machines.JsonValue.Members;
import org.foretell.machines.JsonValue.Text;

/**
 * Reads a topology of the kind {@code graph}: cables between nodes and switches, and perhaps routes
 * as the list of what they pass. Nodes are called by their number, {@code "0"}; everything else
 * that a cable names is a switch.
 */
final class GraphSection {
  /** Each has a name and routes of its own, and so takes memory. */
  private static final int MOST_NODES = 1 << 18;

  private static final Pattern VERTEX = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
  private static final Pattern NODE = Pattern.compile("\\d{1,8}");
  private static final String ENDS =
      "two names, those of nodes being their numbers: [\"0\", \"leaf-1\"]";

  private final Findings findings;
  private final ExplicitGraph.Builder graph = ExplicitGraph.builder("listed network");
  private final Map<String, Integer> vertexByName = new HashMap<>();
  private final Map<Long, Integer> linkByEnds = new HashMap<>();
  private int nodes;

  private GraphSection(Findings findings) {
    this.findings = findings;
  }

  static Topology read(Findings findings, FileFields fields) {
    return new GraphSection(findings).read(fields);
  }

  private Topology read(FileFields fields) {
    nodes = fields.wholeNumber("nodes", 1, MOST_NODES);
    for (int node = 0; node < nodes; node++) {
      graph.node("node " + node);
    }
    for (JsonValue value : elements(fields.array("cables", true, "an array of cables"))) {
      if (value instanceof Members members) {
        cable(new FileFields(findings, members));
      } else {
        findings.wrong(value, "an object with \"between\", \"latency\" and \"bandwidth\"");
      }
    }
    for (JsonValue value : elements(fields.array("routes", false, "an array of routes"))) {
      if (value instanceof Elements route) {
        route(route);
      } else {
        findings.wrong(value, "an array of what the route passes: [\"0\", \"leaf-1\", \"7\"]");
      }
    }
    return graph.build();
  }

  private static List<JsonValue> elements(Optional<Elements> array) {
    return array.map(Elements::values).orElse(List.of());
  }

  private void cable(FileFields fields) {
    Optional<Elements> between = fields.array("between", true, ENDS);
    LinkSpeed speed = TopologySection.speed(fields);
    if (between.isEmpty()) {
      return;
    }
    List<Integer> ends = vertices(between.get(), true);
    if (ends.size() != 2 || ends.get(0).equals(ends.get(1))) {
      findings.wrong(between.get(), ends.size() + " ends", ENDS);
      return;
    }
    List<JsonValue> names = between.get().values();
    direction(ends.get(0), ends.get(1), name(names.get(0)) + " to " + name(names.get(1)), speed);
    direction(ends.get(1), ends.get(0), name(names.get(1)) + " to " + name(names.get(0)), speed);
  }

  private void direction(int from, int to, String name, LinkSpeed speed) {
    int link = graph.link(name, speed, true);
    graph.edge(from, to, link);
    linkByEnds.putIfAbsent(((long) from << 32) | to, link);
  }

  private static String name(JsonValue value) {
    return value instanceof Text text ? text.text() : value.shown();
  }

  /** The vertices of names; those that are wrong are findings and left out. */
  private List<Integer> vertices(Elements names, boolean maybeNew) {
    List<Integer> vertices = new ArrayList<>();
    for (JsonValue value : names.values()) {
      if (!(value instanceof Text text) || !VERTEX.matcher(text.text()).matches()) {
        findings.wrong(value, "a name of letters, digits, dots and hyphens, at most 64");
      } else if (NODE.matcher(text.text()).matches()) {
        int node = Integer.parseInt(text.text());
        if (node < nodes) {
          vertices.add(node);
        } else {
          findings.wrong(value, "a node from \"0\" to \"" + (nodes - 1) + "\"");
        }
      } else if (maybeNew || vertexByName.containsKey(text.text())) {
        vertices.add(
            vertexByName.computeIfAbsent(text.text(), name -> graph.vertex("switch " + name)));
      } else {
        findings.wrong(value, Shown.choice(text.text(), vertexByName.keySet()));
      }
    }
    return vertices;
  }

  private void route(Elements names) {
    List<Integer> vertices = vertices(names, false);
    if (vertices.size() != names.values().size()) {
      return;
    }
    if (vertices.size() < 2) {
      findings.wrong(names, "an array of " + vertices.size(), "a node, switches, and a node");
      return;
    }
    int[] links = new int[vertices.size() - 1];
    for (int index = 0; index < links.length; index++) {
      Integer link = linkByEnds.get(((long) vertices.get(index) << 32) | vertices.get(index + 1));
      if (link == null) {
        findings.wrong(
            names.values().get(index + 1),
            "no cable from "
                + Shown.quoted(name(names.values().get(index)))
                + " to "
                + Shown.quoted(name(names.values().get(index + 1))),
            "neighbours that a cable joins");
        return;
      }
      links[index] = link;
    }
    graph.route(vertices.get(0), vertices.get(vertices.size() - 1), links);
  }
}
