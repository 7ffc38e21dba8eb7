package org.foretell.models.loggops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.foretell.machine.Machine;
import org.foretell.machine.NodeGroup;
import org.foretell.machine.Placement;
import org.foretell.model.CollectiveModel;
import org.foretell.model.FigureText;
import org.foretell.model.Message;
import org.foretell.model.ModelContext;
import org.foretell.model.MutableMessage;
import org.foretell.model.OccupancyModel;
import org.foretell.model.ParameterException;
import org.foretell.models.Call;
import org.foretell.models.Machines;
import org.foretell.trace.OpCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

public class LogGopsModelProviderTest {
  /** The defaults of LogGOPSim. */
  public static final Map<String, String> LOGGOPSIM =
      Map.of(
          "L", "2500ns", "o", "1500ns", "g", "1000ns", "G", "6ns/B", "O", "0ns/B", "S", "65535B");

  private final LogGopsModelProvider provider = new LogGopsModelProvider();

  private OccupancyModel messages(ModelContext context) {
    return (OccupancyModel) provider.create(context).mpi();
  }

  private CollectiveModel collectives(String... settings) {
    Map<String, String> parameters = new HashMap<>(LOGGOPSIM);
    for (int i = 0; i < settings.length; i += 2) {
      parameters.put(settings[i], settings[i + 1]);
    }
    return provider.create(Machines.withoutMachine(2, parameters)).collectives();
  }

  private static Message between(long bytes) {
    return new MutableMessage().set(0, 2, 0, 1, bytes, true);
  }

  private static Message within(long bytes) {
    return new MutableMessage().set(0, 1, 0, 0, bytes, true);
  }

  @Test
  void messageKeepsCpuAndNicBusyAtBothEnds() {
    OccupancyModel model = messages(Machines.withoutMachine(4, LOGGOPSIM));
    assertThat(model.sendCpuPs(between(101))).isEqualTo(1_500_000);
    assertThat(model.sendNicPs(between(101))).isEqualTo(1_000_000 + 600_000);
    assertThat(model.wirePs(between(101))).isEqualTo(4_000_000);
    assertThat(model.receiveCpuPs(between(101))).isEqualTo(1_500_000 + 600_000);
    assertThat(model.receiveNicPs(between(101))).isEqualTo(1_000_000 + 600_000);
    assertThat(model.eager(between(65535))).isTrue();
    assertThat(model.eager(between(65536))).isFalse();
    assertThat(model.nicOf(3)).isEqualTo(3);
  }

  @Test
  void overheadForEachByteKeepsTheCpuAndTheLargerRateTheReceivingOne() {
    Map<String, String> parameters = new HashMap<>(LOGGOPSIM);
    parameters.put("O", "2ns/B");
    OccupancyModel slowNic = messages(Machines.withoutMachine(4, parameters));
    assertThat(slowNic.sendCpuPs(between(101))).isEqualTo(1_700_000);
    assertThat(slowNic.receiveCpuPs(between(101))).isEqualTo(2_100_000);
    parameters.put("O", "8ns/B");
    OccupancyModel slowCpu = messages(Machines.withoutMachine(4, parameters));
    assertThat(slowCpu.receiveCpuPs(between(101))).isEqualTo(2_300_000);
  }

  @Test
  void emptyMessageCountsAsOneByte() {
    OccupancyModel model = messages(Machines.withoutMachine(4, LOGGOPSIM));
    assertThat(model.sendNicPs(between(0))).isEqualTo(1_000_000);
    assertThat(model.receiveCpuPs(between(0))).isEqualTo(model.receiveCpuPs(between(1)));
  }

  @Test
  void gapMayBeAFractionOfAPicosecondForEachByte() {
    Map<String, String> parameters = new HashMap<>(LOGGOPSIM);
    parameters.put("G", "0.0404ns/B");
    OccupancyModel model = messages(Machines.withoutMachine(4, parameters));
    assertThat(model.sendNicPs(between(2))).isEqualTo(1_000_040);
    assertThat(model.sendNicPs(between(1_000_001))).isEqualTo(1_000_000 + 40_400_000);
  }

