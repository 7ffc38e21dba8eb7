package org.foretell.models.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.foretell.models.flow.FilledShares.Flow;

/** Flows come and go at random; after each update the rates must be those of the textbook. */
class FairSharesProperties {
  private static final double[] WEIGHTS = {1, 1, 2, 0.3};

  @Provide
  Arbitrary<Long> seeds() {
    return Arbitraries.longs().dontShrink();
  }

  @Property(tries = 1000)
  void ratesAreThoseOfProgressiveFilling(
      @ForAll("seeds") long seed,
      @ForAll @IntRange(min = 1, max = 30) int links,
      @ForAll @IntRange(min = 1, max = 60) int mostFlows) {
    Instance instance = new Instance(seed, links, mostFlows);
    for (int step = 0; step < 40; step++) {
      instance.change();
      instance.shares.update();
      instance.compare("seed " + seed + ", step " + step);
    }
  }

  @Property(tries = 500)
  void everyFlowHasABottleneck(
      @ForAll("seeds") long seed,
      @ForAll @IntRange(min = 1, max = 30) int links,
      @ForAll @IntRange(min = 1, max = 60) int mostFlows) {
    Instance instance = new Instance(seed, links, mostFlows);
    for (int step = 0; step < 40; step++) {
      instance.change();
      instance.shares.update();
      instance.checkBottlenecks("seed " + seed + ", step " + step);
    }
  }

  @Property(tries = 200)
  void onlyFlowsWithNewRatesAreNamed(@ForAll("seeds") long seed) {
    Instance instance = new Instance(seed, 12, 40);
    double[] before = new double[40];
    for (int step = 0; step < 40; step++) {
      instance.change();
      int count = instance.shares.update();
      boolean[] named = new boolean[40];
      for (int i = 0; i < count; i++) {
        named[instance.shares.updated(i)] = true;
      }
      for (Flow flow : instance.flows) {
        double rate = instance.shares.rate(flow.number());
        if (!named[flow.number()]) {
          assertThat(rate).as("seed %d, step %d", seed, step).isEqualTo(before[flow.number()]);
        }
        before[flow.number()] = rate;
      }
    }
  }

  private static final class Instance {
    final Random random;
    final double[] capacity;
    final double backShare;
    final FairShares shares;
    final List<Flow> flows = new ArrayList<>();
    final List<Integer> free = new ArrayList<>();
    final boolean weighted;
    final boolean limited;

    Instance(long seed, int links, int mostFlows) {
      random = new Random(seed);
      capacity = new double[links];
      boolean alike = random.nextBoolean();
      for (int link = 0; link < links; link++) {
        capacity[link] = alike ? 1e9 : 1e9 * (1 + random.nextInt(4));
      }
      backShare = random.nextInt(3) == 0 ? 0.05 : 0;
      weighted = random.nextBoolean();
      limited = random.nextBoolean();
      shares = new FairShares(capacity, 10, backShare);
      for (int flow = mostFlows - 1; flow >= 0; flow--) {
        free.add(flow);
      }
    }

    /** Some flows come, some go. */
    void change() {
      for (int i = random.nextInt(1 + flows.size() / (1 + random.nextInt(10))); i > 0; i--) {
        Flow gone = flows.remove(random.nextInt(flows.size()));
        shares.leave(gone.number());
        free.add(gone.number());
      }
      for (int i = random.nextInt(1 + free.size() / (1 + random.nextInt(10))); i > 0; i--) {
        join(free.remove(free.size() - 1));
      }
    }

    void join(int number) {
      int length = 1 + random.nextInt(Math.min(5, capacity.length));
      int[] links = random.ints(0, capacity.length).distinct().limit(length).toArray();
      int forward = backShare > 0 ? 1 + random.nextInt(length) : length;
      double[] takes = new double[capacity.length];
      for (int i = 0; i < length; i++) {
        takes[links[i]] += i < forward ? 1 : backShare;
      }
      double weight = weighted ? WEIGHTS[random.nextInt(WEIGHTS.length)] : 1;
      double limit =
          limited && random.nextInt(3) == 0
              ? 1e7 * (1 + random.nextInt(30))
              : Double.POSITIVE_INFINITY;
      shares.route(number, links, length, forward, weight, limit);
      shares.join(number);
      flows.add(new Flow(number, takes, weight, limit));
    }

    void compare(String where) {
      double[] rates = FilledShares.rates(capacity, flows);
      for (int i = 0; i < rates.length; i++) {
        assertThat(shares.rate(flows.get(i).number()))
            .as(where)
            .isCloseTo(rates[i], within(rates[i] * 1e-7));
      }
    }

    void checkBottlenecks(String where) {
      double[] load = new double[capacity.length];
      double[] highest = new double[capacity.length];
      for (Flow flow : flows) {
        double rate = shares.rate(flow.number());
        for (int link = 0; link < capacity.length; link++) {
          load[link] += flow.takes()[link] * rate;
          if (flow.takes()[link] > 0) {
            highest[link] = Math.max(highest[link], rate / flow.weight());
          }
        }
      }
      for (int link = 0; link < capacity.length; link++) {
        assertThat(load[link]).as(where).isLessThanOrEqualTo(capacity[link] * (1 + 1e-7));
      }
      for (Flow flow : flows) {
        double rate = shares.rate(flow.number());
        boolean found = rate >= flow.limit() * (1 - 1e-7);
        for (int link = 0; link < capacity.length; link++) {
          found |=
              flow.takes()[link] > 0
                  && load[link] > capacity[link] * (1 - 1e-7)
                  && rate / flow.weight() >= highest[link] * (1 - 1e-7);
        }
        assertThat(found).as(() -> where + ": flow " + flow.number()).isTrue();
      }
    }
  }
}
