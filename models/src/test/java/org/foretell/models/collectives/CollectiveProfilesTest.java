package org.foretell.models.collectives;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.foretell.trace.OpCode.ALLGATHER;
import static org.foretell.trace.OpCode.ALLREDUCE;
import static org.foretell.trace.OpCode.ALLTOALL;
import static org.foretell.trace.OpCode.BARRIER;
import static org.foretell.trace.OpCode.BCAST;
import static org.foretell.trace.OpCode.REDUCE;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.foretell.machine.CollectiveRule;
import org.foretell.model.CollectiveSchedule;
import org.foretell.model.CollectiveSchedules;
import org.foretell.model.ParameterException;
import org.foretell.models.collectives.algorithm.Ops;
import org.foretell.trace.OpCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class CollectiveProfilesTest {
  static List<String> names() {
    return CollectiveProfiles.names();
  }

  @ParameterizedTest
  @MethodSource("names")
  void everyChoiceOfAProfileCanBeExecuted(String name) {
    CollectiveSchedules profile = CollectiveProfiles.parse(name);
    assertThat(profile.name()).isEqualTo(name);
    Random random = new Random(3);
    for (OpCode op : Ops.all()) {
      for (int trial = 0; trial < 60; trial++) {
        int p = 1 + random.nextInt(trial < 50 ? 20 : 70);
        int perNode = 1 + random.nextInt(4);
        long bytes = random.nextInt(10) == 0 ? 0 : 1L << random.nextInt(23);
        boolean commutes = random.nextInt(4) > 0;
        int root = rooted(op) ? random.nextInt(p) : 0;
        List<TestCall> calls =
            IntStream.range(0, p)
                .mapToObj(
                    m ->
                        TestCall.of(op, p, m, root, bytes)
                            .lists((from, to) -> bytes)
                            .on(member -> member / perNode)
                            .reducing(bytes / 8, commutes))
                .toList();
        CollectiveSchedule chosen = profile.choose(calls.get(0));
        if (chosen != null) {
          for (TestCall call : calls) {
            assertThat(profile.choose(call)).isNotNull();
            assertThat(profile.choose(call).name()).isEqualTo(chosen.name());
          }
          ScheduleRun.of(chosen, calls, ScheduleRun.NO_DATA).run();
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "mpich4, BCAST, 7, 1000000, binomial",
    "mpich4, BCAST, 8, 12288, binomial",
    "mpich4, BCAST, 8, 12289, scatter-recursive-doubling",
    "mpich4, BCAST, 8, 524289, scatter-ring",
    "mpich4, BCAST, 9, 12289, scatter-ring",
    "mpich4, ALLREDUCE, 16, 8, recursive-doubling",
    "mpich3, ALLREDUCE, 16, 2048, recursive-doubling",
    "mpich4, ALLREDUCE, 16, 2048, rabenseifner",
    "mpich4, ALLREDUCE, 16, 64, recursive-doubling",
    "mpich4, REDUCE, 16, 2049, rabenseifner",
    "mpich4, ALLGATHER, 16, 32767, recursive-doubling",
    "mpich4, ALLGATHER, 16, 32768, ring",
    "mpich4, ALLGATHER, 10, 8191, bruck",
    "mpich4, ALLTOALL, 8, 256, bruck",
    "mpich4, ALLTOALL, 7, 256, scattered",
    "mpich4, ALLTOALL, 8, 32769, pairwise",
    "ompi4, ALLREDUCE, 16, 9999, recursive-doubling",
    "ompi4, ALLREDUCE, 16, 1000000, ring",
    "ompi4, ALLREDUCE, 4, 8000000, segmented-ring",
    "ompi4, BCAST, 16, 2048, split-binary",
    "ompi4, BCAST, 4, 4000000, pipeline",
    "ompi4, BARRIER, 2, 0, two-proc",
    "ompi4, BARRIER, 8, 0, recursive-doubling",
    "ompi4, BARRIER, 9, 0, bruck",
    "ompi5, ALLREDUCE, 16, 63, segmented-ring",
    "ompi5, ALLREDUCE, 16, 64, recursive-doubling",
    "ompi5, ALLREDUCE, 200, 100, reduce-bcast",
    "ompi5, ALLREDUCE, 16, 4096, rabenseifner",
    "ompi5, BCAST, 64, 5, k-nomial",
    "ompi5, ALLTOALL, 64, 262144, ring",
    "ompi5, SCATTER, 64, 512, flat",
    "simgrid-default, ALLTOALL, 64, 1023, modified-bruck",
    "simgrid-default, ALLTOALL, 64, 262144, pairwise",
    "simgrid-default, ALLTOALL, 16, 511, modified-bruck",
    "simgrid-default, ALLTOALL, 16, 600, linear",
    "simgrid-default, ALLREDUCE, 16, 8, flat-binomial",
    "loggopsim, ALLREDUCE, 16, 8, dissemination",
    "loggopsim, ALLTOALL, 16, 8, linear",
  })
  void aProfileChoosesAsItsLibrary(String profile, OpCode op, int p, long bytes, String algorithm) {
    TestCall call = TestCall.of(op, p, 0, 0, bytes).reducing(bytes / 8, true);
    CollectiveSchedule chosen = CollectiveProfiles.parse(profile).choose(call);
    assertThat(chosen).isNotNull();
    assertThat(chosen.name()).isEqualTo(algorithm);
  }

  @Test
  void operatorsThatDoNotCommuteAreCombinedInOrder() {
    TestCall call = TestCall.of(REDUCE, 64, 0, 0, 1 << 20).reducing(1 << 17, false);
    assertThat(name("ompi5", call)).isEqualTo("in-order-binary");
    assertThat(name("ompi4", call)).isEqualTo("in-order-binary");
    assertThat(name("mpich4", call)).isEqualTo("binomial");
  }

  @Test
  void mpichWorksWithinNodesAndBetweenThem() {
    TestCall call = TestCall.of(ALLREDUCE, 64, 0, 0, 1 << 20).on(member -> member / 8);
    assertThat(name("mpich4", call)).isEqualTo("node-aware rabenseifner");
    assertThat(name("mpich4", call.on(member -> 0))).isEqualTo("rabenseifner");
    TestCall large = TestCall.of(BCAST, 64, 0, 0, 1 << 20).on(member -> member / 8);
    assertThat(name("mpich4", large)).isEqualTo("scatter-ring");
  }

  @Test
  void singleAlgorithmsCanBeChosenOverAProfile() {
    CollectiveSchedules schedules =
        CollectiveProfiles.parse(
            "mpich4,allreduce=ring,bcast:pipeline/64KiB,barrier=dissemination/k4");
    assertThat(schedules.choose(TestCall.of(ALLREDUCE, 5, 0, 0, 8)).name()).isEqualTo("ring");
    assertThat(schedules.choose(TestCall.of(BCAST, 5, 0, 0, 8)).name()).isEqualTo("pipeline");
    assertThat(schedules.choose(TestCall.of(BARRIER, 5, 0, 0, 8)).name())
        .isEqualTo("dissemination");
    assertThat(schedules.choose(TestCall.of(ALLGATHER, 16, 0, 0, 8)).name())
        .isEqualTo("recursive-doubling");
    assertThat(schedules.name())
        .isEqualTo("mpich4,allreduce=ring,bcast:pipeline/64KiB,barrier=dissemination/k4");
  }

  @Test
  void theFirstRuleOfATableThatFitsDecides() {
    CollectiveSchedules table =
        CollectiveProfiles.table(
            "ours",
            List.of(
                new CollectiveRule(ALLTOALL, 4, 8, 100, 1000, true, "bruck"),
                new CollectiveRule(ALLTOALL, 4, 8, 100, 1000, null, "pairwise")),
            CollectiveProfiles.parse("simgrid-default"));
    assertThat(table.choose(TestCall.of(ALLTOALL, 8, 0, 0, 1000)).name()).isEqualTo("bruck");
    assertThat(table.choose(TestCall.of(ALLTOALL, 6, 0, 0, 1000)).name()).isEqualTo("pairwise");
    assertThat(table.choose(TestCall.of(ALLTOALL, 8, 0, 0, 1001)).name()).isEqualTo("linear");
    assertThat(table.choose(TestCall.of(ALLTOALL, 9, 0, 0, 1000)).name()).isEqualTo("linear");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mpich5 | no profile of collectives mpich5; there are mpich4, mpich3, ompi4, ompi5,"
            + " simgrid-default, loggopsim, dimemas",
        "mpich4,allreduce | 'allreduce' is not a choice of an algorithm; write it like"
            + " allreduce=ring",
        "mpich4,allsum=ring | no collective allsum; there are barrier, bcast, gather",
        "mpich4,barrier=ring | no algorithm ring for barrier; there are linear, double-ring",
        "mpich4,bcast=pipeline/fast | 'fast' in 'pipeline/fast' is not a parameter of an algorithm",
        "mpich4,bcast=k-nomial/k1 | algorithm k-nomial does not take",
        "mpich4,allreduce=ring/64KiB | algorithm ring does not take",
      })
  void unknownNamesAreReportedWithTheKnownOnes(String text, String message) {
    assertThatThrownBy(() -> CollectiveProfiles.parse(text))
        .isInstanceOf(ParameterException.class)
        .hasMessageStartingWith(message);
  }

  @Test
  void closedFormsAreToBeHadByName() {
    assertThat(ClosedForm.durationPs(ALLREDUCE, "ring", 8, 8000, 1000, 2, 1))
        .isEqualTo(14 * 1000 + 2 * 7000 * 2 + 7000.0);
    assertThat(ClosedForm.durationPs(BCAST, "pipeline/1KiB", 8, 8192, 1000, 2, 1))
        .isEqualTo((8 - 2 + 8) * (1000 + 1024 * 2.0));
    assertThat(ClosedForm.durationPs(BCAST, "binomial", 1, 8192, 1000, 2, 1)).isZero();
    assertThat(ClosedForm.durationPs(BCAST, "k-nomial", 16, 0, 1000, 2, 1)).isEqualTo(6000);
  }

  private static String name(String profile, TestCall call) {
    CollectiveSchedule chosen = CollectiveProfiles.parse(profile).choose(call);
    assertThat(chosen).isNotNull();
    return chosen.name();
  }

  private static boolean rooted(OpCode op) {
    return switch (op) {
      case BCAST, REDUCE, GATHER, GATHERV, SCATTER, SCATTERV -> true;
      default -> false;
    };
  }
}
