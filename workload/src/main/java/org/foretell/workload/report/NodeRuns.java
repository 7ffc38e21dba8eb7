package org.foretell.workload.report;

import java.util.ArrayList;
import java.util.List;

/** Numbers of nodes as runs of numbers that follow each other. */
public final class NodeRuns {
  private NodeRuns() {}

  /**
   * Nodes that follow each other.
   *
   * @param first its lowest number
   * @param last its highest
   */
  public record Run(int first, int last) {
    /** {@return the run as text, {@code "4-7"}} */
    public String text() {
      return first == last ? Integer.toString(first) : first + "-" + last;
    }
  }

  /**
   * {@return the fewest runs}
   *
   * @param nodes ascending
   */
  public static List<Run> of(List<Integer> nodes) {
    List<Run> runs = new ArrayList<>();
    int first = 0;
    for (int i = 1; i <= nodes.size(); i++) {
      if (i == nodes.size() || nodes.get(i) != nodes.get(i - 1) + 1) {
        runs.add(new Run(nodes.get(first), nodes.get(i - 1)));
        first = i;
      }
    }
    return runs;
  }
}
