package org.foretell.models.simple;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Machine;
import org.foretell.model.CollectiveModel;
import org.foretell.model.DirectModel;
import org.foretell.model.FigureText;
import org.foretell.model.Message;
import org.foretell.model.ModelContext;
import org.foretell.model.MutableMessage;
import org.foretell.model.ParameterException;
import org.foretell.models.Call;
import org.foretell.models.Machines;
import org.foretell.models.parameters.Parameters;
import org.foretell.trace.OpCode;
import org.junit.jupiter.api.Test;

class SimpleModelProviderTest {
  private static final Message BETWEEN = new MutableMessage().set(0, 2, 0, 1, 1000, true);
  private static final Message WITHIN = new MutableMessage().set(0, 1, 0, 0, 1000, true);

  private final SimpleModelProvider provider = new SimpleModelProvider();

  private DirectModel messages(ModelContext context) {
    return (DirectModel) provider.create(context).mpi();
  }

  private CollectiveModel collectives(String... settings) {
    Map<String, String> parameters = new HashMap<>();
    for (int i = 0; i < settings.length; i += 2) {
      parameters.put(settings[i], settings[i + 1]);
    }
    return provider.create(Machines.on(Machines.small(Map.of()), 8, parameters)).collectives();
  }

  @Test
  void messageTakesLatencyPlusBytesOverBandwidthOfItsDistance() {
    DirectModel model = messages(Machines.on(Machines.small(Map.of()), 8, Map.of()));
    assertThat(model.transferPs(BETWEEN, 0)).isEqualTo(8_000_000 + 1_000_000);
    assertThat(model.transferPs(WITHIN, 0)).isEqualTo(1_000_000 + 250_000);
    assertThat(model.independent()).isTrue();
  }

  @Test
  void blockingSendCostsTheTransferAndNonBlockingTheLatency() {
    DirectModel model = messages(Machines.on(Machines.small(Map.of()), 8, Map.of()));
    assertThat(model.blockingSendPs(BETWEEN, 9_000_000)).isEqualTo(9_000_000);
    assertThat(model.nonBlockingSendPs(BETWEEN)).isEqualTo(8_000_000);
    assertThat(model.nonBlockingSendPs(WITHIN)).isEqualTo(1_000_000);
    assertThat(model.envelopePs(BETWEEN)).isEqualTo(8_000_000);
    assertThat(model.postReceivePs()).isZero();
  }

  @Test
  void postingAReceiveCostsWhatIsStated() {
    ModelContext context = Machines.on(Machines.small(Map.of()), 8, Map.of("receivePost", "3ns"));
    assertThat(messages(context).postReceivePs()).isEqualTo(3000);
  }

  @Test
  void messagesUpToTheThresholdAreEager() {
    DirectModel model = messages(Machines.on(Machines.small(Map.of()), 8, Map.of()));
    assertThat(model.eager(new MutableMessage().set(0, 2, 0, 1, 4096, true))).isTrue();
    assertThat(model.eager(new MutableMessage().set(0, 2, 0, 1, 4097, true))).isFalse();
  }

  @Test
  void userGoesBeforeMachineSettingBeforeMachineFigure() {
    Machine machine = Machines.small(Map.of("simple.latency", "2us", "simple.bandwidth", "2GB/s"));
    ModelContext context = Machines.on(machine, 8, Map.of("latency", "3us"));
    assertThat(messages(context).transferPs(BETWEEN, 0)).isEqualTo(3_000_000 + 500_000);
    assertThat(FigureText.of(provider, context))
        .containsEntry("latency", "3us")
        .containsEntry("bandwidth", "2GB/s (machine)")
        .containsEntry("intraLatency", "1us (machine)")
        .containsEntry("eagerThreshold", "4KiB (machine)")
        .containsEntry("receivePost", "0us (default)")
        .containsEntry("collective.barrier", "logarithmic (default)");
  }

  @Test
  void effectiveParametersNameEachListedOneInItsOrder() {
    ModelContext context = Machines.on(Machines.small(Map.of()), 8, Map.of());
    assertThat(FigureText.of(provider, context).keySet())
        .containsExactlyElementsOf(
            provider.parameters().stream().map(spec -> spec.name()).toList());
  }

  @Test
  void eachNodeGroupKeepsItsOwnSpeedWithinANode() {
    Machine machine =
        Machines.of(
            Map.of(),
            Machines.group(1, Machines.MEMORY),
            Machines.group(2, new LinkSpeed(5_000_000, 1e9)));
    ModelContext context = Machines.on(machine, 4, Map.of());
    DirectModel model = messages(context);
    assertThat(model.transferPs(WITHIN, 0)).isEqualTo(1_250_000);
    assertThat(model.transferPs(new MutableMessage().set(2, 3, 1, 1, 1000, true), 0))
        .isEqualTo(6_000_000);
    assertThat(FigureText.of(provider, context))
        .containsEntry("intraLatency", "1us (machine, first group; each has its own)");
    DirectModel overridden = messages(Machines.on(machine, 4, Map.of("intraLatency", "0us")));
    assertThat(overridden.transferPs(new MutableMessage().set(2, 3, 1, 1, 1000, true), 0))
        .isEqualTo(1_000_000);
  }

