package org.foretell.sanity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.foretell.engine.Simulation;
import org.foretell.machine.Machine;
import org.foretell.machines.Catalogue;
import org.foretell.model.CollectiveSchedule;
import org.foretell.model.CollectiveSchedules;
import org.foretell.model.CommunicationModel;
import org.foretell.model.ExpandedCollectives;
import org.foretell.model.MemberCall;
import org.foretell.model.ModelContext;
import org.foretell.model.ModelProvider;
import org.foretell.models.collectives.CollectiveProfiles;
import org.foretell.models.loggops.LogGopsModelProvider;
import org.foretell.models.maxrate.MaxRateModelProvider;
import org.foretell.result.Prediction;
import org.foretell.trace.OpCode;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * What collectives take, by formula and estimated from some of their phases, does not jump as their
 * size grows, on any machine of the catalogue. Where the library takes another algorithm there may
 * be a jump, which is the library's own. Messages are eager here, since a handshake is another jump
 * that the machine itself makes.
 */
class SizeContinuityTest {
  private static final long LEAST_BYTES = 8;
  private static final long MOST_BYTES = 1 << 20;

  /** From one size to the next. */
  private static final double STEP = 1.2;

  /** Times are whole picoseconds. */
  private static final double ROUNDING = 1.001;

  /**
   * By how much an estimate may differ beyond that. Messages meet otherwise at another size, also
   * where all are executed, and here very few are.
   */
  private static final double SLACK = 1.15;

  private static final int RANKS = 24;
  private static final int RANKS_PER_NODE = 8;

  /** So few that nearly all algorithms are estimated. */
  private static final long EXACT_UP_TO = 16;

  private static final List<ModelProvider> MODELS =
      List.of(new MaxRateModelProvider(), new LogGopsModelProvider());

  private static final List<Workload> WORKLOADS =
      List.of(Workload.BCAST, Workload.ALLREDUCE, Workload.ALLTOALL, Workload.ALLGATHER);

  /** A call of all ranks on full nodes. */
  private record Call(OpCode code, long bytes) implements MemberCall {
    @Override
    public int participants() {
      return RANKS;
    }

    @Override
    public int member() {
      return 0;
    }

    @Override
    public int root() {
      return 0;
    }

    @Override
    public long receiveBytes() {
      return bytes;
    }

    @Override
    public long sendBytesTo(int member) {
      return 0;
    }

    @Override
    public long receiveBytesFrom(int member) {
      return 0;
    }

    @Override
    public int node(int member) {
      return member / RANKS_PER_NODE;
    }
  }

  private static SanityCase shape(Workload workload, long bytes) {
    return new SanityCase(workload, RANKS, RANKS_PER_NODE, bytes);
  }

  private static List<Long> sizes() {
    List<Long> sizes = new ArrayList<>();
    for (double bytes = LEAST_BYTES; bytes < MOST_BYTES * STEP; bytes *= STEP) {
      long whole = Math.min(MOST_BYTES, (long) bytes);
      if (sizes.isEmpty() || sizes.get(sizes.size() - 1) < whole) {
        sizes.add(whole);
      }
    }
    return sizes;
  }

  private static double makespanPs(CommunicationModel model, SanityCase of) {
    Prediction prediction =
        Simulation.builder()
            .trace(of.trace())
            .placement(of.placement())
            .communication(model)
            .compute((rank, burst, marker) -> burst.durationPs())
            .build()
            .run();
    assertThat(prediction.outcome()).isEqualTo(Prediction.Outcome.COMPLETED);
    return prediction.makespanPs();
  }

  private static String algorithm(CollectiveSchedules profile, Workload workload, long bytes) {
    CollectiveSchedule chosen = profile.choose(new Call(workload.collective(), bytes));
    return chosen == null ? "formula" : chosen.name();
  }

  private static void assertNoJump(
      String name,
      CommunicationModel model,
      @Nullable CollectiveSchedules profile,
      Workload workload) {
    double slack = profile == null ? ROUNDING : SLACK;
    double before = 0;
    String algorithmBefore = "";
    long bytesBefore = 0;
    for (long bytes : sizes()) {
      String algorithm = profile == null ? "formula" : algorithm(profile, workload, bytes);
      double now = makespanPs(model, shape(workload, bytes));
      if (algorithm.equals(algorithmBefore)) {
        assertThat(now / before)
            .as(
                "%s, %s by %s, from %d to %d B: %.0f and %.0f ps",
                name, workload, algorithm, bytesBefore, bytes, before, now)
            .isBetween(1 / slack, slack * bytes / bytesBefore);
      }
      before = now;
      algorithmBefore = algorithm;
      bytesBefore = bytes;
    }
  }

  @Test
  void nothingJumpsButWhereTheLibraryTakesAnotherAlgorithm() {
    List<String> machines = Catalogue.names();
    IntStream.range(0, machines.size())
        .forEach(
            number -> {
              // Not all of all, for time's sake: each machine has its turn with each workload.
              for (int each = 0; each < WORKLOADS.size(); each++) {
                ModelProvider provider = MODELS.get((number + each) % MODELS.size());
                check(machines.get(number), provider, WORKLOADS.get(each));
              }
            });
  }

  private static void check(String name, ModelProvider provider, Workload workload) {
    Machine machine = Catalogue.load(name).machine();
    CommunicationModel formulas =
        provider.create(
            new ModelContext(
                machine,
                shape(workload, 1).placement(),
                Map.of("S", Long.toString(Long.MAX_VALUE / 2) + "B")));
    String what = name + " under " + provider.name();
    assertNoJump(what, formulas, null, workload);
    if (provider instanceof LogGopsModelProvider) {
      return; // there the messages of a ring jump, also when all are executed
    }
    CollectiveSchedules profile =
        CollectiveProfiles.parse(
            Objects.requireNonNullElse(machine.modelParameters().get("collectives"), "mpich4"));
    CommunicationModel estimates = formulas.with(new ExpandedCollectives(profile, 0, EXACT_UP_TO));
    assertNoJump(what, estimates, profile, workload);
  }
}
