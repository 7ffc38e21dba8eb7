package org.foretell.models.buslink;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.foretell.engine.Simulation;
import org.foretell.engine.reference.Scenario;
import org.foretell.machine.BusLinks;
import org.foretell.machine.BusNodes;
import org.foretell.machine.BusSharing;
import org.foretell.machine.BusSite;
import org.foretell.machine.FanModel;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Machine;
import org.foretell.machine.NodeGroup;
import org.foretell.machine.Placement;
import org.foretell.machine.WideArea;
import org.foretell.model.CommunicationModel;
import org.foretell.model.ExpandedCollectives;
import org.foretell.model.ModelContext;
import org.foretell.observe.SimObserver;
import org.foretell.result.Prediction;
import org.junit.jupiter.api.Test;

/** What holds for any trace on any machine. */
class BusLinkProperties {
  private static final double BYTES_PER_SECOND = 1e9;

  @Provide
  Arbitrary<Long> seeds() {
    return Arbitraries.longs().dontShrink();
  }

  /** A message overtakes a rendezvous, and the receive that is left has no request. */
  @Test
  void aReceiveThatNobodyWaitsForTakesWhatWasOvertaken() {
    completeTracesComplete(3636, 24);
  }

  @Property(tries = 1500)
  void completeTracesComplete(@ForAll("seeds") long seed, @ForAll @IntRange(max = 50) int events) {
    Scenario scenario = Scenario.of(Scenario.Kind.COOPERATIVE, seed, events);
    Prediction prediction = run(scenario, seed, new Log());
    assertThat(prediction.outcome())
        .as("%s%n%s%n%s", prediction.deadlock(), prediction.problems(), scenario.text())
        .isEqualTo(Prediction.Outcome.COMPLETED);
  }

  @Property(tries = 500)
  void anyTraceHasAResult(@ForAll("seeds") long seed, @ForAll @IntRange(max = 20) int ops) {
    for (Scenario.Kind kind : List.of(Scenario.Kind.DAMAGED, Scenario.Kind.ARBITRARY)) {
      Scenario scenario = Scenario.of(kind, seed, ops);
      Prediction prediction = run(scenario, seed, new Log());
      boolean fatal = prediction.problems().stream().anyMatch(problem -> problem.kind().fatal());
      boolean invalid = prediction.outcome() == Prediction.Outcome.INVALID_TRACE;
      boolean deadlocked = prediction.outcome() == Prediction.Outcome.DEADLOCKED;
      assertThat(fatal).as(scenario::text).isEqualTo(invalid);
      assertThat(prediction.deadlock().isPresent()).as(scenario::text).isEqualTo(deadlocked);
      if (deadlocked) {
        assertThat(prediction.deadlock().orElseThrow().blocked()).as(scenario::text).isNotEmpty();
      } else if (!invalid) {
        assertThat(prediction.makespanPs())
            .as(scenario::text)
            .isEqualTo(Arrays.stream(prediction.finishPs()).max().orElseThrow());
      }
    }
  }

  @Property(tries = 300)
  void neitherObserversNorRepetitionChangeAnything(
      @ForAll("seeds") long seed, @ForAll @IntRange(max = 50) int events) {
    Scenario scenario = Scenario.of(Scenario.Kind.COOPERATIVE, seed, events);
    Log log = new Log();
    Log again = new Log();
    Prediction prediction = run(scenario, seed, log);
    assertThat(run(scenario, seed).finishPs()).as("seed %d", seed).isEqualTo(prediction.finishPs());
    run(scenario, seed, again);
    assertThat(again.lines).as("seed %d", seed).isEqualTo(log.lines);
  }

  @Property(tries = 500)
  void noMoreSlotsAreBusyThanThereAre(
      @ForAll("seeds") long seed, @ForAll @IntRange(max = 50) int events) {
    Scenario scenario = Scenario.of(Scenario.Kind.COOPERATIVE, seed, events);
    BusLinks links = links(new Random(seed), nodes(scenario));
    Log log = new Log();
    run(scenario, seed, log);
    List<BusNodes> groups = links.sites().stream().flatMap(site -> site.nodes().stream()).toList();
    for (int node = 0; node < groups.size(); node++) {
      BusNodes group = groups.get(node);
      boolean half = BusNodes.isHalfDuplex(group.inputLinks(), group.outputLinks());
      int most = Math.max(group.inputLinks(), group.outputLinks());
      if (half) {
        assertThat(log.most(node, SimObserver.Resource.LINK_OUT, SimObserver.Resource.LINK_IN))
            .as("seed %d, half-duplex node %d", seed, node)
            .isLessThanOrEqualTo(most);
      } else {
        assertThat(log.most(node, SimObserver.Resource.LINK_OUT))
            .as("seed %d, node %d", seed, node)
            .isLessThanOrEqualTo(Math.max(0, group.outputLinks()));
        assertThat(log.most(node, SimObserver.Resource.LINK_IN))
            .as("seed %d, node %d", seed, node)
            .isLessThanOrEqualTo(Math.max(0, group.inputLinks()));
      }
    }
    for (int site = 0; site < links.sites().size(); site++) {
      BusSite one = links.sites().get(site);
      if (one.sharing() == BusSharing.FIFO) {
        assertThat(log.most(site, SimObserver.Resource.BUS))
            .as("seed %d, site %d", seed, site)
            .isLessThanOrEqualTo(one.buses());
      }
    }
  }

