package org.foretell.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.foretell.machine.JobPlacements.Wanted;
import org.junit.jupiter.api.Test;

class JobPlacementsTest {
  private static Machine machine(int nodes, int cores) {
    return Machine.builder("test")
        .network(LinkSpeed.INSTANT)
        .eagerThresholdBytes(0)
        .nodes(NodeGroup.builder("group").nodes(nodes).coresPerNode(cores).build())
        .build();
  }

  private static Wanted job(int ranks, int perNode) {
    return new Wanted("job", ranks, OptionalInt.of(perNode), List.of());
  }

  private static List<Placement> placed(JobPolicy policy, Wanted... jobs) {
    return JobPlacements.of(machine(8, 4), List.of(jobs), policy, 2, 1);
  }

  @Test
  void packedJobsFollowEachOther() {
    List<Placement> places = placed(JobPolicy.PACKED, job(4, 2), job(3, 1));
    assertThat(places.get(0).nodes()).containsExactly(0, 0, 1, 1);
    assertThat(places.get(1).nodes()).containsExactly(2, 3, 4);
  }

  @Test
  void scatteredJobsAlternate() {
    List<Placement> places = placed(JobPolicy.SCATTERED, job(4, 1), job(2, 1));
    assertThat(places.get(0).nodes()).containsExactly(0, 2, 4, 5);
    assertThat(places.get(1).nodes()).containsExactly(1, 3);
  }

  @Test
  void sharedJobsHaveTheSameNodesAndOtherCores() {
    List<Placement> places = placed(JobPolicy.SHARED, job(4, 2), job(4, 2));
    assertThat(places.get(1).nodes()).isEqualTo(places.get(0).nodes());
    assertThat(places.get(0).core(1)).isEqualTo(1);
    assertThat(places.get(1).core(0)).isEqualTo(2);
  }

  @Test
  void randomGroupsStayTogether() {
    List<Placement> places = placed(JobPolicy.RANDOM, job(8, 1));
    int[] nodes = places.get(0).nodes();
    for (int i = 0; i < nodes.length; i += 2) {
      assertThat(nodes[i] % 2).isZero();
      assertThat(nodes[i + 1]).isEqualTo(nodes[i] + 1);
    }
    assertThat(nodes).isNotEqualTo(placed(JobPolicy.PACKED, job(8, 1)).get(0).nodes());
  }

  @Test
  void namedNodesAreLeftToWhoNamesThem() {
    Wanted named = new Wanted("named", 3, OptionalInt.of(1), List.of(1, 0, 7));
    List<Placement> places = placed(JobPolicy.PACKED, job(2, 1), named);
    assertThat(places.get(1).nodes()).containsExactly(1, 0, 7);
    assertThat(places.get(0).nodes()).containsExactly(2, 3);
  }

  @Test
  void whatDoesNotFitIsRefused() {
    assertThatThrownBy(() -> placed(JobPolicy.PACKED, job(9, 1)))
        .isInstanceOf(PlacementException.class)
        .hasMessageContaining("hold 8");
    assertThatThrownBy(() -> placed(JobPolicy.PACKED, job(9, 5)))
        .isInstanceOf(PlacementException.class)
        .hasMessageContaining("has 4 cores");
    assertThatThrownBy(() -> placed(JobPolicy.SHARED, job(24, 3), job(16, 2)))
        .isInstanceOf(PlacementException.class);
    assertThatThrownBy(
            () -> JobPlacements.of(machine(2, 1), List.of(job(1, 1)), JobPolicy.RANDOM, 0, 1))
        .isInstanceOf(PlacementException.class);
  }

  @Property(tries = 300)
  void noCoreIsUsedTwice(
      @ForAll long seed, @ForAll JobPolicy policy, @ForAll @IntRange(min = 1, max = 5) int count) {
    Random random = new Random(seed);
    Machine machine = machine(40, 8);
    List<Wanted> jobs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      jobs.add(
          new Wanted(
              "job " + i,
              1 + random.nextInt(12),
              OptionalInt.of(1 + random.nextInt(8)),
              List.of()));
    }
    Set<List<Integer>> cores = new HashSet<>();
    try {
      List<Placement> places = JobPlacements.of(machine, jobs, policy, 1 + random.nextInt(5), seed);
      for (int job = 0; job < count; job++) {
        Placement place = places.get(job);
        assertThat(place.ranks()).isEqualTo(jobs.get(job).ranks());
        for (int rank = 0; rank < place.ranks(); rank++) {
          assertThat(cores.add(List.of(place.node(rank), place.core(rank)))).isTrue();
          assertThat(place.core(rank)).isBetween(0, 7);
        }
      }
    } catch (PlacementException tooMany) {
      assertThat(policy).as(tooMany.getMessage()).isEqualTo(JobPolicy.SHARED);
    }
  }
}
