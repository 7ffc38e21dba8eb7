package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.foretell.engine.Prediction;
import org.foretell.engine.Simulation;
import org.foretell.machine.BusLinks;
import org.foretell.machine.Machine;
import org.foretell.machine.Placement;
import org.foretell.machine.Placements;
import org.foretell.machines.MachineFiles;
import org.foretell.model.ModelContext;
import org.foretell.models.ScaledCompute;
import org.foretell.observe.SimObserver;
import org.foretell.parsers.dimemas.DimemasReader;
import org.foretell.trace.store.MemoryTrace;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What Dimemas 5.5.0 itself says of its cases, to the nanosecond, from its files. */
class DimemasOracleTest {
  private static final long PS_PER_NS = 1000;

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
    for (String parameter : of.parameters()) {
      arguments.add("-P");
      arguments.add(parameter);
    }
    SimCall call = SimCall.of(arguments.toArray());
    assertThat(call.exitCode()).as(call.err()).isZero();
    return call.out();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void messagesMoveAsThere(DimemasCase of) {
    MemoryTrace.Builder builder = MemoryTrace.builder();
    DimemasReader.read(of.trace(), builder);
    MemoryTrace trace = builder.build();
    Machine machine = MachineFiles.read(of.machine()).machine();
    BusLinks described = machine.busLinks().orElseThrow();
    int ranks = trace.info().ranks();
    Placement placement = Placements.mapped(described, described.mapping().orElseThrow(), ranks);
    Map<String, String> parameters = new HashMap<>();
    for (String parameter : of.parameters()) {
      String[] parts = parameter.split("=", 2);
      parameters.put(parts[0], parts[1]);
    }
    Slots slots = new Slots();
    Prediction prediction =
        Simulation.builder()
            .trace(trace)
            .placement(placement)
            .communication(
                ModelRegistry.load(List.of())
                    .get("bus-link")
                    .create(new ModelContext(machine, placement, parameters)))
            .compute(ScaledCompute.builder(placement).machine(machine).build())
            .observer(slots)
            .build()
            .run();
    assertThat(prediction.outcome()).isEqualTo(Prediction.Outcome.COMPLETED);
    JsonNode expected = of.expected();
    List<String> messages = new ArrayList<>();
    for (JsonNode message : expected.get("p2p_from_prv")) {
      messages.add(
          Slots.text(
              message.get("src").asInt(),
              message.get("dst").asInt(),
              message.get("tag").asInt(),
              message.get("size").asLong(),
              message.get("physical_send").asLong(),
              message.get("physical_recv").asLong()));
    }
    Collections.sort(messages);
    Collections.sort(slots.messages);
    assertThat(slots.messages).isEqualTo(messages);
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

  private static long round(long ps) {
    return (ps + PS_PER_NS / 2) / PS_PER_NS;
  }

  /** When messages move. */
  private static final class Slots implements SimObserver {
    private final List<String> messages = new ArrayList<>();

    @Override
    public void transfer(
        int source, int destination, int tag, long bytes, long startPs, long endPs) {
      messages.add(text(source, destination, tag, bytes, round(startPs), round(endPs)));
    }

    static String text(int source, int destination, int tag, long bytes, long startNs, long endNs) {
      return "%d to %d, tag %d, %d bytes, %d to %d ns"
          .formatted(source, destination, tag, bytes, startNs, endNs);
    }
  }
}
