package org.foretell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.foretell.report.ParameterSensitivity;
import org.foretell.report.ParameterSensitivity.Method;
import org.foretell.report.Sensitivities;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What bounds bursts of known work moves the time as in runs on machines with other figures. */
class RoofSensitivitiesTest {
  private static final List<String> FIGURES =
      List.of("coreSpeed", "streamBandwidth", "coreStreamBandwidth");
  private static final double[] VALUES = {10e9, 40e9, 15e9};

  @TempDir private Path folder;

  /** Two kinds of nodes; five ranks, of which the last is alone on a node of the second. */
  private Path machine() throws IOException {
    String group =
        """
        {"name": "%s", "nodes": 1, "coresPerNode": 4, "coreSpeed": "10Gflop/s",
         "streamBandwidth": "40GB/s", "coreStreamBandwidth": "15GB/s",
         "intraNode": {"latency": "0.3us", "bandwidth": "8GB/s"}}\
        """;
    return Files.writeString(
        folder.resolve("two.json"),
        """
        {"formatVersion": 1, "name": "two", "nodeGroups": [%s, %s, %s],
         "network": {"latency": "1us", "bandwidth": "4GB/s"}, "eagerThreshold": "16KiB"}
        """
            .formatted(
                group.formatted("full"), group.formatted("alone"), group.formatted("unused")));
  }

  /** Bursts that the memory bounds, that the core bounds, and of unknown work. */
  private Path trace(long seed) throws IOException {
    Random random = new Random(seed);
    StringBuilder text = new StringBuilder("foretell-trace 1\nranks 5\n");
    text.append("base_flops_per_second 5e9\nprogram 0-4 {\n");
    for (String work : List.of("flops=1000 memory_bytes=24000", "flops=1000 memory_bytes=8", "")) {
      text.append("  compute duration=each(");
      for (int rank = 0; rank < 5; rank++) {
        text.append(rank == 0 ? "" : ",").append(100 + random.nextInt(900)).append("us");
      }
      text.append(") ").append(work).append("\n  allreduce bytes=8 count=1\n");
    }
    return Files.writeString(folder.resolve("t.txt"), text.append("}\n").toString());
  }

  private static PredictionSetup run(Path machine, Path trace) {
    return Foretell.prediction()
        .machine(machine.toString())
        .trace(trace)
        .model("loggops")
        .interval(false)
        .tracedMachine("hopper");
  }

  private static long timePs(PredictionSetup setup) {
    return setup.run().prediction().makespanPs();
  }

  @Test
  void areThoseOfRunsOnOtherMachines() throws IOException {
    Path machine = machine();
    int moving = 0;
    for (int seed = 1; seed <= 12; seed++) {
      Path trace = trace(seed);
      Sensitivities found =
          Foretell.explanation()
              .machine(machine.toString())
              .trace(trace)
              .model("loggops")
              .tracedMachine("hopper")
              .sensitivities(true)
              .run()
              .sensitivities()
              .orElseThrow();
      assertThat(found.parameters())
          .as("nodes without ranks")
          .noneMatch(one -> one.parameter().contains("unused"));
      double stillPs = timePs(run(machine, trace));
      for (String group : List.of("full", "alone")) {
        for (int i = 0; i < VALUES.length; i++) {
          String figure = "nodeGroups." + group + "." + FIGURES.get(i);
          ParameterSensitivity one =
              found.parameters().stream()
                  .filter(each -> each.parameter().equals(figure))
                  .findFirst()
                  .orElseThrow();
          assertThat(one.method()).isEqualTo(Method.DIFFERENCE);
          assertThat(one.number()).isEqualTo(VALUES[i]);
          String unit = i == 0 ? "flop/s" : "B/s";
          assertThat(one.unit()).isEqualTo(unit);
          double[] times = new double[2];
          for (int side = 0; side < 2; side++) {
            double value = VALUES[i] * (side == 0 ? 0.999 : 1.001);
            times[side] =
                timePs(
                    run(machine, trace)
                        .set(figure, String.format(Locale.ROOT, "%.3f%s", value, unit)));
          }
          double elasticity = (times[1] - times[0]) / stillPs / 0.002;
          assertThat(one.elasticity())
              .as("seed %d, %s", seed, figure)
              .isCloseTo(elasticity, within(2e-3));
          moving += Math.abs(elasticity) > 0.05 ? 1 : 0;
        }
      }
    }
    assertThat(moving).as("that matter").isGreaterThan(12);
  }

  @Test
  void areNoneWhereNoWorkIsKnown() throws IOException {
    Sensitivities found =
        Foretell.explanation()
            .machine(machine().toString())
            .trace(trace(1))
            .model("loggops")
            .sensitivities(true)
            .run()
            .sensitivities()
            .orElseThrow();
    assertThat(found.parameters()).noneMatch(one -> one.parameter().contains("tream"));
  }
}
