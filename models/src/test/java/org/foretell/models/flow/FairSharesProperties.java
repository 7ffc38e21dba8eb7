package org.foretell.models.flow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.foretell.models.flow.FilledShares.Flow;
import org.junit.jupiter.api.Test;

/** Flows come and go at random; after each update the rates must be those of the textbook. */
class FairSharesProperties {
  private static final int ABSENT = -2;

  @Provide
  Arbitrary<Long> seeds() {
    return Arbitraries.longs().dontShrink();
  }

  @Property(tries = 1000)
  void ratesAreThoseOfProgressiveFilling(
      @ForAll("seeds") long seed,
      @ForAll @IntRange(min = 1, max = 30) int links,
      @ForAll @IntRange(min = 1, max = 60) int mostFlows) {
    Traffic traffic = new Traffic(seed, links, mostFlows);
    for (int step = 0; step < 40; step++) {
      traffic.change();
      traffic.shares.update();
      traffic.compare("seed " + seed + ", step " + step);
    }
  }

  @Property(tries = 200)
  void flowsOfLargeWeightLeaveNothingBehind(
      @ForAll("seeds") long seed,
      @ForAll @IntRange(min = 1, max = 12) int links,
      @ForAll @IntRange(min = 1, max = 40) int mostFlows) {
    Traffic traffic = new Traffic(seed, links, mostFlows, 14);
    for (int step = 0; step < 200; step++) {
      traffic.change();
      traffic.shares.update();
      traffic.compare("seed " + seed + ", step " + step, 1000);
    }
  }

  /** Rates need not be computed each time; flows may come and go unseen. */
  @Property(tries = 500)
  void ratesMayBeComputedLater(
      @ForAll("seeds") long seed,
      @ForAll @IntRange(min = 1, max = 30) int links,
      @ForAll @IntRange(min = 1, max = 60) int mostFlows) {
    Traffic traffic = new Traffic(seed, links, mostFlows);
    for (int step = 0; step < 40; step++) {
      for (int changes = 0; changes <= step % 4; changes++) {
        traffic.change();
      }
      traffic.shares.update();
      traffic.compare("seed " + seed + ", step " + step);
    }
  }

  @Property(tries = 500)
  void everyFlowHasABottleneck(
      @ForAll("seeds") long seed,
      @ForAll @IntRange(min = 1, max = 30) int links,
      @ForAll @IntRange(min = 1, max = 60) int mostFlows) {
    Traffic traffic = new Traffic(seed, links, mostFlows);
    for (int step = 0; step < 40; step++) {
      traffic.change();
      traffic.shares.update();
      traffic.checkBottlenecks("seed " + seed + ", step " + step);
    }
  }

  /** What is computed for a flow alone is what is computed for it among others, to the bit. */
  @Property(tries = 500)
  void aFlowAloneHasTheRateThatItHasAmongStrangers(@ForAll("seeds") long seed) {
    Random random = new Random(seed);
    int links = 1 + random.nextInt(10);
    LinkCapacities capacities = new LinkCapacities();
    for (int link = 0; link < 2 * links + 1; link++) {
      capacities.add(1e9 / (1 + random.nextInt(3)));
    }
    boolean comesBack = random.nextBoolean();
    double backShare = comesBack ? 0.05 : 0;
    FairShares alone = new FairShares(capacities, links, backShare, 4);
    FairShares among = new FairShares(capacities, links, backShare, 4);
    int[] stranger = {2 * links};
    among.route(2, stranger, 1, 1, 1, Double.POSITIVE_INFINITY);
    int[] route = IntStream.range(0, 2 * links).boxed().collect(shuffled(random));
    int forward = comesBack ? 1 + random.nextInt(links) : links;
    double weight = 1.0 / (1 + random.nextInt(3));
    double limit = random.nextBoolean() ? 1e9 / (1 + random.nextInt(9)) : Double.POSITIVE_INFINITY;
    for (FairShares shares : List.of(alone, among)) {
      shares.route(0, route, links, forward, weight, limit);
      shares.join(0);
    }
    among.join(2);
    assertThat(alone.update()).isEqualTo(1);
    assertThat(alone.updated(0)).isZero();
    among.update();
    assertThat(alone.rate(0)).as("seed %d", seed).isEqualTo(among.rate(0));

    int from = random.nextInt(links);
    int[] crossing = Arrays.copyOfRange(route, from, from + links);
    for (FairShares shares : List.of(alone, among)) {
      shares.route(1, crossing, links, links, 1, Double.POSITIVE_INFINITY);
      shares.join(1);
      shares.update();
    }
    for (int flow = 0; flow < 2; flow++) {
      assertThat(alone.rate(flow)).as("seed %d", seed).isEqualTo(among.rate(flow));
    }
    for (FairShares shares : List.of(alone, among)) {
      shares.leave(0);
      shares.update();
    }
    assertThat(alone.rate(1)).as("seed %d", seed).isEqualTo(among.rate(1));
  }

