package org.foretell.calibration;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import org.foretell.calibration.measurement.Sample;

/**
 * The time of a call beside its messages, by size, as a setting {@code calls.NAME}: between two
 * sizes that were measured it grows steadily.
 */
final class CallTable {
  private static final double PS_PER_NS = 1000;

  /** The time of messages that a model charges for a call. */
  @FunctionalInterface
  interface Messages {
    double ps(long bytes);
  }

  private record Point(long bytes, double ps) {}

  private record Entry(long aboveBytes, double ps, double psPerByte) {}

  private final List<Point> points = new ArrayList<>();
  private final boolean grows;

  /**
   * Subtracts messages from measured times.
   *
   * @param samples of any number for a size, of which the median counts
   * @param mostBytes larger calls are left out
   * @param grows whether larger calls than those measured take more time
   */
  CallTable(List<Sample> samples, Messages messages, long mostBytes, boolean grows) {
    this.grows = grows;
    SortedMap<Long, List<Long>> times = new TreeMap<>();
    for (Sample sample : samples) {
      if (sample.bytes() <= mostBytes) {
        times.computeIfAbsent(sample.bytes(), k -> new ArrayList<>()).add(sample.timePs());
      }
    }
    times.forEach(
        (bytes, all) -> {
          // A size may have been measured several times.
          all.sort(null);
          double ps = Math.max(0, all.get((all.size() - 1) / 2) - messages.ps(bytes));
          points.add(new Point(bytes, Math.rint(ps / PS_PER_NS) * PS_PER_NS));
        });
  }

  /** Whether the messages explain all of the time, at all sizes. */
  boolean isFree() {
    return points.stream().allMatch(point -> point.ps() == 0);
  }

  /** The value of the setting. */
  String text() {
    List<Entry> entries = new ArrayList<>();
    entries.add(new Entry(0, points.get(0).ps(), 0));
    for (int i = 1; i < points.size(); i++) {
      entries.add(between(points.get(i - 1), points.get(i)));
    }
    Point last = points.get(points.size() - 1);
    if (!grows && points.size() > 1) {
      entries.add(new Entry(last.bytes(), last.ps(), 0));
    }
    List<String> texts = new ArrayList<>();
    Entry before = null;
    for (Entry entry : entries) {
      if (before == null || entry.ps() != before.ps() || entry.psPerByte() != before.psPerByte()) {
        texts.add(0, text(entry));
      }
      before = entry;
    }
    return String.join(";", texts);
  }

  private static Entry between(Point from, Point to) {
    double psPerByte = Math.max(0, (to.ps() - from.ps()) / (to.bytes() - from.bytes()));
    double ps = to.ps() - psPerByte * to.bytes();
    return ps < 0
        ? new Entry(from.bytes(), 0, to.ps() / to.bytes())
        : new Entry(from.bytes(), ps, psPerByte);
  }

  private static String text(Entry entry) {
    String time = String.format(Locale.ROOT, "%d:%.0fps", entry.aboveBytes(), entry.ps());
    return entry.psPerByte() == 0
        ? time
        : String.format(Locale.ROOT, "%s+%.6fns/B", time, entry.psPerByte() / PS_PER_NS);
  }
}
