package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class EnergyCommandTest {
  private static final String TRAINING = "../examples/training.8.chakra";

  private static SimCall energy(String machine, String trace, String options) {
    List<Object> arguments = new ArrayList<>(List.of("energy", machine, trace));
    arguments.addAll(List.of(options.split(" ", -1)));
    return SimCall.of(arguments.toArray());
  }

  @Test
  void theJsonHasTheFiguresOfTheText() {
    SimCall call = energy("dgx-h100", TRAINING, "--clocks 100%,60% --cap 7kW --json -");
    assertThat(call.err()).isEmpty();
    JsonNode json = JsonMapper.shared().readTree(call.out());
    JsonNode energy = json.at("/run/energy");
    double sum = 0;
    for (JsonNode use : energy.get("uses")) {
      sum += use.get("joules").doubleValue();
    }
    assertThat(energy.get("joules").doubleValue()).isEqualTo(sum);
    assertThat(energy.get("joulesLow").doubleValue()).isLessThan(sum);
    assertThat(energy.get("joulesHigh").doubleValue()).isGreaterThan(sum);
    assertThat(json.get("clocks")).hasSize(2);
    assertThat(json.at("/clocks/0/joules").doubleValue()).isEqualTo(sum);
    assertThat(json.at("/clocks/1/clock").doubleValue()).isEqualTo(0.6);
    assertThat(json.at("/cap/fastest/peakWatts").doubleValue()).isLessThanOrEqualTo(7000);
    assertThat(json.at("/power/watts").size()).isGreaterThan(100);
    assertThat(json.at("/slack/share").doubleValue()).isBetween(0.0, 1.0);
  }

  @Test
  void theTextSaysWhatALimitCosts() {
    SimCall kept = energy("dgx-h100", TRAINING, "--cap 8kW");
    assertThat(kept.exitCode()).isZero();
    assertThat(kept.out()).contains("Limit of 8 kW: kept at ");
    SimCall broken = energy("dgx-h100", TRAINING, "--cap 3kW");
    assertThat(broken.out()).contains("Limit of 3 kW cannot be kept: at the slowest clock");
    SimCall fixed = energy("jaguar-xt5", SimCall.EXAMPLE, "--seed 2");
    assertThat(fixed.out()).contains("The machine does not state what slower clocks do.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "frontier | --seed 1 | machine frontier does not state the power of all nodes",
        "- | --seed 1 | machine - does not state the power",
        "jaguar-xt5 | --cap 9kW | does not state what slower clocks do",
        "dgx-h100 | --cap 9 | write a number and its unit",
        "dgx-h100 | --cap 0W | the limit of the power must be above 0",
        "dgx-h100 | --clocks 40% | the clock 40% of the nominal one is below the lowest of the"
            + " machine, 50%",
        "dgx-h100 | --clocks 110% | expected a share of 0% to 100%",
        "dgx-h100 | --clocks 0% | a clock must be above 0",
        "dgx-h100 | --tolerance much | expected a share of 0% to 100%",
        "dgx-h100 | --clock-bound -1 | expected a share of 0% to 100%",
        "dgx-h100 | --cores-per-rank 0 | a rank needs at least 1 core"
      })
  void whatIsWrongIsSaid(String machine, String options, String message) {
    SimCall call = energy(machine, TRAINING, options);
    assertThat(call.exitCode()).isNotZero();
    assertThat(call.out()).isEmpty();
    assertThat(call.err()).contains(message);
  }
}
