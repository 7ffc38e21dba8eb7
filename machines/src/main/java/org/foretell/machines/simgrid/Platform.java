package org.foretell.machines.simgrid;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Topology;
import org.foretell.machine.topology.ExplicitGraph;
import org.foretell.machines.simgrid.ZoneTopology.PlacedCluster;

/**
 * The content of a {@code <platform>}: first all hosts, then routers, zones and links, last the
 * routes, because files may name things before they declare them.
 */
final class Platform {
  private static final Set<String> ZONES = Set.of("zone", "AS");
  private static final Set<String> ZONE_ROUTES = Set.of("zoneRoute", "ASroute");
  private static final Set<String> IGNORED =
      Set.of("prop", "config", "trace", "trace_connect", "actor", "process", "random");

  /** Attributes that change with time what a platform is; a machine does not change. */
  private static final List<String> PROFILES =
      List.of("speed_file", "availability_file", "state_file", "bandwidth_file", "latency_file");

  private record SplitLink(int up, int down) {}

  private final ExplicitGraph.Builder graph;
  private final List<HostKind> hostKinds = new ArrayList<>();
  private final List<PlacedCluster> clusters = new ArrayList<>();
  private final IdentityHashMap<Element, Cluster> clusterOf = new IdentityHashMap<>();
  private final Map<String, Integer> vertexByName = new HashMap<>();
  private final List<String> vertexNames = new ArrayList<>();
  private final IntArrayList zoneOfVertex = new IntArrayList();
  private final IntArrayList clusterOfZone = new IntArrayList();
  private final Map<String, SplitLink> linkByName = new HashMap<>();
  private final List<LinkSpeed> linkSpeeds = new ArrayList<>();
  private final Long2LongOpenHashMap gateways = new Long2LongOpenHashMap();
  private final BitSet zoneVertices = new BitSet();
  private final Set<Long> routed = new HashSet<>();
  private final Set<String> ignored = new LinkedHashSet<>();
  private final List<String> notes = new ArrayList<>();
  private int deepest;
  private int explicitHosts;
  private int zones;

  private Platform(String title) {
    graph = ExplicitGraph.builder(title);
    gateways.defaultReturnValue(-1);
  }

  /** The kinds of all hosts, in their order. */
  List<HostKind> hostKinds() {
    return hostKinds;
  }

  /** What of the file has no effect. */
  List<String> notes() {
    return notes;
  }

  /** Names of the hosts, in the order of the nodes. */
  List<String> hostNames() {
    return vertexNames.subList(0, hostKinds.size());
  }

  static Platform read(String title, Element root) {
    if (!root.name().equals("platform")) {
      throw root.wrong("<" + root.name() + ">", "<platform>, as in SimGrid's platform files");
    }
    String version = root.optional("version", "0");
    if (!version.matches("4(\\.\\d{1,3})?")) {
      throw root.wrong(
          "version=\"" + (version.length() > 20 ? version.substring(0, 20) : version) + "\"",
          "version 4 or 4.1; SimGrid's simgrid_update_xml updates older files");
    }
    Platform platform = new Platform(title);
    platform.hosts(root, 0);
    if (platform.hostKinds.isEmpty()) {
      throw root.wrong("no host", "a <cluster> or <host> in a <zone>");
    }
    platform.verticesAndLinks(root, -1);
    platform.routes(root, "None", -1);
    if (!platform.ignored.isEmpty()) {
      platform.notes.add("ignored: " + String.join(", ", platform.ignored));
    }
    return platform;
  }

  private void hosts(Element parent, int depth) {
    deepest = Math.max(deepest, depth);
    if (depth > ZoneTopology.DEEPEST) {
      throw parent.wrong(depth + " levels of nested zones", "at most " + ZoneTopology.DEEPEST);
    }
    for (Element child : parent.children()) {
      if (ZONES.contains(child.name())) {
        hosts(child, depth + 1);
      } else if (child.name().equals("cluster")) {
        Cluster cluster = Cluster.read(child, notes);
        deepest = Math.max(deepest, depth + 1);
        clusterOf.put(child, cluster);
        for (String host : cluster.hosts()) {
          host(child, host, cluster.kind());
        }
      } else if (child.name().equals("host")) {
        explicitHosts++;
        double flops = PlatformUnits.flopPerSecond(child, "speed", child.required("speed"));
        host(
            child,
            child.required("id"),
            new HostKind(flops, Cluster.cores(child), HostKind.DEFAULT_LOOPBACK));
        profiles(child);
      }
    }
  }

  private void host(Element element, String name, HostKind kind) {
    if (hostKinds.size() == Cluster.MOST_HOSTS) {
      throw element.wrong("more than 2^20 hosts", "at most 2^20 hosts");
    }
    graph.node(name);
    hostKinds.add(kind);
    named(element, name);
  }

