package org.foretell.machines.dimemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.foretell.FuzzBudget;
import org.foretell.machine.BurstRule;
import org.foretell.machine.BusLinks;
import org.foretell.machine.BusNodes;
import org.foretell.machine.BusSharing;
import org.foretell.machine.BusSite;
import org.foretell.machine.Fan;
import org.foretell.machine.FanModel;
import org.foretell.machine.FanSize;
import org.foretell.machine.Fans;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Machine;
import org.foretell.machine.RankMapping;
import org.foretell.machine.SizeCondition.Comparison;
import org.foretell.machine.Traffic;
import org.foretell.machine.WideArea;
import org.foretell.machines.MachineFiles;
import org.foretell.machines.MachineJson;
import org.foretell.machines.file.Finding;
import org.foretell.machines.file.LoadedMachine;
import org.foretell.machines.file.MachineFileException;
import org.foretell.trace.OpCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

public class DimemasConfigurationTest {
  public static final String TWO_MACHINES =
      """
      #DIMEMAS_CONFIGURATION
      // two machines
      "wide area network information" {"grid", 2, 1, 1, 100.5, 10.0, 2};;
      "environment information" {"first", 0, "x86", 4, 83.886, 2, 3};;
      "environment information" {"second", 1, "", 2, 0, 0, 1};; /* instant
      */
      "multi node information" {0, 3, "", 8, 1.5, 1e-6, 1000, 1, 1, 0, 0.0000123456789, 1, 2, 1e-3};;
      "node information" {0, "", 4, 0.5, 1e-10, 0, 0, 0, 0, 1e-05, 0, 3, 0};;
      "node information" {1, 1, "", 2, 0, 0, 0, 0, 0, 0, 1e-05, 0, 0, 0};;
      "node information" {1, 0, "", 1, 1, 0, 0, 0, 0, 0, 2e-05, 0, 0, 0};;
      "mapping information" {"trace.dim", 3, [3] {5, 0,4}};;
      "configuration files" {"", "", "", ""};;
      "modules information" {777, 5, 2.0};;
      "modules information" {777, 6, -0.25};;
      "file system parameters" {0.0, 0.0, 8.0, 0, 1.0};;
      "dedicated connection information" {1, 0, 1, 2.5, [2] {7,8}, 100, <, &, 50, '>', [1] {1}, 0.001, 0.002};;
      """;

  private static final Schema SCHEMA =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
          .getSchema(MachineFiles.schema());

  @TempDir private Path folder;

  private static Machine parse(String text) {
    return MachineFiles.parse("machine.cfg", text).machine();
  }

  private static BusLinks busLinks(Machine machine) {
    return machine.busLinks().orElseThrow();
  }

