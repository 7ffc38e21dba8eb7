package org.foretell.models.maxrate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.foretell.engine.Simulation;
import org.foretell.engine.reference.RandomTraces;
import org.foretell.engine.reference.RandomTraces.Feature;
import org.foretell.machine.Placements;
import org.foretell.model.CommunicationModel;
import org.foretell.model.ExpandedCollectives;
import org.foretell.model.ModelProvider;
import org.foretell.models.Machines;
import org.foretell.models.Script;
import org.foretell.models.collectives.CollectiveProfiles;
import org.foretell.models.compute.ScaledCompute;
import org.foretell.models.loggops.LogGopsModelProvider;
import org.foretell.result.Prediction;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpListTrace;
import org.foretell.trace.OpView;
import org.foretell.trace.TraceSource;

/** With one rank on each node and no limits the model is LogGP, to the picosecond. */
class LogGpLimitTest {
  private static final Set<Feature> FEATURES =
      EnumSet.complementOf(EnumSet.of(Feature.FILES, Feature.DEFECTS));

  private static Prediction run(
      ModelProvider provider, TraceSource trace, Map<String, String> parameters) {
    int ranks = trace.info().ranks();
    CommunicationModel model = provider.create(Machines.withoutMachine(ranks, parameters));
    CommunicationModel inSteps =
        new CommunicationModel(
            "test",
            model.mpi(),
            call -> 1000,
            new ExpandedCollectives(CollectiveProfiles.parse("mpich4"), 0, Long.MAX_VALUE));
    return Simulation.builder()
        .trace(trace)
        .placement(Placements.oneRankPerNode(ranks))
        .communication(inSteps)
        .compute(ScaledCompute.builder(Placements.oneRankPerNode(ranks)).build())
        .build()
        .run();
  }

  private static Map<String, String> figures(
      Random random, String perByte, String gap, String gapPerByte) {
    Map<String, String> parameters = new HashMap<>();
    parameters.put("L", random.nextInt(3000) + "ps");
    parameters.put("o", random.nextInt(2000) + "ps");
    parameters.put("O", perByte);
    parameters.put("g", gap);
    parameters.put("G", gapPerByte);
    parameters.put("S", "unlimited");
    return parameters;
  }

  /** Any program, eager messages only: LogGP's rendezvous has no handshake. */
  @Property(tries = 500)
  void anyProgramTakesAsLongWhereInterfacesHaveNoLimits(
      @ForAll long seed, @ForAll @IntRange(max = 60) int events) {
    Random random = new Random(seed);
    boolean copies = random.nextBoolean();
    Set<Feature> features = EnumSet.copyOf(FEATURES);
    if (copies) {
      // LogGP puts cost no time for each byte where G is 0; within a node they are copied here.
      features.removeAll(Set.of(Feature.SHMEM, Feature.RMA));
    }
    OpListTrace trace =
        withoutSynchronousSends(
            RandomTraces.cooperative(seed, 1 + random.nextInt(8), events, features));
    String perByte = copies ? random.nextInt(4) * 0.0035 + "ns/B" : "0ns/B";
    Map<String, String> parameters = figures(random, perByte, "0us", "0ns/B");
    assertThat(run(new MaxRateModelProvider(), trace, parameters).finishPs())
        .isEqualTo(run(new LogGopsModelProvider(), trace, parameters).finishPs());
  }

  /** Where nothing waits for an interface while a CPU could do else, g and G are the same too. */
  @Property(tries = 500)
  void tokenTakesAsLongWithGaps(@ForAll long seed, @ForAll @IntRange(min = 1, max = 60) int hops) {
    Random random = new Random(seed);
    int ranks = 2 + random.nextInt(6);
    Script script = new Script(ranks);
    int[] holder = {random.nextInt(ranks)};
    for (int hop = 0; hop < hops; hop++) {
      int from = holder[0];
      int to = (from + 1 + random.nextInt(ranks - 1)) % ranks;
      long bytes = random.nextInt(3) == 0 ? random.nextInt(3) : random.nextInt(100_000);
      script.rank(from, ops -> ops.compute(random.nextInt(3)).send(to, bytes));
      script.rank(to, ops -> ops.recv(from));
      holder[0] = to;
    }
    Map<String, String> parameters =
        figures(
            random,
            random.nextInt(4) * 0.0035 + "ns/B",
            random.nextInt(9000) + "ps",
            random.nextInt(4) * 0.0049 + "ns/B");
    assertThat(run(new MaxRateModelProvider(), script.trace(), parameters).finishPs()[holder[0]])
        .isEqualTo(
            run(new LogGopsModelProvider(), script.trace(), parameters).finishPs()[holder[0]]);
  }

  private static OpListTrace withoutSynchronousSends(OpListTrace made) {
    int ranks = made.info().ranks();
    OpListTrace trace = new OpListTrace(ranks);
    made.tables().communicators().forEach(trace::define);
    for (int rank = 0; rank < ranks; rank++) {
      for (OpView op : made.program(rank)) {
        trace.add(
            rank,
            switch (op.code()) {
              case SSEND -> as(OpCode.RSEND, op);
              case ISSEND -> as(OpCode.IRSEND, op);
              case SSEND_INIT -> as(OpCode.RSEND_INIT, op);
              default -> op;
            });
      }
    }
    return trace;
  }

  private static OpView as(OpCode code, OpView op) {
    OpView other = new OpView().reset(code);
    for (OpField field : OpField.values()) {
      if (op.code().has(field) && code.has(field)) {
        other.set(field, op.get(field));
      }
    }
    return other;
  }
}
