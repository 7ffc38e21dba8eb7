package org.foretell.machines.json;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Topology;
import org.foretell.machine.topology.ExplicitGraph;
import org.foretell.machines.findings.Findings;
import org.foretell.machines.findings.JsonValue;
import org.foretell.machines.findings.JsonValue.Elements;
import org.foretell.machines.findings.JsonValue.Members;
import org.foretell.machines.findings.JsonValue.Text;
import org.foretell.machines.findings.Shown;

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

  /** For each vertex one that a cable joins it with, in the end one that stands for all of them. */
  private final IntArrayList joinedWith = new IntArrayList();

  private int nodes;

  private GraphSection(Findings findings) {
    this.findings = findings;
  }

  static Topology read(Findings findings, FileFields fields) {
    return new GraphSection(findings).read(fields);
  }

  private Topology read(FileFields fields) {
    int mistakes = findings.count();
    nodes = fields.wholeNumber("nodes", 1, MOST_NODES);
    for (int node = 0; node < nodes; node++) {
      graph.node("node " + node);
    }
    Optional<Elements> cables = fields.array("cables", true, "an array of cables");
    for (JsonValue value : elements(cables)) {
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
    if (cables.isPresent() && findings.count() == mistakes) {
      checkConnected(cables.get());
    }
    return graph.build();
  }

  private void checkConnected(Elements cables) {
    for (int node = 1; node < nodes; node++) {
      if (standsFor(node) != standsFor(0)) {
        findings.wrong(
            cables,
            "no way over cables from node 0 to node " + node,
            "cables that join all " + nodes + " nodes with each other");
        return;
      }
    }
  }

  private int standsFor(int vertex) {
    while (joinedWith.size() <= vertex) {
      joinedWith.add(joinedWith.size());
    }
    int at = vertex;
    while (joinedWith.getInt(at) != at) {
      joinedWith.set(at, joinedWith.getInt(joinedWith.getInt(at)));
      at = joinedWith.getInt(at);
    }
    return at;
  }

  private static List<JsonValue> elements(Optional<Elements> array) {
    return array.map(Elements::values).orElse(List.of());
  }

  private void cable(FileFields fields) {
    Optional<Elements> between = fields.array("between", true, ENDS);
    LinkSpeed speed = fields.linkSpeed();
    if (between.isEmpty()) {
      return;
    }
    List<Integer> ends = vertices(between.get(), true);
    List<JsonValue> names = between.get().values();
    if (ends.size() != names.size()) {
      return;
    }
    if (ends.size() != 2) {
      findings.wrong(between.get(), "an array of " + ends.size(), ENDS);
      return;
    }
    if (ends.get(0).equals(ends.get(1))) {
      findings.wrong(
          between.get(),
          "a cable from " + Shown.quoted(name(names.get(0))) + " to itself",
          "two different names, those of nodes being their numbers: [\"0\", \"leaf-1\"]");
      return;
    }
    joinedWith.set(standsFor(ends.get(0)), standsFor(ends.get(1)));
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