  @Test
  void everyRecordArrivesInTheMachine() {
    Machine machine = parse(TWO_MACHINES);
    assertThat(machine.name()).isEqualTo("machine");
    assertThat(machine.defaultModel()).contains("bus-link");
    assertThat(machine.nodes()).isEqualTo(6);
    assertThat(machine.cores()).isEqualTo(3 * 8 + 4 + 2 + 1);
    BusLinks links = busLinks(machine);
    BusSite first = links.sites().get(0);
    assertThat(first.name()).isEqualTo("first");
    assertThat(first.bytesPerSecond()).isEqualTo(83.886 * (1 << 20));
    assertThat(first.buses()).isEqualTo(2);
    assertThat(first.collectives()).isEqualTo(FanModel.LOGARITHMIC);
    assertThat(first.fans()).containsOnlyKeys(OpCode.REDUCE);
    LinkSpeed intra = new LinkSpeed(1_000_000, 1000.0 * (1 << 20));
    assertThat(first.nodes())
        .containsExactly(
            BusNodes.builder(3)
                .cpus(8)
                .cpuRatio(1.5)
                .intraNode(intra)
                .intraBuses(1)
                .intraLinks(1, 0)
                .latencyPs(12_345_679)
                .links(1, 2)
                .wideAreaLatencyPs(1_000_000_000)
                .build(),
            BusNodes.builder(1).cpus(4).cpuRatio(0.5).latencyPs(10_000_000).links(0, 3).build());
    BusSite second = links.sites().get(1);
    assertThat(second.bytesPerSecond()).isInfinite();
    assertThat(second.nodes()).extracting(BusNodes::cpus).containsExactly(1, 2);
    assertThat(second.nodes().get(1).cpuRatio()).isZero();
    assertThat(links.mapping()).contains(new RankMapping.Listed(new int[] {5, 0, 4}));
    assertThat(links.burstRules())
        .containsExactly(new BurstRule(777, 5, 2), new BurstRule(777, 6, -0.25));
    WideArea wide = links.wideArea();
    assertThat(wide.traffic()).isEqualTo(Traffic.EXPONENTIAL);
    assertThat(wide.maxTraffic()).isEqualTo(100.5);
    assertThat(wide.collectives()).isEqualTo(FanModel.LINEAR);
    assertThat(wide.dedicated()).hasSize(1);
    assertThat(wide.dedicated().get(0).tags()).containsExactly(7L, 8L);
    assertThat(wide.dedicated().get(0).sizes().second()).isEqualTo(Comparison.ABOVE);
    assertThat(wide.dedicated().get(0).flightPs()).isEqualTo(2_000_000_000L);
  }

  @Test
  void theCommunicationsFileIsLookedForBesideIt() throws IOException {
    Path file = folder.resolve("grid.cfg");
    Files.writeString(
        file,
        TWO_MACHINES.replace(
            "\"configuration files\" {\"\", \"\", \"\"",
            "\"configuration files\" {\"\", \"\", \"comm.cfg\""));
    Files.writeString(
        folder.resolve("comm.cfg"),
        """
        Machine globalop: 0 6 LOG S+R 0 MAX
        Machine globalop: 0 10 LIN MAX LIN MAX
        External globalop: 0 CTE 2MAX LIN MEAN
        Machine policy: 1 RR
        Quantum size (bytes): 1024
        Flight time: 0 0 0.005
        Flight time: 1 0.006 0
        1 CTE MIN CTE MIN 1
        """);
    LoadedMachine loaded = MachineFiles.read(file);
    BusLinks links = busLinks(loaded.machine());
    Fans gathered =
        new Fans(new Fan(FanModel.LOGARITHMIC, FanSize.SUM), new Fan(FanModel.NONE, FanSize.MAX));
    assertThat(links.sites().get(0).fans())
        .containsEntry(OpCode.ALLGATHER, gathered)
        .containsEntry(OpCode.REDUCE, Fans.both(FanModel.CONSTANT))
        .containsKey(OpCode.BCAST);
    assertThat(links.sites().get(1).fans()).containsOnlyKeys(OpCode.BCAST, OpCode.REDUCE);
    assertThat(links.sites().get(0).sharing()).isEqualTo(BusSharing.FIFO);
    assertThat(links.sites().get(1).sharing()).isEqualTo(BusSharing.SLOWER);
    assertThat(links.wideArea().fans()).containsKey(OpCode.BARRIER);
    assertThat(links.wideArea().flightPs(1, 0)).isEqualTo(6_000_000_000L);
    assertSurvives(loaded.machine());

    Files.writeString(
        folder.resolve("comm.cfg"), "Machine globalop: 7 6 LOG S+R 0 MAX\nnonsense\n");
    MachineFileException mistakes =
        catchThrowableOfType(MachineFileException.class, () -> MachineFiles.read(file));
    assertThat(mistakes.findings()).hasSize(2);
    assertThat(mistakes).hasMessageContaining("line 1, column 1, communications file ");
    Files.delete(folder.resolve("comm.cfg"));
    assertThatThrownBy(() -> MachineFiles.read(file)).hasMessageContaining("comm.cfg");
  }

