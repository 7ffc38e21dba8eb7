package org.foretell.engine.collective;

import java.util.Arrays;
import java.util.List;
import org.foretell.model.CollectiveSchedule;
import org.foretell.model.CollectiveStep;
import org.foretell.model.MemberCall;
import org.foretell.model.Phases;
import org.jspecify.annotations.Nullable;

/**
 * The steps of a call of which not all phases are executed: of each run of phases some, of what is
 * between the runs all.
 */
final class SampledSteps implements CollectiveSchedule {
  /** Longest block of phases; about as many ranks as nodes have. */
  private static final int LONGEST_BLOCK = 16;

  /** Shortest block, unless there are fewer: those who get ahead of others do so bit by bit. */
  private static final int SHORTEST_BLOCK = 8;

  private static final double GOLDEN = (Math.sqrt(5) - 1) / 2;

  /** Whose steps they are, whoever asks; null for the one that asks. */
  private final @Nullable AnyMember call;

  private final CollectiveSchedule schedule;

  /** By run the numbers of the phases that are executed, ascending; empty for all of all runs. */
  private final int[][] chosen;

  /** By member the runs of phases, once it has been asked for a step. */
  private final @Nullable Phases[][] runs;

  private SampledSteps(
      @Nullable AnyMember call, CollectiveSchedule schedule, int members, int[][] chosen) {
    this.call = call;
    this.schedule = schedule;
    this.chosen = chosen;
    runs = new Phases[chosen.length == 0 ? 0 : members][];
  }

  /** All steps. */
  static SampledSteps all(AnyMember call, CollectiveSchedule schedule) {
    return new SampledSteps(call, schedule, 0, new int[0][]);
  }

  /**
   * Of each run of phases some.
   *
   * @param like runs of phases of a member
   * @param sampled how many are executed of the run that has the fewest, of others in proportion;
   *     even, and no more than that run has
   */
  static SampledSteps of(
      AnyMember call, CollectiveSchedule schedule, List<Phases> like, int sampled) {
    int spread = Math.min(LONGEST_BLOCK, sampled / 8 / 2 * 2);
    int length = Math.max(Math.min(SHORTEST_BLOCK, sampled), spread);
    return ofBlocks(call, schedule, like, sampled, length);
  }

  /** The same in blocks of so many, which divides {@code sampled}. */
  static SampledSteps ofBlocks(
      AnyMember call, CollectiveSchedule schedule, List<Phases> like, int sampled, int length) {
    int fewest = fewest(like);
    int[][] chosen = new int[like.size()][];
    for (int run = 0; run < chosen.length; run++) {
      int count = like.get(run).count();
      chosen[run] = blocks(count, (int) ((long) count * sampled / fewest), length);
    }
    return new SampledSteps(call, schedule, call.participants(), chosen);
  }

  /** The same phases of the call that members make who ask for steps. */
  SampledSteps ofCallers() {
    return new SampledSteps(null, schedule, runs.length, chosen);
  }

  /** Phases of the run that has the fewest. */
  static int fewest(List<Phases> runs) {
    int fewest = Integer.MAX_VALUE;
    for (Phases run : runs) {
      fewest = Math.min(fewest, run.count());
    }
    return fewest;
  }

  /** Steps of a member in a phase of each run, where one has more phases in more of them. */
  static double stepsOfPhase(List<Phases> runs) {
    double all = 0;
    for (Phases run : runs) {
      all += (double) run.steps() * run.count();
    }
    return all / fewest(runs);
  }

  /**
   * Blocks of phases that follow each other: neighbours may take turns, and members that get ahead
   * of others run into those of the next phases. The blocks are spread by the golden ratio, evenly
   * and in no step with any power of two.
   */
  private static int[] blocks(int count, int sampled, int length) {
    int[] numbers = new int[sampled];
    if (sampled > count / length * length) {
      Arrays.setAll(numbers, i -> (int) ((long) i * count / sampled));
      return numbers;
    }
    boolean[] taken = new boolean[count / length];
    double turns = GOLDEN / 2;
    int block = 0;
    for (int i = 0; i < sampled; i++) {
      if (i % length == 0) {
        block = (int) ((turns - Math.floor(turns)) * taken.length);
        while (taken[block]) {
          block = (block + 1) % taken.length;
        }
        taken[block] = true;
        turns += GOLDEN;
      }
      numbers[i] = length * block + i % length;
    }
    Arrays.sort(numbers);
    return numbers;
  }

  @Override
  public String name() {
    return schedule.name();
  }

  @Override
  public boolean step(MemberCall caller, int index, CollectiveStep step) {
    AnyMember any = call;
    MemberCall member = caller;
    if (any != null) {
      any.member = caller.member();
      member = any;
    }
    return schedule.step(member, chosen.length == 0 ? index : original(member, index), step);
  }

  /** The number that a step has among all steps of its member. */
  private int original(MemberCall member, int index) {
    Phases[] ofMember = runs[member.member()];
    if (ofMember == null) {
      ofMember = schedule.phases(member).toArray(new Phases[0]);
      runs[member.member()] = ofMember;
    }
    int left = index;
    int end = 0;
    for (int run = 0; run < ofMember.length; run++) {
      Phases phases = ofMember[run];
      int between = phases.first() - end;
      if (left < between) {
        return end + left;
      }
      left -= between;
      int[] executed = chosen[run];
      int steps = phases.steps();
      if (left < executed.length * steps) {
        return phases.first() + executed[left / steps] * steps + left % steps;
      }
      left -= executed.length * steps;
      end = phases.end();
    }
    return end + left;
  }
}
