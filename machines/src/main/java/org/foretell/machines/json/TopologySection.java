package org.foretell.machines.json;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Topology;
import org.foretell.machine.topology.Crossbar;
import org.foretell.machine.topology.Dragonfly;
import org.foretell.machine.topology.DragonflyPlus;
import org.foretell.machine.topology.FatTree;
import org.foretell.machine.topology.HyperX;
import org.foretell.machine.topology.MultiRail;
import org.foretell.machine.topology.Routing;
import org.foretell.machine.topology.Terminals;
import org.foretell.machine.topology.Torus;
import org.foretell.machines.findings.Findings;
import org.foretell.machines.findings.JsonValue;
import org.foretell.machines.findings.JsonValue.Elements;
import org.foretell.machines.findings.JsonValue.Members;
import org.jspecify.annotations.Nullable;

/** Reads the object {@code topology} of a machine file. */
final class TopologySection {
  private static final int MOST_NODES = 1 << 24;

  private static final int MOST_CABLES = 1 << 20;
  private static final int MOST_RAILS = 1024;
  private static final String KINDS =
      "\"crossbar\", \"single-switch\", \"fat-tree\", \"torus\", \"mesh\", \"hyperx\","
          + " \"dragonfly\", \"dragonfly-plus\" or \"graph\"";
  private static final Pattern KIND =
      Pattern.compile(
          "crossbar|single-switch|fat-tree|torus|mesh|hyperx|dragonfly|dragonfly-plus|graph");
  private static final Pattern ROUTING = Pattern.compile("deterministic|ecmp|adaptive");
  private static final Pattern INTERFACES = Pattern.compile("one-network|network-each|switch-each");

  private final Findings findings;
  private final Members object;
  private final FileFields fields;

  private TopologySection(Findings findings, Members object) {
    this.findings = findings;
    this.object = object;
    this.fields = new FileFields(findings, object);
  }

  /** The topology; empty if something is wrong with it, which then is among the findings. */
  static Optional<Topology> read(Findings findings, Members object, FigureSources sources) {
    object.byName().keySet().forEach(name -> sources.figure("topology." + name, true));
    return new TopologySection(findings, object).read();
  }

  private Optional<Topology> read() {
    int mistakes = findings.count();
    String kind = fields.text("kind", KIND, KINDS);
    if (findings.count() > mistakes) {
      return Optional.empty();
    }
    Routing routing = routing();
    try {
      Topology network = network(kind, routing);
      int interfaces = fields.optionalWholeNumber("interfaces", 1, MOST_RAILS).orElse(1);
      String arrangement =
          fields
              .optionalText(
                  "interfacesIn",
                  INTERFACES,
                  "\"one-network\", \"switch-each\" or \"network-each\"")
              .orElse("one-network");
      fields.refuseOthers();
      if (findings.count() > mistakes) {
        return Optional.empty();
      }
      if (interfaces > 1) {
        network =
            switch (arrangement) {
              case "one-network" -> MultiRail.ports(network, interfaces, routing);
              case "switch-each" ->
                  MultiRail.switches(network, interfaces, endsPerSwitch(kind), routing);
              default -> MultiRail.planes(network, interfaces, routing);
            };
      }
      return Optional.of(network);
    } catch (IllegalArgumentException | ArithmeticException e) {
      if (findings.count() == mistakes) {
        findings.wrong(object, "an impossible network", String.valueOf(e.getMessage()));
      }
      return Optional.empty();
    }
  }

  /** How many interfaces hang at one switch. */
  private int endsPerSwitch(String kind) {
    return switch (kind) {
      case "fat-tree" -> fields.wholeNumbers("children", 1, MOST_NODES)[0];
      case "dragonfly", "torus", "mesh", "hyperx" -> optionalCount("nodesPerSwitch");
      case "dragonfly-plus" -> count("nodesPerLeaf");
      default ->
          throw new IllegalArgumentException(
              "interfaces of a node at different switches, where a "
                  + kind
                  + " does not assign interfaces to switches; use \"one-network\" or"
                  + " \"network-each\"");
    };
  }

  private Routing routing() {
    String word =
        fields
            .optionalText("routing", ROUTING, "\"deterministic\", \"ecmp\" or \"adaptive\"")
            .orElse("deterministic");
    return switch (word) {
      case "ecmp" -> Routing.ECMP;
      case "adaptive" -> Routing.ADAPTIVE;
      default -> Routing.DETERMINISTIC;
    };
  }

