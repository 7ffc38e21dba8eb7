package org.foretell.machines.simgrid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Machine;
import org.foretell.machine.NoRouteException;
import org.foretell.machine.NodeGroup;
import org.foretell.machine.Topology;
import org.foretell.machines.MachineFiles;
import org.foretell.machines.file.LoadedMachine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlatformTest {
  private static final String HEAD =
      "<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n";

  @Test
  void aFatTreeBecomesAMachineForTheModelFlow() throws IOException {
    Machine machine = resource("fattree.64.xml").machine();
    Topology topology = machine.topology().orElseThrow();

    assertThat(machine.name()).isEqualTo("fattree-64");
    assertThat(machine.defaultModel()).contains("flow");
    assertThat(machine.eagerThresholdBytes()).isEqualTo(65_535);
    assertThat(machine.modelParameters())
        .containsEntry("flow.envelope", "16B")
        .containsEntry("collectives", "simgrid-default")
        .containsEntry("flow.weights", "latency")
        .containsEntry("flow.intraNode", "links");
    assertThat(machine.nodes()).isEqualTo(64);
    NodeGroup hosts = machine.groups().get(0);
    assertThat(hosts.coresPerNode()).isEqualTo(1);
    assertThat(hosts.coreFlopsPerSecond()).hasValue(1e9);
    assertThat(hosts.intraNode()).isEqualTo(new LinkSpeed(0, 1e10));
    assertThat(machine.buses().speed()).isEqualTo(new LinkSpeed(4_000_000, 1.25e9));
    assertThat(route(topology, 0, 9)).containsExactly(0, 130, 147, 19);
    assertThat(topology.latencyPs(130)).isEqualTo(1_000_000);
    assertThat(topology.bytesPerSecond(130)).isEqualTo(1.25e9);
  }

  @ParameterizedTest
  @CsvSource({"fattree.16.xml, 16, 4", "xbar-split.16.xml, 16, 2", "xbar-split.64.xml, 64, 2"})
  void platformsHaveTheirNodesAndLatency(String file, int nodes, int latencyUs) throws IOException {
    Machine machine = resource(file).machine();

    assertThat(machine.nodes()).isEqualTo(nodes);
    assertThat(machine.topology().orElseThrow().nodes()).isEqualTo(nodes);
    assertThat(machine.buses().speed().latencyPs()).isEqualTo(latencyUs * 1_000_000L);
  }

  @Test
  void hostsOfATorusAndWithLoopbackDoNotLeaveForMessagesToThemselves() {
    String cluster =
        "<cluster id='c' prefix='n' suffix='' radical='0-3' speed='1Gf' bw='1GBps' lat='1us' %s/>";
    assertThat(intraNode(cluster.formatted(""))).isEqualTo("links");
    assertThat(intraNode(cluster.formatted("loopback_bw='9GBps'"))).isEqualTo("speed");
    assertThat(
            intraNode(
                cluster.formatted(
                    "topology='TORUS' topo_parameters='2,2' sharing_policy='SHARED'")))
        .isEqualTo("speed");
  }

  private static String intraNode(String cluster) {
    return parse(cluster).machine().modelParameters().getOrDefault("flow.intraNode", "");
  }

  @Test
  void aSharedLinkCarriesBothDirections() {
    Topology split = cluster("sharing_policy=\"SPLITDUPLEX\"");
    Topology shared = cluster("sharing_policy=\"SHARED\"");
    Topology fatpipe = cluster("sharing_policy=\"FATPIPE\"");

    assertThat(route(split, 1, 3)).containsExactly(2, 7);
    assertThat(route(split, 3, 1)).containsExactly(6, 3);
    assertThat(route(shared, 1, 3)).containsExactly(1, 3);
    assertThat(route(shared, 3, 1)).containsExactly(3, 1);
    assertThat(route(fatpipe, 3, 1)).containsExactly(3, 1);
    assertThat(fatpipe.shared(3)).isTrue();
    assertThat(
            parse(
                    "<cluster id='c' prefix='n' suffix='' radical='0-3' speed='1Gf' bw='1GBps'"
                        + " lat='0' sharing_policy='FATPIPE'/>")
                .notes())
        .anyMatch(note -> note.contains("FATPIPE is taken as SHARED"));
  }

  @Test
  void backboneLimiterAndLoopback() {
    Machine machine =
        parse(
                "<cluster id='c' prefix='n' suffix='.x' radical='1,4-5' speed='2Gf' core='8'"
                    + " bw='1GBps' lat='10us' bb_bw='3GBps' bb_lat='5us'"
                    + " bb_sharing_policy='FATPIPE' limiter_link='900MBps' loopback_bw='4GBps'"
                    + " loopback_lat='1us'><prop id='a' value='b'/></cluster>")
            .machine();
    Topology topology = machine.topology().orElseThrow();

    assertThat(machine.cores()).isEqualTo(24);
    assertThat(machine.groups().get(0).intraNode()).isEqualTo(new LinkSpeed(1_000_000, 4e9));
    int[] route = route(topology, 0, 2);
    assertThat(Arrays.stream(route).mapToObj(topology::linkName))
        .containsExactly(
            "limiter of node 0",
            "link of node 0, up",
            "backbone",
            "link of node 2, down",
            "limiter of node 2");
    assertThat(Arrays.stream(route).mapToDouble(topology::bytesPerSecond))
        .containsExactly(9e8, 1e9, 3e9, 1e9, 9e8);
    assertThat(topology.shared(route[2])).isFalse();
    assertThat(Arrays.stream(route).mapToLong(topology::latencyPs).sum()).isEqualTo(25_000_000);
  }

  @Test
  void torusAndDragonflyWithLimitersAndSharedLinks() {
    Topology torus =
        cluster(
            "topology=\"TORUS\" topo_parameters=\"2,2\" limiter_link=\"1GBps\""
                + " sharing_policy=\"SHARED\"");
    assertThat(Arrays.stream(route(torus, 0, 3)).mapToObj(torus::linkName))
        .containsExactly(
            "limiter of node 0",
            "node 0 to node 1",
            "limiter of node 1",
            "node 1 to node 3",
            "limiter of node 3");
    assertThat(Arrays.stream(route(torus, 0, 3)).mapToObj(torus::linkClass).distinct())
        .containsExactly("limiters", "dimension 1", "dimension 2");

    Topology dragonfly =
        parse(
                "<cluster id='c' prefix='n' suffix='' radical='0-23' speed='1Gf' bw='1GBps'"
                    + " lat='1us' topology='DRAGONFLY' topo_parameters='3,2;2,3;4,4;1'/>")
            .machine()
            .topology()
            .orElseThrow();
    int[] route = route(dragonfly, 4, 23);
    assertThat(route).containsExactly(8, 62, 125, 146, 100, 142, 47);
    assertThat(Arrays.stream(route).mapToDouble(dragonfly::bytesPerSecond))
        .containsExactly(1e9, 4e9, 3e9, 2e9, 4e9, 3e9, 1e9);
  }

  @Test
  void listedRoutesCountForBothDirectionsUnlessTheySayNo() {
    Machine machine =
        parse(
                """
                <zone id='z' routing='Full'>
                  <host id='A' speed='1Gf'/><host id='B' speed='2Gf' core='4'/><host id='C' speed='2Gf' core='4'/>
                  <link id='l' bandwidth='1GBps' latency='1us'/>
                  <link id='m' bandwidth='2GBps' latency='2us' sharing_policy='FATPIPE'/>
                  <link id='s' bandwidth='3GBps' latency='3us' sharing_policy='SPLITDUPLEX'/>
                  <link id='loop' bandwidth='5GBps' latency='7ns' sharing_policy='FATPIPE'/>
                  <route src='A' dst='A'><link_ctn id='loop'/></route>
                  <route src='A' dst='B'><link_ctn id='l'/><link_ctn id='s' direction='UP'/></route>
                  <route src='B' dst='C' symmetrical='NO'><link_ctn id='m'/></route>
                </zone>
                """)
            .machine();
    Topology topology = machine.topology().orElseThrow();

    assertThat(names(topology, 0, 1)).containsExactly("l", "s_UP");
    assertThat(names(topology, 1, 0)).containsExactly("s_DOWN", "l");
    assertThat(names(topology, 1, 2)).containsExactly("m");
    assertThat(topology.shared(1)).isFalse();
    assertThatThrownBy(() -> names(topology, 2, 1))
        .isInstanceOf(NoRouteException.class)
        .hasMessage("test.xml has no route from C to B; add a cable or a route between them");
    assertThat(machine.groups()).hasSize(2);
    assertThat(machine.groups().get(0).intraNode()).isEqualTo(new LinkSpeed(7_000, 5e9));
    assertThat(machine.groups().get(1).nodes()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({"Floyd", "Dijkstra", "DijkstraCache"})
  void shortestPathsAreFoundOverRouters(String routing) {
    Topology topology =
        parse(
                """
                <AS id='z' routing='%s'>
                  <host id='A' speed='1Gf'/><router id='r'/><host id='B' speed='1Gf'/>
                  <link id='l' bandwidth='1GBps' latency='1us'/>
                  <link id='m' bandwidth='2GBps' latency='2us'/>
                  <route src='A' dst='r'><link_ctn id='l'/></route>
                  <route src='r' dst='B'><link_ctn id='m'/></route>
                </AS>
                """
                    .formatted(routing))
            .machine()
            .topology()
            .orElseThrow();

    assertThat(names(topology, 0, 1)).containsExactly("l", "m");
    assertThat(names(topology, 1, 0)).containsExactly("m", "l");
  }

  @Test
  void clustersInAZoneAreJoinedByTheirRouters() {
    Machine machine =
        parse(
                """
                <AS id='AS0' routing='Full'>
                  <cluster id='a' prefix='n-' suffix='.x' radical='0-1' speed='1Gf' bw='125MBps' lat='50us' bb_bw='2GBps' bb_lat='500us'/>
                  <cluster id='b' prefix='n-' suffix='.x' radical='2-4' speed='1Gf' bw='125MBps' lat='50us'/>
                  <zone id='inner' routing='Full'>
                    <host id='H' speed='1Gf'/><router id='out'/>
                    <link id='h' bandwidth='1GBps' latency='1us' sharing_policy='SPLITDUPLEX'/>
                    <route src='H' dst='out'><link_ctn id='h' direction='UP'/></route>
                  </zone>
                  <link id='trunk' bandwidth='1.25GBps' latency='500us'/>
                  <ASroute src='a' dst='b' gw_src='n-a_router.x' gw_dst='n-b_router.x'><link_ctn id='trunk'/></ASroute>
                  <zoneRoute src='inner' dst='a' gw_src='out' gw_dst='n-a_router.x'><link_ctn id='trunk'/></zoneRoute>
                </AS>
                """)
            .machine();
    Topology topology = machine.topology().orElseThrow();

    assertThat(machine.nodes()).isEqualTo(6);
    assertThat(names(topology, 0, 1))
        .containsExactly(
            "link of node 0, up of cluster a",
            "backbone of cluster a",
            "link of node 1, down of cluster a");
    assertThat(names(topology, 0, 4))
        .containsExactly(
            "link of node 0, up of cluster a",
            "backbone of cluster a",
            "trunk",
            "link of node 2, down of cluster b");
    assertThat(names(topology, 4, 0))
        .containsExactly(
            "link of node 2, up of cluster b",
            "trunk",
            "backbone of cluster a",
            "link of node 0, down of cluster a");
    assertThat(names(topology, 5, 1))
        .containsExactly(
            "h_UP", "trunk", "backbone of cluster a", "link of node 1, down of cluster a");
    assertThat(names(topology, 1, 5))
        .containsExactly(
            "link of node 1, up of cluster a", "backbone of cluster a", "trunk", "h_DOWN");
    assertThatThrownBy(() -> names(topology, 5, 3))
        .isInstanceOf(NoRouteException.class)
        .hasMessage("test.xml has no route from H to n-3.x: none from zone inner to zone b");
  }

  @ParameterizedTest
  @CsvSource({
    "10Gbps, 1.25e9",
    "1.25GBps, 1.25e9",
    "1kBps, 1e3",
    "1KiBps, 1024",
    "8kbps, 1e3",
    "8Kibps, 1024",
    "100, 100",
    "2MiBps, 2097152",
    "1e3MBps, 1e9"
  })
  void bandwidthsAreThoseOfSimGrid(String text, double bytesPerSecond) {
    assertThat(machine("bw='" + text + "' lat='1us' speed='1Gf'").buses().speed().bytesPerSecond())
        .isCloseTo(bytesPerSecond, within(1e-9 * bytesPerSecond));
  }

  @ParameterizedTest
  @CsvSource({
    "1us, 2000000",
    "0, 0",
    "1.5ns, 3000",
    "1ps, 2",
    "0.001, 2000000000",
    "1m, 120000000000000"
  })
  void timesAreThoseOfSimGrid(String text, long latencyPs) {
    assertThat(machine("bw='1GBps' lat='" + text + "' speed='1Gf'").buses().speed().latencyPs())
        .isEqualTo(latencyPs);
  }

  @ParameterizedTest
  @CsvSource({
    "1Gf, 1e9",
    "98.095Mf, 98.095e6",
    "1gigaflops, 1e9",
    "5, 5",
    "1kf, 1e3",
    "'2Gf,1Gf', 2e9"
  })
  void speedsAreThoseOfSimGrid(String text, double flops) {
    assertThat(
            machine("bw='1GBps' lat='0' speed='" + text + "'")
                .groups()
                .get(0)
                .coreFlopsPerSecond()
                .orElseThrow())
        .isEqualTo(flops);
  }

  private static Machine machine(String attributes) {
    return parse("<cluster id='c' prefix='n' suffix='' radical='0-1' " + attributes + "/>")
        .machine();
  }

  private static Topology cluster(String attributes) {
    return parse(
            "<cluster id='c' prefix='n' suffix='' radical='0-3' speed='1Gf' bw='1GBps' lat='1us' "
                + attributes
                + "/>")
        .machine()
        .topology()
        .orElseThrow();
  }

  private static LoadedMachine parse(String content) {
    return MachineFiles.parse(
        "test.xml", HEAD + "<platform version=\"4.1\">\n" + content + "\n</platform>\n");
  }

  private static LoadedMachine resource(String name) throws IOException {
    try (InputStream input =
        Objects.requireNonNull(PlatformTest.class.getResourceAsStream(name), name)) {
      return MachineFiles.parse(name, input.readAllBytes());
    }
  }

  private static List<String> names(Topology topology, int source, int destination) {
    return Arrays.stream(route(topology, source, destination))
        .mapToObj(topology::linkName)
        .toList();
  }

  private static int[] route(Topology topology, int source, int destination) {
    int[] links = new int[topology.longestRoute()];
    return Arrays.copyOf(links, topology.route(source, destination, 0, links));
  }
}
