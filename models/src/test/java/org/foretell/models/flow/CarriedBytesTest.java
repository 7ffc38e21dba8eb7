package org.foretell.models.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.TreeMap;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.topology.Crossbar;
import org.foretell.model.FlowModel;
import org.foretell.model.LinkObserver;
import org.junit.jupiter.api.Test;

/** What links are said to carry, on a crossbar of 1 B/ps and 100 ps a link. */
class CarriedBytesTest {
  private static final Crossbar NETWORK = Crossbar.of(32, new LinkSpeed(100, 1e12));

  /** Bytes of each link, in intervals of a given length, as far as they were carried evenly. */
  private static final class Bins implements LinkObserver {
    private final long widthPs;
    private final Map<String, Map<Long, Double>> bytes = new TreeMap<>();
    private final Map<String, Long> sums = new TreeMap<>();

    Bins(long widthPs) {
      this.widthPs = widthPs;
    }

    @Override
    public void carried(int link, long carried, long startPs, long endPs) {
      assertThat(carried).isPositive();
      assertThat(endPs).isGreaterThan(startPs);
      String name = NETWORK.linkName(link);
      sums.merge(name, carried, Long::sum);
      for (long at = startPs; at < endPs; at++) {
        bytes
            .computeIfAbsent(name, link1 -> new TreeMap<>())
            .merge(at / widthPs, (double) carried / (endPs - startPs), Double::sum);
      }
    }

    @Override
    public long resolutionPs() {
      return widthPs;
    }

    double of(String link, long interval) {
      return bytes.getOrDefault(link, Map.of()).getOrDefault(interval, 0.0);
    }
  }

  private static FlowModel told(LinkObserver observer) {
    FlowModel model = Settings.PLAIN.model(NETWORK);
    assertThat(model.tellLinks(observer)).isSameAs(NETWORK);
    return model;
  }

  /**
   * From 200 ps on three share the link into node 0: a third each until the first has moved its 90
   * bytes at 470 ps, a half each until the second has moved 180 at 650 ps, then all of it.
   */
  @Test
  void whatALinkCarriesFollowsTheRates() {
    Bins bins = new Bins(10);
    new Driven(told(bins)).at(0, 1, 0, 90).at(0, 2, 0, 180).at(0, 3, 0, 300).endsPs();
    assertThat(bins.sums)
        .containsOnly(
            Map.entry("node 1 to switch", 90L),
            Map.entry("node 2 to switch", 180L),
            Map.entry("node 3 to switch", 300L),
            Map.entry("switch to node 0", 570L));
    for (long interval = 20; interval < 77; interval++) {
      assertThat(bins.of("switch to node 0", interval)).isCloseTo(10, within(0.2));
      double share = interval < 47 ? 10 / 3.0 : interval < 65 ? 5 : 10;
      assertThat(bins.of("node 3 to switch", interval)).isCloseTo(share, within(0.2));
    }
    assertThat(bins.of("switch to node 0", 19) + bins.of("switch to node 0", 77)).isZero();
    assertThat(bins.of("node 1 to switch", 47)).isZero();
  }

  /** So many that they are one crowd, of which one after the other ends. */
  @Test
  void aCrowdCarriesNoMoreThanItsLinkCan() {
    Bins bins = new Bins(400);
    Driven driven = new Driven(told(bins));
    long all = 0;
    for (int sender = 1; sender <= 30; sender++) {
      driven.at(0, sender, 0, 100L * sender);
      all += 100L * sender;
    }
    driven.endsPs();
    assertThat(bins.sums.get("switch to node 0")).isEqualTo(all);
    assertThat(bins.sums.get("node 30 to switch")).isEqualTo(3000);
    for (long interval = 1; interval < all / 400; interval++) {
      assertThat(bins.of("switch to node 0", interval)).isCloseTo(400, within(400 * 0.07));
    }
  }

  /** Two routes with ten flows each into a link, of which one after the other ends. */
  @Test
  void flowsOfTheSameRouteCarryNoMoreThanTheirLinkCan() {
    Bins bins = new Bins(400);
    Driven driven = new Driven(told(bins));
    long all = 0;
    for (int flow = 1; flow <= 20; flow++) {
      driven.at(0, 1 + flow % 2, 0, 100L * flow);
      all += 100L * flow;
    }
    driven.endsPs();
    assertThat(bins.sums)
        .containsOnly(
            Map.entry("node 1 to switch", 11_000L),
            Map.entry("node 2 to switch", 10_000L),
            Map.entry("switch to node 0", all));
    for (long interval = 1; interval < all / 400; interval++) {
      assertThat(bins.of("switch to node 0", interval)).isCloseTo(400, within(400 * 0.07));
    }
  }

  @Test
  void whatStaysInANodeOrIsEmptyCrossesNoLink() {
    Bins bins = new Bins(10);
    new Driven(told(bins)).at(0, 1, 1, 100).at(0, 1, 2, 0).endsPs();
    assertThat(bins.sums).isEmpty();
  }

  /** Estimates of collectives replay copies; these are not the run. */
  @Test
  void copiesReportNothing() {
    Bins bins = new Bins(10);
    FlowModel copy = (FlowModel) told(bins).forAnotherReplay();
    new Driven(copy).at(0, 1, 2, 100).endsPs();
    assertThat(bins.sums).isEmpty();
  }
}