  @Test
  void figuresAreDerivedFromTheMachineAndMarkedSo() {
    ModelContext context = Machines.on(Machines.small(Map.of()), 8, Map.of());
    assertThat(FigureText.of(provider, context))
        .containsEntry("o", "2us (derived: machine's latency / 4)")
        .containsEntry("L", "4us (derived: machine's latency - 2 o)")
        .containsEntry("g", "2us (derived: o)")
        .containsEntry("G", "1ns/B (derived: 1 / machine's bandwidth)")
        .containsEntry("O", "0ns/B (default)")
        .containsEntry("S", "4KiB (machine)")
        .containsEntry("nic", "node (machine)")
        .containsEntry("intraNode", "machine (default)")
        .containsEntry("collective.barrier", "logarithmic (default)");
    OccupancyModel model = messages(context);
    assertThat(model.wirePs(between(1)) + model.receiveCpuPs(between(1)))
        .isEqualTo(Machines.NETWORK.latencyPs());
    assertThat(model.wirePs(within(1)) + model.receiveCpuPs(within(1)))
        .isEqualTo(Machines.MEMORY.latencyPs());
    assertThat(model.receiveCpuPs(within(1001)) - model.receiveCpuPs(within(1))).isEqualTo(250_000);
  }

  @Test
  void machineSettingsGoBeforeDerivedFigures() {
    Machine machine = Machines.small(Map.of("loggops.o", "1us", "loggops.G", "0.5ns/B"));
    assertThat(FigureText.of(provider, Machines.on(machine, 8, Map.of("g", "3us"))))
        .containsEntry("o", "1us (machine)")
        .containsEntry("L", "6us (derived: machine's latency - 2 o)")
        .containsEntry("g", "3us")
        .containsEntry("G", "0.5ns/B (machine)");
  }

  @Test
  void overheadAboveHalfTheLatencyLeavesNoWireLatency() {
    ModelContext context = Machines.on(Machines.small(Map.of()), 8, Map.of("o", "100h"));
    assertThat(FigureText.of(provider, context))
        .containsEntry("L", "0us (derived: machine's latency - 2 o)");
  }

  @Test
  void messagesWithinANodeMayBeTreatedAlike() {
    ModelContext context = Machines.on(Machines.small(Map.of()), 8, Map.of("intraNode", "same"));
    OccupancyModel model = messages(context);
    assertThat(model.receiveCpuPs(within(1000))).isEqualTo(model.receiveCpuPs(between(1000)));
  }

  @Test
  void ranksOfANodeMayShareTheNicAndThenOnlyMessagesThatLeaveItKeepItBusy() {
    ModelContext context = Machines.on(Machines.small(Map.of()), 8, Map.of("nic", "node"));
    OccupancyModel model = messages(context);
    assertThat(model.nicOf(4)).isEqualTo(4);
    assertThat(model.nicOf(5)).isEqualTo(4);
    assertThat(model.sendNicPs(within(1000))).isZero();
    assertThat(model.receiveNicPs(between(1))).isEqualTo(2_000_000);
  }

  @Test
  void ranksOfANodeTakeItsNicsInTurn() {
    NodeGroup twoNics =
        NodeGroup.builder("cpu")
            .nodes(2)
            .coresPerNode(4)
            .intraNode(Machines.MEMORY)
            .nics(2)
            .build();
    Placement placement =
        new Placement("by hand", new int[] {0, 1, 0, 0, 0}, new int[] {0, 0, 1, 2, 3});
    OccupancyModel model =
        messages(
            new ModelContext(Machines.of(Map.of(), twoNics), placement, Map.of("nic", "node")));
    assertThat(IntStream.range(0, 5).map(model::nicOf)).containsExactly(0, 1, 2, 0, 2);
  }

  @Test
  void withoutMachineTheErrorNamesAllThatIsMissingWithAnExample() {
    assertThatThrownBy(() -> provider.create(Machines.withoutMachine(2, Map.of("o", "1us"))))
        .isInstanceOf(ParameterException.class)
        .hasMessage(
            "model loggops needs L, g, G, S when no machine is given; add -P L=1.5us -P g=1.5us"
                + " -P G=0.18ns/B -P S=64KiB (with your values), or name a machine");
  }

  @Test
  void figuresOfTheMachineCannotBeChosenWithoutOne() {
    Map<String, String> parameters = new HashMap<>(LOGGOPSIM);
    parameters.put("intraNode", "machine");
    assertThatThrownBy(() -> provider.create(Machines.withoutMachine(2, parameters)))
        .isInstanceOf(ParameterException.class)
        .hasMessageContaining("parameter intraNode of model loggops: \"machine\" is none of same");
  }

  @ParameterizedTest
  @CsvSource({"10,55420000", "14,77588000", "17,94214000", "20,110840000"})
  void broadcastIsABinomialTree(int lg, long expectedPs) {
    assertThat(collectives().durationPs(Call.of(OpCode.BCAST, 1 << lg, 8))).isEqualTo(expectedPs);
    assertThat(collectives().durationPs(Call.of(OpCode.ALLREDUCE, 1 << lg, 8)))
        .isEqualTo(expectedPs);
  }

