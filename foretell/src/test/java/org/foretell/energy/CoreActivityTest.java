package org.foretell.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Machine;
import org.foretell.machine.NodeGroup;
import org.foretell.machine.NodePower;
import org.foretell.machine.Placement;
import org.foretell.machine.Watts;
import org.foretell.trace.OpCode;

/** Busy time by span, against the plain sum. */
class CoreActivityTest {
  /** A burst of rank 0 or 1. */
  record Burst(int rank, long gapPs, long lengthPs) {}

  private static PowerDraw draw() {
    Watts one = Watts.of(1);
    NodePower power = new NodePower(one, one, one, one, one, Optional.empty());
    Machine machine =
        Machine.builder("two")
            .network(LinkSpeed.INSTANT)
            .eagerThresholdBytes(0)
            .nodes(NodeGroup.builder("a").power(power).build())
            .nodes(NodeGroup.builder("b").power(power).build())
            .build();
    Placement placement = new Placement("each", new int[] {0, 1}, new int[] {0, 0});
    return PowerDraw.of(machine, placement, 1).orElseThrow();
  }

  @Provide
  Arbitrary<List<Burst>> bursts() {
    Arbitrary<Long> times =
        Arbitraries.longs().between(0, 40).map(power -> (1L << power) - 1).edgeCases(c -> c.none());
    return Combinators.combine(Arbitraries.integers().between(0, 1), times, times)
        .as(Burst::new)
        .list()
        .ofMaxSize(60);
  }

  @Property(tries = 1000)
  void eachSpanHasTheBusyTimeWithinIt(@ForAll("bursts") List<Burst> bursts) {
    CoreActivity activity = new CoreActivity(draw());
    long[] nowPs = new long[2];
    List<long[]> all = new ArrayList<>();
    for (Burst burst : bursts) {
      long start = nowPs[burst.rank()] + burst.gapPs();
      long end = start + burst.lengthPs();
      activity.compute(burst.rank(), OpCode.COMPUTE, -1, start, end);
      all.add(new long[] {burst.rank(), start, end});
      nowPs[burst.rank()] = end;
    }
    long endPs = Math.max(nowPs[0], nowPs[1]);
    int spans = activity.spans(endPs);
    long spanPs = activity.spanPs();
    assertThat(spans).isLessThanOrEqualTo(256);
    assertThat((double) spans * spanPs).isGreaterThanOrEqualTo((double) endPs);
    for (int group = 0; group < 2; group++) {
      double[] busy = activity.busyPs(group, spans);
      for (int span = 0; span < spans; span++) {
        double expected = 0;
        for (long[] burst : all) {
          if (burst[0] == group) {
            expected +=
                Math.max(
                    0, Math.min(burst[2], (span + 1) * spanPs) - Math.max(burst[1], span * spanPs));
          }
        }
        assertThat(busy[span]).isCloseTo(expected, within(1e-3));
      }
    }
  }
}