  @Test
  void aMachineFileHoldsEverything() {
    assertSurvives(parse(TWO_MACHINES));
    for (String mapping : List.of("FILL_NODES", "INTERLEAVED", "3 TASKS_PER_NODE")) {
      assertSurvives(
          parse(
              TWO_MACHINES.replaceFirst(
                  "\"mapping.*",
                  "\"predefined mapping information\" {\"x\", \"" + mapping + "\"};;")));
    }
  }

  @Test
  void aNameThatAMachineFileCannotHoldIsRefused() {
    String text = TWO_MACHINES.replace("{\"first\"", "{\"a\u0085\"");
    assertThatThrownBy(() -> parse(text))
        .isInstanceOf(MachineFileException.class)
        .hasMessageContaining("\\u0085")
        .hasMessageContaining("one line of at most 200 printable characters");
  }

  @Test
  void whatHasNoEffectInDimemasIsNoted() {
    String note = "the communicators of a dedicated connection have no effect";
    assertThat(MachineFiles.parse("machine.cfg", TWO_MACHINES).notes())
        .anyMatch(text -> text.startsWith(note));
    assertThat(MachineFiles.parse("machine.cfg", TWO_MACHINES.replace("[1] {1}", "[0] {}")).notes())
        .noneMatch(text -> text.startsWith(note));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "maxTraffic" : 100.5 | "maxTraffic" : 0 | wideArea.maxTraffic: found 0; allowed: a number above 0
          "maxTraffic" : 100.5, | '' | wideArea.maxTraffic: found nothing; allowed: a number above 0
          "trafficPerByte" : 2.0 | "trafficPerByte" : -1 | wideArea.trafficPerByte: found -1; allowed: a number from 0
          "tags" : | "communicators" : [ 2 ], "tags" : | communicators: found an array; allowed: none
          """)
  void errorsOfTheWideAreaAreReportedAtTheirField(String right, String wrong, String message) {
    String json =
        MachineJson.write(parse(TWO_MACHINES), "made up")
            .replaceFirst("\"trafficPerByte\" : 0.0", "\"trafficPerByte\" : 2.0");
    assertThat(MachineFiles.parse("machine.json", json).machine().busLinks()).isPresent();
    assertThat(json).contains(right);
    assertThatThrownBy(() -> MachineFiles.parse("machine.json", json.replace(right, wrong)))
        .isInstanceOf(MachineFileException.class)
        .hasMessageContaining(message);
  }

  @Test
  void unlimitedLinksOfAMachineFileAreNoneOfHalfDuplex() {
    String json = MachineJson.write(parse(TWO_MACHINES), "made up");
    String half = "\"in\" : 0,\\s*\"out\" : 3";
    for (String full : List.of("\"in\" : \"unlimited\", \"out\" : 3", "\"out\" : 3")) {
      String changed = json.replaceFirst(half, full).replaceFirst(half, full);
      assertThat(changed).isNotEqualTo(json);
      Machine machine = MachineFiles.parse("machine.json", changed).machine();
      BusNodes nodes = busLinks(machine).sites().get(0).nodes().get(1);
      assertThat(nodes.inputLinks()).isEqualTo(BusNodes.UNLIMITED);
      assertThat(nodes.outputLinks()).isEqualTo(3);
      assertSurvives(machine);
    }
  }

  private static void assertSurvives(Machine machine) {
    String json = MachineJson.write(machine, "made up");
    assertThat(SCHEMA.validate(json, InputFormat.JSON)).isEmpty();
    LoadedMachine again = MachineFiles.parse("machine.json", json);
    assertThat(again.machine().busLinks()).isEqualTo(machine.busLinks());
    assertThat(again.machine().groups()).isEqualTo(machine.groups());
    assertThat(again.machine().buses()).isEqualTo(machine.buses());
    assertThat(again.machine().defaultModel()).isEqualTo(machine.defaultModel());
    assertThat(again.machine().eagerThresholdBytes()).isEqualTo(machine.eagerThresholdBytes());
    assertThat(again.withoutSource()).isEmpty();
    assertThat(again.machine().unverified()).isEmpty();
  }

  @Test
  void theOldFormIsRefused() {
    assertThatThrownBy(() -> parse("SDDFA\n/*\n * x\n*/ #1:\n"))
        .isInstanceOf(MachineFileException.class)
        .hasMessageContaining("the old form (SDDFA)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          2, 83.886, 2 | 2, -1, 2 | line 4, column 50, environment information, bandwidth: found "-1"
          4, 83.886, 2, 3} | 4, 83.886, 2, 4} | collective model: found "4"; allowed: a whole number from 1 to 3
          4, 83.886 | 5, 83.886 | found 5 nodes, but records for 4 of them
          {1, 1, "", 2 | {1, 2, "", 2 | found nodes with numbers other than 0 to 1
          {1, 1, "", 2 | {2, 1, "", 2 | found machine 2
          "grid", 2, 1 | "grid", 3, 1 | found 3 machines
          "grid", 2, 1 | "grid", 2, 0 | found 0 dedicated connections
          [3] {5, 0,4} | [2] {5, 0,4} | mapping information, nodes: found a list; allowed: [n] {number, ..}
          "trace.dim", 3 | "trace.dim", 4 | found 3 nodes; allowed: 4, one for each task
          {777, 5, 2.0} | {777, 5} | found 2 values; allowed: 3 values
          {777, 5, 2.0} | {777, 5, two} | modules information, ratio: found "two"
          "modules information" {777, 5 | "modulus information" {777, 5 | the unknown record "modulus
          100, <, | 100, !, | first comparison: found "!"
          2.0};; | 2.0} | allowed: ;; at the end of a record
          {"first", | {"first, | allowed: a comma or a closing brace
          1.5, 1e-6 | 1.5, -1e-6 | intra-node latency: found "-1e-6"
          """)
  void mistakesAreNamed(String right, String wrong, String message) {
    assertThat(TWO_MACHINES.replace("2, 83.886, 2", "4, 83.886, 2")).isEqualTo(TWO_MACHINES);
    String text = TWO_MACHINES.replace(right.replace("2, 83.886, 2", "4, 83.886, 2"), wrong);
    assertThat(text).isNotEqualTo(TWO_MACHINES);
    assertThatThrownBy(() -> parse(text))
        .isInstanceOf(MachineFileException.class)
        .hasMessageContaining(message);
  }

