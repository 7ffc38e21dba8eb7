package org.foretell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.foretell.machine.Machine;
import org.foretell.machines.MachineFiles;
import org.foretell.report.FiniteStep;
import org.foretell.report.LatencyTolerance;
import org.foretell.report.LatencyTolerance.Limit;
import org.foretell.report.LatencyTolerance.Source;
import org.foretell.report.ParameterSensitivity;
import org.foretell.report.ParameterSensitivity.Method;
import org.foretell.report.Sensitivities;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code sim explain} says of parameters is what runs with other parameters say. */
class ExplainedSensitivitiesTest {
  private static final int SEEDS = Integer.getInteger("foretell.seeds", 5);

  @TempDir private Path folder;

  private Path program(long seed) throws IOException {
    return ExchangingProgram.write(folder, seed);
  }

  private Path machine() throws IOException {
    return ExchangingProgram.machine(folder);
  }

  private static Sensitivities found(ExplainSetup setup) {
    return setup.run().sensitivities().orElseThrow();
  }

  private static long timePs(PredictionSetup setup) {
    return setup.interval(false).run().prediction().makespanPs();
  }

  private static ParameterSensitivity of(Sensitivities found, String parameter) {
    return found.parameters().stream()
        .filter(one -> one.parameter().equals(parameter))
        .findFirst()
        .orElseThrow();
  }

  /**
   * Parameters are moved by less than it takes until another path takes over: then the elasticity
   * is that of two runs, but for roundings of single messages.
   */
  @ParameterizedTest
  @CsvSource({
    "simple, latency s bandwidth B/s",
    "loggops, L s o s g s G s/B",
    "max-rate, L s o s g s G s/B"
  })
  void derivativesAreThoseOfRunsWithOtherParameters(String model, String names) throws IOException {
    int compared = 0;
    int different = 0;
    for (int seed = 1; seed <= SEEDS; seed++) {
      Path trace = program(seed);
      String machine = machine().toString();
      Sensitivities found =
          found(
              Foretell.explanation()
                  .machine(machine)
                  .trace(trace)
                  .model(model)
                  .sensitivities(true));
      long stillPs = timePs(Foretell.prediction().machine(machine).trace(trace).model(model));
      String[] words = names.split(" ", -1);
      for (int i = 0; i < words.length; i += 2) {
        ParameterSensitivity one = of(found, words[i]);
        assertThat(one.method()).isEqualTo(Method.DERIVATIVE);
        double most = one.holdsTo().orElseThrow() - 1;
        if (!(most > 1e-3)) {
          continue;
        }
        double factor = 1 + Math.min(0.002, 0.9 * most);
        PredictionSetup moved = Foretell.prediction().machine(machine).trace(trace).model(model);
        // What derives from a parameter stays.
        found.parameters().stream()
            .filter(other -> other.parameter().length() == 1 && !other.equals(one))
            .forEach(other -> moved.parameter(other.parameter(), other.value()));
        moved.parameter(words[i], written(one.number() * factor, words[i + 1]));
        double elasticity = ((double) timePs(moved) / stillPs - 1) / (factor - 1);
        compared++;
        boolean isEqual =
            Math.abs(one.elasticity() - elasticity) <= 2e-4 + 0.02 * Math.abs(elasticity);
        different += isEqual ? 0 : 1;
        // Only longer ones can take over where messages do not wait for each other.
        assertThat(isEqual || !model.equals("simple") || one.elasticity() < elasticity)
            .as("seed %d, %s: %s and not %s", seed, one.parameter(), one.elasticity(), elasticity)
            .isTrue();
      }
    }
    assertThat(compared).isGreaterThan(SEEDS);
    assertThat(different).as("of %d", compared).isLessThanOrEqualTo(compared / 10);
  }

  private static String written(double number, String unit) {
    return switch (unit) {
      case "s" -> Math.round(number * 1e12) + "ps";
      case "B/s" -> String.format(Locale.ROOT, "%.3fB/s", number);
      default -> String.format(Locale.ROOT, "%.12fns/B", number * 1e9);
    };
  }

