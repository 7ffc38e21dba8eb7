package org.foretell.observe;

import it.unimi.dsi.fastutil.ints.Int2IntMap;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.foretell.observe.SimObserver.Resource;

/**
 * How long messages kept each CPU and NIC busy. What was never busy takes no room above some index:
 * a trace may number its streams and interfaces with gaps.
 */
final class ResourceStatistics {
  private static final Resource[] RESOURCES = Resource.values();
  private static final int WIDTH = 4;
  private static final int COUNT = 0;
  private static final int BUSY = 1;
  private static final int BYTES = 2;

  private static final int LEAST_DENSE = 1 << 16;

  private final int indicesExpected;

  /** Below it, a resource has the row of its index; from it on, the next row that is free. */
  private final int dense;

  private final long[][] cells = new long[RESOURCES.length][0];
  private final Int2IntOpenHashMap[] sparseRows = new Int2IntOpenHashMap[RESOURCES.length];

  /**
   * @param indicesExpected how many of each kind there usually are
   */
  ResourceStatistics(int indicesExpected) {
    this.indicesExpected = indicesExpected;
    dense = Math.max(indicesExpected, LEAST_DENSE);
    Arrays.setAll(sparseRows, kind -> new Int2IntOpenHashMap(0));
  }

  void busy(Resource resource, int index, long bytes, long timePs) {
    int cell = cell(resource, index);
    long[] kind = cells[resource.ordinal()];
    kind[cell + COUNT]++;
    kind[cell + BUSY] += timePs;
    Total.add(kind, cell + BYTES, bytes);
  }

  /** Adds what another collector has seen of other messages. */
  void add(ResourceStatistics part) {
    for (ResourceSummary busy : part.summaries(0)) {
      int cell = cell(busy.resource(), busy.index());
      long[] kind = cells[busy.resource().ordinal()];
      kind[cell + COUNT] += busy.volume().messages();
      kind[cell + BUSY] += busy.busyPs();
      Total.add(kind, cell + BYTES, busy.volume().bytes());
    }
  }

  /** Where the numbers of a resource are, for which there is room then. */
  private int cell(Resource resource, int index) {
    int row = index < dense ? index : sparseRow(resource, index);
    int cell = Math.multiplyExact(row, WIDTH);
    if (cell >= cells[resource.ordinal()].length) {
      grow(resource, row);
    }
    return cell;
  }

  private int sparseRow(Resource resource, int index) {
    Int2IntOpenHashMap rows = sparseRows[resource.ordinal()];
    return rows.computeIfAbsent(index, absent -> Math.addExact(dense, rows.size()));
  }

  private void grow(Resource resource, int row) {
    long[] kind = cells[resource.ordinal()];
    int rows = kind.length / WIDTH;
    int needed = Math.max(indicesExpected, Math.addExact(row, 1));
    kind = Arrays.copyOf(kind, Math.multiplyExact(Math.max(needed, rows + rows / 2), WIDTH));
    cells[resource.ordinal()] = kind;
  }

  /** Those that were busy at all, by kind, then by index. */
  List<ResourceSummary> summaries(long makespanPs) {
    List<ResourceSummary> summaries = new ArrayList<>();
    for (Resource resource : RESOURCES) {
      int rows = Math.min(dense, cells[resource.ordinal()].length / WIDTH);
      for (int index = 0; index < rows; index++) {
        addIfBusy(summaries, resource, index, index, makespanPs);
      }
      for (Int2IntMap.Entry sparse : sparseRows[resource.ordinal()].int2IntEntrySet()) {
        addIfBusy(summaries, resource, sparse.getIntKey(), sparse.getIntValue(), makespanPs);
      }
    }
    summaries.sort(
        Comparator.comparing(ResourceSummary::resource).thenComparing(ResourceSummary::index));
    return List.copyOf(summaries);
  }

  private void addIfBusy(
      List<ResourceSummary> summaries, Resource resource, int index, int row, long makespanPs) {
    long[] kind = cells[resource.ordinal()];
    int cell = WIDTH * row;
    if (kind[cell + COUNT] > 0) {
      summaries.add(
          new ResourceSummary(
              resource,
              index,
              new MessageVolume(kind[cell + COUNT], Total.in(kind, cell + BYTES)),
              kind[cell + BUSY],
              makespanPs));
    }
  }
}