  @ParameterizedTest
  @CsvSource({"64,212814000", "128,429006000", "256,861390000", "512,1726158000"})
  void alltoallIsLinear(int ranks, long expectedPs) {
    assertThat(collectives().durationPs(Call.of(OpCode.ALLTOALL, ranks, 64))).isEqualTo(expectedPs);
  }

  @Test
  void barrierIsADisseminationOfOneByte() {
    assertThat(collectives().durationPs(Call.of(OpCode.BARRIER, 8, 0))).isEqualTo(16_500_000);
    assertThat(collectives().durationPs(Call.of(OpCode.BARRIER, 9, 0))).isEqualTo(22_000_000);
  }

  @Test
  void gatherIsAnIncast() {
    assertThat(collectives().durationPs(Call.of(OpCode.GATHER, 9, 50_000)))
        .isEqualTo(2_415_952_000L);
  }

  @Test
  void scatterIsBoundByTheRootsNic() {
    long nicPs = 1_000_000 + 999 * 6_000;
    long messagePs = 5_500_000 + 999 * 6_000;
    assertThat(collectives().durationPs(Call.of(OpCode.SCATTER, 5, 1000)))
        .isEqualTo(3 * nicPs + messagePs);
  }

  @Test
  void allgatherMovesEveryBlockOnce() {
    long expectedPs = 3 * 5_500_000 + (7 * 1000 - 3) * 6_000;
    assertThat(collectives().durationPs(Call.of(OpCode.ALLGATHER, 8, 1000))).isEqualTo(expectedPs);
    assertThat(
            collectives("collective.allgather", "ring")
                .durationPs(Call.of(OpCode.ALLGATHER, 8, 1000)))
        .isEqualTo(7 * (5_500_000 + 999 * 6_000));
    assertThat(
            collectives("collective.allgather", "logarithmic")
                .durationPs(Call.of(OpCode.ALLGATHER, 8, 1000)))
        .isEqualTo(3 * (5_500_000 + 999 * 6_000));
  }

  @Test
  void reduceScatterHalvesTheVector() {
    long expectedPs = 3 * 5_500_000 + (7 * 125 - 3) * 6_000;
    assertThat(collectives().durationPs(Call.of(OpCode.REDUCE_SCATTER, 8, 1000)))
        .isEqualTo(expectedPs);
  }

  @Test
  void allreduceMayBeARing() {
    assertThat(
            collectives("collective.allreduce", "ring")
                .durationPs(Call.of(OpCode.ALLREDUCE, 8, 1000)))
        .isEqualTo(14 * (5_500_000 + 124 * 6_000));
  }

  @Test
  void linearBarrierGathersAndReleases() {
    assertThat(
            collectives("collective.barrier", "linear").durationPs(Call.of(OpCode.BARRIER, 8, 0)))
        .isEqualTo(2 * 5_500_000 + 12 * 1_500_000);
  }

  /** A whole message: o + L + r(s), where r(s) is o + (s - 1) G. */
  private static long messagePs(long bytes) {
    return 5_500_000 + (bytes - 1) * 6_000;
  }

  @Test
  void doublingSendsNoMoreBlocksThanAreLeft() {
    CollectiveModel model = collectives("collective.gather", "doubling");
    // 1, 2 and then 1 block among five ranks.
    assertThat(model.durationPs(Call.of(OpCode.GATHER, 5, 100)))
        .isEqualTo(messagePs(100) + messagePs(200) + messagePs(100));
    // 1, 2 and then 4 among eight.
    assertThat(model.durationPs(Call.of(OpCode.GATHER, 8, 100)))
        .isEqualTo(messagePs(100) + messagePs(200) + messagePs(400));
  }

  @Test
  void linearBroadcastIsAScatterAndLinearReductionAGather() {
    CollectiveModel model =
        collectives("collective.bcast", "linear", "collective.reduce", "linear");
    // The root's NIC is busy longer than its CPU, and the CPU of what receives longer than the NIC.
    assertThat(model.durationPs(Call.of(OpCode.BCAST, 5, 1000)))
        .isEqualTo(3 * (1_000_000 + 999 * 6_000) + messagePs(1000));
    assertThat(model.durationPs(Call.of(OpCode.REDUCE, 5, 1000)))
        .isEqualTo(3 * (1_500_000 + 999 * 6_000) + messagePs(1000));
  }

  @Test
  void linearExchangesAreBoundByTheSlowerOfCpuAndNicAtEachEnd() {
    long cpuPs = 1_500_000 + 999 * 8_000;
    assertThat(collectives("O", "8ns/B").durationPs(Call.of(OpCode.SCATTER, 5, 1000)))
        .isEqualTo(3 * cpuPs + 4_000_000 + cpuPs);
    long nicPs = 2_000_000 + 999 * 6_000;
    assertThat(collectives("g", "2us").durationPs(Call.of(OpCode.GATHER, 5, 1000)))
        .isEqualTo(3 * nicPs + messagePs(1000));
  }

