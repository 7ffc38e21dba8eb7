package org.foretell.cli.machines;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.foretell.cli.text.Words;
import org.foretell.machine.BusLinks;
import org.foretell.machine.BusSite;
import org.foretell.machine.DedicatedConnection;
import org.foretell.machine.SizeCondition;
import org.foretell.machine.Traffic;
import org.foretell.machine.WideArea;
import org.foretell.time.Quantity;

/** What joins the sites of a machine, for people. */
final class WideAreaText {
  private WideAreaText() {}

  static void print(BusLinks machine, PrintWriter out) {
    WideArea wide = machine.wideArea();
    out.printf(
        Locale.US,
        "between sites: bandwidth %s, collectives %s, traffic %s%n",
        Quantity.formatBytesPerSecond(wide.bytesPerSecond()),
        lower(wide.collectives()),
        traffic(wide));
    List<BusSite> sites = machine.sites();
    for (int site = 0; site < sites.size(); site++) {
      BusSite one = sites.get(site);
      out.printf(
          Locale.US,
          "site %d%s: %s, latency to other sites %s%n",
          site,
          one.name().isEmpty() ? "" : " (" + one.name() + ")",
          Words.counted(one.nodeCount(), "node"),
          one.nodes().stream()
              .map(nodes -> Quantity.formatTime(nodes.wideAreaLatencyPs()))
              .distinct()
              .collect(Collectors.joining(" or ")));
    }
    for (int from = 0; from < sites.size(); from++) {
      for (int to = 0; to < sites.size(); to++) {
        if (wide.flightPs(from, to) > 0) {
          out.printf(
              Locale.US,
              "flight time from site %d to %d: %s%n",
              from,
              to,
              Quantity.formatTime(wide.flightPs(from, to)));
        }
      }
    }
    wide.dedicated().forEach(connection -> print(connection, out));
  }

  private static String traffic(WideArea wide) {
    if (wide.traffic() == Traffic.NONE) {
      return "none";
    }
    return wide.trafficPerByte() == 0
        ? lower(wide.traffic()) + ", but without effect (trafficPerByte is 0)"
        : lower(wide.traffic())
            + " up to "
            + wide.maxTraffic()
            + ", "
            + wide.trafficPerByte()
            + " per byte";
  }

  private static void print(DedicatedConnection connection, PrintWriter out) {
    out.printf(
        Locale.US,
        "dedicated connection of sites %d and %d: bandwidth %s, latency %s, flight time %s; for %s,"
            + " %s%n",
        connection.source(),
        connection.destination(),
        Quantity.formatBytesPerSecond(connection.bytesPerSecond()),
        Quantity.formatTime(connection.latencyPs()),
        Quantity.formatTime(connection.flightPs()),
        connection.tags().isEmpty()
            ? "all tags"
            : connection.tags().stream()
                .map(String::valueOf)
                .collect(Collectors.joining(", ", "tags ", "")),
        sizes(connection.sizes()));
  }

  private static String sizes(SizeCondition sizes) {
    return sizes.equals(SizeCondition.ANY)
        ? "all sizes"
        : "sizes %s %d B %s %s %d B"
            .formatted(
                lower(sizes.first()),
                sizes.firstBytes(),
                sizes.both() ? "and" : "or",
                lower(sizes.second()),
                sizes.secondBytes());
  }

  private static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