  /** Makes a name known; its vertex is the next one. */
  private int named(Element element, String name) {
    int vertex = vertexNames.size();
    if (vertexByName.putIfAbsent(name, vertex) != null) {
      throw element.wrong(
          "a second \"" + name + "\"", "a unique name for each host, router and zone");
    }
    vertexNames.add(name);
    zoneOfVertex.add(-1);
    clusterOfZone.add(-1);
    return vertex;
  }

  /** The vertex of a name, or -1. */
  private int known(String name) {
    return vertexByName.getOrDefault(name, -1);
  }

  private int vertex(Element element, String name) {
    graph.vertex(name);
    return named(element, name);
  }

  private void verticesAndLinks(Element parent, int zone) {
    for (Element child : parent.children()) {
      if (ZONES.contains(child.name())) {
        zones++;
        int inner = vertex(child, child.required("id"));
        zoneVertices.set(inner);
        zoneOfVertex.set(inner, zone);
        verticesAndLinks(child, inner);
      } else if (clusterOf.get(child) != null) {
        cluster(child, clusterOf.get(child), zone);
      } else if (child.name().equals("host")) {
        zoneOfVertex.set(known(child.required("id")), zone);
        child.children().forEach(part -> ignored.add("<" + part.name() + ">"));
      } else if (child.name().equals("router")) {
        zoneOfVertex.set(vertex(child, child.required("id")), zone);
      } else if (child.name().equals("link")) {
        link(child);
      } else if (IGNORED.contains(child.name())) {
        ignored.add("<" + child.name() + ">");
      } else if (!ZONE_ROUTES.contains(child.name()) && !child.name().equals("route")) {
        throw child.wrong(
            "<" + child.name() + ">",
            "zone, cluster, host, router, link, route and zoneRoute; nothing else is supported"
                + " here");
      }
    }
  }

  private void cluster(Element element, Cluster cluster, int zone) {
    int place = vertex(element, cluster.id());
    zoneVertices.set(place);
    zoneOfVertex.set(place, zone);
    clusterOfZone.set(place, clusters.size());
    int firstHost = known(cluster.hosts().get(0));
    for (int index = 0; index < cluster.hosts().size(); index++) {
      zoneOfVertex.set(firstHost + index, place);
    }
    int router = vertex(element, cluster.router());
    zoneOfVertex.set(router, place);
    // The links of clusters come after those that are listed; how many these are is not known yet.
    clusters.add(new PlacedCluster(cluster, firstHost, 0, router));
    element.children().forEach(part -> ignored.add("<" + part.name() + ">"));
  }

  private void link(Element element) {
    String name = element.required("id");
    LinkSpeed speed =
        new LinkSpeed(
            PlatformUnits.timePs(element, "latency", element.optional("latency", "0")),
            PlatformUnits.bytesPerSecond(element, "bandwidth", element.required("bandwidth")));
    profiles(element);
    element.children().forEach(part -> ignored.add("<" + part.name() + ">"));
    switch (element.optional("sharing_policy", "SHARED")) {
      case "SHARED" -> link(element, name, speed, true);
      case "FATPIPE" -> link(element, name, speed, false);
      case "SPLITDUPLEX", "FULLDUPLEX" -> {
        int up = link(element, name + "_UP", speed, true);
        int down = link(element, name + "_DOWN", speed, true);
        linkByName.put(name, new SplitLink(up, down));
      }
      default -> throw element.wrongValue("sharing_policy", "SHARED, SPLITDUPLEX or FATPIPE");
    }
  }

  private int link(Element element, String name, LinkSpeed speed, boolean shared) {
    int link = graph.link(name, speed, shared);
    linkSpeeds.add(speed);
    if (linkByName.putIfAbsent(name, new SplitLink(link, link)) != null) {
      throw element.wrong("a second link \"" + name + "\"", "a unique name for each link");
    }
    return link;
  }

  private void profiles(Element element) {
    for (String profile : PROFILES) {
      if (element.has(profile)) {
        ignored.add(profile);
      }
    }
  }

  private void routes(Element parent, String routing, int zone) {
    for (Element child : parent.children()) {
      if (ZONES.contains(child.name())) {
        String inner = child.required("routing");
        if (!inner.matches("(?i)Full|Floyd|Dijkstra|DijkstraCache|None")) {
          throw child.wrongValue("routing", "Full, Floyd, Dijkstra, DijkstraCache or None");
        }
        routes(child, inner, known(child.required("id")));
      } else if (child.name().equals("route")) {
        route(child, routing, zone, false);
      } else if (ZONE_ROUTES.contains(child.name())) {
        if (!routing.equalsIgnoreCase("Full")) {
          throw child.wrong("a route between zones in a zone of routing " + routing, "Full");
        }
        route(child, routing, zone, true);
      }
    }
  }

