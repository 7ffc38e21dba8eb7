package org.foretell.machines.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.foretell.machine.FigureRange;
import org.foretell.machine.Machine;
import org.foretell.machines.Catalogue;
import org.foretell.machines.MachineFiles;
import org.foretell.machines.file.LoadedMachine;
import org.foretell.machines.file.MachineFileException;
import org.foretell.machines.file.OtherFigures;
import org.junit.jupiter.api.Test;

class FigureRangesTest {
  private static final String FILE =
      """
      {
        "formatVersion": 1,
        "name": "small",
        "nodeGroups": [
          {
            "name": "compute", "nodes": 8, "coresPerNode": 2,
            "intraNode": {"latency": "0.3us", "bandwidth": BANDWIDTH}
          }
        ],
        "network": {"latency": LATENCY, "bandwidth": "10GB/s"},
        "eagerThreshold": {"value": "16KiB", "from": "8KiB", "to": "unlimited"},
        "modelParameters": {"loggops.o": {"value": "0.4us", "from": "0.2us", "to": "0.6us"}},
        "sources": {"network": {"status": "sourced", "text": "somebody"}}
      }
      """;

  private static Machine read(String latency, String bandwidth) {
    String text = FILE.replace("LATENCY", latency).replace("BANDWIDTH", bandwidth);
    return MachineFiles.parse("small.json", text).machine();
  }

  @Test
  void valueIsTakenAndTheBoundsAreKept() {
    Machine machine =
        read(
            "{'value': '1.8us', 'from': '1.6us', 'to': '2.4us'}".replace('\'', '"'),
            "{'value': '9GB/s', 'from': '8000MB/s', 'to': '9GB/s'}".replace('\'', '"'));
    assertThat(machine.buses().speed().latencyPs()).isEqualTo(1_800_000);
    assertThat(machine.groups().get(0).intraNode().bytesPerSecond()).isEqualTo(9e9);
    assertThat(machine.eagerThresholdBytes()).isEqualTo(16_384);
    assertThat(machine.modelParameters()).containsEntry("loggops.o", "0.4us");
    assertThat(machine.ranges())
        .containsExactly(
            new FigureRange("nodeGroups.compute.intraNode.bandwidth", "9GB/s", "8000MB/s", "9GB/s"),
            new FigureRange("network.latency", "1.8us", "1.6us", "2.4us"),
            new FigureRange("eagerThreshold", "16KiB", "8KiB", "unlimited"),
            new FigureRange("modelParameters.loggops.o", "0.4us", "0.2us", "0.6us"));
  }

  @Test
  void plainValuesHaveNoRange() {
    assertThat(read("\"1.8us\"", "\"9GB/s\"").ranges()).hasSize(2);
  }

  private static String withRatio(String ratio) {
    return FILE.replace("LATENCY", "\"1us\"")
        .replace("BANDWIDTH", "\"9GB/s\"")
        .replace("\"coresPerNode\": 2,", "\"coresPerNode\": 2, \"cpuRatio\": " + ratio + ",");
  }

  @Test
  void ratiosOfCoresHaveBoundsThatAreNumbers() {
    String ratio = "{\"value\": 1.8, \"from\": 1.5, \"to\": 2}";
    LoadedMachine loaded = MachineFiles.parse("small.json", withRatio(ratio));
    assertThat(loaded.machine().groups().get(0).cpuRatios()).containsExactly(1.8);
    FigureRange range = new FigureRange("nodeGroups.compute.cpuRatio", "1.8", "1.5", "2");
    assertThat(loaded.machine().ranges()).contains(range);
    Machine slower = loaded.otherFigures().with(Map.of(range.figure(), range.from()));
    assertThat(slower.groups().get(0).cpuRatios()).containsExactly(1.5);

    LoadedMachine made = MachineFiles.of(loaded.machine());
    Machine faster = made.otherFigures().with(Map.of("cpu", "x2"));
    assertThat(faster.groups().get(0).cpuRatios()).containsExactly(3.6);
    assertThat(faster.ranges()).anyMatch(each -> Double.parseDouble(each.to()) == 4);
  }