  private static Collector<Integer, ?, int[]> shuffled(Random random) {
    return Collectors.collectingAndThen(
        Collectors.toList(),
        numbers -> {
          Collections.shuffle(numbers, random);
          return numbers.stream().mapToInt(Integer::intValue).toArray();
        });
  }

  @Property(tries = 200)
  void onlyFlowsWithNewRatesAreNamed(@ForAll("seeds") long seed) {
    Traffic traffic = new Traffic(seed, 12, 40);
    double[] ratesBefore = new double[40];
    int[] crowdsBefore = new int[40];
    for (int step = 0; step < 40; step++) {
      traffic.change();
      int count = traffic.shares.update();
      Crowds crowds = traffic.shares.crowds();
      Set<Integer> named = new HashSet<>();
      for (int i = 0; i < count; i++) {
        assertThat(named.add(traffic.shares.updated(i)))
            .as("seed %d, step %d", seed, step)
            .isTrue();
      }
      Set<Integer> changed = new HashSet<>();
      for (int i = 0; i < crowds.changed().size(); i++) {
        changed.add(crowds.changed().getInt(i));
      }
      for (Flow flow : traffic.flows) {
        int number = flow.number();
        double rate = traffic.shares.rate(number);
        int crowd = crowds.crowdOf(number);
        if (!named.contains(number)) {
          assertThat(crowd).as("seed %d, step %d", seed, step).isEqualTo(crowdsBefore[number]);
          if (!changed.contains(crowd)) {
            assertThat(rate).as("seed %d, step %d", seed, step).isEqualTo(ratesBefore[number]);
          }
        }
        ratesBefore[number] = rate;
        crowdsBefore[number] = crowd;
      }
    }
  }

  @Test
  void crowdsFormAndAreEnteredAndDissolve() {
    int formed = 0;
    int entered = 0;
    int dissolved = 0;
    for (int seed = 0; seed < 100; seed++) {
      Traffic traffic = new Traffic(seed, 20, 60);
      int[] before = new int[60];
      Arrays.fill(before, ABSENT);
      for (int step = 0; step < 40; step++) {
        traffic.change();
        traffic.shares.update();
        int[] after = new int[60];
        Arrays.fill(after, ABSENT);
        for (Flow flow : traffic.flows) {
          int was = before[flow.number()];
          int is = traffic.shares.crowds().crowdOf(flow.number());
          after[flow.number()] = is;
          formed += was == Crowds.NONE && is != Crowds.NONE ? 1 : 0;
          entered += was == ABSENT && is != Crowds.NONE ? 1 : 0;
          dissolved += was >= 0 && is == Crowds.NONE ? 1 : 0;
        }
        before = after;
      }
    }
    assertThat(formed).isGreaterThan(1000);
    assertThat(entered).isGreaterThan(1000);
    assertThat(dissolved).isGreaterThan(1000);
  }
}