  /** What no parameter of a model says is a figure of a group of nodes. */
  @ParameterizedTest
  @ValueSource(strings = {"simple", "loggops", "max-rate"})
  void figuresOfGroupsAreThoseOfRunsOnOtherMachines(String model) throws IOException {
    Map<String, String> settings =
        Map.of(
            "nodeGroups.slow.intraNode.latency",
            "707ns",
            "nodeGroups.fast.intraNode.latency",
            "303ns",
            "cpuRatio of slow",
            Double.toString(1 / 1.01),
            "cpuRatio of fast",
            Double.toString(2 / 1.01));
    int compared = 0;
    int different = 0;
    for (int seed = 1; seed <= SEEDS; seed++) {
      Path trace = program(seed);
      String machine = machine().toString();
      Sensitivities found =
          found(Foretell.explanation().machine(machine).trace(trace).model(model));
      long stillPs = timePs(Foretell.prediction().machine(machine).trace(trace).model(model));
      for (Map.Entry<String, String> setting : settings.entrySet()) {
        ParameterSensitivity one = of(found, setting.getKey());
        if (one.holdsTo().orElseThrow() < 1.0102 || one.holdsFrom().orElseThrow() > 0.9898) {
          continue;
        }
        PredictionSetup moved = Foretell.prediction().machine(machine).trace(trace).model(model);
        boolean isRatio = setting.getKey().startsWith("cpuRatio of ");
        moved.set(
            setting.getKey().replaceFirst("cpuRatio of (.*)", "nodeGroups.$1.cpuRatio"),
            setting.getValue());
        double change = (double) timePs(moved) / stillPs - 1;
        double elasticity = isRatio ? -change / 0.01 : change / 0.01;
        compared++;
        boolean isEqual =
            Math.abs(one.elasticity() - elasticity) <= 2e-4 + 0.02 * Math.abs(elasticity);
        different += isEqual ? 0 : 1;
      }
    }
    assertThat(compared).isGreaterThan(2);
    assertThat(different).as("of %d", compared).isLessThanOrEqualTo(compared / 4);
  }

  /** Where messages share what they need, each side is one replay; so is each kind of links. */
  /** Where messages wait for each other, a percent may not do what the derivative says. */
  @Test
  void aPercentOfAQueueingModelIsWhatReplaysSay() throws IOException {
    Path trace = program(3);
    String machine = machine().toString();
    Sensitivities found =
        found(
            Foretell.explanation()
                .machine(machine)
                .trace(trace)
                .model("loggops")
                .sensitivities(true));
    long stillPs = timePs(Foretell.prediction().machine(machine).trace(trace).model("loggops"));
    ParameterSensitivity gap = of(found, "g");
    assertThat(gap.method()).isEqualTo(Method.DERIVATIVE);
    List<Double> shares = new ArrayList<>();
    for (double factor : List.of(0.99, 1.01)) {
      PredictionSetup moved = Foretell.prediction().machine(machine).trace(trace).model("loggops");
      found.parameters().stream()
          .filter(other -> other.parameter().length() == 1 && !other.equals(gap))
          .forEach(other -> moved.parameter(other.parameter(), other.value()));
      moved.parameter("g", written(gap.number() * factor, "s"));
      shares.add((double) timePs(moved) / stillPs - 1);
    }
    assertThat(gap.gainOfOnePercent()).isCloseTo(-shares.get(0), within(1e-9));
    assertThat(gap.lossOfOnePercent()).isCloseTo(shares.get(1), within(1e-9));
  }

  @Test
  void differencesOfAFlowModelAreTheRunsThemselves() throws IOException {
    Path file = machine();
    Machine machine = MachineFiles.read(file).machine();
    Path trace = program(1);
    Sensitivities found =
        found(
            Foretell.explanation().machine(machine).trace(trace).model("flow").sensitivities(true));
    long stillPs = timePs(Foretell.prediction().machine(machine).trace(trace).model("flow"));
    assertThat(found.parameters()).allMatch(one -> one.method() == Method.DIFFERENCE);
    assertThat(found.parameters().stream().map(ParameterSensitivity::parameter))
        .contains(
            "latency",
            "bandwidth",
            "latency of level 1",
            "bandwidth of level 1",
            "latency of level 2",
            "bandwidth of level 2",
            "nodeGroups.slow.intraNode.bandwidth",
            "cpuRatio of fast",
            "cpuRatio of slow")
        .doesNotContain("sendOverhead");
    ParameterSensitivity latency = of(found, "latency");
    long morePs =
        timePs(
            Foretell.prediction()
                .machine(machine)
                .trace(trace)
                .model("flow")
                .parameter("latency", "4.04us"));
    long lessPs =
        timePs(
            Foretell.prediction()
                .machine(machine)
                .trace(trace)
                .model("flow")
                .parameter("latency", "3.96us"));
    assertThat(latency.whenMore().orElseThrow())
        .isCloseTo(((double) morePs / stillPs - 1) / 0.01, within(1e-9));
    assertThat(latency.whenLess().orElseThrow())
        .isCloseTo((1 - (double) lessPs / stillPs) / 0.01, within(1e-9));
    ParameterSensitivity upper = of(found, "bandwidth of level 2");
    String slower = Files.readString(file).replace("1.5GB/s", 1.5e9 / 1.01 + "B/s");
    long slowerPs =
        timePs(
            Foretell.prediction()
                .machine(MachineFiles.parse("slower.json", slower))
                .trace(trace)
                .model("flow"));
    assertThat(upper.whenLess().orElseThrow())
        .isCloseTo(((double) slowerPs / stillPs - 1) / (1 / 1.01 - 1), within(1e-6));
  }

