package org.foretell.models.maxrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import org.foretell.machine.Machine;
import org.foretell.model.CollectiveModel;
import org.foretell.model.FigureText;
import org.foretell.model.Message;
import org.foretell.model.ModelContext;
import org.foretell.model.MutableMessage;
import org.foretell.model.ParameterException;
import org.foretell.model.QueuedOccupancyModel;
import org.foretell.models.Call;
import org.foretell.models.Machines;
import org.foretell.models.Script;
import org.foretell.trace.OpCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MaxRateModelProviderTest {
  private final MaxRateModelProvider provider = new MaxRateModelProvider();

  private QueuedOccupancyModel messages(ModelContext context) {
    return (QueuedOccupancyModel) provider.create(context).mpi();
  }

  private static Message message(int from, int to, int ofNode, long bytes) {
    return new MutableMessage().set(from, to, from / ofNode, to / ofNode, bytes, true);
  }

  @Test
  void reportNamesTheSourceOfEachFigure() {
    ModelContext context =
        Machines.on(Machines.small(Map.of("max-rate.o", "1us")), 4, Map.of("G", "2ns/B"));
    assertThat(FigureText.of(provider, context))
        .containsEntry("L", "6us (derived: machine's latency - 2 o)")
        .containsEntry("o", "1us (machine)")
        .containsEntry("O", "0ns/B (default)")
        .containsEntry("g", "100ns (derived: o / 10)")
        .containsEntry("G", "2ns/B")
        .containsEntry("S", "4KiB (machine)")
        .containsEntry("rankBandwidth", "unlimited (default)")
        .containsEntry("binding", "cyclic (default)")
        .containsEntry("stripeThreshold", "unlimited (default)")
        .containsEntry("intraLatency", "1us (machine)")
        .containsEntry("intraBandwidth", "4GB/s (machine)")
        .containsEntry("memoryBandwidth", "unlimited (default)")
        .containsEntry("gamma", "0.25ns/B (derived: 1 / machine's intraNode bandwidth)");
  }

  @Test
  void figuresOfTheMachineAreDefaultsAndItsSettingsComeFirst() {
    Machine stated = Nodes.stated(2, 4);
    ModelContext context = new ModelContext(stated, Nodes.blocks(2, 4), Map.of());
    assertThat(FigureText.of(provider, context))
        .containsEntry("g", "50ns (derived: 1 / machine's messageRate)")
        .containsEntry("rankBandwidth", "12.5GB/s (machine)")
        .containsEntry("binding", "block (machine)")
        .containsEntry("stripeThreshold", "64KiB (machine)")
        .containsEntry("memoryBandwidth", "200GB/s (machine)")
        .containsEntry("gamma", "0.5ns/B (derived: 1 / machine's reductionBandwidth)");
    Machine settings = stated.toBuilder().modelParameter("max-rate.g", "10ns").build();
    context = new ModelContext(settings, Nodes.blocks(2, 4), Map.of("binding", "cyclic"));
    assertThat(FigureText.of(provider, context))
        .containsEntry("g", "10ns (machine)")
        .containsEntry("binding", "cyclic");
  }

  @Test
  void figuresOfTheMachinePredictWhatTheSameSettingsDo() {
    Map<String, String> settings =
        Map.of(
            "g", "50ns",
            "rankBandwidth", "12.5GB/s",
            "binding", "block",
            "stripeThreshold", "64KiB",
            "memoryBandwidth", "200GB/s",
            "gamma", "0.5ns/B");
    Script script =
        new Script(8)
            .eachRank(
                ops -> {
                  for (long bytes : new long[] {8, 10_000, 100_000}) {
                    int to = (ops.rank + 3) % 8;
                    ops.isend(to, bytes);
                    ops.irecv((ops.rank + 5) % 8);
                    ops.isend(ops.rank ^ 1, bytes);
                    ops.irecv(ops.rank ^ 1);
                    ops.awaitAll();
                    ops.collective(OpCode.ALLREDUCE, bytes);
                  }
                });
    assertThat(Nodes.run(Nodes.stated(2, 4), 4, Map.of(), script.trace()).finishPs())
        .isEqualTo(Nodes.run(Nodes.frontier(2, 4), 4, settings, script.trace()).finishPs());
  }

  @Test
  void overheadThatTheMachineStatesForLogGopsHoldsHereToo() {
    ModelContext context = Machines.on(Machines.small(Map.of("loggops.o", "1.5us")), 4, Map.of());
    assertThat(FigureText.of(provider, context))
        .containsEntry("o", "1.5us (machine: loggops.o)")
        .containsEntry("L", "5us (derived: machine's latency - 2 o)");
    ModelContext wrong = Machines.on(Machines.small(Map.of("loggops.o", "soon")), 4, Map.of());
    assertThatThrownBy(() -> provider.create(wrong))
        .isInstanceOf(ParameterException.class)
        .hasMessageContaining("setting loggops.o of the machine: ");
  }

  @Test
  void overheadOfTheMachineShrinksToHalfItsLatency() {
    ModelContext context = Machines.on(Machines.small(Map.of("loggops.o", "5us")), 4, Map.of());
    assertThat(FigureText.of(provider, context))
        .containsEntry("o", "4us (derived: machine's latency / 2)")
        .containsEntry("L", "0us (derived: machine's latency - 2 o)");
    assertThat(provider.warnings(context))
        .singleElement()
        .asString()
        .contains("network.latency=8 us of small", "o=5 us", "o is set to 4 us and L to 0");
  }

  @Test
  void withoutAMachineTheFiguresOfLogGpAreRequired() {
    assertThatThrownBy(() -> provider.create(Machines.withoutMachine(2, Map.of())))
        .isInstanceOf(ParameterException.class)
        .hasMessageContaining("max-rate needs L, o, g, G, S when no machine is given");
  }

  @Test
  void ranksAreBoundInTurnOrInBlocks() {
    var placement = Nodes.blocks(2, 8);
    var machine = Nodes.frontier(2, 8);
    QueuedOccupancyModel cyclic = messages(new ModelContext(machine, placement, Map.of()));
    QueuedOccupancyModel blocks =
        messages(new ModelContext(machine, placement, Map.of("binding", "block")));
    int[] inTurn = {0, 1, 2, 3, 0, 1, 2, 3};
    int[] inBlocks = {0, 0, 1, 1, 2, 2, 3, 3};
    for (int rank = 0; rank < 8; rank++) {
      Message there = message(rank, 15 - rank, 8, 8);
      Message back = message(15 - rank, rank, 8, 8);
      assertThat(cyclic.firstSendPort(there)).isEqualTo(inTurn[rank]);
      assertThat(cyclic.firstReceivePort(there)).isEqualTo(4 + inTurn[7 - rank]);
      assertThat(blocks.firstSendPort(there)).isEqualTo(inBlocks[rank]);
      assertThat(blocks.firstReceivePort(back)).isEqualTo(inBlocks[rank]);
      assertThat(cyclic.sendPorts(there)).isEqualTo(1);
      assertThat(cyclic.ranksOfPort(there)).isEqualTo(2);
    }
  }

  @Test
  void stripedMessageTakesAllInterfacesForItsPart() {
    QueuedOccupancyModel model =
        messages(
            new ModelContext(
                Nodes.frontier(2, 8), Nodes.blocks(2, 8), Map.of("stripeThreshold", "1000B")));
    Message striped = message(5, 13, 8, 1001);
    assertThat(model.firstSendPort(striped)).isZero();
    assertThat(model.sendPorts(striped)).isEqualTo(4);
    assertThat(model.firstReceivePort(striped)).isEqualTo(4);
    assertThat(model.ranksOfPort(striped)).isEqualTo(8);
    // A quarter, 251 bytes, at 40 ps for each byte after the first.
    assertThat(model.sendNicPs(striped)).isEqualTo(50_000 + 250 * 40);
    assertThat(model.streamPs(striped)).isEqualTo(1000 * 10);
    assertThat(model.sendPorts(message(5, 13, 8, 1000))).isEqualTo(1);
  }

  @Test
  void receiverOfARendezvousWithinANodeCopiesAlone() {
    QueuedOccupancyModel model = messages(Machines.on(Machines.small(Map.of()), 4, Map.of()));
    MutableMessage copied = new MutableMessage().set(0, 1, 0, 0, 4001, true);
    assertThat(model.sendCpuPs(copied)).isEqualTo(250_000 + 1_000_000);
    assertThat(model.receiveCpuPs(copied)).isEqualTo(250_000 + 1_000_000);
    copied.rendezvous(true);
    assertThat(model.sendCpuPs(copied)).isEqualTo(250_000);
    assertThat(model.receiveCpuPs(copied)).isEqualTo(250_000 + 1_000_000);
    assertThat(model.sendPorts(copied)).isZero();
  }

  private CollectiveModel collectives(Map<String, String> parameters) {
    return provider
        .create(new ModelContext(Nodes.frontier(16, 8), Nodes.blocks(16, 8), parameters))
        .collectives();
  }

  @Test
  void reductionsCostArithmetic() {
    Map<String, String> none = Map.of("gamma", "0ns/B");
    Call call = new Call(OpCode.ALLREDUCE, 128, 16, 1 << 20, 0, 0);
    long without = collectives(none).durationPs(call);
    long with = collectives(Map.of("gamma", "1ns/B")).durationPs(call);
    // All but its own part, in nanoseconds, where the vector is halved.
    assertThat(with - without).isEqualTo(1000L * ((1 << 20) - (1 << 13)));
  }

  @ParameterizedTest
  @EnumSource(
      value = OpCode.class,
      names = {
        "BARRIER",
        "BCAST",
        "REDUCE",
        "ALLREDUCE",
        "SCAN",
        "GATHER",
        "SCATTER",
        "ALLGATHER",
        "ALLTOALL",
        "REDUCE_SCATTER_BLOCK"
      })
  void noFormulaJumpsOrFallsAsLatencyOrSizeGrow(OpCode code) {
    long before = 0;
    for (int step = 0; step <= 200; step++) {
      Map<String, String> parameters = new HashMap<>();
      parameters.put("L", (1000 + 10 * step) + "ns");
      long now = collectives(parameters).durationPs(new Call(code, 128, 16, 4096, 0, 0));
      if (step > 0) {
        assertThat(now).isBetween(before, before + 128L * 2 * 3 * 10_000);
      }
      before = now;
    }
    before = 0;
    for (long bytes = 1; bytes <= 1 << 20; bytes *= 2) {
      long now = collectives(Map.of()).durationPs(new Call(code, 128, 16, bytes, 0, 0));
      assertThat(now).as("%d bytes", bytes).isGreaterThanOrEqualTo(before);
      before = now;
    }
  }
}
