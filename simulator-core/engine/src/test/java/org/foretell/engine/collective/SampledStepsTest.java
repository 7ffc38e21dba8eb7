package org.foretell.engine.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.foretell.machine.Placements;
import org.foretell.model.CollectiveSchedule;
import org.foretell.model.CollectiveStep;
import org.foretell.model.MemberCall;
import org.foretell.model.Phases;
import org.foretell.trace.OpCode;
import org.junit.jupiter.api.Test;

class SampledStepsTest {
  /** Reductions whose bytes are the numbers of the steps; member 1 begins two steps later. */
  private record Numbered(int before, int steps, int count, int between, int twice)
      implements CollectiveSchedule {
    @Override
    public String name() {
      return "numbered";
    }

    @Override
    public boolean step(MemberCall call, int index, CollectiveStep step) {
      step.reduce(index);
      return index < first(call) + steps * count + between + twice * count + 1;
    }

    @Override
    public List<Phases> phases(MemberCall call) {
      Phases one = new Phases(first(call), steps, count);
      return List.of(one, new Phases(one.end() + between, 1, twice * count));
    }

    private int first(MemberCall call) {
      return before + 2 * call.member();
    }
  }

  private static AnyMember call() {
    AnyMember call = new AnyMember();
    CommunicatorGroup group = new CommunicatorGroup(0, 2, null, Placements.oneRankPerNode(2));
    call.set(group, OpCode.ALLTOALL, 0, 8, 8, 8);
    return call;
  }

  private static List<Long> steps(CollectiveSchedule schedule, AnyMember call, int member) {
    List<Long> steps = new ArrayList<>();
    CollectiveStep step = new CollectiveStep();
    call.member = member;
    for (int index = 0; schedule.step(call, index, step); index++) {
      steps.add(step.bytes());
    }
    return steps;
  }

  @Test
  void ofAllStepsAllAreExecuted() {
    Numbered schedule = new Numbered(1, 2, 8, 3, 1);
    AnyMember call = call();
    SampledSteps all = SampledSteps.all(call, schedule);
    assertThat(steps(all, call, 1)).isEqualTo(steps(schedule, call, 1));
    assertThat(all.name()).isEqualTo("numbered");
  }

  @Property(tries = 200)
  void whatIsOutsideOfPhasesIsExecutedAndOfPhasesAsManyAsAskedFor(
      @ForAll @IntRange(min = 0, max = 3) int before,
      @ForAll @IntRange(min = 1, max = 3) int steps,
      @ForAll @IntRange(min = 8, max = 300) int count,
      @ForAll @IntRange(min = 0, max = 3) int between,
      @ForAll @IntRange(min = 1, max = 3) int twice,
      @ForAll @IntRange(min = 1, max = 37) int quarters) {
    Numbered schedule = new Numbered(before, steps, count, between, twice);
    int sampled = Math.min(4 * quarters, count / 2 / 2 * 2);
    AnyMember call = call();
    call.member = 0;
    List<Phases> like = schedule.phases(call);
    assertThat(SampledSteps.fewest(like)).isEqualTo(count);
    SampledSteps some = SampledSteps.of(call, schedule, like, sampled);
    for (int member = 0; member < 2; member++) {
      List<Long> executed = steps(some, call, member);
      long first = before + 2L * member;
      long firstEnd = first + (long) steps * count;
      long second = firstEnd + between;
      long secondEnd = second + (long) twice * count;
      assertThat(executed).isSorted().doesNotHaveDuplicates();
      assertThat(executed.stream().filter(step -> step < first)).hasSize((int) first);
      assertThat(executed.stream().filter(step -> step >= firstEnd && step < second))
          .hasSize(between);
      assertThat(executed.get(executed.size() - 1)).isEqualTo(secondEnd);
      assertThat(executed.stream().filter(step -> step >= first && step < firstEnd))
          .hasSize(sampled * steps);
      assertThat(executed.stream().filter(step -> step >= second && step < secondEnd))
          .hasSize(sampled * twice);
    }
  }

  @Property(tries = 200)
  void blocksMayBeShortAndFillTheRun(
      @ForAll @IntRange(min = 2, max = 60) int count,
      @ForAll @IntRange(min = 1, max = 30) int half) {
    Numbered schedule = new Numbered(0, 1, count, 0, 1);
    int sampled = Math.min(2 * half, count);
    AnyMember call = call();
    call.member = 0;
    List<Phases> like = schedule.phases(call);
    for (int length : new int[] {1, 2, 8}) {
      SampledSteps some = SampledSteps.ofBlocks(call, schedule, like, sampled, length);
      List<Long> executed = steps(some, call, 0);
      assertThat(executed).isSorted().doesNotHaveDuplicates().hasSize(2 * sampled + 1);
    }
  }
}
