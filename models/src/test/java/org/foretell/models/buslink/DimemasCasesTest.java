package org.foretell.models.buslink;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.foretell.engine.Simulation;
import org.foretell.machine.BurstRule;
import org.foretell.machine.BusLinks;
import org.foretell.machine.Placement;
import org.foretell.model.CommunicationModel;
import org.foretell.model.ComputeModel;
import org.foretell.model.ModelContext;
import org.foretell.observe.QueueWaitSummary;
import org.foretell.observe.SimObserver;
import org.foretell.observe.Statistics;
import org.foretell.result.Prediction;
import org.foretell.time.Ps;
import org.foretell.trace.OpView;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Dimemas's own answers, to the nanosecond. */
class DimemasCasesTest {
  static List<String> names() throws IOException, URISyntaxException {
    Path folder =
        Path.of(
            Objects.requireNonNull(DimemasCasesTest.class.getResource("/dimemas-cases")).toURI());
    try (Stream<Path> cases = Files.list(folder)) {
      return cases
          .filter(Files::isDirectory)
          .map(p -> p.getFileName().toString())
          .sorted()
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void isMetToTheNanosecond(String name) {
    DimemasCase oracle = new DimemasCase(name);
    Times times = new Times();
    Statistics statistics = new Statistics(oracle.placement());
    CommunicationModel model =
        new BusLinkModelProvider()
            .create(new ModelContext(oracle.machine(), oracle.placement(), oracle.parameters()));
    Prediction prediction =
        Simulation.builder()
            .trace(oracle.trace())
            .placement(oracle.placement())
            .communication(model)
            .compute(new Bursts(oracle.machine().busLinks().orElseThrow(), oracle.placement()))
            .observer(times)
            .observer(statistics)
            .build()
            .run();
    assertThat(prediction.outcome()).isEqualTo(Prediction.Outcome.COMPLETED);
    assertThat(Arrays.stream(prediction.finishPs()).mapToObj(DimemasCasesTest::ns).toList())
        .as("ends")
        .isEqualTo(oracle.endsNs());
    assertThat(seconds(prediction.makespanPs())).isEqualTo(oracle.answers("total").get(0));
    List<QueueWaitSummary> waits =
        IntStream.range(0, oracle.placement().ranks()).mapToObj(statistics::queueWaits).toList();
    assertThat(waits.stream().map(wait -> seconds(wait.linkWaitPs())).toList())
        .as("waiting for links")
        .isEqualTo(oracle.answers("wait_link_time"));
    assertThat(waits.stream().map(wait -> seconds(wait.busWaitPs())).toList())
        .as("waiting for buses")
        .isEqualTo(oracle.answers("wait_bus_time"));
    assertThat(sorted(times.transfers))
        .as("physical times")
        .isEqualTo(expected(oracle, "physical"));
    assertThat(sorted(times.messages)).as("logical times").isEqualTo(expected(oracle, "logical"));
  }

  private static List<String> sorted(List<String> lines) {
    List<String> copy = new ArrayList<>(lines);
    Collections.sort(copy);
    return copy;
  }

  private static List<String> expected(DimemasCase oracle, String kind) {
    List<String> lines = new ArrayList<>();
    List<String> from = oracle.answers("src");
    for (int i = 0; i < from.size(); i++) {
      lines.add(
          from.get(i)
              + " -> "
              + oracle.answers("dst").get(i)
              + " tag "
              + oracle.answers("tag").get(i)
              + " "
              + oracle.answers("size").get(i)
              + " bytes "
              + oracle.answers(kind + "_send").get(i)
              + " "
              + oracle.answers(kind + "_recv").get(i));
    }
    Collections.sort(lines);
    return lines;
  }

  private static long ns(long ps) {
    return Math.round(ps / 1000.0);
  }

  private static String seconds(long ps) {
    return BigDecimal.valueOf(ps, 12).setScale(9, RoundingMode.HALF_UP).toPlainString();
  }

  /** What the observer hears. */
  private static final class Times implements SimObserver {
    final List<String> transfers = new ArrayList<>();
    final List<String> messages = new ArrayList<>();

    @Override
    public void transfer(
        int source, int destination, int tag, long bytes, long startPs, long endPs) {
      transfers.add(line(source, destination, tag, bytes, startPs, endPs));
    }

    @Override
    public void message(
        int source,
        int destination,
        int tag,
        long bytes,
        long sendPs,
        long receivePs,
        long arrivePs) {
      messages.add(line(source, destination, tag, bytes, sendPs, receivePs));
    }

    private static String line(
        int source, int destination, int tag, long bytes, long from, long to) {
      return source
          + " -> "
          + destination
          + " tag "
          + tag
          + " "
          + bytes
          + " bytes "
          + ns(from)
          + " "
          + ns(to);
    }
  }

  /** Bursts as the machine says. */
  private static final class Bursts implements ComputeModel {
    private final BusLinks machine;
    private final Placement placement;
    private final double[] ratioOfNode;
    private final double[] rule;
    private final long[] ruleType;

    Bursts(BusLinks machine, Placement placement) {
      this.machine = machine;
      this.placement = placement;
      ratioOfNode =
          machine.sites().stream()
              .flatMap(site -> site.nodes().stream())
              .flatMap(group -> Collections.nCopies(group.count(), group.cpuRatio()).stream())
              .mapToDouble(Double::doubleValue)
              .toArray();
      rule = new double[placement.ranks()];
      Arrays.fill(rule, 1);
      ruleType = new long[placement.ranks()];
    }

    @Override
    public long durationPs(int rank, OpView burst, int marker) {
      double ratio = ratioOfNode[placement.node(rank)];
      double seconds = burst.durationPs() / 1e12;
      double ruled = rule[rank] > 0 ? seconds / rule[rank] : rule[rank] == 0 ? 0 : -rule[rank];
      return ratio <= 0 ? 0 : Ps.fromSeconds(ruled / ratio);
    }

    @Override
    public void event(int rank, long type, long value) {
      for (BurstRule one : machine.burstRules()) {
        if (one.eventType() == type && one.eventValue() == value) {
          rule[rank] = one.ratio();
          ruleType[rank] = type;
        } else if (value == 0 && ruleType[rank] == type) {
          rule[rank] = 1;
        }
      }
    }
  }
}
