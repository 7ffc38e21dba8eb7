package org.foretell.engine.reference.buslink;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.foretell.machine.BusLinks;
import org.foretell.machine.BusNodes;
import org.foretell.machine.BusSharing;
import org.foretell.machine.BusSite;
import org.foretell.machine.DedicatedConnection;
import org.foretell.machine.FanModel;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.SizeCondition;
import org.foretell.machine.Traffic;
import org.foretell.machine.WideArea;

/** Machines of links and buses, made up from seeds. */
final class RandomBusLinks {
  private static final double[] BYTES_PER_SECOND = {1e9, 2e9, 3e9, Double.POSITIVE_INFINITY};

  /** With this a kilobyte in ten seconds is about as much as there may be. */
  private static final double MOST_PER_BYTE = 1e8;

  private final Random random;
  private final int calm;
  private final boolean busy;

  private RandomBusLinks(Random random, boolean busy) {
    this.random = random;
    this.busy = busy;
    calm = random.nextInt(4);
  }

  static BusLinks of(Random random) {
    return new RandomBusLinks(random, false).machine();
  }

  /** Machines of several sites whose traffic slows what is between them. */
  static BusLinks withTraffic(Random random) {
    return new RandomBusLinks(random, true).machine();
  }

  private BusLinks machine() {
    int count = busy || random.nextInt(3) == 0 ? 2 + random.nextInt(2) : 1;
    List<BusSite> sites = new ArrayList<>();
    for (int site = 0; site < count; site++) {
      List<BusNodes> nodes = new ArrayList<>();
      for (int group = random.nextInt(2); group >= 0; group--) {
        nodes.add(nodes());
      }
      sites.add(
          BusSite.builder("site " + site)
              .nodes(nodes)
              .bytesPerSecond(bytesPerSecond())
              .buses(random.nextInt(4))
              .sharing(random.nextInt(4) == 0 ? BusSharing.SLOWER : BusSharing.FIFO)
              .collectives(FanModel.CONSTANT)
              .build());
    }
    return new BusLinks(sites, count == 1 ? WideArea.NONE : wideArea(count), List.of());
  }

  private double bytesPerSecond() {
    return BYTES_PER_SECOND[random.nextInt(BYTES_PER_SECOND.length)];
  }

  private long latencyPs() {
    return random.nextInt(3) < calm ? 0 : 1000L * (1 + random.nextInt(20));
  }

  private BusNodes nodes() {
    int[] within = links();
    int[] between = links();
    return BusNodes.builder(1 + random.nextInt(3))
        .cpus(1 + random.nextInt(3))
        .intraNode(new LinkSpeed(latencyPs(), bytesPerSecond()))
        .intraBuses(random.nextInt(3))
        .intraLinks(within[0], within[1])
        .latencyPs(latencyPs())
        .links(between[0], between[1])
        .wideAreaLatencyPs(latencyPs())
        .build();
  }

  /** In and out. */
  private int[] links() {
    return switch (random.nextInt(5)) {
      case 0 -> new int[] {0, 0};
      case 1 -> new int[] {0, 1 + random.nextInt(2)};
      case 2 -> new int[] {1 + random.nextInt(2), 0};
      case 3 -> new int[] {BusNodes.UNLIMITED, 1};
      default -> new int[] {1 + random.nextInt(2), 1 + random.nextInt(2)};
    };
  }

  private WideArea wideArea(int sites) {
    long[][] flightPs = new long[random.nextBoolean() ? sites : 0][];
    for (int site = 0; site < flightPs.length; site++) {
      flightPs[site] = LongStream.generate(() -> 500L * random.nextInt(20)).limit(sites).toArray();
    }
    List<DedicatedConnection> dedicated = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      dedicated.add(
          new DedicatedConnection(
              random.nextInt(sites),
              random.nextInt(sites),
              bytesPerSecond(),
              random.nextBoolean() ? List.of() : List.of(1L, 2L, 3L),
              random.nextBoolean()
                  ? SizeCondition.ANY
                  : new SizeCondition(
                      SizeCondition.Comparison.ABOVE, 0, true, SizeCondition.Comparison.BELOW, 100),
              latencyPs(),
              latencyPs()));
    }
    Traffic traffic = busy ? Traffic.values()[random.nextInt(3)] : Traffic.NONE;
    return WideArea.builder()
        .bytesPerSecond(bytesPerSecond())
        .traffic(
            traffic,
            // An exponential never comes to nothing, but to more years than the twin can count.
            busy ? (1 + random.nextInt(4)) * (traffic == Traffic.EXPONENTIAL ? 20 : 1) : 0,
            busy ? MOST_PER_BYTE * random.nextDouble() : 0)
        .flightPs(flightPs)
        .dedicated(dedicated)
        .build();
  }
}