  private static int nodes(Scenario scenario) {
    return scenario.trace().info().ranks();
  }

  private static int links(Random random) {
    return random.nextInt(4) - 1;
  }

  /** A group for each node, so that all differ. */
  static BusLinks links(Random random, int nodes) {
    int siteCount = 1 + random.nextInt(Math.min(3, nodes));
    List<BusSite> sites = new ArrayList<>();
    for (int site = 0; site < siteCount; site++) {
      int last = site == siteCount - 1 ? nodes : (site + 1) * nodes / siteCount;
      List<BusNodes> groups = new ArrayList<>();
      for (int node = site * nodes / siteCount; node < last; node++) {
        groups.add(
            BusNodes.builder(1)
                .cpus(1 + random.nextInt(3))
                .intraNode(new LinkSpeed(1000L * random.nextInt(3), BYTES_PER_SECOND))
                .intraBuses(random.nextInt(3))
                .intraLinks(links(random), links(random))
                .latencyPs(1000L * random.nextInt(5))
                .links(links(random), links(random))
                .wideAreaLatencyPs(1000L * random.nextInt(5))
                .build());
      }
      sites.add(
          BusSite.builder("site " + site)
              .nodes(groups)
              .bytesPerSecond(BYTES_PER_SECOND)
              .buses(random.nextInt(4))
              .sharing(random.nextInt(4) == 0 ? BusSharing.SLOWER : BusSharing.FIFO)
              .collectives(FanModel.values()[random.nextInt(4)])
              .build());
    }
    long[][] flights = new long[siteCount][siteCount];
    for (int site = 0; site < siteCount; site++) {
      for (int other = 0; other < siteCount; other++) {
        flights[site][other] = site == other ? 0 : 1000L * random.nextInt(4);
      }
    }
    return new BusLinks(
        sites,
        WideArea.builder()
            .bytesPerSecond(1e8)
            .collectives(FanModel.LINEAR)
            .flightPs(flights)
            .build(),
        List.of());
  }

  private static Prediction run(Scenario scenario, long seed, SimObserver... observers) {
    Random random = new Random(seed);
    int nodes = nodes(scenario);
    BusLinks links = links(random, nodes);
    Machine machine = machine(links, random.nextInt(100));
    Placement placement = scenario.placement();
    CommunicationModel model =
        new BusLinkModelProvider().create(new ModelContext(machine, placement, Map.of()));
    ExpandedCollectives algorithms = scenario.communication().get().expanded();
    Simulation.Builder builder =
        Simulation.builder()
            .trace(scenario.trace())
            .placement(placement)
            .communication(algorithms == null ? model : model.with(algorithms))
            .fileSystem(scenario.files())
            .compute(scenario.compute());
    for (SimObserver observer : observers) {
      builder.observer(observer);
    }
    return builder.build().run();
  }

  static Machine machine(BusLinks links, long eagerUpToBytes) {
    return Machine.builder("made-up")
        .nodes(NodeGroup.builder("nodes").nodes(links.nodes()).build())
        .network(LinkSpeed.INSTANT)
        .eagerThresholdBytes(eagerUpToBytes)
        .busLinks(links)
        .build();
  }

  /** What an observer hears. */
  private static final class Log implements SimObserver {
    final List<String> lines = new ArrayList<>();
    private final List<Busy> busy = new ArrayList<>();

    private record Busy(Resource resource, int index, long startPs, long endPs) {}

    private record Change(long timePs, int by) {}

    @Override
    public void busy(Resource resource, int index, long bytes, long startPs, long endPs) {
      busy.add(new Busy(resource, index, startPs, endPs));
      lines.add(resource + " " + index + " " + bytes + " " + startPs + " " + endPs);
    }

    @Override
    public void transfer(
        int source, int destination, int tag, long bytes, long startPs, long endPs) {
      lines.add(source + " -> " + destination + " " + tag + " " + startPs + " " + endPs);
    }

    @Override
    public void waitedInQueue(int rank, boolean bus, long startPs, long endPs) {
      assertThat(endPs).isGreaterThanOrEqualTo(startPs);
      lines.add(rank + " waited " + bus + " " + startPs + " " + endPs);
    }

    /** How many of some kinds were busy at once at most. */
    int most(int index, Resource... resources) {
      List<Change> changes = new ArrayList<>();
      for (Busy one : busy) {
        if (one.index == index
            && List.of(resources).contains(one.resource)
            && one.endPs > one.startPs) {
          changes.add(new Change(one.startPs, 1));
          changes.add(new Change(one.endPs, -1));
        }
      }
      changes.sort(Comparator.comparingLong(Change::timePs).thenComparingInt(Change::by));
      int now = 0;
      int most = 0;
      for (Change change : changes) {
        now += change.by;
        most = Math.max(most, now);
      }
      return most;
    }
  }
}