  @Test
  void allErrorsAreReportedTogether() {
    MachineFileException mistakes =
        catchThrowableOfType(
            MachineFileException.class,
            () -> parse(TWO_MACHINES.replace("83.886", "x").replace("[3] {5", "[3] {y")));
    assertThat(mistakes.findings()).extracting(Finding::line).containsExactly(4, 11);
  }

  @Test
  void damageNeverEndsInAnythingElse() {
    FuzzBudget budget = new FuzzBudget();
    SplittableRandom seeds = new SplittableRandom(20_260_302);
    int refused = 0;
    while (budget.isLeft()) {
      long seed = seeds.nextLong();
      SplittableRandom random = new SplittableRandom(seed);
      StringBuilder text = new StringBuilder(TWO_MACHINES);
      int changes = 1 + random.nextInt(4);
      for (int i = 0; i < changes && text.length() > 0; i++) {
        int at = random.nextInt(text.length());
        switch (random.nextInt(4)) {
          case 0 -> text.setCharAt(at, (char) (text.charAt(at) ^ 1 << random.nextInt(7)));
          case 1 -> text.setLength(Math.max(23, at));
          case 2 -> text.insert(at, random.nextInt(-2, 12));
          default -> text.deleteCharAt(at);
        }
      }
      try {
        Machine machine = parse(text.toString());
        if (machine.busLinks().isPresent()) {
          assertSurvives(machine);
        }
      } catch (MachineFileException e) {
        assertThat(e.findings()).as("seed %d", seed).isNotEmpty();
        refused++;
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("seed " + seed + ":\n" + text, e);
      }
    }
    assertThat(refused).isPositive();
  }
}
