package org.foretell.models.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleSupplier;
import java.util.stream.IntStream;
import org.foretell.models.flow.FilledShares.Flow;

/** Flows that come and go at random: everywhere, or most of them over a few links. */
final class Traffic {
  private static final double[] WEIGHTS = {1, 1, 2, 0.3};

  /** Draws the links of a flow. */
  private interface Routes {
    int[] links();
  }

  private final Random random;
  final double[] capacity;
  final double backShare;
  final FairShares shares;
  final List<Flow> flows = new ArrayList<>();
  final List<Integer> free = new ArrayList<>();
  private final Routes routes;
  private final DoubleSupplier weights;
  final boolean limited;

  Traffic(long seed, int links, int mostFlows) {
    this(seed, links, mostFlows, 0);
  }

  /**
   * No flows yet.
   *
   * @param orders orders of magnitude over which the weights of flows are spread; with 0 they are
   *     alike or nearly so
   */
  Traffic(long seed, int links, int mostFlows, int orders) {
    random = new Random(seed);
    capacity = new double[links];
    boolean alike = random.nextBoolean();
    for (int link = 0; link < links; link++) {
      capacity[link] = alike ? 1e9 : 1e9 * (1 + random.nextInt(4));
    }
    backShare = random.nextInt(3) == 0 ? 0.05 : 0;
    routes = routes();
    boolean weighted = random.nextBoolean();
    if (orders > 0) {
      weights = () -> Math.pow(10, orders * (random.nextDouble() - 0.5));
    } else {
      weights = () -> weighted ? WEIGHTS[random.nextInt(WEIGHTS.length)] : 1;
    }
    limited = random.nextBoolean();
    LinkCapacities capacities = new LinkCapacities();
    Arrays.stream(capacity).forEach(capacities::add);
    shares = new FairShares(capacities, 10, backShare, 1 + random.nextInt(8));
    for (int flow = mostFlows - 1; flow >= 0; flow--) {
      free.add(flow);
    }
  }

  private Routes routes() {
    int count = capacity.length;
    int hot = 1 + random.nextInt(3);
    return switch (random.nextInt(4)) {
      case 0 -> () -> anyLinks(5);
      case 1 -> () -> with(random.nextInt(Math.min(count, hot)), anyLinks(4), true);
      case 2 -> () -> with(random.nextInt(Math.min(count, hot)), anyLinks(4), false);
      default -> () -> upAndDown(hot);
    };
  }

  private int[] anyLinks(int most) {
    int length = 1 + random.nextInt(Math.min(most, capacity.length));
    return random.ints(0, capacity.length).distinct().limit(length).toArray();
  }

  /** Mostly a link that many flows share, behind or before others. */
  private int[] with(int hot, int[] others, boolean last) {
    if (random.nextInt(8) == 0) {
      return others;
    }
    IntStream rest = IntStream.of(others).filter(link -> link != hot);
    IntStream one = IntStream.of(hot);
    return (last ? IntStream.concat(rest, one) : IntStream.concat(one, rest)).toArray();
  }

  /** As in a tree: out of one of many nodes, maybe over one of few trunks, into one of few. */
  private int[] upAndDown(int hot) {
    int nodes = Math.max(1, capacity.length / 2 - 1);
    int out = random.nextInt(nodes);
    int in = nodes + random.nextInt(Math.min(hot, nodes));
    int trunk = 2 * nodes + random.nextInt(2);
    return trunk >= capacity.length || random.nextInt(3) == 0
        ? distinct(out, in)
        : distinct(out, trunk, in);
  }

  private int[] distinct(int... links) {
    return IntStream.of(links).map(link -> link % capacity.length).distinct().toArray();
  }

  /** Some flows come, some go. */
  void change() {
    int going =
        random.nextInt(20) == 0
            ? flows.size()
            : random.nextInt(1 + flows.size() / (1 + random.nextInt(20)));
    for (int i = going; i > 0; i--) {
      Flow gone = flows.remove(random.nextInt(flows.size()));
      shares.leave(gone.number());
      free.add(gone.number());
    }
    for (int i = random.nextInt(1 + free.size() / (1 + random.nextInt(10))); i > 0; i--) {
      join(free.remove(free.size() - 1));
    }
  }

  void join(int number) {
    int[] forward = routes.links();
    int[] back = backShare > 0 ? routes.links() : new int[0];
    int[] links = IntStream.concat(IntStream.of(forward), IntStream.of(back)).toArray();
    double[] takes = new double[capacity.length];
    for (int i = 0; i < links.length; i++) {
      takes[links[i]] += i < forward.length ? 1 : backShare;
    }
    double weight = weights.getAsDouble();
    double limit =
        limited && random.nextInt(3) == 0
            ? 1e7 * (1 + random.nextInt(30))
            : Double.POSITIVE_INFINITY;
    shares.route(number, links, links.length, forward.length, weight, limit);
    shares.join(number);
    flows.add(new Flow(number, takes, weight, limit));
  }

  void compare(String where) {
    compare(where, 0);
  }

  /** Compares with a tolerance of 1e-7 of each rate, and so many bytes per second. */
  void compare(String where, double bytesPerSecond) {
    double[] rates = FilledShares.rates(capacity, flows);
    for (int i = 0; i < rates.length; i++) {
      assertThat(shares.rate(flows.get(i).number()))
          .as(where)
          .isCloseTo(rates[i], within(rates[i] * 1e-7 + bytesPerSecond));
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
