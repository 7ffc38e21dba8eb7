package org.foretell.observe;

import java.util.ArrayList;
import java.util.List;

/** Messages and bytes between each pair of ranks that exchanged any. */
final class CommunicationMatrix {
  private static final int WIDTH = 3;

  private final KeyedCells pairs = new KeyedCells(WIDTH);

  void message(int source, int destination, long bytes) {
    int row = pairs.offset((long) source << 32 | destination);
    long[] cells = pairs.cells();
    cells[row]++;
    Total.add(cells, row + 1, bytes);
  }

  /** Adds what another collector has seen of other messages. */
  void add(CommunicationMatrix part) {
    for (long key : part.pairs.keys()) {
      int from = part.pairs.offset(key);
      int row = pairs.offset(key);
      pairs.cells()[row] += part.pairs.cells()[from];
      Total.add(pairs.cells(), row + 1, Total.in(part.pairs.cells(), from + 1));
    }
  }

  /** By source, then by destination. */
  List<MatrixEntry> entries() {
    long[] keys = pairs.keys();
    List<MatrixEntry> entries = new ArrayList<>(keys.length);
    for (long key : keys) {
      int row = pairs.offset(key);
      long[] cells = pairs.cells();
      entries.add(
          new MatrixEntry(
              (int) (key >>> 32),
              (int) key,
              new MessageVolume(cells[row], Total.in(cells, row + 1))));
    }
    return List.copyOf(entries);
  }
}
