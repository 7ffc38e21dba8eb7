package org.foretell.machines.json;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.foretell.machine.BurstRule;
import org.foretell.machine.BusLinks;
import org.foretell.machine.BusNodes;
import org.foretell.machine.BusSharing;
import org.foretell.machine.BusSite;
import org.foretell.machine.DedicatedConnection;
import org.foretell.machine.Fan;
import org.foretell.machine.FanModel;
import org.foretell.machine.FanSize;
import org.foretell.machine.Fans;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.RankMapping;
import org.foretell.machine.SizeCondition;
import org.foretell.machine.SizeCondition.Comparison;
import org.foretell.machine.Traffic;
import org.foretell.machine.WideArea;
import org.foretell.machines.findings.Findings;
import org.foretell.machines.findings.JsonValue;
import org.foretell.machines.findings.JsonValue.Elements;
import org.foretell.machines.findings.JsonValue.Members;
import org.foretell.machines.findings.Shown;
import org.foretell.trace.OpCode;
import org.jspecify.annotations.Nullable;

/** Reads the object {@code busLinks} of a machine file; {@link BusLinksJson} writes it. */
final class BusLinksSection {
  private static final int MOST = Integer.MAX_VALUE;
  private static final int MOST_NODES = 1 << 24;
  private static final int MOST_CPUS = 1 << 16;
  private static final int MOST_SITES = 1024;
  private static final double MOST_RATIO = 1e6;
  private static final long MOST_EXACT = 1L << 53;
  private static final Pattern ANY = Pattern.compile(".{0,200}");
  private static final Pattern OP =
      Pattern.compile(
          Arrays.stream(OpCode.values())
              .filter(op -> op.family() == OpCode.Family.COLLECTIVE)
              .filter(op -> !op.isNonBlockingCollective())
              .map(BusLinksSection::word)
              .collect(Collectors.joining("|")));
  private static final Pattern MAPPINGS = Pattern.compile("fill-nodes|per-node|interleaved|listed");

  private final Findings findings;

  private BusLinksSection(Findings findings) {
    this.findings = findings;
  }

  /** How a machine file writes a constant. */
  static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The description; empty if something is wrong with it, which then is among the findings. */
  static Optional<BusLinks> read(Findings findings, JsonValue value) {
    if (!(value instanceof Members object)) {
      findings.wrong(value, "an object {...} that describes sites, links and buses");
      return Optional.empty();
    }
    int mistakes = findings.count();
    try {
      BusLinks busLinks = new BusLinksSection(findings).busLinks(object);
      return findings.count() > mistakes ? Optional.empty() : Optional.of(busLinks);
    } catch (IllegalArgumentException e) {
      if (findings.count() == mistakes) {
        findings.wrong(value, Shown.plain(String.valueOf(e.getMessage())), "numbers that agree");
      }
      return Optional.empty();
    }
  }

  private BusLinks busLinks(Members object) {
    FileFields fields = new FileFields(findings, object);
    List<BusSite> sites = each(fields, "sites", true, this::site);
    FileFields wide = fields.object("wideArea", false);
    WideArea wideArea = fields.has("wideArea") ? wideArea(wide, sites.size()) : WideArea.NONE;
    List<BurstRule> rules =
        each(
            fields,
            "burstRules",
            false,
            rule ->
                new BurstRule(
                    rule.whole("eventType", 0, Long.MAX_VALUE),
                    rule.whole("eventValue", 0, Long.MAX_VALUE),
                    rule.number("ratio", -MOST_RATIO, MOST_RATIO)));
    Optional<RankMapping> mapping =
        fields.has("mapping") ? mapping(fields.object("mapping", true)) : Optional.empty();
    fields.refuseOthers();
    if (sites.size() > MOST_SITES
        || sites.stream().mapToLong(BusLinksSection::nodes).sum() > MOST_NODES) {
      findings.wrong(
          object,
          "too many sites or nodes",
          "at most " + MOST_SITES + " sites and " + MOST_NODES + " nodes in all");
      return new BusLinks(sites.subList(0, 1), WideArea.NONE, List.of());
    }
    return new BusLinks(sites, wideArea, rules, mapping);
  }

