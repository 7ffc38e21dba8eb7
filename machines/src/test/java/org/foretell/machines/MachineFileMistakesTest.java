package org.foretell.machines;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.foretell.machines.file.Finding;
import org.foretell.machines.file.MachineFileException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MachineFileMistakesTest {
  private static final Schema SCHEMA =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
          .getSchema(MachineFiles.schema());

  /** A message that does not grow with the file. */
  private static void assertLittle(Throwable refused) {
    assertThat(refused.getMessage()).hasSizeLessThan(20_000);
  }

  /**
   * One change of the file and what is said of it.
   *
   * @param bySchema whether the schema refuses it too; else only the reader can
   */
  record Mistake(String place, String replacement, String finding, boolean bySchema) {
    @Override
    public String toString() {
      return replacement;
    }
  }

  private static Mistake mistake(String place, String replacement, String finding) {
    return new Mistake(place, replacement, finding, true);
  }

  private static Mistake readersMistake(String place, String replacement, String finding) {
    return new Mistake(place, replacement, finding, false);
  }

  static Stream<Mistake> mistakes() {
    return Stream.of(
        mistake(
            "\"formatVersion\": 1,",
            "",
            ": line 1, column 1, $.formatVersion: found nothing; allowed: 1, the only version"),
        mistake(
            "\"formatVersion\": 1",
            "\"formatVersion\": 2",
            ": line 3, column 20, $.formatVersion: found 2; allowed: 1, the only version"),
        mistake(
            "\"formatVersion\": 1",
            "\"formatVersion\": \"1\"",
            ": line 3, column 20, $.formatVersion: found \"1\"; allowed: 1, the only version"),
        mistake(
            "\"name\": \"cluster\"",
            "\"name\": \"My Cluster\"",
            ": line 4, column 11, $.name: found \"My Cluster\"; allowed: lower case letters, digits"
                + " and hyphens, at most 64, like \"my-cluster\""),
        mistake(
            "\"title\": \"Two kinds of nodes\"",
            "\"title\": [\"Two\"]",
            ": line 5, column 12, $.title: found an array; allowed: a string of one line, at most"
                + " 200 characters"),
        mistake(
            "[\"Made up.\"]",
            "\"Made up.\"",
            ": line 6, column 12, $.notes: found \"Made up.\"; allowed: an array of strings"),
        mistake(
            "[\"Made up.\"]",
            "[\"Made up.\", 7]",
            ": line 6, column 25, $.notes[1]: found 7; allowed: a string"),
        mistake(
            "\"nodes\": 4",
            "\"nodes\": 0",
            ": line 10, column 16, $.nodeGroups[0].nodes: found 0; allowed: a whole number from 1"
                + " to 16777216"),
        mistake(
            "\"nodes\": 4",
            "\"nodes\": -4",
            ": line 10, column 16, $.nodeGroups[0].nodes: found -4; allowed: a whole number from 1"
                + " to 16777216"),
        mistake(
            "\"nodes\": 4",
            "\"nodes\": \"4\"",
            ": line 10, column 16, $.nodeGroups[0].nodes: found \"4\"; allowed: a whole number from"
                + " 1 to 16777216"),
        mistake(
            "\"nodes\": 4",
            "\"nodes\": 4.5",
            ": line 10, column 16, $.nodeGroups[0].nodes: found 4.5; allowed: a whole number from 1"
                + " to 16777216"),
        mistake(
            "\"nodes\": 4",
            "\"nodes\": 1000000000000",
            ": line 10, column 16, $.nodeGroups[0].nodes: found 1000000000000; allowed: a whole"
                + " number from 1 to 16777216"),
        mistake(
            "\"nodes\": 4",
            "\"nodes\": 1e999",
            ": line 10, column 16, $.nodeGroups[0].nodes: found 1e999; allowed: a whole number from"
                + " 1 to 16777216"),
        mistake(
            "\"nodes\": 4",
            "\"nodes\": 1e99999999999",
            ": line 10, column 16, $.nodeGroups[0].nodes: found 1e99999999999; allowed: a whole"
                + " number from 1 to 16777216"),
        mistake(
            "\"nodes\": 4",
            "\"nodes\": null",
            ": line 10, column 16, $.nodeGroups[0].nodes: found null; allowed: a whole number from"
                + " 1 to 16777216"),
        readersMistake(
            "\"nodes\": 4",
            "\"nodes\": 16777216",
            ": line 7, column 17, $.nodeGroups: found 16777217 nodes in all groups; allowed: at"
                + " most 16777216 nodes"),
        readersMistake(
            "\"nodes\": 4",
            "\"nodes\": 4, \"nodes\": 5",
            ": line 10, column 19, $.nodeGroups[0].nodes: found a second \"nodes\"; allowed: one;"
                + " the first is in line 10"),
        mistake(
            "\"nodes\": 4",
            "\"node\": 4",
            " has 2 mistakes:\n"
                + "  line 8, column 5, $.nodeGroups[0].nodes: found nothing; allowed: a whole"
                + " number from 1 to 16777216\n"
                + "  line 10, column 7, $.nodeGroups[0].node: found the unknown name \"node\";"
                + " allowed: \"nodes\" (did you mean that?)"),
        mistake(
            "\"coresPerNode\": 8",
            "\"coresPerNode\": 8, \"gpus\": 4",
            ": line 21, column 26, $.nodeGroups[1].gpus: found the unknown name \"gpus\"; allowed:"
                + " name, nodes, coresPerNode, coreSpeed, cpuRatio, intraNode, links, nics,"
                + " memoryBandwidth, reductionBandwidth, streamBandwidth, coreStreamBandwidth,"
                + " cpuRatioOfCompute, cpuRatioOfMemory, power"),
        mistake(
            "\"coresPerNode\": 8",
            "\"coresPerNode\": 70000",
            ": line 21, column 23, $.nodeGroups[1].coresPerNode: found 70000; allowed: a whole"
                + " number from 1 to 65536"),
        readersMistake(
            "\"cpuRatio\": [1, 1.5]",
            "\"cpuRatio\": [1, 1.5, 2]",
            ": line 13, column 19, $.nodeGroups[0].cpuRatio: found an array of 3; allowed: a number"
                + " for all cores, or an array of 2, one for each core"),
        mistake(
            "\"cpuRatio\": [1, 1.5]",
            "\"cpuRatio\": [1, -1.5]",
            ": line 13, column 23, $.nodeGroups[0].cpuRatio[1]: found -1.5; allowed: a number from"
                + " 0.000001 to 1000000: how many times faster than the traced machine"),
        mistake(
            "\"cpuRatio\": 0.75",
            "\"cpuRatio\": 0",
            ": line 22, column 19, $.nodeGroups[1].cpuRatio: found 0; allowed: a number from"
                + " 0.000001 to 1000000: how many times faster than the traced machine"),
        mistake(
            "\"cpuRatio\": 0.75",
            "\"cpuRatio\": \"3/4\"",
            ": line 22, column 19, $.nodeGroups[1].cpuRatio: found \"3/4\"; allowed: a number from"
                + " 0.000001 to 1000000: how many times faster than the traced machine"),
        mistake(
            "\"10.4Gflop/s\"",
            "10.4",
            ": line 12, column 20, $.nodeGroups[0].coreSpeed: found 10.4 without a unit; allowed: a"
                + " core speed above zero in quotes with its unit, like \"10.4Gflop/s\""
                + " (\"Mflop/s\" or \"Gflop/s\")"),
        mistake(
            "\"10.4Gflop/s\"",
            "\"10.4GHz\"",
            ": line 12, column 20, $.nodeGroups[0].coreSpeed: found \"10.4GHz\"; allowed: a core"
                + " speed above zero in quotes with its unit, like \"10.4Gflop/s\" (\"Mflop/s\" or"
                + " \"Gflop/s\")"),
        readersMistake(
            "\"10.4Gflop/s\"",
            "\"0Gflop/s\"",
            ": line 12, column 20, $.nodeGroups[0].coreSpeed: found \"0Gflop/s\", which must be"
                + " above zero and finite; allowed: a core speed above zero in quotes with its"
                + " unit, like \"10.4Gflop/s\" (\"Mflop/s\" or \"Gflop/s\")"),
        mistake(
            "{\"latency\": \"0.5us\", \"bandwidth\": \"8GB/s\"}",
            "\"0.5us\"",
            ": line 14, column 20, $.nodeGroups[0].intraNode: found \"0.5us\"; allowed: an object"
                + " {...}"),
        mistake(
            "{\"latency\": \"0.5us\", \"bandwidth\": \"8GB/s\"}",
            "{\"latency\": \"0.5us\"}",
            ": line 14, column 20, $.nodeGroups[0].intraNode.bandwidth: found nothing; allowed: a"
                + " bandwidth above zero in quotes with its unit, like \"2.0GB/s\" (\"MB/s\","
                + " \"GB/s\" or \"Gbit/s\", or \"unlimited\")"),
        mistake(
            "\"0.5us\", \"bandwidth\"",
            "0.5, \"bandwidth\"",
            ": line 14, column 32, $.nodeGroups[0].intraNode.latency: found 0.5 without a unit;"
                + " allowed: a time in quotes with its unit, like \"0.5us\" (\"ps\", \"ns\","
                + " \"us\", \"ms\" or \"s\")"),
        mistake(
            "\"0.5us\", \"bandwidth\"",
            "\"0.5\", \"bandwidth\"",
            ": line 14, column 32, $.nodeGroups[0].intraNode.latency: found \"0.5\"; allowed: a"
                + " time in quotes with its unit, like \"6.5us\" (\"ps\", \"ns\", \"us\", \"ms\" or"
                + " \"s\")"),
        mistake(
            "\"0.5us\", \"bandwidth\"",
            "\"-0.5us\", \"bandwidth\"",
            ": line 14, column 32, $.nodeGroups[0].intraNode.latency: found \"-0.5us\", which must"
                + " not be negative; allowed: a time in quotes with its unit, like \"6.5us\""
                + " (\"ps\", \"ns\", \"us\", \"ms\" or \"s\")"),
        mistake(
            "\"0.5us\", \"bandwidth\"",
            "\"0.5GB/s\", \"bandwidth\"",
            ": line 14, column 32, $.nodeGroups[0].intraNode.latency: found \"0.5GB/s\"; allowed: a"
                + " time in quotes with its unit, like \"6.5us\" (\"ps\", \"ns\", \"us\", \"ms\" or"
                + " \"s\")"),
        readersMistake(
            "\"0.5us\", \"bandwidth\"",
            "\"1e9h\", \"bandwidth\"",
            ": line 14, column 32, $.nodeGroups[0].intraNode.latency: found \"1e9h\", which exceeds"
                + " the limit of 106 days; allowed: a time in quotes with its unit, like \"6.5us\""
                + " (\"ps\", \"ns\", \"us\", \"ms\" or \"s\")"),
        mistake(
            "\"8GB/s\"",
            "\"8us\"",
            ": line 14, column 54, $.nodeGroups[0].intraNode.bandwidth: found \"8us\"; allowed: a"
                + " bandwidth above zero in quotes with its unit, like \"2.0GB/s\" (\"MB/s\","
                + " \"GB/s\" or \"Gbit/s\", or \"unlimited\")"),
        readersMistake(
            "\"8GB/s\"",
            "\"0GB/s\"",
            ": line 14, column 54, $.nodeGroups[0].intraNode.bandwidth: found \"0GB/s\", which must"
                + " be above zero and finite; allowed: a bandwidth above zero in quotes with its"
                + " unit, like \"2.0GB/s\" (\"MB/s\", \"GB/s\" or \"Gbit/s\", or \"unlimited\")"),
        readersMistake(
            "\"8GB/s\"",
            "\"1e999GB/s\"",
            ": line 14, column 54, $.nodeGroups[0].intraNode.bandwidth: found \"1e999GB/s\", which"
                + " must be above zero and finite; allowed: a bandwidth above zero in quotes with"
                + " its unit, like \"2.0GB/s\" (\"MB/s\", \"GB/s\" or \"Gbit/s\", or"
                + " \"unlimited\")"),
        mistake(
            "\"links\": {\"in\": 2",
            "\"links\": {\"in\": -2",
            ": line 15, column 23, $.nodeGroups[0].links.in: found -2; allowed: a whole number from"
                + " 1 to 65536, or \"unlimited\" (or 0)"),
        mistake(
            "\"links\": {\"in\": 2",
            "\"links\": {\"in\": \"two\"",
            ": line 15, column 23, $.nodeGroups[0].links.in: found \"two\"; allowed: a whole number"
                + " from 1 to 65536, or \"unlimited\" (or 0)"),
        mistake(
            "\"links\": {\"in\": 2",
            "\"links\": {\"inn\": 2",
            ": line 15, column 17, $.nodeGroups[0].links.inn: found the unknown name \"inn\";"
                + " allowed: \"in\" (did you mean that?)"),
        mistake(
            "\"nics\": 2",
            "\"nics\": 0",
            ": line 16, column 15, $.nodeGroups[0].nics: found 0; allowed: a whole number from 1 to"
                + " 1024"),
        readersMistake(
            "\"name\": \"fat\"",
            "\"name\": \"thin\"",
            " has 2 mistakes:\n"
                + "  line 18, column 5, $.nodeGroups[1]: found a second group \"thin\"; allowed: a"
                + " unique name for each group\n"
                + "  line 32, column 5, $.sources['nodeGroups.fat.intraNode']: found the unknown"
                + " name \"nodeGroups.fat.intraNode\"; allowed: \"nodeGroups.thin.intraNode\" (did"
                + " you mean that?)"),
        mistake(
            "\"name\": \"fat\"",
            "\"name\": \"fat nodes\"",
            " has 2 mistakes:\n"
                + "  line 19, column 15, $.nodeGroups[1].name: found \"fat nodes\"; allowed: lower"
                + " case letters, digits and hyphens, at most 64, like \"my-cluster\"\n"
                + "  line 32, column 5, $.sources['nodeGroups.fat.intraNode']: found the unknown"
                + " name \"nodeGroups.fat.intraNode\"; allowed: \"nodeGroups.thin.intraNode\" (did"
                + " you mean that?)"),
        mistake(
            "\"buses\": 3",
            "\"buses\": 2.5",
            ": line 26, column 67, $.network.buses: found 2.5; allowed: a whole number from 1 to"
                + " 2147483647, or \"unlimited\" (or 0)"),
        mistake(
            "\"2us\"",
            "{\"value\": 2, \"unit\": \"us\"}",
            ": line 26, column 26, $.network.latency: found an object; allowed: a time in quotes"
                + " with its unit, like \"6.5us\" (\"ps\", \"ns\", \"us\", \"ms\" or \"s\")"),
        mistake(
            "\"eagerThreshold\": \"16KiB\",",
            "",
            ": line 1, column 1, $.eagerThreshold: found nothing; allowed: a size in quotes with"
                + " its unit, like \"16KiB\" (whole \"B\", \"kB\", \"KiB\", \"MB\" or \"MiB\", or"
                + " \"unlimited\")"),
        mistake(
            "\"16KiB\"",
            "16384",
            ": line 27, column 21, $.eagerThreshold: found 16384 without a unit; allowed: a size in"
                + " quotes with its unit, like \"16384B\" (whole \"B\", \"kB\", \"KiB\", \"MB\" or"
                + " \"MiB\", or \"unlimited\")"),
        mistake(
            "\"16KiB\"",
            "\"16us\"",
            ": line 27, column 21, $.eagerThreshold: found \"16us\"; allowed: a size in quotes with"
                + " its unit, like \"16KiB\" (whole \"B\", \"kB\", \"KiB\", \"MB\" or \"MiB\", or"
                + " \"unlimited\")"),
        readersMistake(
            "\"16KiB\"",
            "\"0.5B\"",
            ": line 27, column 21, $.eagerThreshold: found \"0.5B\", which is not a whole number of"
                + " bytes; allowed: a size in quotes with its unit, like \"16KiB\" (whole \"B\","
                + " \"kB\", \"KiB\", \"MB\" or \"MiB\", or \"unlimited\")"),
        mistake(
            "{\"loggops.o\": \"0.5us\"}",
            "{\"loggops.o\": 0.5}",
            ": line 28, column 36, $.modelParameters['loggops.o']: found 0.5; allowed: a string,"
                + " with its unit if it has one, like \"1.5us\" or \"0.5\""),
        mistake(
            "{\"loggops.o\": \"0.5us\"}",
            "{\"loggops o\": \"0.5us\"}",
            ": line 28, column 36, $.modelParameters['loggops o']: found the name \"loggops o\";"
                + " allowed: letters, digits, dots, hyphens and underscores, at most 64"),
        mistake(
            "{\"loggops.o\": \"0.5us\"}",
            "[\"0.5us\"]",
            ": line 28, column 22, $.modelParameters: found an array; allowed: an object {...} with"
                + " a string for each parameter"),
        mistake(
            "\"status\": \"derived\"",
            "\"status\": \"guessed\"",
            ": line 31, column 45, $.sources['nodeGroups.thin.coreSpeed'].status: found"
                + " \"guessed\"; allowed: \"sourced\", \"derived\" or \"unverified\""),
        mistake(
            "\"text\": \"2.6 GHz, 4 flop per cycle\"",
            "\"text\": \" \"",
            ": line 31, column 64, $.sources['nodeGroups.thin.coreSpeed'].text: found \" \";"
                + " allowed: a string that gives the source of the figure"),
        mistake(
            "{\"status\": \"sourced\", \"text\": \"this test\"},\n    \"nodeGroups.thin",
            "\"this test\",\n    \"nodeGroups.thin",
            ": line 30, column 19, $.sources.nodeGroups: found \"this test\"; allowed: an object"
                + " with \"status\" and \"text\""),
        readersMistake(
            "\"network.buses\": {",
            "\"network.busses\": {",
            ": line 34, column 5, $.sources['network.busses']: found the unknown name"
                + " \"network.busses\"; allowed: \"network.buses\" (did you mean that?)"),
        mistake(
            "\"network\": {\"latency\": \"2us\", \"bandwidth\": \"40Gbit/s\", \"buses\": 3}",
            "\"network\": []",
            ": line 26, column 14, $.network: found an array; allowed: an object {...}"));
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  void aMistakeIsReportedWithItsPlaceAndWhatIsAllowed(Mistake mistake) {
    String text = Cluster.with(mistake.place(), mistake.replacement());

    assertThatThrownBy(() -> MachineFiles.parse("cluster.json", text))
        .isInstanceOf(MachineFileException.class)
        .hasMessage("machine file cluster.json" + mistake.finding());
    assertThat(SCHEMA.validate(text, InputFormat.JSON).isEmpty())
        .as("the schema accepts it")
        .isEqualTo(!mistake.bySchema());
  }

  @Test
  void allMistakesOfAFileAreReportedTogether() throws IOException {
    byte[] bytes = resource("broken.json");

    assertThatThrownBy(() -> MachineFiles.parse("broken.json", bytes))
        .isInstanceOf(MachineFileException.class)
        .hasMessage(new String(resource("broken.txt"), StandardCharsets.UTF_8).stripTrailing());
  }

  @Test
  void aFindingHasItsPartsForPrograms() {
    MachineFileException exception =
        catchThrowableOfType(
            MachineFileException.class,
            () -> MachineFiles.parse("cluster.json", Cluster.with("\"nodes\": 4", "\"nodes\": 0")));

    assertThat(exception.findings())
        .containsExactly(
            new Finding(
                "cluster.json",
                "$.nodeGroups[0].nodes",
                10,
                16,
                "0",
                "a whole number from 1 to 16777216"));
  }

  @Test
  void aMistakeIsNotReportedAgainForWhatDependsOnIt() {
    String text = Cluster.with("\"coresPerNode\": 2", "\"coresPerNode\": \"two\"");

    assertThatThrownBy(() -> MachineFiles.parse("a.json", text))
        .isInstanceOf(MachineFileException.class)
        .hasMessage(
            "machine file a.json: line 11, column 23, $.nodeGroups[0].coresPerNode: found \"two\";"
                + " allowed: a whole number from 1 to 65536");
  }

  @Test
  void aLongListOfMistakesIsCutInTheMessageOnly() {
    String unknown =
        IntStream.range(0, 120).mapToObj(i -> "\"x" + i + "\": 0,").collect(joining("\n"));
    MachineFileException exception =
        catchThrowableOfType(
            MachineFileException.class,
            () -> MachineFiles.parse("a.json", Cluster.with("\"notes\"", unknown + "\"notes\"")));

    assertThat(exception.findings()).hasSize(120);
    assertThat(exception).hasMessageEndingWith("\n  and 70 more");
  }

  @Test
  void ofHostileFilesLittleIsRepeated() {
    String names =
        IntStream.range(0, 1_000_000).mapToObj(i -> "\"x" + i + "\": 0,").collect(joining());
    assertThatThrownBy(
            () -> MachineFiles.parse("a.json", Cluster.with("\"notes\"", names + "\"notes\"")))
        .isInstanceOf(MachineFileException.class)
        .hasMessageContaining("found more than 250000 values");

    String latency = Cluster.with("\"2us\"", "\"" + "9".repeat(1_000_000) + "us\"");
    assertThatThrownBy(() -> MachineFiles.parse("a.json", latency))
        .isInstanceOf(MachineFileException.class)
        .hasMessageContaining("$.network.latency: found \"99999")
        .satisfies(MachineFileMistakesTest::assertLittle);

    String sources =
        IntStream.range(0, 80_000)
            .mapToObj(i -> "\"network.latenc" + i + "\": 0,")
            .collect(joining());
    String parameters =
        IntStream.range(0, 80_000)
            .mapToObj(i -> "\"loggops.x" + i + "\": \"1\",")
            .collect(joining());
    String text =
        Cluster.with("\"nodeGroups\": {", sources + "\"nodeGroups\": {")
            .replace("\"loggops.o\"", parameters + "\"loggops.o\"");
    assertThatThrownBy(() -> MachineFiles.parse("a.json", text))
        .isInstanceOf(MachineFileException.class)
        .hasMessageStartingWith("machine file a.json has at least 200 mistakes:")
        .satisfies(MachineFileMistakesTest::assertLittle);
  }

  @Test
  void theSchemaAcceptsWhatTheReaderAccepts() {
    assertThat(SCHEMA.validate(Cluster.TEXT, InputFormat.JSON)).isEmpty();
    for (String machine : Catalogue.names()) {
      String text = new String(Catalogue.bytes(machine), StandardCharsets.UTF_8);
      assertThat(SCHEMA.validate(text, InputFormat.JSON)).as(machine).isEmpty();
    }
  }

  private static byte[] resource(String name) throws IOException {
    try (InputStream input = MachineFileMistakesTest.class.getResourceAsStream(name)) {
      return input.readAllBytes();
    }
  }
}
