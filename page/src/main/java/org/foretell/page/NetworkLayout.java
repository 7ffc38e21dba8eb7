package org.foretell.page;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.foretell.machine.topology.Fabric;

/**
 * Where the vertices of a network are drawn, in a square of 1 by 1: networks with levels in rows,
 * nodes at the bottom; others as a ring of switches with the nodes of each outside of it, or as a
 * ring of nodes.
 */
final class NetworkLayout {
  private static final double INNER = 0.34;
  private static final double OUTER = 0.48;

  private NetworkLayout() {}

  /** The places of some vertices, which rise; and cables are pairs of them. */
  static List<double[]> of(
      Fabric fabric, List<Integer> vertices, Collection<List<Integer>> cables) {
    int levels = vertices.stream().mapToInt(fabric::level).max().orElse(0) + 1;
    return levels > 2 ? rows(fabric, vertices, levels) : ring(fabric, vertices, cables);
  }

  private static List<double[]> rows(Fabric fabric, List<Integer> vertices, int levels) {
    int[] counts = new int[levels];
    vertices.forEach(vertex -> counts[fabric.level(vertex)]++);
    int[] taken = new int[levels];
    List<double[]> places = new ArrayList<>();
    for (int vertex : vertices) {
      int level = fabric.level(vertex);
      places.add(
          new double[] {(taken[level]++ + 0.5) / counts[level], 0.95 - 0.9 * level / (levels - 1)});
    }
    return places;
  }

  private static List<double[]> ring(
      Fabric fabric, List<Integer> vertices, Collection<List<Integer>> cables) {
    // Cables name the lower vertex first, and nodes come before switches.
    Map<Integer, List<Integer>> nodesOf = new TreeMap<>();
    for (int vertex : vertices) {
      if (fabric.level(vertex) > 0) {
        nodesOf.put(vertex, new ArrayList<>());
      }
    }
    if (nodesOf.isEmpty()) {
      List<double[]> places = new ArrayList<>();
      for (int i = 0; i < vertices.size(); i++) {
        places.add(onCircle(OUTER, (double) i / vertices.size()));
      }
      return places;
    }
    for (List<Integer> cable : cables) {
      List<Integer> nodes = nodesOf.get(cable.get(1));
      if (nodes != null && fabric.level(cable.get(0)) == 0) {
        nodes.add(cable.get(0));
      }
    }
    // Each switch has as much of the ring as it has nodes, and some room of its own.
    double parts = nodesOf.values().stream().mapToInt(nodes -> Math.max(1, nodes.size())).sum();
    Map<Integer, double[]> found = new HashMap<>();
    double at = 0;
    for (Map.Entry<Integer, List<Integer>> entry : nodesOf.entrySet()) {
      List<Integer> nodes = entry.getValue();
      double width = Math.max(1, nodes.size());
      found.put(
          entry.getKey(), onCircle(nodesOf.size() == 1 ? 0 : INNER, (at + width / 2) / parts));
      for (int i = 0; i < nodes.size(); i++) {
        found.put(nodes.get(i), onCircle(OUTER, (at + i + 0.5) / parts));
      }
      at += width;
    }
    return vertices.stream()
        .map(vertex -> found.getOrDefault(vertex, new double[] {0.5, 0.5}))
        .toList();
  }

  private static double[] onCircle(double radius, double turn) {
    double angle = 2 * Math.PI * (turn - 0.25);
    return new double[] {0.5 + radius * Math.cos(angle), 0.5 + radius * Math.sin(angle)};
  }
}
