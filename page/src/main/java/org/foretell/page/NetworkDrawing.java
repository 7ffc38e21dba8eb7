package org.foretell.page;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.foretell.machine.topology.Fabric;
import org.foretell.report.LinkLoads;

/**
 * Nodes and switches with their places, and the cables between them with the loads of both
 * directions: of the whole run, of the interval in which they are highest, and over time.
 */
final class NetworkDrawing {
  private static final int MOST_VERTICES = 400;
  private static final int MOST_CABLES = 1200;
  private static final int MOST_STEPS = 64;
  private static final int LEVELS = 0xffff;
  private static final double PS_PER_SECOND = 1e12;

  private final LinkLoads loads;

  /** How many intervals make a step. */
  private final int perStep;

  private final int steps;

  private NetworkDrawing(LinkLoads loads) {
    this.loads = loads;
    perStep = (loads.intervals() + MOST_STEPS - 1) / MOST_STEPS;
    steps = (loads.intervals() + perStep - 1) / perStep;
  }

  /** The data to draw, unless there are too many. */
  static Optional<Map<String, Object>> of(Fabric fabric, LinkLoads loads) {
    return new NetworkDrawing(loads).drawing(fabric);
  }

  /** A cable's loads, there and back; of several links of a direction the highest. */
  private final class Cable {
    private final double[] mean = new double[2];
    private final double[] peak = new double[2];
    private final double[][] step = new double[2][steps];

    void add(int direction, int index) {
      mean[direction] = Math.max(mean[direction], loads.share(index));
      peak[direction] = Math.max(peak[direction], loads.peakShare(index));
      for (int i = 0; i < steps; i++) {
        step[direction][i] = Math.max(step[direction][i], ofStep(index, i));
      }
    }
  }

  /** Intervals of a step are equally long but for the last, so that their mean is its load. */
  private double ofStep(int index, int step) {
    int first = step * perStep;
    int end = Math.min(loads.intervals(), first + perStep);
    double lasts = 0;
    double sum = 0;
    for (int i = first; i < end; i++) {
      sum += loads.share(index, i) * loads.lastsPs(i);
      lasts += loads.lastsPs(i);
    }
    return sum / lasts;
  }

  private Optional<Map<String, Object>> drawing(Fabric fabric) {
    Map<Integer, Integer> numbers = new TreeMap<>();
    Map<List<Integer>, Cable> cables = new LinkedHashMap<>();
    for (int index = 0; index < loads.links(); index++) {
      int from = fabric.from(loads.link(index));
      int to = fabric.to(loads.link(index));
      if (from == to) {
        continue;
      }
      numbers.put(from, 0);
      numbers.put(to, 0);
      cables
          .computeIfAbsent(List.of(Math.min(from, to), Math.max(from, to)), ends -> new Cable())
          .add(from < to ? 0 : 1, index);
      if (numbers.size() > MOST_VERTICES || cables.size() > MOST_CABLES) {
        return Optional.empty();
      }
    }
    int next = 0;
    for (Map.Entry<Integer, Integer> vertex : numbers.entrySet()) {
      vertex.setValue(next++);
    }
    Map<String, Object> drawing = new LinkedHashMap<>();
    drawing.put("vertices", vertices(fabric, numbers, cables));
    drawing.put("cables", cables(numbers, cables));
    drawing.put("steps", steps(cables));
    return Optional.of(drawing);
  }

  private static List<Object> vertices(
      Fabric fabric, Map<Integer, Integer> numbers, Map<List<Integer>, Cable> cables) {
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
                    fabric.level(vertex) == 0 ? 0 : 1,
                    label(fabric.vertexName(vertex)))));
    return vertices;
  }

  /** What of a name the drawing does not show anyway. */
  private static String label(String name) {
    return name.replaceFirst("^(node|switch) ", "")
        .replaceFirst(" of level \\d+$", "")
        .replaceFirst("^(.*) of group (\\d+)$", "g$2.$1");
  }

  /** Both ends, the loads of the run there and back, and the highest ones. */
  private static List<Object> cables(
      Map<Integer, Integer> numbers, Map<List<Integer>, Cable> cables) {
    List<Object> drawn = new ArrayList<>();
    cables.forEach(
        (ends, cable) ->
            drawn.add(
                List.of(
                    Objects.requireNonNull(numbers.get(ends.get(0))),
                    Objects.requireNonNull(numbers.get(ends.get(1))),
                    cable.mean[0],
                    cable.mean[1],
                    cable.peak[0],
                    cable.peak[1])));
    return drawn;
  }

  /** By step, cable and direction, in parts of the highest. */
  private Map<String, Object> steps(Map<List<Integer>, Cable> cables) {
    double most = 0;
    for (Cable cable : cables.values()) {
      for (double[] direction : cable.step) {
        for (double share : direction) {
          most = Math.max(most, share);
        }
      }
    }
    ByteBuffer shares =
        ByteBuffer.allocate(2 * Short.BYTES * steps * cables.size()).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < steps; i++) {
      for (Cable cable : cables.values()) {
        for (double[] direction : cable.step) {
          shares.putShort((short) Math.round(LEVELS * direction[i] / most));
        }
      }
    }
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("count", steps);
    data.put("seconds", perStep * (loads.intervalPs() / PS_PER_SECOND));
    data.put("most", most);
    data.put("shares", Base64.getEncoder().encodeToString(shares.array()));
    return data;
  }
}