  @Test
  void alltoallOfFewRanksEndsWhenTheLastMessageIsTakenIn() {
    // Of two messages: o + L + o, and one more o; both CPUs work 4 o only.
    assertThat(collectives().durationPs(Call.of(OpCode.ALLTOALL, 3, 1))).isEqualTo(7_000_000);
  }

  @Test
  void ranksThatShareANicTakeTurnsInRoundsInWhichAllExchange() {
    // Four ranks on each of two nodes; g and G as LogGOPSim has them, one NIC for each node.
    Map<String, String> parameters = new HashMap<>(LOGGOPSIM);
    parameters.put("nic", "node");
    CollectiveModel shared = provider.create(Machines.withoutMachine(8, parameters)).collectives();
    long nicPs = 1_000_000 + 999 * 6_000;
    assertThat(shared.durationPs(new Call(OpCode.ALLREDUCE, 8, 2, 1000, 1000, 1000)))
        .isEqualTo(3 * messagePs(1000) + 3 * nicPs);
    assertThat(shared.durationPs(new Call(OpCode.BCAST, 8, 2, 1000, 1000, 1000)))
        .isEqualTo(3 * messagePs(1000));
    assertThat(shared.durationPs(new Call(OpCode.ALLTOALL, 8, 2, 1000, 8000, 8000)))
        .isEqualTo(messagePs(1000) + (4 * 4 - 1) * nicPs);
    assertThat(shared.durationPs(Call.within(OpCode.ALLREDUCE, 8, 1000)))
        .isEqualTo(3 * messagePs(1000));
  }

  @Test
  void alltoallDoesNotJumpWhereTheNicBecomesSlowerThanTheWire() {
    // o + L is 4000 ns, and so is g and the time of another 500 bytes.
    assertThat(collectives().durationPs(Call.of(OpCode.ALLTOALL, 5, 500)))
        .isEqualTo(4 * (2 * 1_500_000 + 499 * 6_000));
    assertThat(collectives().durationPs(Call.of(OpCode.ALLTOALL, 5, 501)))
        .isEqualTo(4 * (2 * 1_500_000 + 500 * 6_000));
  }

  @Test
  void ringsTakeAMessageForEachOtherRank() {
    assertThat(
            collectives("collective.alltoall", "ring")
                .durationPs(Call.of(OpCode.ALLTOALL, 5, 1000)))
        .isEqualTo(4 * messagePs(1000));
    assertThat(collectives("collective.scan", "ring").durationPs(Call.of(OpCode.SCAN, 5, 1000)))
        .isEqualTo(4 * messagePs(1000));
  }

  @Test
  void onlyALogarithmicReduceScatterMovesTheWholeVector() {
    Call call = Call.of(OpCode.REDUCE_SCATTER, 7, 1000);
    // Blocks of 1000 / 7 bytes, rounded up.
    assertThat(collectives("collective.reduce_scatter", "ring").durationPs(call))
        .isEqualTo(6 * messagePs(143));
    assertThat(collectives("collective.reduce_scatter", "logarithmic").durationPs(call))
        .isEqualTo(3 * messagePs(1000));
    assertThat(
            collectives("collective.allreduce", "ring")
                .durationPs(Call.of(OpCode.ALLREDUCE, 7, 1000)))
        .isEqualTo(12 * messagePs(143));
  }

  @Test
  void unevenBlocksCountWithTheMeanOfTheBusiestRank() {
    CollectiveModel model = collectives("collective.gather", "logarithmic");
    assertThat(model.durationPs(Call.uneven(OpCode.GATHERV, 8, 700, 700, 801)))
        .isEqualTo(3 * messagePs(101));
    assertThat(model.durationPs(Call.uneven(OpCode.GATHERV, 8, 700, 808, 5)))
        .isEqualTo(3 * messagePs(101));
  }

  @Test
  void neighboursCostAMessageAndANewCommunicatorADissemination() {
    assertThat(collectives().durationPs(Call.uneven(OpCode.NEIGHBOR_ALLGATHER, 9, 100, 100, 400)))
        .isEqualTo(messagePs(400));
    assertThat(collectives().durationPs(Call.of(OpCode.COMM_SPLIT, 9, 0)))
        .isEqualTo(4 * messagePs(1));
  }

  @Test
  void oneParticipantNeedsNoTime() {
    for (OpCode code : new OpCode[] {OpCode.BARRIER, OpCode.ALLTOALL, OpCode.GATHER}) {
      assertThat(collectives().durationPs(Call.within(code, 1, 1000))).as(code.name()).isZero();
    }
  }
}