  @Test
  void boundsOfRatiosThatContradictTheValueAreRefused() {
    assertThatThrownBy(
            () ->
                MachineFiles.parse(
                    "small.json", withRatio("{\"value\": 1, \"from\": 1.5, \"to\": 2}")))
        .isInstanceOf(MachineFileException.class)
        .hasMessageContaining("$.nodeGroups[0].cpuRatio")
        .hasMessageContaining("from <= value <= to");
    assertThatThrownBy(
            () -> MachineFiles.parse("small.json", withRatio("{\"value\": 1, \"from\": 0.5}")))
        .isInstanceOf(MachineFileException.class)
        .hasMessageContaining("a number from 0.000001 to 1000000");
  }

  @Test
  void figuresAreSetToOtherValues() {
    String latency = "{\"value\": \"1.8us\", \"from\": \"1.6us\", \"to\": \"2.4us\"}";
    String text = FILE.replace("LATENCY", latency).replace("BANDWIDTH", "\"9GB/s\"");
    LoadedMachine loaded = MachineFiles.parse("small.json", text);
    Machine other =
        loaded
            .otherFigures()
            .with(Map.of("network.latency", "2.4us", "modelParameters.loggops.o", "0.2us"));
    assertThat(other.buses().speed().latencyPs()).isEqualTo(2_400_000);
    assertThat(other.modelParameters()).containsEntry("loggops.o", "0.2us");
    assertThat(other.eagerThresholdBytes()).isEqualTo(16_384);
    assertThat(other.ranges()).extracting(FigureRange::figure).containsExactly("eagerThreshold");
    assertThat(loaded.machine().buses().speed().latencyPs()).isEqualTo(1_800_000);
  }

  @Test
  void figuresWithoutBoundsAreSetToo() {
    OtherFigures figures =
        MachineFiles.parse(
                "small.json", FILE.replace("LATENCY", "\"1us\"").replace("BANDWIDTH", "\"9GB/s\""))
            .otherFigures();
    assertThat(figures.with(Map.of("network.latency", "2us")).buses().speed().latencyPs())
        .isEqualTo(2_000_000);
    assertThatThrownBy(() -> figures.with(Map.of("eagerThreshold", "2us")))
        .isInstanceOf(MachineFileException.class);
    assertThatThrownBy(() -> figures.with(Map.of("network.latancy", "2us")))
        .isInstanceOf(MachineFileException.class)
        .hasMessageContaining("latency");
  }

  /** Each figure of the catalogue can be put at each of its bounds. */
  @Test
  void catalogueAtItsBounds() {
    for (String name : Catalogue.names()) {
      LoadedMachine loaded = Catalogue.load(name);
      for (FigureRange range : loaded.machine().ranges()) {
        for (String bound : List.of(range.from(), range.to())) {
          Machine other = loaded.otherFigures().with(Map.of(range.figure(), bound));
          assertThat(other.ranges())
              .as(name + " with " + range.figure() + " at " + bound)
              .hasSize(loaded.machine().ranges().size() - 1);
        }
      }
    }
  }

  @Test
  void mistakes() {
    assertMistake(
        "{\"value\": \"1us\", \"from\": \"2us\", \"to\": \"3us\"}", "outside of its range");
    assertMistake("{\"value\": \"1us\", \"from\": \"1us\"}", "to");
    assertMistake("{\"value\": 1, \"from\": \"1us\", \"to\": \"1us\"}", "1 without a unit");
    assertMistake(
        "{\"value\": \"1us\", \"from\": \"1us\", \"to\": \"1us\", \"sigma\": 2}", "sigma");
    assertMistake("{\"from\": \"1us\", \"to\": \"1us\"}", "found an object");
  }

  private static void assertMistake(String latency, String words) {
    assertThatThrownBy(() -> read(latency, "\"9GB/s\""))
        .isInstanceOf(MachineFileException.class)
        .hasMessageContaining(words);
  }
}
