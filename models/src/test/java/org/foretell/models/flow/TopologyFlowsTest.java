package org.foretell.models.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Topology;
import org.foretell.machine.topology.Crossbar;
import org.foretell.model.FlowModel;
import org.foretell.model.MutableMessage;
import org.foretell.models.flow.FlowSettings.Weights;
import org.foretell.time.TimeOverflowException;
import org.junit.jupiter.api.Test;

/** Closed forms on networks of 1 B/ps and 100 ps a link, unless something else is said. */
class TopologyFlowsTest {
  private static final LinkSpeed LINK = new LinkSpeed(100, 1e12);

  private static Driven crossbar(int nodes) {
    return new Driven(Settings.PLAIN.model(Crossbar.of(nodes, LINK)));
  }

  private static Settings with(Weights weights, long windowBytes, double crossTraffic) {
    return new Settings(weights, 0, "0:1", "0:1", windowBytes, crossTraffic);
  }

  @Test
  void loneMessageTakesLatencyPlusBytesOverBandwidth() {
    assertThat(crossbar(2).at(50, 0, 1, 1000).endsPs()).containsExactly(50 + 200 + 1000);
  }

  @Test
  void messageWithoutBytesTakesTheLatency() {
    assertThat(crossbar(2).at(50, 0, 1, 0).endsPs()).containsExactly(250);
  }

  @Test
  void messagesIntoOneNodeShareItsLink() {
    for (int senders = 1; senders < 20; senders++) {
      Driven driven = crossbar(senders + 1);
      for (int sender = 1; sender <= senders; sender++) {
        driven.at(0, sender, 0, 1000);
      }
      assertThat(driven.endsPs()).containsOnly(200 + 1000L * senders);
    }
  }

  @Test
  void messagesOfDifferentSizesIntoOneNodeEndOneAfterTheOther() {
    assertThat(crossbar(4).at(0, 1, 0, 100).at(0, 2, 0, 200).at(0, 3, 0, 300).endsPs())
        .containsExactly(200 + 300, 200 + 500, 200 + 600);
  }

  @Test
  void aRateThatWouldTakeTooLongMayRiseAgain() {
    long aHalf = 6_000_000_000_000_000_000L;
    for (int small : new int[] {1, 40}) {
      Driven driven = crossbar(small + 2).at(0, 1, 0, aHalf);
      for (int sender = 0; sender < small; sender++) {
        driven.at(0, sender + 2, 0, 1000);
      }
      assertThat(driven.endsPs()[0]).isCloseTo(200 + aHalf + 1000L * small, within(10_000L));
    }
    Driven tooLong = crossbar(3).at(0, 1, 0, aHalf).at(0, 2, 0, aHalf);
    assertThatThrownBy(tooLong::endsPs).isInstanceOf(TimeOverflowException.class);
  }

  @Test
  void messageOverAChainIsHeldByItsNarrowestLink() {
    Topology chain =
        new ListedRoutes(3, LINK, new LinkSpeed(10, 0.5e12)).route(0, 2, 0, 1).route(0, 1, 0);
    assertThat(new Driven(Settings.PLAIN.model(chain)).at(0, 0, 2, 1000).endsPs())
        .containsExactly(110 + 2000);
    // The short one has what the long one, at half speed, leaves of their common link: half too.
    assertThat(new Driven(Settings.PLAIN.model(chain)).at(0, 0, 1, 500).at(0, 0, 2, 500).endsPs())
        .containsExactly(100 + 10 + (500 - 10) * 2, 110 + 1000);
  }

  @Test
  void whatAFlowHeldElsewhereLeavesIsTheOthers() {
    // 0 to 2 and 1 to 2 share the narrow link, a third each; 0 to 3 has two thirds of the wide one.
    Topology network =
        new ListedRoutes(4, new LinkSpeed(0, 0.9e12), new LinkSpeed(0, 0.6e12))
            .route(0, 2, 0, 1)
            .route(1, 2, 1)
            .route(0, 3, 0);
    assertThat(
            new Driven(Settings.PLAIN.model(network))
                .at(0, 0, 2, 300)
                .at(0, 1, 2, 300)
                .at(0, 0, 3, 600)
                .endsPs())
        .containsExactly(1000, 1000, 1000);
  }

  @Test
  void copiesThatTakeNoTimeEndAtOnce() {
    double[] copies = {Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY};
    FlowModel model =
        new TopologyFlows(
            Crossbar.of(2, LINK),
            message -> new LinkSpeed(5, 1e12),
            Settings.PLAIN.settings(),
            Interfaces.UNLIMITED,
            copies);
    Driven driven = new Driven(model);
    for (int message = 0; message < 20; message++) {
      driven.at(message / 10, 1, 1, 100);
    }
    assertThat(driven.endsPs())
        .containsExactly(5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6);
  }

  @Test
  void messagesInTheirLatencyTakeNoBandwidth() {
    assertThat(crossbar(3).at(0, 1, 0, 500).at(450, 2, 0, 500).endsPs())
        .containsExactly(200 + 450 + 100, 1200);
  }

  @Test
  void simultaneousEndsComeInTheOrderOfTheirStarts() {
    Driven driven = crossbar(9);
    for (int sender = 8; sender > 0; sender--) {
      driven.at(0, sender, 0, 10);
    }
    driven.endsPs();
    assertThat(driven.ended()).isSorted();
  }

