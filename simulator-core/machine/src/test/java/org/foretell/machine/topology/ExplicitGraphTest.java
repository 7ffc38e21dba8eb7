package org.foretell.machine.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.NoRouteException;
import org.foretell.machine.Topology;
import org.junit.jupiter.api.Test;

class ExplicitGraphTest {
  private static final LinkSpeed SPEED = new LinkSpeed(1_000_000, 1.25e9);

  @Test
  void takesTheRouteWithTheFewestLinks() {
    ExplicitGraph.Builder builder = ExplicitGraph.builder("square");
    int a = builder.node("A");
    int b = builder.node("B");
    int left = builder.vertex("left");
    int right = builder.vertex("right");
    int[] links = new int[6];
    Arrays.setAll(links, index -> builder.link("link " + index, SPEED, index != 5));
    builder.edge(a, left, links[0]);
    builder.edge(left, b, links[1], links[2]);
    builder.edge(a, right, links[3]);
    builder.edge(right, b, links[4]);
    builder.edge(b, a, links[5]);
    ExplicitGraph graph = builder.build();

    assertThat(route(graph, a, b)).containsExactly(3, 4);
    assertThat(route(graph, b, a)).containsExactly(5);
    assertThat(route(graph, a, a)).isEmpty();
    assertThat(graph.nodes()).isEqualTo(2);
    assertThat(graph.shared(5)).isFalse();
    assertThat(graph.linkName(5)).isEqualTo("link 5");
    int[] from = new int[8];
    assertThat(graph.path(right, left, from, 1)).isEqualTo(4);
    assertThat(Arrays.copyOfRange(from, 1, 4)).containsExactly(4, 5, 0);
  }

  @Test
  void aRouteThatIsGivenGoesBeforeAShorterOne() {
    ExplicitGraph.Builder builder = ExplicitGraph.builder("pair");
    int a = builder.node("A");
    int b = builder.node("B");
    int direct = builder.link("direct", SPEED, true);
    int around = builder.link("around", SPEED, true);
    builder.edge(a, b, direct);
    builder.edge(b, a, direct);
    builder.route(a, b, around, direct, around);

    assertThat(route(builder.build(), a, b)).containsExactly(around, direct, around);
    assertThat(route(builder.build(), b, a)).containsExactly(direct);
  }

  @Test
  void namesBothNodesBetweenWhichThereIsNoRoute() {
    ExplicitGraph.Builder builder = ExplicitGraph.builder("one way");
    int a = builder.node("A");
    int b = builder.node("B");
    builder.edge(a, b, builder.link("there", SPEED, true));
    ExplicitGraph graph = builder.build();

    assertThatThrownBy(() -> route(graph, b, a))
        .isInstanceOf(NoRouteException.class)
        .hasMessage("one way has no route from B to A; add a cable or a route between them");
  }

  @Property(tries = 50)
  void agreesWithARing(@ForAll @IntRange(min = 3, max = 600) int size) {
    ExplicitGraph.Builder builder = ExplicitGraph.builder("ring");
    for (int node = 0; node < size; node++) {
      builder.node("node " + node);
      builder.link("up " + node, SPEED, true);
      builder.link("down " + node, SPEED, true);
    }
    for (int node = 0; node < size; node++) {
      builder.edge(node, (node + 1) % size, 2 * node);
      builder.edge((node + 1) % size, node, 2 * node + 1);
    }
    ExplicitGraph graph = builder.build();
    Torus ring = Torus.of(new int[] {size}, SPEED);
    for (int source = 0; source < size; source += 7) {
      int destination = (source * 31 + 5) % size;
      int[] expected = route(ring, source, destination);
      int[] found = route(graph, source, destination);
      assertThat(found.length).as("%d nodes, %d", size, source).isEqualTo(expected.length);
      if (2 * found.length != size) {
        assertThat(found).as("%d nodes, %d", size, source).containsExactly(expected);
      }
    }
  }

  private static int[] route(Topology topology, int source, int destination) {
    int[] links = new int[topology.longestRoute()];
    return Arrays.copyOf(links, topology.route(source, destination, 0, links));
  }
}
