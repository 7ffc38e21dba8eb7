package org.foretell.page;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.foretell.machine.Machine;
import org.foretell.machine.NoRouteException;
import org.foretell.machine.Placement;
import org.foretell.machine.Topology;
import org.foretell.machine.topology.Fabric;
import org.foretell.report.RunResult;

/**
 * How much of what they could carry the links of a machine's network carried: the bytes of each
 * pair of ranks on the route that the flow model takes, over bandwidth times run time.
 */
final class LinkLoad {
  private static final int MOST_DRAWN_VERTICES = 400;
  private static final int MOST_DRAWN_CABLES = 1200;
  private static final double PS_PER_SECOND = 1e12;

  private final Topology network;
  private final double[] loads;

  private LinkLoad(Topology network, Placement places, PairBytes pairs, double seconds) {
    this.network = network;
    loads = new double[network.links()];
    int[] route = new int[Math.max(1, network.longestRoute())];
    pairs.forEach(
        (source, destination, bytes) -> {
          int from = places.node(source);
          int to = places.node(destination);
          if (from != to) {
            int length = network.route(from, to, hash(source, destination), route);
            for (int i = 0; i < length; i++) {
              loads[route[i]] += bytes / network.bytesPerSecond(route[i]) / seconds;
            }
          }
        });
  }

  /** The load of a run; empty if its machine has no network, or if no message left its node. */
  static Optional<LinkLoad> of(RunResult run, PairBytes pairs) {
    Optional<Topology> network =
        run.machine().map(RunResult.MachineChoice::machine).flatMap(Machine::topology);
    double seconds = run.statistics().makespanPs() / PS_PER_SECOND;
    if (network.isEmpty() || seconds == 0) {
      return Optional.empty();
    }
    try {
      LinkLoad load = new LinkLoad(network.get(), run.placement(), pairs, seconds);
      return load.used().length == 0 ? Optional.empty() : Optional.of(load);
    } catch (NoRouteException e) {
      // Other models do not care that a listed network joins not all nodes; there is no load then.
      return Optional.empty();
    }
  }

  /** As the flow model spreads pairs of ranks over equivalent routes. */
  private static int hash(int source, int destination) {
    int mixed = (source * 0x9E3779B1 + destination) * 0x85EBCA6B;
    return (mixed ^ (mixed >>> 15)) & Integer.MAX_VALUE;
  }

  private int[] used() {
    return IntStream.range(0, loads.length).filter(link -> loads[link] > 0).toArray();
  }

  /** Names, loads, and what to draw, by the names that the script knows. */
  Map<String, Object> data() {
    int[] used = used();
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("title", network.title());
    data.put("used", used.length);
    data.put("links", loads.length);
    data.put("kinds", kinds(used));
    if (network instanceof Fabric fabric) {
      drawing(fabric, used).ifPresent(drawing -> data.put("drawing", drawing));
    }
    return data;
  }

  /** What kind of link it is, and whether it goes up in the network. */
  private String kind(int link) {
    String name = network.linkClass(link);
    if (!(network instanceof Fabric fabric)) {
      return name;
    }
    int climb = Integer.compare(fabric.level(fabric.to(link)), fabric.level(fabric.from(link)));
    return climb == 0 ? name : climb > 0 ? name + ", up" : name + ", down";
  }

  private List<Map<String, Object>> kinds(int[] used) {
    Map<String, List<Integer>> byKind = new TreeMap<>();
    for (int link : used) {
      byKind.computeIfAbsent(kind(link), kind -> new ArrayList<>()).add(link);
    }
    List<Map<String, Object>> kinds = new ArrayList<>();
    byKind.forEach(
        (name, links) -> {
          int busiest =
              links.stream().max(Comparator.comparingDouble(link -> loads[link])).orElseThrow();
          Map<String, Object> kind = new LinkedHashMap<>();
          kind.put("name", name);
          kind.put("links", links.size());
          kind.put("mean", links.stream().mapToDouble(link -> loads[link]).average().orElse(0));
          kind.put("most", loads[busiest]);
          kind.put("busiest", network.linkName(busiest));
          kinds.add(kind);
        });
    return kinds;
  }

  /** Vertices with their places, and cables with the loads of both directions, if they are few. */
  private Optional<Map<String, Object>> drawing(Fabric fabric, int[] used) {
    Map<Integer, Integer> numbers = new TreeMap<>();
    Map<List<Integer>, double[]> cables = new LinkedHashMap<>();
    for (int link : used) {
      int from = fabric.from(link);
      int to = fabric.to(link);
      if (from == to) {
        continue;
      }
      numbers.put(from, 0);
      numbers.put(to, 0);
      double[] both =
          cables.computeIfAbsent(
              List.of(Math.min(from, to), Math.max(from, to)), ends -> new double[2]);
      int direction = from < to ? 0 : 1;
      both[direction] = Math.max(both[direction], loads[link]);
      if (numbers.size() > MOST_DRAWN_VERTICES || cables.size() > MOST_DRAWN_CABLES) {
        return Optional.empty();
      }
    }
    int next = 0;
    for (Map.Entry<Integer, Integer> vertex : numbers.entrySet()) {
      vertex.setValue(next++);
    }
    List<double[]> places =
        NetworkLayout.of(fabric, List.copyOf(numbers.keySet()), cables.keySet());
    List<Object> vertices = new ArrayList<>();
    numbers.forEach(
        (vertex, number) ->
            vertices.add(
                List.of(
                    fabric.vertexName(vertex),
                    places.get(number)[0],
                    places.get(number)[1],
                    fabric.level(vertex) == 0 ? 0 : 1)));
    List<Object> drawn = new ArrayList<>();
    cables.forEach(
        (ends, both) ->
            drawn.add(
                List.of(
                    Objects.requireNonNull(numbers.get(ends.get(0))),
                    Objects.requireNonNull(numbers.get(ends.get(1))),
                    both[0],
                    both[1])));
    Map<String, Object> drawing = new LinkedHashMap<>();
    drawing.put("vertices", vertices);
    drawing.put("cables", drawn);
    return Optional.of(drawing);
  }
}
