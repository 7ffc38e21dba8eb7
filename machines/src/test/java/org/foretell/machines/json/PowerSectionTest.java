package org.foretell.machines.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.util.Optional;
import org.foretell.machine.ClockScaling;
import org.foretell.machine.Machine;
import org.foretell.machine.NodePower;
import org.foretell.machine.SwitchPower;
import org.foretell.machine.Watts;
import org.foretell.machines.MachineFiles;
import org.foretell.machines.MachineJson;
import org.foretell.machines.file.MachineFileException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PowerSectionTest {
  private static final Schema SCHEMA =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
          .getSchema(MachineFiles.schema());

  private static final String FILE =
      """
      {"formatVersion": 1, "name": "two", "nodeGroups": [{"name": "n", "nodes": 2,
       "coresPerNode": 4, "intraNode": {"latency": "1us", "bandwidth": "1GB/s"}%s}],
       "network": {"latency": "1us", "bandwidth": "1GB/s"%s}, "eagerThreshold": "1KiB"}
      """;

  private static final String NODE =
      """
      {"node": {"value": "90W", "from": "80W", "to": "0.1kW"}, "coreBusy": "9W",
       "coreWaiting": "7W", "coreIdle": "500mW", "interface": "12W",
       "clocks": {"lowest": 0.5, "exponent": 2.5}}
      """;

  private static String file(String node, String switches) {
    return FILE.formatted(
        node.isEmpty() ? "" : ", \"power\": " + node,
        switches.isEmpty() ? "" : ", \"power\": " + switches);
  }

  private static Machine read(String file) {
    return MachineFiles.parse("two.json", file).machine();
  }

  @Test
  void isReadWithItsBounds() {
    String file = file(NODE, "{\"switch\": \"250W\", \"switches\": 3}");
    assertThat(SCHEMA.validate(file, InputFormat.JSON)).isEmpty();
    Machine machine = read(file);
    assertThat(machine.groups().get(0).power())
        .contains(
            new NodePower(
                new Watts(90, 80, 100),
                Watts.of(9),
                Watts.of(7),
                Watts.of(0.5),
                Watts.of(12),
                Optional.of(new ClockScaling(0.5, 2.5))));
    assertThat(machine.switchPower()).contains(new SwitchPower(Watts.of(250), 3));
    assertThat(read(file("", "")).groups().get(0).power()).isEmpty();
    assertThat(read(file("", "")).switchPower()).isEmpty();
  }

  @Test
  void isWritten() {
    Machine machine =
        read(
            file(
                NODE.replace("80W", "90W").replace("0.1kW", "90W"),
                "{\"switch\": \"1W\", \"switches\": 0}"));
    Machine again = read(MachineJson.write(machine, "made up"));
    assertThat(again.groups()).isEqualTo(machine.groups());
    assertThat(again.switchPower()).isEqualTo(machine.switchPower());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '#',
      value = {
        "'9W'|'9'|coreBusy: found",
        "'9W'|9|coreBusy: found 9 without a unit",
        "'9W'|'-9W'|coreBusy: found",
        "'9W'|'9kg'|coreBusy: found",
        "'9W'|'6W'|power: found a core of 0.5W idle, 7.0W waiting and 6.0W busy; allowed: at least",
        "'80W'|'95W'|node: found",
        "'coreIdle'|'coreSleeping'|coreIdle: found nothing",
        "0.5|0|clocks.lowest: found 0",
        "0.5|1.5|clocks.lowest: found 1.5",
        "2.5|5|clocks.exponent: found 5",
      })
  void mistakesOfNodesAreReportedWithTheirPlace(String place, String other, String finding) {
    String changed = NODE.replace(place.replace('\'', '"'), other.replace('\'', '"'));
    assertThat(changed).isNotEqualTo(NODE);
    assertThatThrownBy(() -> read(file(changed, "")))
        .isInstanceOf(MachineFileException.class)
        .hasMessageContaining(finding);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '#',
      value = {
        "{'switch': '1W'}|$.network.power.switches: found nothing",
        "{'switch': '1W', 'switches': -1}|$.network.power.switches: found -1",
        "{'switch': 1, 'switches': 1}|$.network.power.switch: found 1 without a unit",
        "[]|$.network.power: found"
      })
  void mistakesOfSwitchesAreReportedWithTheirPlace(String section, String finding) {
    assertThatThrownBy(() -> read(file("", section.replace('\'', '"'))))
        .isInstanceOf(MachineFileException.class)
        .hasMessageContaining(finding);
  }
}