  private static long nodes(BusSite site) {
    return site.nodes().stream().mapToLong(BusNodes::count).sum();
  }

  private <T> List<T> each(
      FileFields fields, String name, boolean required, Function<FileFields, T> reader) {
    List<T> list = new ArrayList<>();
    Optional<Elements> elements = fields.array(name, required, "an array of objects {...}");
    for (JsonValue element : elements.map(Elements::values).orElse(List.of())) {
      if (element instanceof Members members) {
        FileFields of = new FileFields(findings, members);
        list.add(reader.apply(of));
        of.refuseOthers();
      } else {
        findings.wrong(element, "an object {...}");
      }
    }
    return list;
  }

  private BusSite site(FileFields fields) {
    return BusSite.builder(
            fields.optionalText("name", ANY, "a string of at most 200 characters").orElse(""))
        .nodes(each(fields, "nodes", true, this::nodes))
        .bytesPerSecond(fields.bytesPerSecond("bandwidth"))
        .buses(fields.limit("buses", MOST))
        .sharing(constant(fields, "sharing", BusSharing.values()))
        .collectives(constant(fields, "collectives", FanModel.values()))
        .fans(fans(fields))
        .build();
  }

  private BusNodes nodes(FileFields fields) {
    FileFields intra = fields.object("intraNode", true);
    LinkSpeed intraSpeed =
        new LinkSpeed(intra.timePs("latency"), intra.bytesPerSecond("bandwidth"));
    int intraBuses = intra.limit("buses", MOST);
    FileFields intraLinks = intra.object("links", false);
    int intraInputLinks = intraLinks.limit("in", MOST_CPUS, BusNodes.UNLIMITED);
    int intraOutputLinks = intraLinks.limit("out", MOST_CPUS, BusNodes.UNLIMITED);
    intraLinks.refuseOthers();
    intra.refuseOthers();
    FileFields links = fields.object("links", false);
    BusNodes nodes =
        BusNodes.builder(fields.wholeNumber("count", 1, MOST_NODES))
            .cpus(fields.wholeNumber("cpus", 1, MOST_CPUS))
            .cpuRatio(fields.number("cpuRatio", 0, MOST_RATIO))
            .intraNode(intraSpeed)
            .intraBuses(intraBuses)
            .intraLinks(intraInputLinks, intraOutputLinks)
            .latencyPs(fields.timePs("latency"))
            .links(
                links.limit("in", MOST_CPUS, BusNodes.UNLIMITED),
                links.limit("out", MOST_CPUS, BusNodes.UNLIMITED))
            .wideAreaLatencyPs(fields.has("wideAreaLatency") ? fields.timePs("wideAreaLatency") : 0)
            .build();
    links.refuseOthers();
    return nodes;
  }

  private Map<OpCode, Fans> fans(FileFields fields) {
    Map<OpCode, Fans> fans = new HashMap<>();
    each(
        fields,
        "collectiveCosts",
        false,
        cost -> {
          String op = cost.text("op", OP, "a collective, like \"allreduce\"");
          Fans value = new Fans(fan(cost.object("fanIn", true)), fan(cost.object("fanOut", true)));
          if (OP.matcher(op).matches()) {
            fans.put(OpCode.valueOf(op.toUpperCase(Locale.ROOT).replace('-', '_')), value);
          }
          return op;
        });
    return fans;
  }

  private static Fan fan(FileFields fields) {
    Fan fan =
        new Fan(
            constant(fields, "model", FanModel.values()),
            constant(fields, "size", FanSize.values()));
    fields.refuseOthers();
    return fan;
  }