  private void route(Element element, String routing, int zone, boolean betweenZones) {
    int from = end(element, "src", zone);
    int to = end(element, "dst", zone);
    int[] there = links(element, from, to, false);
    boolean bothWays = !element.optional("symmetrical", "YES").equalsIgnoreCase("NO");
    long gateway = -1;
    long gatewayBack = -1;
    if (betweenZones) {
      int leave = gateway(element, "gw_src", from);
      int enter = gateway(element, "gw_dst", to);
      gateway = ZoneTopology.key(leave, enter);
      gatewayBack = ZoneTopology.key(enter, leave);
    }
    if (from == to) {
      if (from < hostKinds.size() && there.length > 0) {
        loopback(from, there);
      }
      return;
    }
    add(element, routing, from, to, there, gateway);
    if (bothWays) {
      add(element, routing, to, from, links(element, from, to, true), gatewayBack);
    }
  }

  private void add(Element element, String routing, int from, int to, int[] links, long gateway) {
    if (!routed.add(ZoneTopology.key(from, to))) {
      throw element.wrong(
          "a second route from %s to %s".formatted(vertexNames.get(from), vertexNames.get(to)),
          "one route for each direction; a route counts for both unless symmetrical=\"NO\"");
    }
    if (gateway >= 0) {
      gateways.put(ZoneTopology.key(from, to), gateway);
    }
    if (routing.equalsIgnoreCase("Full")) {
      graph.route(from, to, links);
    } else if (!routing.equalsIgnoreCase("None")) {
      graph.edge(from, to, links);
    }
  }

  private int end(Element element, String attribute, int zone) {
    int vertex = known(element.required(attribute));
    if (vertex < 0 || zoneOfVertex.getInt(vertex) != zone) {
      throw element.wrongValue(
          attribute,
          zone < 0
              ? "nothing: routes belong in zones"
              : "something in zone " + vertexNames.get(zone));
    }
    return vertex;
  }

  /** A gateway is a host or router somewhere inside of its zone. */
  private int gateway(Element element, String attribute, int zone) {
    int vertex = known(element.required(attribute));
    int at = vertex;
    while (at >= 0 && at != zone) {
      at = zoneOfVertex.getInt(at);
    }
    if (vertex < 0 || zoneVertices.get(vertex) || at != zone) {
      throw element.wrongValue(attribute, "a host or router inside " + vertexNames.get(zone));
    }
    return vertex;
  }

  private int[] links(Element route, int from, int to, boolean back) {
    IntArrayList links = new IntArrayList();
    for (Element child : route.children()) {
      if (!child.name().equals("link_ctn")) {
        throw child.wrong("<" + child.name() + ">", "<link_ctn>");
      }
      SplitLink link = linkByName.get(child.required("id"));
      if (link == null) {
        throw child.wrongValue(
            "id",
            "a link that is declared; this is in the route from %s to %s"
                .formatted(vertexNames.get(from), vertexNames.get(to)));
      }
      String direction = child.optional("direction", "NONE");
      boolean up = direction.equals("UP");
      if (!up && !direction.equals("DOWN") && !direction.equals("NONE")) {
        throw child.wrongValue("direction", "UP, DOWN or NONE");
      }
      if (direction.equals("NONE") && link.up != link.down) {
        throw child.wrong("no direction", "UP or DOWN, for a SPLITDUPLEX link");
      }
      int number = up != back ? link.up : link.down;
      if (back) {
        links.add(0, number);
      } else {
        links.add(number);
      }
    }
    return links.toIntArray();
  }

  /** The way of a host to itself: its latency and its slowest bandwidth. */
  private void loopback(int host, int[] links) {
    long latencyPs = 0;
    double bytesPerSecond = Double.POSITIVE_INFINITY;
    for (int link : links) {
      LinkSpeed speed = linkSpeeds.get(link);
      latencyPs += speed.latencyPs();
      bytesPerSecond = Math.min(bytesPerSecond, speed.bytesPerSecond());
    }
    HostKind kind = hostKinds.get(host);
    hostKinds.set(
        host,
        new HostKind(kind.flopPerSecond(), kind.cores(), new LinkSpeed(latencyPs, bytesPerSecond)));
  }

  /**
   * Whether messages of a host to itself go out to its switch and back, as in SimGrid's clusters
   * without loopback; the hosts of a torus have no switch.
   */
  boolean leavesHostForItself() {
    return clusters.size() == 1 && explicitHosts == 0 && clusters.get(0).cluster().outAndBack();
  }

  /** The network: that of the only cluster, or of the only zone, or all together. */
  Topology topology(String title) {
    if (clusters.size() == 1 && explicitHosts == 0) {
      return clusters.get(0).cluster().topology();
    }
    ExplicitGraph listed = graph.build();
    if (clusters.isEmpty() && zones == 1) {
      return listed;
    }
    int link = listed.links();
    List<PlacedCluster> placed = new ArrayList<>();
    for (PlacedCluster cluster : clusters) {
      placed.add(
          new PlacedCluster(cluster.cluster(), cluster.firstHost(), link, cluster.routerVertex()));
      link = Math.addExact(link, cluster.cluster().topology().links());
    }
    return new ZoneTopology(
        title,
        listed,
        placed,
        zoneOfVertex.toIntArray(),
        clusterOfZone.toIntArray(),
        gateways,
        List.copyOf(vertexNames),
        deepest);
  }
}
