package org.foretell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.foretell.report.ExplainResult;
import org.foretell.report.FiniteStep;
import org.foretell.report.LinksEntry;
import org.foretell.report.ParameterSensitivity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every figure of a machine file that changes the time is among the sensitivities, with the change
 * that a run on the changed file has. Of models in which messages share links or buses, and of
 * files.
 */
class ExplainedFiguresTest {
  private static final boolean LONG = Boolean.getBoolean("foretell.long");
  private static final int SEEDS = Integer.getInteger("foretell.seeds", 1);
  private static final Path EXAMPLE = Path.of("../examples/mg.S.16.tar.gz");
  private static final Path TRACES = Path.of("../../shared/data/ti");

  private static final String FAT_TREE =
      """
      "topology": {"kind": "fat-tree", "children": [2, 4], "parents": [1, 2], "routing": "ecmp",
        "links": [{"latency": "100ns", "bandwidth": "2GB/s"},
          {"latency": "200ns", "bandwidth": "1.5GB/s"}]}
      """;
  private static final String TORUS =
      """
      "topology": {"kind": "torus", "sizes": [2, 2, 2], "routing": "adaptive",
        "nodeLink": {"latency": "50ns", "bandwidth": "2.2GB/s"},
        "links": [{"latency": "100ns", "bandwidth": "2GB/s"},
          {"latency": "110ns", "bandwidth": "1.9GB/s"},
          {"latency": "120ns", "bandwidth": "1.8GB/s"}]}
      """;
  private static final String DRAGONFLY =
      """
      "topology": {"kind": "dragonfly", "groups": 2, "chassisPerGroup": 2, "switchesPerChassis": 2,
        "nodesPerSwitch": 1, "routing": "adaptive",
        "nodeLink": {"latency": "50ns", "bandwidth": "2GB/s"},
        "chassisLink": {"latency": "80ns", "bandwidth": "1.8GB/s"},
        "groupLink": {"latency": "90ns", "bandwidth": "1.7GB/s"},
        "globalLink": {"latency": "400ns", "bandwidth": "1.2GB/s"}}
      """;
  private static final String DRAGONFLY_PLUS =
      """
      "topology": {"kind": "dragonfly-plus", "groups": 2, "leavesPerGroup": 2, "spinesPerGroup": 2,
        "nodesPerLeaf": 2, "routing": "ecmp",
        "nodeLink": {"latency": "50ns", "bandwidth": "2GB/s"},
        "groupLink": {"latency": "90ns", "bandwidth": "1.7GB/s"},
        "globalLink": {"latency": "400ns", "bandwidth": "1.2GB/s"}}
      """;
  private static final String HYPERX =
      """
      "topology": {"kind": "hyperx", "sizes": [2, 2], "nodesPerSwitch": 2, "routing": "adaptive",
        "nodeLink": {"latency": "50ns", "bandwidth": "2GB/s"},
        "links": [{"latency": "90ns", "bandwidth": "1.7GB/s"},
          {"latency": "95ns", "bandwidth": "1.2GB/s"}]}
      """;
  private static final String SWITCH =
      """
      "topology": {"kind": "single-switch", "nodes": 8,
        "link": {"latency": "90ns", "bandwidth": "2GB/s"},
        "backplane": {"latency": "10ns", "bandwidth": "3GB/s"}}
      """;
  private static final String RAILS =
      """
      "topology": {"kind": "dragonfly", "groups": 2, "switchesPerChassis": 3, "nodesPerSwitch": 3,
        "interfaces": 2, "interfacesIn": "one-network",
        "nodeLink": {"latency": "50ns", "bandwidth": "2GB/s"},
        "chassisLink": {"latency": "80ns", "bandwidth": "1.8GB/s"},
        "globalLink": {"latency": "400ns", "bandwidth": "1.2GB/s"}}
      """;
  private static final String SITES =
      """
      "busLinks": {
        "mapping": {"kind": "per-node", "ranksPerNode": 2},
        "sites": [
          {"name": "here", "bandwidth": "1GB/s", "buses": 2, "sharing": "fifo",
            "collectives": "logarithmic", "nodes": [
              {"count": 1, "cpus": 2, "cpuRatio": 2, "latency": "2us", "wideAreaLatency": "20us",
                "intraNode": {"latency": "300ns", "bandwidth": "10GB/s"},
                "links": {"in": 1, "out": 1}},
              {"count": 3, "cpus": 2, "cpuRatio": 2, "latency": "0us", "wideAreaLatency": "25us",
                "intraNode": {"latency": "350ns", "bandwidth": "9GB/s"},
                "links": {"in": 1, "out": 2}}]},
          {"name": "there", "bandwidth": "1.5GB/s", "buses": 1, "sharing": "fifo",
            "collectives": "logarithmic", "nodes": [
              {"count": 4, "cpus": 2, "cpuRatio": 1, "latency": "3us", "wideAreaLatency": "30us",
                "intraNode": {"latency": "700ns", "bandwidth": "4GB/s"},
                "links": {"in": 2, "out": 1}}]}],
        "wideArea": {"bandwidth": "200MB/s", "traffic": "none", "collectives": "constant",
          "flightTimes": [{"from": 0, "to": 1, "time": "50us"}, {"from": 1, "to": 0, "time": "60us"}],
          "dedicated": [{"from": 0, "to": 1, "bandwidth": "300MB/s", "latency": "10us",
            "flightTime": "5us", "sizes": {"first": "below", "firstBytes": 4096, "join": "and",
              "second": "below", "secondBytes": 4096}}]}}
      """;

