package org.foretell.page;

import static java.util.Comparator.comparingDouble;
import static java.util.Comparator.comparingInt;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.foretell.observe.SimObserver;

/** What the charts of messages, interfaces, links and buses show over time. */
final class TrafficData {
  private static final int MOST_BUSY_ROWS = 48;
  private static final int LEVELS = 255;
  private static final double PS_PER_SECOND = 1e12;

  private TrafficData() {}

  /**
   * Columns of numbers in the order of little-endian machines.
   *
   * @param sample at least one message
   */
  static Map<String, Object> messages(MessageSample sample) {
    int kept = sample.kept();
    ByteBuffer kinds = ByteBuffer.allocate(kept);
    ByteBuffer ranks = room(2 * kept * Integer.BYTES);
    ByteBuffer numbers = room(3 * kept * Double.BYTES);
    sample.forEach(
        (kind, source, destination, bytes, sendPs, arrivePs) -> {
          kinds.put(kind);
          ranks.putInt(source).putInt(destination);
          numbers.putDouble(sendPs / PS_PER_SECOND).putDouble(arrivePs / PS_PER_SECOND);
          numbers.putDouble((double) bytes);
        });
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("all", sample.told());
    data.put("kept", kept);
    data.put("kinds", text(kinds));
    data.put("ranks", text(ranks));
    data.put("numbers", text(numbers));
    return data;
  }

  private static ByteBuffer room(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static String text(ByteBuffer bytes) {
    byte[] all = new byte[bytes.position()];
    bytes.flip().get(all);
    return Base64.getEncoder().encodeToString(all);
  }

  /**
   * Of each kind the rows that were busy longest, by index.
   *
   * @param rows at least one
   * @param intervals up to the end of the run
   */
  static Map<String, Object> busy(List<BusyTimes.Row> rows, BusyTimes times, int intervals) {
    long kinds = rows.stream().map(BusyTimes.Row::resource).distinct().count();
    List<BusyTimes.Row> shown = new ArrayList<>();
    for (SimObserver.Resource kind : SimObserver.Resource.values()) {
      rows.stream()
          .filter(row -> row.resource() == kind)
          .sorted(comparingDouble(BusyTimes.Row::totalPs).reversed())
          .limit(MOST_BUSY_ROWS / kinds)
          .sorted(comparingInt(BusyTimes.Row::first))
          .forEach(shown::add);
    }
    double most = 1;
    for (BusyTimes.Row row : shown) {
      for (int i = 0; i < intervals; i++) {
        most = Math.max(most, share(row, i, times));
      }
    }
    ByteBuffer shares = ByteBuffer.allocate(shown.size() * intervals);
    for (BusyTimes.Row row : shown) {
      for (int i = 0; i < intervals; i++) {
        shares.put((byte) Math.round(LEVELS * share(row, i, times) / most));
      }
    }
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("names", shown.stream().map(TrafficData::name).toList());
    data.put("others", rows.size() - shown.size());
    data.put("intervals", intervals);
    data.put("intervalSeconds", times.intervalPs() / PS_PER_SECOND);
    data.put("most", most);
    data.put("shares", text(shares));
    return data;
  }

  private static double share(BusyTimes.Row row, int interval, BusyTimes times) {
    return (double) row.busyPs()[interval] / row.count() / times.intervalPs();
  }

  private static String name(BusyTimes.Row row) {
    String kind = row.resource().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    return row.count() == 1
        ? kind + " " + row.first()
        : kind + " " + row.first() + " to " + (row.first() + row.count() - 1);
  }
}
