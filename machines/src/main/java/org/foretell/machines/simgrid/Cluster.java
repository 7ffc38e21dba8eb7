package org.foretell.machines.simgrid;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Topology;
import org.foretell.machine.topology.Dragonfly;
import org.foretell.machine.topology.Fabric;
import org.foretell.machine.topology.FatTree;
import org.foretell.machine.topology.GlobalLinks;
import org.foretell.machine.topology.HalfDuplex;
import org.foretell.machine.topology.Routing;
import org.foretell.machine.topology.Torus;
import org.jspecify.annotations.Nullable;

/**
 * A {@code <cluster>}.
 *
 * @param hosts names, in the order of the radical
 * @param router name of its router
 * @param outAndBack whether a message of a host to itself goes out to its switch and back, as it
 *     does in SimGrid without loopback; the hosts of a torus are the switches
 */
public record Cluster(
    String id,
    List<String> hosts,
    String router,
    HostKind kind,
    Topology topology,
    boolean outAndBack) {
  static final int MOST_HOSTS = 1 << 20;
  private static final int MOST_CORES = 1 << 16;
  private static final Pattern RANGE =
      Pattern.compile("\\s*(\\d{1,9})(?:\\s*-\\s*(\\d{1,9}))?\\s*");
  private static final Pattern NUMBER = Pattern.compile("\\s*(\\d{1,8})\\s*");

  private static final String FAT_TREE =
      "levels;children of a switch by level;parents by level;cables by level, like"
          + " \"2;4,4;1,2;1,2\"";
  private static final String TORUS = "the size of each dimension, like \"8,8,4\"";
  private static final String DRAGONFLY =
      "groups,links;chassis,links;routers,links;nodes, like \"3,4;4,3;5,1;2\"";

  static Cluster read(Element element, List<String> notes) {
    String id = element.required("id");
    String prefix = element.required("prefix");
    String suffix = element.required("suffix");
    List<String> hosts = new ArrayList<>();
    for (int number : radical(element)) {
      hosts.add(prefix + number + suffix);
    }
    LinkSpeed loopback = HostKind.DEFAULT_LOOPBACK;
    if (element.has("loopback_bw") || element.has("loopback_lat")) {
      loopback = speed(element, "loopback_bw", "loopback_lat");
    }
    HostKind kind =
        new HostKind(
            PlatformUnits.flopPerSecond(element, "speed", element.required("speed")),
            cores(element),
            loopback);
    String router = element.optional("router_id", prefix + id + "_router" + suffix);
    boolean outAndBack =
        !element.has("loopback_bw") && !element.optional("topology", "").equalsIgnoreCase("TORUS");
    return new Cluster(id, hosts, router, kind, topology(element, hosts.size(), notes), outAndBack);
  }

  static int cores(Element element) {
    return number(element, "core", element.optional("core", "1"), MOST_CORES);
  }

  private static int number(Element element, String attribute, String text, int most) {
    Matcher matcher = NUMBER.matcher(text);
    if (matcher.matches()) {
      int number = Integer.parseInt(matcher.group(1));
      if (number >= 1 && number <= most) {
        return number;
      }
    }
    throw element.wrongValue(attribute, "whole numbers from 1 to " + most);
  }

  private static List<Integer> radical(Element element) {
    String allowed = "numbers and ranges of hosts, like \"0-63\" or \"1-29,58\", 1 to 2^20 hosts";
    List<Integer> numbers = new ArrayList<>();
    for (String part : element.required("radical").split(",", -1)) {
      Matcher matcher = RANGE.matcher(part);
      if (!matcher.matches()) {
        throw element.wrongValue("radical", allowed);
      }
      int first = Integer.parseInt(matcher.group(1));
      int last = matcher.group(2) == null ? first : Integer.parseInt(matcher.group(2));
      if (last < first || (long) numbers.size() + last - first >= MOST_HOSTS) {
        throw element.wrongValue("radical", allowed);
      }
      for (int number = first; number <= last; number++) {
        numbers.add(number);
      }
    }
    return numbers;
  }

  private static LinkSpeed speed(Element element, String bandwidth, String latency) {
    return new LinkSpeed(
        PlatformUnits.timePs(element, latency, element.optional(latency, "0")),
        PlatformUnits.bytesPerSecond(element, bandwidth, element.optional(bandwidth, "")));
  }

  private static Topology topology(Element element, int hosts, List<String> notes) {
    LinkSpeed link =
        new LinkSpeed(
            PlatformUnits.timePs(element, "lat", element.required("lat")),
            PlatformUnits.bytesPerSecond(element, "bw", element.required("bw")));
    boolean splitDuplex = splitDuplex(element, notes);
    @Nullable LinkSpeed limiter =
        element.has("limiter_link")
            ? new LinkSpeed(
                0,
                PlatformUnits.bytesPerSecond(
                    element, "limiter_link", element.required("limiter_link")))
            : null;
    String kind = element.optional("topology", "FLAT").toUpperCase(Locale.ROOT);
    if (kind.equals("FLAT")) {
      return new StarCluster(
          hosts,
          link,
          splitDuplex,
          limiter,
          element.has("bb_bw") ? speed(element, "bb_bw", "bb_lat") : null,
          !element.optional("bb_sharing_policy", "SHARED").equals("FATPIPE"));
    }
    if (element.has("bb_bw")) {
      notes.add("cluster " + element.required("id") + ": a " + kind + " has no backbone");
    }
    Fabric fabric = fabric(element, kind, link);
    if (fabric.nodes() != hosts) {
      throw element.wrong(
          hosts + " hosts in radical, but topo_parameters for " + fabric.nodes(),
          "as many hosts as the topology has places");
    }
    if (limiter != null) {
      return new LimitedFabric(fabric, splitDuplex, limiter.bytesPerSecond());
    }
    return splitDuplex ? fabric : new HalfDuplex(fabric);
  }

  private static boolean splitDuplex(Element element, List<String> notes) {
    String policy = element.optional("sharing_policy", "SPLITDUPLEX");
    return switch (policy) {
      case "SPLITDUPLEX", "FULLDUPLEX" -> true;
      case "SHARED" -> false;
      case "FATPIPE" -> {
        notes.add(
            "cluster "
                + element.required("id")
                + ": sharing_policy FATPIPE is taken as SHARED, as SimGrid does in clusters");
        yield false;
      }
      default -> throw element.wrongValue("sharing_policy", "SPLITDUPLEX, SHARED or FATPIPE");
    };
  }

  private static Fabric fabric(Element element, String kind, LinkSpeed link) {
    String[] parts = element.required("topo_parameters").split(";", -1);
    try {
      return switch (kind) {
        case "FAT_TREE" -> fatTree(element, parts, link);
        case "TORUS" -> torus(element, parts, link);
        case "DRAGONFLY" -> dragonfly(element, parts, link);
        default -> throw element.wrongValue("topology", "FLAT, FAT_TREE, TORUS or DRAGONFLY");
      };
    } catch (IllegalArgumentException e) {
      throw element.wrongValue("topo_parameters", "sizes that make a network: " + e.getMessage());
    }
  }

  private static Fabric fatTree(Element element, String[] parts, LinkSpeed link) {
    if (parts.length != 4) {
      throw element.wrongValue("topo_parameters", FAT_TREE);
    }
    int levels = numbers(element, parts[0], 1)[0];
    return new FatTree(
        numbers(element, parts[1], levels),
        numbers(element, parts[2], levels),
        numbers(element, parts[3], levels),
        List.of(link),
        Routing.DETERMINISTIC);
  }

  private static Fabric torus(Element element, String[] parts, LinkSpeed link) {
    if (parts.length != 1) {
      throw element.wrongValue("topo_parameters", TORUS);
    }
    return Torus.of(numbers(element, parts[0], parts[0].split(",", -1).length), link);
  }

  private static Fabric dragonfly(Element element, String[] parts, LinkSpeed link) {
    if (parts.length != 4) {
      throw element.wrongValue("topo_parameters", DRAGONFLY);
    }
    int[] groups = numbers(element, parts[0], 2);
    int[] chassis = numbers(element, parts[1], 2);
    int[] routers = numbers(element, parts[2], 2);
    return Dragonfly.builder()
        .groups(groups[0])
        .chassisPerGroup(chassis[0])
        .switchesPerChassis(routers[0])
        .nodesPerSwitch(numbers(element, parts[3], 1)[0])
        .globalLinks(GlobalLinks.BY_GROUP_NUMBER)
        .speeds(
            new Dragonfly.CableSpeeds(
                link, times(link, routers[1]), times(link, chassis[1]), times(link, groups[1])))
        .build();
  }

  private static LinkSpeed times(LinkSpeed link, int cables) {
    return new LinkSpeed(link.latencyPs(), link.bytesPerSecond() * cables);
  }

  private static int[] numbers(Element element, String text, int count) {
    String[] parts = text.split(",", -1);
    if (parts.length != count) {
      throw element.wrong(
          "\"" + text + "\" in topo_parameters", count + " numbers, separated by commas");
    }
    int[] numbers = new int[count];
    for (int index = 0; index < count; index++) {
      numbers[index] = number(element, "topo_parameters", parts[index], MOST_HOSTS);
    }
    return numbers;
  }
}
