package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What Dimemas 5.5.0 itself says of its cases, to the nanosecond, from its files. */
class DimemasOracleTest {
  @TempDir private Path folder;

  static List<DimemasCase> cases() {
    return DimemasCase.all();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void theCommandGivesTotalAndEndsOfAllTasks(DimemasCase of) {
    JsonNode expected = of.expected();
    String fromCfg = run(of, of.machine());
    JsonNode result = JsonMapper.shared().readTree(fromCfg);
    assertThat(String.valueOf(result.get("model"))).contains("bus-link");
    assertThat(ns(result.get("predictedSeconds").asDouble()))
        .as("total")
        .isEqualTo(ns(expected.get("total").asString()));
    List<Long> ends = new ArrayList<>();
    result.get("ranks").forEach(rank -> ends.add(ns(rank.get("finishSeconds").asDouble())));
    assertThat(ends).as("ends").isEqualTo(longs(expected.get("task_end_ns_from_prv")));
    for (JsonNode rank : result.get("ranks")) {
      JsonNode task = expected.get("tasks").get(rank.get("rank").asInt());
      assertThat(ns(rank.get("linkWaitSeconds").asDouble()))
          .as("links of %s", rank)
          .isEqualTo(ns(task.get("wait_link_time").asString()));
      assertThat(ns(rank.get("busWaitSeconds").asDouble()))
          .as("buses of %s", rank)
          .isEqualTo(ns(task.get("wait_bus_time").asString()));
    }

    Path json = folder.resolve("machine.json");
    assertThat(SimCall.of("convert", of.machine(), json).exitCode()).isZero();
    JsonNode converted = JsonMapper.shared().readTree(run(of, json));
    assertThat(converted.get("ranks")).as("converted").isEqualTo(result.get("ranks"));
  }

  private static String run(DimemasCase of, Path machine) {
    List<Object> arguments = new ArrayList<>(List.of("run", machine, of.trace(), "--json", "-"));
    parameters(of, arguments);
    SimCall call = SimCall.of(arguments.toArray());
    assertThat(call.exitCode()).as(call.err()).isZero();
    return call.out();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void messagesMoveAsThere(DimemasCase of) throws IOException {
    Path log = folder.resolve("messages.csv");
    List<Object> arguments =
        new ArrayList<>(List.of("run", of.machine(), of.trace(), "--messages", log));
    parameters(of, arguments);
    SimCall call = SimCall.of(arguments.toArray());
    assertThat(call.exitCode()).as(call.err()).isZero();
    List<String> moved = new ArrayList<>();
    for (String line : Files.readAllLines(log)) {
      String[] cells = line.split(",", -1);
      if (cells[0].equals("transfer")) {
        moved.add(
            String.join(" ", cells[1], cells[2], cells[3], cells[4])
                + " "
                + ns(cells[5])
                + " "
                + ns(cells[6]));
      }
    }
    List<String> expected = new ArrayList<>();
    for (JsonNode message : of.expected().get("p2p_from_prv")) {
      expected.add(
          Stream.of("src", "dst", "tag", "size", "physical_send", "physical_recv")
              .map(field -> message.get(field).asString())
              .collect(Collectors.joining(" ")));
    }
    assertThat(moved).containsExactlyInAnyOrderElementsOf(expected);
  }

  private static void parameters(DimemasCase of, List<Object> arguments) {
    for (String parameter : of.parameters()) {
      arguments.add("-P");
      arguments.add(parameter);
    }
  }

  private static List<Long> longs(JsonNode array) {
    List<Long> list = new ArrayList<>();
    array.forEach(element -> list.add(element.asLong()));
    return list;
  }

  private static long ns(String seconds) {
    return ns(Double.parseDouble(seconds));
  }

  private static long ns(double seconds) {
    return Math.round(seconds * 1e9);
  }
}
