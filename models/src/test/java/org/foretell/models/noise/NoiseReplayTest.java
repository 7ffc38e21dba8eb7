package org.foretell.models.noise;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.foretell.engine.Simulation;
import org.foretell.model.CommunicationModel;
import org.foretell.model.FlowModel;
import org.foretell.model.LinkObserver;
import org.foretell.model.ModelContext;
import org.foretell.model.ModelProvider;
import org.foretell.models.Machines;
import org.foretell.models.Script;
import org.foretell.models.buslink.BusLinkModelProvider;
import org.foretell.models.compute.ScaledCompute;
import org.foretell.models.flow.FlowModelProvider;
import org.foretell.models.loggops.AtlahsModelProvider;
import org.foretell.models.loggops.LogGopsModelProvider;
import org.foretell.models.maxrate.MaxRateModelProvider;
import org.foretell.models.simple.SimpleModelProvider;
import org.foretell.result.Prediction;
import org.foretell.trace.OpCode;
import org.foretell.trace.TraceSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Noise through the engine, under each kind of model. */
class NoiseReplayTest {
  private static final Noise DELAYS =
      new Noise(null, Variability.parseDelay("exponential:50us"), null, false);

  @TempDir private Path folder;

  private enum Model {
    SIMPLE,
    LOGGOPS,
    LOGGOPS_ATLAHS,
    MAX_RATE,
    FLOW,
    BUS_LINK;

    private ModelProvider provider() {
      return switch (this) {
        case SIMPLE -> new SimpleModelProvider();
        case LOGGOPS -> new LogGopsModelProvider();
        case LOGGOPS_ATLAHS -> new AtlahsModelProvider();
        case MAX_RATE -> new MaxRateModelProvider();
        case FLOW -> new FlowModelProvider();
        case BUS_LINK -> new BusLinkModelProvider();
      };
    }
  }

  private static Prediction replay(Model model, TraceSource trace, Noise noise, long seed) {
    int ranks = trace.info().ranks();
    ModelContext context = Machines.on(Machines.small(Map.of()), ranks, Map.of());
    CommunicationModel calm = model.provider().create(context);
    return Simulation.builder()
        .trace(trace)
        .placement(context.placement())
        .communication(noise.on(calm, ranks, seed))
        .compute(noise.on(ScaledCompute.builder(context.placement()).build(), ranks, seed))
        .build()
        .run();
  }

  private static long makespanPs(Model model, TraceSource trace, Noise noise, long seed) {
    Prediction prediction = replay(model, trace, noise, seed);
    assertThat(prediction.outcome()).isEqualTo(Prediction.Outcome.COMPLETED);
    assertThat(prediction.problems()).isEmpty();
    return prediction.makespanPs();
  }

  /** Ranks 0 and 2 are on different nodes. */
  private static TraceSource pingPong(int times, long bytes) {
    Script script = new Script(3);
    for (int i = 0; i < times; i++) {
      script.rank(0, ops -> ops.send(2, bytes).recv(2));
      script.rank(2, ops -> ops.recv(0).send(0, bytes));
    }
    return script.trace();
  }

  @ParameterizedTest
  @EnumSource(Model.class)
  void eachMessageIsDelayedOnceOnTheAverage(Model model) {
    for (long bytes : new long[] {100, 100_000}) {
      TraceSource trace = pingPong(500, bytes);
      long calm = makespanPs(model, trace, Noise.NONE, 1);
      long noisy = makespanPs(model, trace, DELAYS, 1);
      double meanDelayUs = (noisy - calm) / 1000.0 / 1e6;
      // A rendezvous is three messages.
      int messages = model == Model.MAX_RATE && bytes == 100_000 ? 3 : 1;
      // Five standard errors of 1,000 delays.
      assertThat(meanDelayUs / messages).as("%d bytes", bytes).isBetween(42.0, 58.0);
    }
  }

  @ParameterizedTest
  @EnumSource(Model.class)
  void aSeedGivesOnePredictionAndAnotherSeedAnother(Model model) {
    TraceSource trace = pingPong(20, 1000);
    Noise noise = new Noise(Variability.parseFactor("gamma:10%"), DELAYS.network(), null, false);
    assertThat(makespanPs(model, trace, noise, 5)).isEqualTo(makespanPs(model, trace, noise, 5));
    assertThat(makespanPs(model, trace, noise, 5)).isNotEqualTo(makespanPs(model, trace, noise, 6));
  }

  @ParameterizedTest
  @EnumSource(Model.class)
  void messagesWithinANodeAreNotDelayed(Model model) {
    TraceSource trace =
        new Script(2).rank(0, ops -> ops.send(1, 1000)).rank(1, ops -> ops.recv(0)).trace();
    assertThat(makespanPs(model, trace, DELAYS, 1))
        .isEqualTo(makespanPs(model, trace, Noise.NONE, 1));
  }

