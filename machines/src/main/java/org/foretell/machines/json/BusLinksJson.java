package org.foretell.machines.json;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.foretell.machine.BusLinks;
import org.foretell.machine.BusNodes;
import org.foretell.machine.BusSite;
import org.foretell.machine.DedicatedConnection;
import org.foretell.machine.Fan;
import org.foretell.machine.Fans;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.RankMapping;
import org.foretell.machine.SizeCondition;
import org.foretell.machine.WideArea;
import org.foretell.time.Ps;
import org.foretell.time.Quantity;
import org.foretell.trace.OpCode;

/** The object {@code busLinks} of a machine file; {@link BusLinksSection} reads it. */
public final class BusLinksJson {
  private static final double MIB = 1 << 20;

  private BusLinksJson() {}

  public static Map<String, Object> of(BusLinks machine) {
    Map<String, Object> json = new LinkedHashMap<>();
    machine.mapping().ifPresent(mapping -> json.put("mapping", mapping(mapping)));
    json.put("sites", machine.sites().stream().map(BusLinksJson::site).toList());
    if (!machine.wideArea().equals(WideArea.NONE)) {
      json.put("wideArea", wideArea(machine.wideArea()));
    }
    if (!machine.burstRules().isEmpty()) {
      json.put(
          "burstRules",
          machine.burstRules().stream()
              .map(
                  rule ->
                      object(
                          "eventType",
                          rule.eventType(),
                          "eventValue",
                          rule.eventValue(),
                          "ratio",
                          rule.ratio()))
              .toList());
    }
    return json;
  }

  /** Alternating names and values. */
  public static Map<String, Object> object(Object... members) {
    Map<String, Object> object = new LinkedHashMap<>();
    for (int i = 0; i < members.length; i += 2) {
      object.put((String) members[i], members[i + 1]);
    }
    return object;
  }

  private static Map<String, Object> mapping(RankMapping mapping) {
    if (mapping instanceof RankMapping.PerNode perNode) {
      return object("kind", "per-node", "ranksPerNode", perNode.ranksPerNode());
    }
    if (mapping instanceof RankMapping.Listed listed) {
      List<Object> nodes = new ArrayList<>();
      for (int node : listed.nodes()) {
        nodes.add(node);
      }
      return object("kind", "listed", "nodes", nodes);
    }
    return object("kind", mapping instanceof RankMapping.FillNodes ? "fill-nodes" : "interleaved");
  }

  private static Map<String, Object> site(BusSite site) {
    Map<String, Object> json =
        object(
            "name",
            site.name(),
            "bandwidth",
            bandwidth(site.bytesPerSecond()),
            "buses",
            limit(site.buses()),
            "sharing",
            BusLinksSection.word(site.sharing()),
            "collectives",
            BusLinksSection.word(site.collectives()));
    putFans(json, site.fans());
    json.put("nodes", site.nodes().stream().map(BusLinksJson::nodes).toList());
    return json;
  }

  private static void putFans(Map<String, Object> json, Map<OpCode, Fans> fans) {
    List<Object> costs = new ArrayList<>();
    new TreeMap<>(fans)
        .forEach(
            (op, cost) ->
                costs.add(
                    object(
                        "op",
                        BusLinksSection.word(op),
                        "fanIn",
                        fan(cost.in()),
                        "fanOut",
                        fan(cost.out()))));
    if (!costs.isEmpty()) {
      json.put("collectiveCosts", costs);
    }
  }

  private static Map<String, Object> fan(Fan fan) {
    return object(
        "model", BusLinksSection.word(fan.model()), "size", BusLinksSection.word(fan.size()));
  }

  private static Map<String, Object> nodes(BusNodes nodes) {
    Map<String, Object> intra = speed(nodes.intraNode());
    intra.put("buses", limit(nodes.intraBuses()));
    intra.put("links", links(nodes.intraInputLinks(), nodes.intraOutputLinks()));
    return object(
        "count",
        nodes.count(),
        "cpus",
        nodes.cpus(),
        "cpuRatio",
        nodes.cpuRatio(),
        "intraNode",
        intra,
        "latency",
        time(nodes.latencyPs()),
        "links",
        links(nodes.inputLinks(), nodes.outputLinks()),
        "wideAreaLatency",
        time(nodes.wideAreaLatencyPs()));
  }

  private static Map<String, Object> wideArea(WideArea wideArea) {
    Map<String, Object> json =
        object(
            "bandwidth",
            bandwidth(wideArea.bytesPerSecond()),
            "traffic",
            BusLinksSection.word(wideArea.traffic()),
            "maxTraffic",
            wideArea.maxTraffic(),
            "trafficPerByte",
            wideArea.trafficPerByte(),
            "collectives",
            BusLinksSection.word(wideArea.collectives()));
    putFans(json, wideArea.fans());
    List<Object> flights = new ArrayList<>();
    long[][] flightPs = wideArea.flightPs();
    for (int from = 0; from < flightPs.length; from++) {
      for (int to = 0; to < flightPs.length; to++) {
        if (flightPs[from][to] > 0) {
          flights.add(object("from", from, "to", to, "time", time(flightPs[from][to])));
        }
      }
    }
    if (!flights.isEmpty()) {
      json.put("flightTimes", flights);
    }
    if (!wideArea.dedicated().isEmpty()) {
      json.put("dedicated", wideArea.dedicated().stream().map(BusLinksJson::dedicated).toList());
    }
    return json;
  }

  private static Map<String, Object> dedicated(DedicatedConnection connection) {
    Map<String, Object> json =
        object(
            "from",
            connection.source(),
            "to",
            connection.destination(),
            "bandwidth",
            bandwidth(connection.bytesPerSecond()),
            "latency",
            time(connection.latencyPs()),
            "flightTime",
            time(connection.flightPs()),
            "tags",
            connection.tags());
    SizeCondition sizes = connection.sizes();
    if (!sizes.equals(SizeCondition.ANY)) {
      json.put(
          "sizes",
          object(
              "first",
              BusLinksSection.word(sizes.first()),
              "firstBytes",
              sizes.firstBytes(),
              "join",
              sizes.both() ? "and" : "or",
              "second",
              BusLinksSection.word(sizes.second()),
              "secondBytes",
              sizes.secondBytes()));
    }
    return json;
  }

  public static Map<String, Object> speed(LinkSpeed speed) {
    return object(
        "latency", time(speed.latencyPs()), "bandwidth", bandwidth(speed.bytesPerSecond()));
  }

  public static Map<String, Object> links(int in, int out) {
    return object("in", links(in), "out", links(out));
  }

  private static Object links(int count) {
    return count == BusNodes.UNLIMITED ? Quantity.UNLIMITED : count;
  }

  public static Object limit(int count) {
    return count == 0 ? Quantity.UNLIMITED : count;
  }

  /** A time in the largest unit in which it is a whole number. */
  static String time(long ps) {
    String[] units = {"s", "ms", "us", "ns"};
    long unitPs = Ps.PER_SECOND;
    for (String unit : units) {
      if (ps % unitPs == 0) {
        return ps / unitPs + unit;
      }
      unitPs /= 1000;
    }
    return ps + "ps";
  }

  /** A bandwidth such that reading it gives the same number of bytes per second. */
  public static String bandwidth(double bytesPerSecond) {
    if (Double.isInfinite(bytesPerSecond)) {
      return Quantity.UNLIMITED;
    }
    // The unit is a power of two: division and multiplication are exact.
    BigDecimal mebibytes = new BigDecimal(Double.toString(bytesPerSecond / MIB));
    return mebibytes.stripTrailingZeros().toPlainString() + "MiB/s";
  }
}