  private WideArea wideArea(FileFields fields, int sites) {
    List<long[]> flights =
        each(
            fields,
            "flightTimes",
            false,
            flight ->
                new long[] {
                  flight.wholeNumber("from", 0, Math.max(0, sites - 1)),
                  flight.wholeNumber("to", 0, Math.max(0, sites - 1)),
                  flight.timePs("time")
                });
    long[][] flightPs = new long[flights.isEmpty() ? 0 : sites][flights.isEmpty() ? 0 : sites];
    for (long[] flight : flights) {
      if (Math.max(flight[0], flight[1]) < sites) {
        flightPs[(int) flight[0]][(int) flight[1]] = flight[2];
      }
    }
    Traffic traffic = constant(fields, "traffic", Traffic.values());
    double trafficPerByte =
        fields.has("trafficPerByte") ? fields.number("trafficPerByte", 0, Double.MAX_VALUE) : 0;
    WideArea wideArea =
        WideArea.builder()
            .bytesPerSecond(fields.bytesPerSecond("bandwidth"))
            .traffic(
                traffic,
                maxTraffic(fields, traffic != Traffic.NONE && trafficPerByte > 0),
                trafficPerByte)
            .collectives(constant(fields, "collectives", FanModel.values()))
            .fans(fans(fields))
            .flightPs(flightPs)
            .dedicated(each(fields, "dedicated", false, this::dedicated))
            .build();
    fields.refuseOthers();
    return wideArea;
  }

  private static double maxTraffic(FileFields fields, boolean matters) {
    if (matters) {
      return fields.number(
          "maxTraffic",
          Double.MIN_VALUE,
          Double.MAX_VALUE,
          "a number above 0, as trafficPerByte is above 0: the traffic that leaves nothing");
    }
    return fields.has("maxTraffic") ? fields.number("maxTraffic", 0, Double.MAX_VALUE) : 0;
  }

  private DedicatedConnection dedicated(FileFields fields) {
    fields
        .array("communicators", false, "an empty array")
        .filter(communicators -> !communicators.values().isEmpty())
        .ifPresent(
            communicators ->
                findings.wrong(
                    communicators, "none: messages choose a connection by tag and size only"));
    FileFields sizes = fields.object("sizes", false);
    SizeCondition condition = SizeCondition.ANY;
    if (fields.has("sizes")) {
      Comparison first = constant(sizes, "first", Comparison.values());
      long firstBytes = sizes.whole("firstBytes", 0, MOST_EXACT);
      boolean both =
          sizes.text("join", Pattern.compile("and|or"), "\"and\" or \"or\"").equals("and");
      Comparison second = constant(sizes, "second", Comparison.values());
      condition =
          new SizeCondition(
              first, firstBytes, both, second, sizes.whole("secondBytes", 0, MOST_EXACT));
      sizes.refuseOthers();
    }
    return new DedicatedConnection(
        fields.wholeNumber("from", 0, MOST_SITES - 1),
        fields.wholeNumber("to", 0, MOST_SITES - 1),
        fields.bytesPerSecond("bandwidth"),
        fields.wholeNumbers("tags", MOST),
        condition,
        fields.timePs("latency"),
        fields.timePs("flightTime"));
  }

  private static Optional<RankMapping> mapping(FileFields fields) {
    String kind =
        fields.text(
            "kind", MAPPINGS, "\"fill-nodes\", \"per-node\", \"interleaved\" or \"listed\"");
    @Nullable RankMapping mapping =
        switch (kind) {
          case "fill-nodes" -> new RankMapping.FillNodes();
          case "per-node" ->
              new RankMapping.PerNode(fields.wholeNumber("ranksPerNode", 1, MOST_NODES));
          case "interleaved" -> new RankMapping.Interleaved();
          case "listed" ->
              new RankMapping.Listed(
                  fields.wholeNumbers("nodes", MOST_NODES).stream()
                      .mapToInt(Long::intValue)
                      .toArray());
          default -> null;
        };
    fields.refuseOthers();
    return Optional.ofNullable(mapping);
  }

  private static <E extends Enum<E>> E constant(FileFields fields, String name, E[] constants) {
    String words =
        Arrays.stream(constants).map(BusLinksSection::word).collect(Collectors.joining("|"));
    String text =
        fields.text(name, Pattern.compile(words), "\"" + words.replace("|", "\", \"") + "\"");
    return Arrays.stream(constants)
        .filter(constant -> word(constant).equals(text))
        .findFirst()
        .orElse(constants[0]);
  }
}