  /** Each receive expects the size of the message that was sent in its turn. */
  @ParameterizedTest
  @EnumSource(Model.class)
  void delayedMessagesAreStillMatchedInTheOrderInWhichTheyWereSent(Model model) {
    Script script = new Script(3);
    script.rank(
        0,
        ops -> {
          for (int i = 0; i < 200; i++) {
            ops.isend(2, 1 + i);
          }
          ops.awaitAll();
        });
    script.rank(
        2,
        ops -> {
          for (int i = 0; i < 200; i++) {
            ops.irecvAtMost(0, 1 + i);
          }
          ops.awaitAll();
        });
    assertThat(replay(model, script.trace(), DELAYS, 3).problems()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Model.class)
  void collectivesByFormulaTakeTheLongestDelayOfTheirMembers(Model model) {
    Script script = new Script(8);
    int times = 400;
    for (int i = 0; i < times; i++) {
      script.eachRank(ops -> ops.collective(OpCode.BARRIER, 0));
    }
    long calm = makespanPs(model, script.trace(), Noise.NONE, 1);
    long noisy = makespanPs(model, script.trace(), DELAYS, 1);
    // The mean of the longest of 8 exponential delays: 50 us (1 + 1/2 + ... + 1/8) = 135.9 us.
    assertThat((noisy - calm) / 1e6 / times).isBetween(120.0, 152.0);
  }

  @Test
  void burstsVaryAroundWhatTheyTook() {
    Script script =
        new Script(1)
            .rank(
                0,
                ops -> {
                  for (int i = 0; i < 10_000; i++) {
                    ops.compute(1000);
                  }
                });
    Noise noise = new Noise(Variability.parseFactor("lognormal:20%"), null, null, false);
    // Five standard errors of 10,000 bursts are 1 %.
    assertThat(makespanPs(Model.SIMPLE, script.trace(), noise, 1) / 1e6)
        .isBetween(9_900.0, 10_100.0)
        .isNotEqualTo(10_000.0);
  }

  @Test
  void delaysLeaveLinksTheirObserver() {
    ModelContext context = Machines.on(Machines.small(Map.of()), 3, Map.of());
    CommunicationModel calm = Model.FLOW.provider().create(context);
    assertThat(DELAYS.on(calm, 3, 1).mpi()).isInstanceOf(DelayedFlows.class);
    FlowModel noisy = (FlowModel) DELAYS.on(calm, 3, 1).mpi();
    LinkObserver observer =
        new LinkObserver() {
          @Override
          public void carried(int link, long bytes, long startPs, long endPs) {}

          @Override
          public long resolutionPs() {
            return 1;
          }
        };
    assertThat(noisy.tellLinks(observer))
        .isNotNull()
        .isSameAs(((FlowModel) calm.mpi()).tellLinks(observer));
  }

  /** 1 us stolen of each 10 us: a burst of 90 us, begun at any place, meets nine or a part more. */
  @Test
  void interruptionsProlongBurstsAndOverheads() throws IOException {
    Path file = Files.writeString(folder.resolve("noise.txt"), "9000 1000\n");
    Noise noise = new Noise(null, null, NoiseTrace.read(file), false);
    TraceSource burst = new Script(1).rank(0, ops -> ops.compute(90_000)).trace();
    for (long seed = 0; seed < 20; seed++) {
      assertThat(makespanPs(Model.SIMPLE, burst, noise, seed)).isBetween(99_000_000L, 100_000_000L);
    }
    TraceSource messages = pingPong(200, 1);
    long calm = makespanPs(Model.LOGGOPS, messages, Noise.NONE, 1);
    long noisy = makespanPs(Model.LOGGOPS, messages, noise, 1);
    assertThat(noisy).isGreaterThan(calm);
    // Overheads of two ranks take part of the time only.
    assertThat(noisy).isLessThan(calm * 12 / 10);
  }

  /** Cores that are interrupted together cost a synchronized program no more than one does. */
  @Test
  void coscheduledNoiseHurtsLess() throws IOException {
    Path file = Files.writeString(folder.resolve("noise.txt"), "90000 10000\n");
    Script script = new Script(8);
    for (int i = 0; i < 200; i++) {
      script.eachRank(ops -> ops.compute(10_000).collective(OpCode.BARRIER, 0));
    }
    NoiseTrace trace = NoiseTrace.read(file);
    long apart = makespanPs(Model.SIMPLE, script.trace(), new Noise(null, null, trace, false), 1);
    long together = makespanPs(Model.SIMPLE, script.trace(), new Noise(null, null, trace, true), 1);
    long calm = makespanPs(Model.SIMPLE, script.trace(), Noise.NONE, 1);
    assertThat(together).isGreaterThan(calm);
    assertThat(apart - calm).isGreaterThan(2 * (together - calm));
  }
}