  private Topology network(String kind, Routing routing) {
    return switch (kind) {
      case "crossbar" -> Crossbar.of(count("nodes"), speed("link"));
      case "single-switch" ->
          Crossbar.withBackplane(count("nodes"), speed("link"), speed("backplane"), true);
      case "fat-tree" -> {
        int[] children = fields.wholeNumbers("children", 1, MOST_NODES);
        yield new FatTree(
            children,
            fields.wholeNumbers("parents", 1, MOST_NODES),
            cables(children.length),
            links(),
            routing);
      }
      case "torus" -> torus(true, routing);
      case "mesh" -> torus(false, routing);
      case "hyperx" -> {
        int[] sizes = fields.wholeNumbers("sizes", 1, MOST_NODES);
        yield new HyperX(sizes, cables(sizes.length), links(), terminals(), routing);
      }
      case "dragonfly" -> dragonfly(routing);
      case "dragonfly-plus" ->
          DragonflyPlus.builder()
              .groups(count("groups"))
              .leavesPerGroup(count("leavesPerGroup"))
              .spinesPerGroup(count("spinesPerGroup"))
              .nodesPerLeaf(count("nodesPerLeaf"))
              .globalCables(optionalCount("globalCables"))
              .speeds(
                  new DragonflyPlus.CableSpeeds(
                      speed("nodeLink"), speed("groupLink"), speed("globalLink")))
              .routing(routing)
              .build();
      default -> GraphSection.read(findings, fields);
    };
  }

  private Topology torus(boolean closed, Routing routing) {
    int[] sizes = fields.wholeNumbers("sizes", 1, MOST_NODES);
    boolean[] ring = new boolean[sizes.length];
    Arrays.fill(ring, closed);
    if (closed && fields.has("open")) {
      for (int dimension : fields.wholeNumbers("open", 1, sizes.length)) {
        ring[dimension - 1] = false;
      }
    }
    return new Torus(sizes, ring, cables(sizes.length), links(), terminals(), routing);
  }

  private Topology dragonfly(Routing routing) {
    int chassis = optionalCount("chassisPerGroup");
    LinkSpeed chassisLink = speed("chassisLink");
    return Dragonfly.builder()
        .groups(count("groups"))
        .chassisPerGroup(chassis)
        .switchesPerChassis(count("switchesPerChassis"))
        .nodesPerSwitch(count("nodesPerSwitch"))
        .globalCables(optionalCount("globalCables"))
        .speeds(
            new Dragonfly.CableSpeeds(
                speed("nodeLink"),
                chassisLink,
                chassis > 1 || fields.has("groupLink") ? speed("groupLink") : chassisLink,
                speed("globalLink")))
        .routing(routing)
        .build();
  }

  private int count(String name) {
    return fields.wholeNumber(name, 1, MOST_NODES);
  }

  private int optionalCount(String name) {
    return fields.optionalWholeNumber(name, 1, MOST_CABLES).orElse(1);
  }

  private int[] cables(int count) {
    if (fields.has("cables")) {
      return fields.wholeNumbers("cables", 1, MOST_CABLES);
    }
    int[] single = new int[count];
    Arrays.fill(single, 1);
    return single;
  }

  private Terminals terminals() {
    int perSwitch = fields.optionalWholeNumber("nodesPerSwitch", 1, MOST_NODES).orElse(1);
    @Nullable LinkSpeed nodeLink =
        fields.has("nodeLink") || perSwitch > 1 ? speed("nodeLink") : null;
    return new Terminals(perSwitch, nodeLink);
  }

  private LinkSpeed speed(String name) {
    return fields.object(name, true).linkSpeed();
  }

  /** One link for all levels or dimensions, or an array with one for each. */
  private List<LinkSpeed> links() {
    if (fields.optional("links") instanceof Elements elements) {
      List<LinkSpeed> speeds = new ArrayList<>();
      for (JsonValue element : elements.values()) {
        if (element instanceof Members members) {
          speeds.add(new FileFields(findings, members).linkSpeed());
        } else {
          findings.wrong(element, "an object with \"latency\" and \"bandwidth\"");
        }
      }
      return speeds;
    }
    return List.of(speed("links"));
  }
}
