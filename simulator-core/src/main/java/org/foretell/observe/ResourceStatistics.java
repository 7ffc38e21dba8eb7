package org.foretell.observe;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.foretell.observe.SimObserver.Resource;

/** How long messages kept each CPU and NIC busy. */
final class ResourceStatistics {
  private static final Resource[] RESOURCES = Resource.values();
  private static final int WIDTH = 4;
  private static final int COUNT = 0;
  private static final int BUSY = 1;
  private static final int BYTES = 2;

  private final int indicesExpected;
  private final long[][] cells = new long[RESOURCES.length][0];

  /**
   * @param indicesExpected how many of each kind there usually are
   */
  ResourceStatistics(int indicesExpected) {
    this.indicesExpected = indicesExpected;
  }

  void busy(Resource resource, int index, long bytes, long timePs) {
    long[] kind = cells[resource.ordinal()];
    int row = Math.multiplyExact(index, WIDTH);
    if (row >= kind.length) {
      kind = grown(resource, index);
    }
    kind[row + COUNT]++;
    kind[row + BUSY] += timePs;
    Total.add(kind, row + BYTES, bytes);
  }

  private long[] grown(Resource resource, int index) {
    int rows = Math.max(indicesExpected, Math.addExact(index, 1));
    long[] kind = Arrays.copyOf(cells[resource.ordinal()], Math.multiplyExact(rows, WIDTH));
    cells[resource.ordinal()] = kind;
    return kind;
  }

  /** Those that were busy at all, by kind, then by index. */
  List<ResourceSummary> summaries(long makespanPs) {
    List<ResourceSummary> summaries = new ArrayList<>();
    for (Resource resource : RESOURCES) {
      long[] kind = cells[resource.ordinal()];
      for (int row = 0; row < kind.length; row += WIDTH) {
        if (kind[row + COUNT] > 0) {
          summaries.add(
              new ResourceSummary(
                  resource,
                  row / WIDTH,
                  new MessageVolume(kind[row + COUNT], Total.in(kind, row + BYTES)),
                  kind[row + BUSY],
                  makespanPs));
        }
      }
    }
    return List.copyOf(summaries);
  }
}
