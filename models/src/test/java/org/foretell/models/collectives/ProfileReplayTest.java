package org.foretell.models.collectives;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.Map;
import org.foretell.engine.Simulation;
import org.foretell.model.CommunicationModel;
import org.foretell.model.ExpandedCollectives;
import org.foretell.model.ModelContext;
import org.foretell.model.ModelProvider;
import org.foretell.models.Machines;
import org.foretell.models.Script;
import org.foretell.models.compute.ScaledCompute;
import org.foretell.models.loggops.LogGopsModelProvider;
import org.foretell.models.loggops.LogGopsModelProviderTest;
import org.foretell.models.simple.SimpleModelProvider;
import org.foretell.result.Prediction;
import org.foretell.trace.OpCode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Collectives as algorithms through the engine: closed forms, and what LogGOPSim gives. */
class ProfileReplayTest {
  /** 2 us, 1 GB/s: a byte takes a nanosecond. */
  private static final Map<String, String> SIMPLE =
      Map.of("latency", "2us", "bandwidth", "1GB/s", "eagerThreshold", "0B");

  private static final double REDUCE_PS = 250;

  @ParameterizedTest
  @CsvSource({
    "BARRIER, dissemination, 16",
    "BARRIER, recursive-doubling, 11",
    "BARRIER, tree, 16",
    "BARRIER, double-ring, 5",
    "BCAST, linear, 6",
    "BCAST, binomial, 16",
    "BCAST, binomial, 11",
    "BCAST, pipeline/1KiB, 7",
    "BCAST, scatter-recursive-doubling, 16",
    "BCAST, scatter-ring, 16",
    "REDUCE, linear, 6",
    "REDUCE, binomial, 13",
    "REDUCE, rabenseifner, 16",
    "REDUCE, rabenseifner, 12",
    "ALLREDUCE, recursive-doubling, 16",
    "ALLREDUCE, recursive-doubling, 12",
    "ALLREDUCE, rabenseifner, 16",
    "ALLREDUCE, rabenseifner, 12",
    "ALLREDUCE, ring, 12",
    "ALLREDUCE, segmented-ring/1KiB, 12",
    "ALLREDUCE, reduce-bcast, 12",
    "ALLGATHER, recursive-doubling, 16",
    "ALLGATHER, bruck, 11",
    "ALLGATHER, ring, 11",
    "ALLGATHER, neighbor-exchange, 12",
    "ALLTOALL, pairwise, 16",
    "ALLTOALL, pairwise, 11",
    "ALLTOALL, bruck, 16",
    "GATHER, binomial, 13",
    "SCATTER, binomial, 13",
    "SCAN, recursive-doubling, 16",
    "SCAN, linear, 9",
  })
  void anAlgorithmTakesAsLongAsItsFormula(OpCode op, String algorithm, int ranks) {
    long bytes = 12 * 16 * 1024;
    String choice = op.name().toLowerCase(Locale.ROOT) + "=" + algorithm;
    Script script = new Script(ranks).eachRank(ops -> ops.collective(op, bytes));
    long makespanPs = makespanPs(new SimpleModelProvider(), SIMPLE, "dimemas," + choice, script);
    double formulaPs =
        ClosedForm.durationPs(op, algorithm, ranks, bytes, 2_000_000, 1_000, REDUCE_PS);
    assertThat((double) makespanPs).isEqualTo(formulaPs);
  }

  @ParameterizedTest
  @CsvSource({
    "BCAST, 1024, 8, 55420",
    "REDUCE, 1024, 8, 55420",
    "ALLREDUCE, 1024, 8, 55420",
    "BCAST, 16384, 8, 77588",
    "ALLREDUCE, 16384, 8, 77588",
    "REDUCE, 8, 1024, 34914",
  })
  void whatSchedgenGeneratesTakesAsLongAsInLogGopSim(
      OpCode op, int ranks, long bytes, long expectedNs) {
    Script script = new Script(ranks).eachRank(ops -> ops.collective(op, bytes));
    Map<String, String> parameters = LogGopsModelProviderTest.LOGGOPSIM;
    long makespanPs = makespanPs(new LogGopsModelProvider(), parameters, "loggopsim", script);
    assertThat(makespanPs / 1000).isEqualTo(expectedNs);
  }

  /**
   * There all sends come first. Here each becomes the rank's next op after the one before it, so
   * that messages that have arrived go between them, and in the end a rank waits for the last
   * message.
   */
  @ParameterizedTest
  @CsvSource({"64, 212814", "128, 429006", "512, 1726158"})
  void aLinearAlltoallTakesAMessageLongerAtMostThanInLogGopSim(int ranks, long expectedNs) {
    Script script = new Script(ranks).eachRank(ops -> ops.collective(OpCode.ALLTOALL, 64));
    Map<String, String> parameters = LogGopsModelProviderTest.LOGGOPSIM;
    long makespanPs = makespanPs(new LogGopsModelProvider(), parameters, "loggopsim", script);
    assertThat(makespanPs / 1000).isBetween(expectedNs, expectedNs + 2 * 1500 + 2500 + 63 * 6);
  }

  private static long makespanPs(
      ModelProvider provider, Map<String, String> parameters, String profile, Script script) {
    ModelContext context = Machines.withoutMachine(script.trace().info().ranks(), parameters);
    CommunicationModel model =
        provider
            .create(context)
            .with(
                new ExpandedCollectives(
                    CollectiveProfiles.parse(profile),
                    provider instanceof SimpleModelProvider ? REDUCE_PS : 0,
                    ExpandedCollectives.DEFAULT_EXACT_UP_TO));
    Prediction prediction =
        Simulation.builder()
            .trace(script.trace())
            .placement(context.placement())
            .communication(model)
            .compute(ScaledCompute.builder(context.placement()).build())
            .build()
            .run();
    assertThat(prediction.outcome()).isEqualTo(Prediction.Outcome.COMPLETED);
    return prediction.makespanPs();
  }
}