  @Test
  void withoutMachineTheErrorNamesAllThatIsMissingWithAnExample() {
    assertThatThrownBy(() -> provider.create(Machines.withoutMachine(2, Map.of())))
        .isInstanceOf(ParameterException.class)
        .hasMessage(
            "model simple needs latency, bandwidth, eagerThreshold when no machine is given; add"
                + " -P latency=1.5us -P bandwidth=2.0GB/s -P eagerThreshold=64KiB (with your"
                + " values), or name a machine");
  }

  @Test
  void withoutMachineTheGivenFiguresHoldEverywhere() {
    ModelContext context =
        Machines.withoutMachine(
            2, Map.of("latency", "1us", "bandwidth", "1GB/s", "eagerThreshold", "unlimited"));
    DirectModel model = messages(context);
    assertThat(model.transferPs(BETWEEN, 0)).isEqualTo(2_000_000);
    assertThat(model.transferPs(WITHIN, 0)).isEqualTo(2_000_000);
    assertThat(model.eager(new MutableMessage().set(0, 1, 0, 1, Long.MAX_VALUE, true))).isTrue();
    assertThat(FigureText.of(provider, context))
        .containsEntry("eagerThreshold", "unlimited")
        .containsEntry("intraBandwidth", "1GB/s (as between nodes)");
  }

  @Test
  void allMistakesAreReportedTogether() {
    Machine machine = Machines.small(Map.of("simple.bandwidth", "fast"));
    ModelContext context =
        Machines.on(machine, 2, Map.of("latency", "3", "collective.bcast", "cubic"));
    assertThatThrownBy(() -> provider.create(context))
        .isInstanceOf(ParameterException.class)
        .hasMessageContaining("parameter latency of model simple: \"3\" is not a time")
        .hasMessageContaining("setting simple.bandwidth of machine small: \"fast\"")
        .hasMessageContaining(
            "parameter collective.bcast of model simple: \"cubic\" is none of constant, linear,"
                + " logarithmic")
        .message()
        .hasLineCount(3);
  }

  @Test
  void whatTheModelDoesNotKnowIsUnused() {
    Machine machine = Machines.small(Map.of("simple.speed", "1", "loggops.L", "1us"));
    ModelContext context = Machines.on(machine, 2, Map.of("latency", "1us", "letency", "1us"));
    assertThat(Parameters.unused(provider, context)).containsExactly("letency", "simple.speed");
  }

  @Test
  void collectivesGrowAsTheirDefaultsSay() {
    CollectiveModel model = collectives();
    long messagePs = 9_000_000;
    assertThat(model.durationPs(Call.of(OpCode.BARRIER, 8, 0))).isEqualTo(3 * 8_000_000);
    assertThat(model.durationPs(Call.of(OpCode.BCAST, 5, 1000))).isEqualTo(3 * messagePs);
    assertThat(model.durationPs(Call.of(OpCode.ALLREDUCE, 4, 1000))).isEqualTo(2 * messagePs);
    assertThat(model.durationPs(Call.of(OpCode.ALLTOALL, 8, 1000))).isEqualTo(7 * messagePs);
    assertThat(model.durationPs(Call.of(OpCode.GATHER, 8, 1000))).isEqualTo(7 * messagePs);
    assertThat(model.durationPs(Call.of(OpCode.COMM_SPLIT, 8, 0))).isEqualTo(3 * 8_000_000);
  }

  @Test
  void growthIsChosenForEachCollective() {
    CollectiveModel model =
        collectives(
            "collective.barrier", "linear",
            "collective.bcast", "constant",
            "collective.alltoall", "logarithmic",
            "collectiveFactor", "1.5");
    assertThat(model.durationPs(Call.of(OpCode.BARRIER, 8, 0))).isEqualTo(84_000_000);
    assertThat(model.durationPs(Call.of(OpCode.BCAST, 8, 1000))).isEqualTo(13_500_000);
    assertThat(model.durationPs(Call.of(OpCode.ALLTOALL, 8, 1000))).isEqualTo(40_500_000);
  }

  @Test
  void oneParticipantNeedsNoTimeWhateverTheGrowth() {
    for (String growth : new String[] {"constant", "linear", "logarithmic"}) {
      CollectiveModel model = collectives("collective.allreduce", growth);
      assertThat(model.durationPs(Call.within(OpCode.ALLREDUCE, 1, 1000))).as(growth).isZero();
    }
  }

  @Test
  void communicatorWithinANodeUsesTheFiguresWithin() {
    assertThat(collectives().durationPs(Call.within(OpCode.BCAST, 2, 1000))).isEqualTo(1_250_000);
  }

  @Test
  void unevenBlocksCountWithTheirMean() {
    Call call = Call.uneven(OpCode.ALLTOALLV, 8, 8000, 8000, 4000);
    assertThat(collectives().durationPs(call)).isEqualTo(7 * 9_000_000);
    // 7993 / 8, rounded up.
    Call odd = Call.uneven(OpCode.ALLTOALLV, 8, 7993, 4000, 7993);
    assertThat(collectives().durationPs(odd)).isEqualTo(7 * 9_000_000);
  }

  @Test
  void neighboursCostOneMessageOfAllBlocks() {
    Call call = Call.uneven(OpCode.NEIGHBOR_ALLTOALL, 8, 250, 1000, 1000);
    assertThat(collectives().durationPs(call)).isEqualTo(9_000_000);
  }
}