  @Test
  void busesAndLinksMoveInSteps() throws IOException {
    String machine = machine().toString();
    Path trace = program(2);
    Sensitivities found =
        found(
            Foretell.explanation()
                .machine(machine)
                .trace(trace)
                .model("bus-link")
                .sensitivities(true));
    assertThat(found.parameters().stream().map(ParameterSensitivity::parameter))
        .contains("interNodeLatency", "interNodeBandwidth")
        .doesNotContain("wideAreaLatency");
    FiniteStep buses =
        found.steps().stream()
            .filter(step -> step.parameter().equals("buses"))
            .findFirst()
            .orElseThrow();
    assertThat(buses.neighbours().stream().map(FiniteStep.Neighbour::value))
        .containsExactly("2", "4");
    assertThat(buses.neighbours().get(0).predictedPs().orElseThrow())
        .isEqualTo(
            timePs(
                Foretell.prediction()
                    .machine(machine)
                    .trace(trace)
                    .model("bus-link")
                    .parameter("buses", "2")));
  }

  /** Paired: the same random numbers with each value. */
  @Test
  void noiseIsTheSameOnBothSides() throws IOException {
    String machine = machine().toString();
    Path trace = program(3);
    ExplainSetup setup =
        Foretell.explanation()
            .machine(machine)
            .trace(trace)
            .model("simple")
            .networkNoise("exponential:2us")
            .sensitivities(true);
    ParameterSensitivity latency = of(found(setup), "latency");
    assertThat(latency.method()).isEqualTo(Method.DIFFERENCE);
    PredictionSetup moved =
        Foretell.prediction()
            .machine(machine)
            .trace(trace)
            .model("simple")
            .networkNoise("exponential:2us");
    long stillPs = timePs(moved);
    long morePs = timePs(moved.parameter("latency", "4.04us"));
    assertThat(latency.whenMore().orElseThrow())
        .isCloseTo(((double) morePs / stillPs - 1) / 0.01, within(1e-9));
  }

  @ParameterizedTest
  @CsvSource({"simple, latency", "max-rate, L", "flow, latency"})
  void aRunIsLongerFromItsToleranceOn(String model, String latency) throws IOException {
    String machine = machine().toString();
    for (int seed = 1; seed <= 3; seed++) {
      Path trace = program(seed);
      ExplainSetup setup =
          Foretell.explanation().machine(machine).trace(trace).model(model).sensitivities(true);
      if (model.equals("flow")) {
        setup.parameter("topology", "crossbar");
      }
      LatencyTolerance tolerance = found(setup).tolerance().orElseThrow();
      assertThat(tolerance.parameter()).isEqualTo(latency);
      assertThat(tolerance.limits()).hasSize(3);
      PredictionSetup moved = Foretell.prediction().machine(machine).trace(trace).model(model);
      if (model.equals("flow")) {
        moved.parameter("topology", "crossbar");
      }
      double stillPs = timePs(moved);
      for (Limit limit : tolerance.limits()) {
        assertThat(limit.source()).isNotEqualTo(Source.BOUNDS);
        double from = limit.growthFrom();
        double to = limit.growthTo().orElseThrow();
        assertThat(to - from).isLessThanOrEqualTo(0.1 * to);
        // A slope is exact but for roundings.
        double nextPs = 1e-3 * limit.longer() * stillPs;
        moved.parameter(latency, written(tolerance.number() * (1 + to), "s"));
        assertThat(timePs(moved) + nextPs).isGreaterThan(stillPs * (1 + limit.longer()));
        moved.parameter(latency, written(tolerance.number() * (1 + from), "s"));
        assertThat(timePs(moved) - nextPs).isLessThanOrEqualTo(stillPs * (1 + limit.longer()));
      }
    }
  }

  @Test
  void nothingIsFoundThatNobodyWants() throws IOException {
    ExplainSetup setup =
        Foretell.explanation()
            .machine(machine().toString())
            .trace(program(1))
            .model("simple")
            .sensitivities(false);
    assertThat(setup.run().sensitivities()).isEmpty();
  }
}
