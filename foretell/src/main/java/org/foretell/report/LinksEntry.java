package org.foretell.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.foretell.time.Ps;

/**
 * The load of the network's links over time, in the JSON of {@code sim explain}.
 *
 * @param network its description
 * @param links how many it has
 * @param used how many of them carry bytes
 * @param times {@code model} if messages share the links, {@code messages} if the model has none
 *     and messages are spread evenly over the time that they take
 * @param intervalSeconds length of an interval; the last one ends with the run
 * @param intervals how many the run has
 * @param kinds links that carry something, by kind
 * @param busiest the links with the highest shares, the highest first
 */
public record LinksEntry(
    String network,
    int links,
    int used,
    String times,
    double intervalSeconds,
    int intervals,
    List<LinkKindEntry> kinds,
    List<LinkEntry> busiest) {
  /** The maximum number of links with loads over time in the JSON. */
  public static final int MOST = 64;

  /**
   * Links of a kind.
   *
   * @param kind level, dimension or the like, and up or down
   * @param links how many of them carry bytes
   * @param meanShare their mean utilisation: their bytes over their capacity in the run
   * @param mostShare the same of the link that carries most
   * @param busiest the name of that link
   */
  public record LinkKindEntry(
      String kind, int links, double meanShare, double mostShare, String busiest) {}

  /**
   * A link.
   *
   * @param link its name
   * @param kind its kind
   * @param bytesPerSecond its capacity
   * @param bytes payload that it carries in the run
   * @param share its utilisation: its bytes over its capacity in the run
   * @param peakShare the highest utilisation in an interval
   * @param intervalBytes payload by interval, which adds up to {@code bytes}
   */
  public record LinkEntry(
      String link,
      String kind,
      double bytesPerSecond,
      double bytes,
      double share,
      double peakShare,
      List<Long> intervalBytes) {}

  static LinksEntry of(LinkLoads loads) {
    List<Integer> order = loads.busiestFirst();
    Map<String, List<Integer>> byKind = new TreeMap<>();
    for (int index : order) {
      byKind.computeIfAbsent(loads.kind(index), kind -> new ArrayList<>()).add(index);
    }
    List<LinkKindEntry> kinds = new ArrayList<>();
    byKind.forEach(
        (kind, some) ->
            kinds.add(
                new LinkKindEntry(
                    kind,
                    some.size(),
                    some.stream().mapToDouble(loads::share).average().orElse(0),
                    loads.share(some.get(0)),
                    name(loads, some.get(0)))));
    return new LinksEntry(
        loads.network().title(),
        loads.network().links(),
        loads.links(),
        loads.isOfModel() ? "model" : "messages",
        Ps.toSeconds(loads.intervalPs()),
        loads.intervals(),
        kinds,
        order.stream().limit(MOST).map(index -> entry(loads, index)).toList());
  }

  private static String name(LinkLoads loads, int index) {
    return loads.network().linkName(loads.link(index));
  }

  private static LinkEntry entry(LinkLoads loads, int index) {
    return new LinkEntry(
        name(loads, index),
        loads.kind(index),
        loads.network().bytesPerSecond(loads.link(index)),
        loads.bytes(index),
        loads.share(index),
        loads.peakShare(index),
        IntStream.range(0, loads.intervals())
            .mapToObj(interval -> loads.bytes(index, interval))
            .toList());
  }
}