  /** Among those of one route the order of equal ends is not that of starts. */
  @Test
  void simultaneousEndsOfSeveralRoutesComeInTheOrderOfTheirStartsToo() {
    Driven driven =
        crossbar(4)
            .at(0, 1, 0, 100)
            .at(0, 2, 3, 301)
            .at(0, 1, 0, 100)
            .at(0, 1, 0, 100)
            .at(0, 1, 0, 1);
    long[] ends = driven.endsPs();
    assertThat(ends[0]).isEqualTo(ends[1]).isEqualTo(ends[2]).isEqualTo(ends[3]);
    assertThat(driven.ended()).containsExactly(4, 0, 1, 2, 3);
  }

  /**
   * The small one comes to a route on which a large one has moved for long, or has long to move.
   */
  @Test
  void smallFlowsAreExactBesideLargeOnesOfTheSameRoute() {
    long large = 1_000_000_000_000L;
    long[] ends = crossbar(2).at(0, 1, 0, large).at(10, 1, 0, 3).at(large / 2, 1, 0, 5).endsPs();
    assertThat(ends[1] - 10 - (ends[0] - large - 8)).isEqualTo(2 * 3);
    assertThat(ends[2] - large / 2 - (ends[0] - large - 8)).isEqualTo(2 * 5);
  }

  @Test
  void linksThatAreNotSharedBoundEachFlow() {
    Topology pipe =
        new ListedRoutes(3, new LinkSpeed(0, 0.5e12), LINK)
            .unshared(0)
            .route(0, 2, 0, 1)
            .route(1, 2, 0, 1)
            .route(0, 1, 0);
    assertThat(
            new Driven(Settings.PLAIN.model(pipe))
                .at(0, 0, 2, 500)
                .at(0, 1, 2, 500)
                .at(0, 0, 1, 500)
                .endsPs())
        .containsExactly(1100, 1100, 1000);
  }

  @Test
  void latencyWeightsFavourShortRoutes() {
    Topology network =
        new ListedRoutes(3, LINK, new LinkSpeed(200, 1e15)).route(0, 1, 0).route(0, 2, 0, 1);
    FlowModel model = with(Weights.LATENCY, Long.MAX_VALUE, 0).model(network);
    // The second joins after 300 ps: three quarters for the first, with 1/100 against 1/300.
    assertThat(new Driven(model).at(200, 0, 1, 750).at(0, 0, 2, 250).endsPs())
        .containsExactly(1300, 1300);
  }

  @Test
  void windowBoundsTheRate() {
    FlowModel model = with(Weights.EQUAL, 100, 0).model(Crossbar.of(2, LINK));
    assertThat(new Driven(model).at(0, 0, 1, 100).endsPs()).containsExactly(200 + 400);
    Settings factors = new Settings(Weights.EQUAL, 0, "0:3", "0:1", 100, 0);
    assertThat(new Driven(factors.model(Crossbar.of(2, LINK))).at(0, 0, 1, 100).endsPs())
        .as("whatever the factor of the latency")
        .containsExactly(600 + 400);
  }

  @Test
  void crossTrafficTakesOfTheWayBack() {
    FlowModel model = with(Weights.EQUAL, Long.MAX_VALUE, 0.25).model(Crossbar.of(2, LINK));
    assertThat(new Driven(model).at(0, 0, 1, 800).at(0, 1, 0, 800).endsPs())
        .containsExactly(200 + 1000, 200 + 1000);
  }

  @Test
  void factorsAndEnvelopeGoBySize() {
    Settings settings =
        new Settings(Weights.EQUAL, 10, "100:3;0:2", "100:0.5;0:1", Long.MAX_VALUE, 0);
    assertThat(new Driven(settings.model(Crossbar.of(2, LINK))).at(0, 0, 1, 90).endsPs())
        .containsExactly(400 + 100);
    assertThat(new Driven(settings.model(Crossbar.of(2, LINK))).at(0, 0, 1, 91).endsPs())
        .containsExactly(600 + 202);
  }

  @Test
  void messagesWithinANodeShareNothing() {
    assertThat(crossbar(2).at(0, 0, 0, 1000).at(0, 0, 0, 1000).at(0, 0, 1, 1000).endsPs())
        .containsExactly(1005, 1005, 1200);
  }

  @Test
  void messagesWithinANodeMayGoOutAndBack() {
    FlowModel model = Settings.PLAIN.model(new OutAndBack(Crossbar.of(3, LINK)));
    assertThat(new Driven(model).at(0, 0, 0, 1000).at(0, 2, 2, 700).at(0, 0, 1, 1000).endsPs())
        .containsExactly(2200, 900, 2200);
    assertThat(
            new Driven(Settings.PLAIN.model(new OutAndBack(Crossbar.of(1, LINK))))
                .at(0, 0, 0, 1000)
                .endsPs())
        .containsExactly(1005);
  }

  @Test
  void protocolAndOverheadsAreAsSet() {
    FlowModel model = Settings.PLAIN.model(Crossbar.of(2, LINK));
    MutableMessage blocking = new MutableMessage().set(0, 1, 0, 1, 1000, true);
    MutableMessage other = new MutableMessage().set(0, 1, 0, 1, 1001, false);
    assertThat(model.eager(blocking)).isTrue();
    assertThat(model.eager(other)).isFalse();
    assertThat(model.startsWhenSent(blocking)).isTrue();
    assertThat(model.sendOverheadPs(blocking)).isEqualTo(7);
    assertThat(model.sendOverheadPs(other)).isEqualTo(8);
    assertThat(model.receiveOverheadPs(blocking)).isEqualTo(9);
    blocking.exchange(true);
    assertThat(model.sendOverheadPs(blocking)).isEqualTo(8);
    blocking.exchange(false).rendezvous(true);
    assertThat(model.sendOverheadPs(blocking)).isZero();
    assertThat(model.receiveOverheadPs(blocking)).isZero();
  }
}
