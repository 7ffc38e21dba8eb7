package org.foretell.models.flow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Topology;
import org.foretell.machine.topology.FatTree;
import org.foretell.machine.topology.Routing;
import org.foretell.machine.topology.Torus;
import org.junit.jupiter.api.Test;

/** What is kept by link grows with the links that are used. */
class UsedLinksTest {
  private static final LinkSpeed LINK = new LinkSpeed(100, 1e12);

  /** A topology that notes which of its links somebody asks for. */
  private record Asked(Topology of, Set<Integer> asked) implements Topology {
    @Override
    public String title() {
      return of.title();
    }

    @Override
    public int nodes() {
      return of.nodes();
    }

    @Override
    public int links() {
      return of.links();
    }

    @Override
    public double bytesPerSecond(int link) {
      asked.add(link);
      return of.bytesPerSecond(link);
    }

    @Override
    public long latencyPs(int link) {
      asked.add(link);
      return of.latencyPs(link);
    }

    @Override
    public boolean shared(int link) {
      asked.add(link);
      return of.shared(link);
    }

    @Override
    public String linkName(int link) {
      return of.linkName(link);
    }

    @Override
    public int longestRoute() {
      return of.longestRoute();
    }

    @Override
    public int route(int source, int destination, int hash, int[] links) {
      return of.route(source, destination, hash, links);
    }
  }

  @Test
  void aTreeOfAMillionPortsIsAskedForTheLinksOfTheRoutesAlone() {
    Topology tree =
        new FatTree(
            new int[] {64, 64, 256},
            new int[] {1, 64, 64},
            new int[] {1, 1, 1},
            List.of(LINK),
            Routing.DETERMINISTIC);
    assertThat(tree.nodes()).isEqualTo(1 << 20);
    fourAcross(new Asked(tree, new HashSet<>()), 4 * 4 * 6);
  }

  @Test
  void aTorusOfTheSizeOfFugakuIsAskedForTheLinksOfTheRoutesAlone() {
    Topology torus = Torus.of(new int[] {24, 23, 24, 2, 3, 2}, LINK);
    fourAcross(new Asked(torus, new HashSet<>()), 4 * 4 * torus.longestRoute());
  }

  /** Four far nodes send to each other. */
  private static void fourAcross(Asked topology, int mostLinks) {
    Driven driven = new Driven(Settings.PLAIN.model(topology));
    int apart = topology.nodes() / 4;
    for (int from = 0; from < 4; from++) {
      for (int to = 0; to < 4; to++) {
        if (from != to) {
          driven.at(0, from * apart, to * apart, 1000);
        }
      }
    }
    assertThat(driven.endsPs()).doesNotContain(0);
    assertThat(topology.links()).isGreaterThan(1_000_000);
    assertThat(topology.asked).hasSizeBetween(4, mostLinks);
  }

  @Test
  void linksAreNumberedInTheOrderOfTheirFirstUseAndCopiesAfterTheTopologys() {
    Topology tree =
        new FatTree(
            new int[] {4, 4},
            new int[] {1, 2},
            new int[] {1, 1},
            List.of(LINK),
            Routing.DETERMINISTIC);
    UsedLinks links = new UsedLinks(tree, new double[] {1, 2, 3});
    assertThat(links.number(tree.links() - 1)).isZero();
    assertThat(links.copyIn(2)).isEqualTo(1);
    assertThat(links.copyOut(1)).isEqualTo(2);
    assertThat(links.number(tree.links() - 1)).isZero();
    assertThat(IntStream.range(0, 3).mapToDouble(links.capacities()::of))
        .containsExactly(1e12, 3.0, 2.0);
    assertThat(links.latencyPs(0)).isEqualTo(100);
    assertThat(links.latencyPs(1)).isZero();
    for (int link = 0; link < tree.links(); link++) {
      links.number(link);
    }
    assertThat(links.count()).isEqualTo(tree.links() + 2);
  }
}