  @TempDir private Path folder;

  /** Two groups of four nodes with two cores; {@code more} is a field of the file. */
  private Path machine(String more) throws IOException {
    return Files.writeString(
        folder.resolve("machine.json"),
        """
        {
          "formatVersion": 1, "name": "mixed",
          "nodeGroups": [
            {"name": "fast", "nodes": 4, "coresPerNode": 2, "cpuRatio": 2,
              "intraNode": {"latency": "300ns", "bandwidth": "10GB/s"},
              "links": {"in": 1, "out": 1}},
            {"name": "slow", "nodes": 4, "coresPerNode": 2, "cpuRatio": 1,
              "intraNode": {"latency": "700ns", "bandwidth": "4GB/s"},
              "links": {"in": 1, "out": 2}}
          ],
          "network": {"latency": "2us", "bandwidth": "2GB/s", "messageRate": "2Mmsg/s", "buses": 3},
          "eagerThreshold": "16KiB",
          %s
          "sources": {}
        }
        """
            .formatted(more.isEmpty() ? "" : more.strip() + ","));
  }

  static Stream<Arguments> machines() {
    return Stream.of(
        Arguments.of("fat tree", "flow", FAT_TREE),
        Arguments.of("torus", "flow", TORUS),
        Arguments.of("dragonfly", "flow", DRAGONFLY),
        Arguments.of("dragonfly+", "flow", DRAGONFLY_PLUS),
        Arguments.of("hyperx", "flow", HYPERX),
        Arguments.of("switch", "flow", SWITCH),
        Arguments.of("rails", "flow", RAILS),
        Arguments.of("crossbar", "flow", ""),
        Arguments.of("buses", "bus-link", ""),
        Arguments.of("sites", "bus-link", SITES));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("machines")
  void figuresAreThoseOfRunsOnChangedFiles(String name, String model, String more)
      throws IOException {
    Path machine = machine(more);
    int weighty = 0;
    for (Path trace : traces()) {
      weighty += check(machine, model, trace);
    }
    for (int seed = 1; seed <= SEEDS; seed++) {
      weighty += check(machine, model, ExchangingProgram.write(folder, seed));
    }
    assertThat(weighty)
        .as("figures of %s that change a time", name)
        .isGreaterThanOrEqualTo(5 * SEEDS);
  }

  private static List<Path> traces() {
    if (!LONG || !Files.isDirectory(TRACES)) {
      return LONG ? List.of(EXAMPLE) : List.of();
    }
    return Stream.of("mg.S.16", "is.S.16", "ft.S.16")
        .map(name -> TRACES.resolve(name + ".tar.gz"))
        .toList();
  }

  @Test
  void figuresOfTheFileSystemAreThoseOfRunsOnChangedFiles() throws IOException {
    Path machine =
        machine(
            """
            "fileSystem": {"servers": 2, "server": {"latency": "0.1ms", "bandwidth": "1GB/s"},
              "client": {"latency": "50us", "bandwidth": "700MB/s"}, "metadataLatency": "0.5ms",
              "stripeSize": "1MiB"}
            """);
    Path trace =
        Files.writeString(
            folder.resolve("files.txt"),
            """
            foretell-trace 1
            ranks 8
            program 0-7 {
              file_open object=0
              repeat 3 {
                compute duration=each(50us,53us,48us,51us,50us,49us,52us,50us)
                file_write_all object=0 bytes=2MiB
              }
              file_close object=0
            }
            """);
    Map<String, ParameterSensitivity> told = told(explained(machine, "flow", trace));
    assertThat(check(machine, "flow", trace)).isGreaterThan(5);
    assertThat(told)
        .containsKeys(
            "fileSystem.server.latency",
            "fileSystem.server.bandwidth",
            "fileSystem.client.latency",
            "fileSystem.client.bandwidth",
            "fileSystem.metadataLatency");
    assertThat(told.get("fileSystem.metadataLatency").matters()).isTrue();
    assertThat(told(explained(machine, "flow", EXAMPLE)).keySet())
        .noneMatch(parameter -> parameter.startsWith("fileSystem"));
  }

  /** Two ranks on each of two nodes: each of them takes an interface and a route of its own. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("machines")
  void eachKindOfLinksThatCarriesSomethingIsTold(String name, String model, String more)
      throws IOException {
    if (!more.contains("topology")) {
      return;
    }
    Path machine = machine(more);
    Path places = folder.resolve("places.txt");
    Path trace =
        Files.writeString(
            folder.resolve("pairs.txt"),
            """
            foretell-trace 1
            ranks 4
            program 0-1 {
              send peer=+2 bytes=40000
            }
            program 2-3 {
              recv peer=-2 receive_bytes=40000
            }
            """);
    int kinds = 0;
    for (int first = 0; first < 8; first++) {
      int second = (first + 1) % 8;
      Files.writeString(places, "%1$d%n%1$d%n%2$d%n%2$d%n".formatted(first, second));
      ExplainResult result =
          Foretell.explanation()
              .machine(machine.toString())
              .trace(trace)
              .model(model)
              .placement("file:" + places)
              .sensitivities(true)
              .run();
      Set<String> told = told(result).keySet();
      for (LinksEntry.LinkKindEntry kind :
          Objects.requireNonNull(result.document().links()).kinds()) {
        kinds++;
        assertThat(told)
            .as("from node %d to node %d", first, second)
            .contains("bandwidth of " + kind.kind().replaceAll(", (up|down)", ""));
      }
    }
    assertThat(kinds).isGreaterThan(8);
  }

  /**
   * Where sites or groups differ each has steps of its own, and they are those of changed files.
   */
  @Test
  void countsOfPartsAreMovedOneByOne() throws IOException {
    Path trace = ExchangingProgram.write(folder, 2);
    Path machine = machine(SITES);
    List<FiniteStep> steps =
        explained(machine, "bus-link", trace).sensitivities().orElseThrow().steps();
    assertThat(steps.stream().map(FiniteStep::parameter))
        .contains("buses of here", "buses of there", "outputLinks of here.nodes[1]")
        .doesNotContain("buses", "inputLinks", "outputLinks");
    assertThat(neighbour(steps, "buses of here", "3"))
        .isEqualTo(timePs(machine, "bus-link", trace, "busLinks.sites[0].buses", "3"));
    assertThat(neighbour(steps, "buses of there", "2"))
        .isEqualTo(timePs(machine, "bus-link", trace, "busLinks.sites[1].buses", "2"));
    assertThat(neighbour(steps, "inputLinks of slow", "1"))
        .isEqualTo(timePs(machine, "bus-link", trace, "busLinks.sites[1].nodes[0].links.in", "1"));
    assertThat(neighbour(steps, "outputLinks of here.nodes[1]", "1"))
        .isEqualTo(timePs(machine, "bus-link", trace, "busLinks.sites[0].nodes[1].links.out", "1"));
    Path plain = machine("");
    steps = explained(plain, "bus-link", trace).sensitivities().orElseThrow().steps();
    assertThat(steps.stream().map(FiniteStep::parameter))
        .contains("inputLinks", "nodeGroups.fast.links.out", "nodeGroups.slow.links.out")
        .doesNotContain("outputLinks");
    assertThat(neighbour(steps, "nodeGroups.slow.links.out", "1"))
        .isEqualTo(timePs(plain, "bus-link", trace, "nodeGroups.slow.links.out", "1"));
    assertThat(neighbour(steps, "nodeGroups.fast.links.out", "2"))
        .isEqualTo(timePs(plain, "bus-link", trace, "nodeGroups.fast.links.out", "2"));
  }

  private static long neighbour(List<FiniteStep> steps, String parameter, String value) {
    return steps.stream()
        .filter(step -> step.parameter().equals(parameter))
        .flatMap(step -> step.neighbours().stream())
        .filter(other -> other.value().equals(value))
        .findFirst()
        .orElseThrow(() -> new AssertionError(parameter + " = " + value + " is not in " + steps))
        .predictedPs()
        .orElseThrow();
  }

  /**
   * Compares each figure of a file.
   *
   * @return how many changed the time
   */
  private static int check(Path machine, String model, Path trace) throws IOException {
    Map<String, ParameterSensitivity> told = told(explained(machine, model, trace));
    long stillPs = timePs(machine, model, trace, "", "");
    int weighty = 0;
    for (MachineFigure figure : MachineFigure.of(machine)) {
      double cheaper = share(machine, model, trace, figure, 0.99, stillPs);
      double dearer = share(machine, model, trace, figure, 1.01, stillPs);
      if (Math.max(Math.abs(cheaper), Math.abs(dearer)) < 1e-8) {
        continue;
      }
      weighty++;
      String name = figure.reported(model);
      ParameterSensitivity one =
          name.contains("#")
              ? told.getOrDefault(
                  name.replace("#", "level "), told.get(name.replace("#", "dimension ")))
              : told.get(name);
      assertThat(one).as("%s of %s, in %s", name, trace, told.keySet()).isNotNull();
      assertThat(change(one, 0.99))
          .as("%s, %s: 1 %% less costs", trace, name)
          .isCloseTo(cheaper, within(tolerance(cheaper)));
      assertThat(change(one, 1.01))
          .as("%s, %s: 1 %% more costs", trace, name)
          .isCloseTo(dearer, within(tolerance(dearer)));
    }
    return weighty;
  }

  /** Texts of quantities round in the last digit, and so do sums of times. */
  private static double tolerance(double share) {
    return 1e-8 + 1e-4 * Math.abs(share);
  }

  /** By what share of it the time changes when a parameter costs so many times as much. */
  private static double change(ParameterSensitivity one, double cost) {
    double moved = one.largerIsSlower() ? cost : 1 / cost;
    return (moved < 1 ? one.whenLess() : one.whenMore()).orElseThrow() * (moved - 1);
  }

  private static double share(
      Path machine, String model, Path trace, MachineFigure figure, double cost, long stillPs) {
    long movedPs = timePs(machine, model, trace, figure.path(), figure.costing(cost));
    return (double) (movedPs - stillPs) / stillPs;
  }

  private static long timePs(Path machine, String model, Path trace, String path, String value) {
    PredictionSetup setup =
        Foretell.prediction().machine(machine.toString()).trace(trace).model(model).interval(false);
    if (!path.isEmpty()) {
      setup.set(path, value);
    }
    return setup.run().prediction().makespanPs();
  }

  private static ExplainResult explained(Path machine, String model, Path trace) {
    return Foretell.explanation()
        .machine(machine.toString())
        .trace(trace)
        .model(model)
        .sensitivities(true)
        .run();
  }

  private static Map<String, ParameterSensitivity> told(ExplainResult result) {
    return result.sensitivities().orElseThrow().parameters().stream()
        .collect(
            Collectors.toMap(
                ParameterSensitivity::parameter,
                Function.identity(),
                (one, other) -> one,
                LinkedHashMap::new));
  }
}
