package org.foretell.machines.simgrid;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Machine;
import org.foretell.machine.MachineBuilder;
import org.foretell.machine.NoRouteException;
import org.foretell.machine.NodeGroup;
import org.foretell.machine.Topology;

/**
 * SimGrid's platform files as machines: clusters of all topologies, and listed hosts, links and
 * routes, as {@code docs/simgrid-platforms.md} describes. The machine asks for the model {@code
 * flow} with the settings under which SimGrid's fluid model is compared like for like.
 */
public final class SimGridPlatforms {
  /** Messages below 64 KiB are sent eagerly, as with SimGrid's {@code send-is-detached-thresh}. */
  private static final long EAGER_BYTES = 65_535;

  /** The default of SimGrid's {@code network/TCP-gamma}. */
  private static final String WINDOW = "4194304B";

  /**
   * A platform that was read.
   *
   * @param notes what of the file has no effect, and what was assumed
   */
  public record Loaded(Machine machine, List<String> notes) {
    /** Copies the list. */
    public Loaded {
      notes = List.copyOf(notes);
    }
  }

  private SimGridPlatforms() {}

  /**
   * Reads a platform.
   *
   * @param file its name, for the names of the machine and of its network
   * @param bytes all of it, XML
   * @throws PlatformException at the first mistake
   */
  public static Loaded read(String file, byte[] bytes) {
    String shortName = file.substring(file.replace('\\', '/').lastIndexOf('/') + 1);
    Platform platform = Platform.read(shortName, XmlText.read(bytes));
    return new Loaded(machine(shortName, platform, platform.topology(shortName)), notes(platform));
  }

  private static List<String> notes(Platform platform) {
    List<String> notes = new ArrayList<>(platform.notes());
    notes.add(
        "latency and bandwidth of the network, for models without topology, are those of the route"
            + " from host "
            + platform.hostNames().get(0)
            + " to host "
            + platform.hostNames().get(platform.hostNames().size() - 1));
    return notes;
  }

  /** SimGrid executes each collective, however many messages it has; so many are bearable here. */
  private static final String STEPS = Long.toString(1 << 24);

  private static Machine machine(String file, Platform platform, Topology topology) {
    MachineBuilder machine =
        Machine.builder(name(file))
            .title("SimGrid platform " + file + ": " + topology.title())
            .network(endToEnd(topology))
            .eagerThresholdBytes(EAGER_BYTES)
            .modelParameter("collectives", "simgrid-default")
            .modelParameter("collectives.exactUpTo", STEPS)
            .modelParameter("flow.ends", "none")
            .modelParameter("flow.envelope", "16B")
            .modelParameter("flow.weights", "latency")
            .modelParameter("flow.window", WINDOW)
            .modelParameter("flow.intraNode", platform.leavesHostForItself() ? "links" : "speed")
            .source("SimGrid platform file " + file)
            .defaultModel("flow")
            .topology(topology);
    groups(platform).forEach(machine::nodes);
    return machine.build();
  }

  /** The name of the file, in the letters that names of machines have. */
  private static String name(String file) {
    String stem = file.toLowerCase(Locale.ROOT).replaceFirst("\\.xml$", "");
    String name = stem.replaceAll("[^a-z0-9]+", "-").replaceAll("^-+|-+$", "");
    return name.isEmpty() ? "platform" : name.substring(0, Math.min(64, name.length()));
  }

  private static List<NodeGroup> groups(Platform platform) {
    List<NodeGroup> groups = new ArrayList<>();
    List<HostKind> kinds = platform.hostKinds();
    int first = 0;
    for (int host = 1; host <= kinds.size(); host++) {
      HostKind kind = kinds.get(first);
      if (host == kinds.size() || !Objects.equals(kinds.get(host), kind)) {
        groups.add(
            NodeGroup.builder(groups.isEmpty() ? "hosts" : "hosts-" + (groups.size() + 1))
                .nodes(host - first)
                .coresPerNode(kind.cores())
                .coreFlopsPerSecond(kind.flopPerSecond())
                .intraNode(kind.loopback())
                .build());
        first = host;
      }
    }
    return groups;
  }

  private static LinkSpeed endToEnd(Topology topology) {
    int[] links = new int[topology.longestRoute()];
    int length;
    try {
      length = topology.route(0, topology.nodes() - 1, 0, links);
    } catch (NoRouteException e) {
      // Who asks for that route will hear of it; a model without topology does not need it.
      length = 0;
    }
    long latencyPs = 0;
    double bytesPerSecond = Double.POSITIVE_INFINITY;
    for (int index = 0; index < length; index++) {
      latencyPs += topology.latencyPs(links[index]);
      bytesPerSecond = Math.min(bytesPerSecond, topology.bytesPerSecond(links[index]));
    }
    return new LinkSpeed(latencyPs, bytesPerSecond);
  }
}
