package org.foretell.machines.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.foretell.machine.Machine;
import org.foretell.machine.Topology;
import org.foretell.machines.Cluster;
import org.foretell.machines.MachineFiles;
import org.foretell.machines.file.LoadedMachine;
import org.foretell.machines.file.MachineFileException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

public class TopologySectionTest {
  private static final Schema SCHEMA =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
          .getSchema(MachineFiles.schema());

  private static final String LINK = "{\"latency\": \"100ns\", \"bandwidth\": \"25GB/s\"}";

  /** A section, and what the topology is called; all have places for 8 nodes. */
  public record Section(String text, String title) {
    @Override
    public String toString() {
      return title;
    }
  }

  public static List<Section> sections() {
    return Stream.of(
            new Section("'kind': 'crossbar', 'nodes': 8, 'link': L", "crossbar of 8 nodes"),
            new Section(
                "'kind': 'single-switch', 'nodes': 8, 'link': L, 'backplane': L",
                "single switch of 8 nodes, backplane 25 GB/s"),
            new Section(
                "'kind': 'fat-tree', 'children': [4, 2], 'parents': [1, 2], 'links': [L, L],"
                    + " 'routing': 'ecmp'",
                "2-level fat tree, 4x2 nodes, 1x2 parents, oversubscribed 2:1 at level 1, routing"
                    + " by hash (ECMP)"),
            new Section(
                "'kind': 'fat-tree', 'children': [4, 2], 'parents': [1, 2], 'cables': [1, 2],"
                    + " 'links': L",
                "2-level fat tree, 4x2 nodes, 1x2 parents by 1x2 cables, deterministic routing"),
            new Section(
                "'kind': 'torus', 'sizes': [4, 2], 'links': L",
                "2-D torus 4x2, deterministic routing"),
            new Section(
                "'kind': 'torus', 'sizes': [4, 2, 1], 'cables': [2, 1, 1], 'open': [1], 'links': L",
                "3-D mesh 4x2x1, 2x1x1 cables, deterministic routing"),
            new Section(
                "'kind': 'mesh', 'sizes': [2, 2], 'links': L, 'nodesPerSwitch': 2, 'nodeLink': L",
                "2-D torus 2x2, 2 nodes each, deterministic routing"),
            new Section(
                "'kind': 'hyperx', 'sizes': [4], 'links': L, 'nodesPerSwitch': 2, 'nodeLink': L,"
                    + " 'routing': 'adaptive'",
                "1-D HyperX 4, 2 nodes each, adaptive routing, approximated by hash"),
            new Section(
                "'kind': 'dragonfly', 'groups': 2, 'switchesPerChassis': 2, 'nodesPerSwitch': 2,"
                    + " 'globalCables': 3, 'nodeLink': L, 'chassisLink': L, 'globalLink': L",
                "dragonfly, 2 groups of 2 switches of 2 nodes, 3 cables between groups,"
                    + " deterministic routing"),
            new Section(
                "'kind': 'dragonfly', 'groups': 2, 'chassisPerGroup': 2, 'switchesPerChassis': 2,"
                    + " 'nodesPerSwitch': 1, 'nodeLink': L, 'chassisLink': L, 'groupLink': L,"
                    + " 'globalLink': L",
                "dragonfly, 2 groups of 2x2 switches of 1 nodes, 1 cables between groups,"
                    + " deterministic routing"),
            new Section(
                "'kind': 'dragonfly-plus', 'groups': 2, 'leavesPerGroup': 2, 'spinesPerGroup': 2,"
                    + " 'nodesPerLeaf': 2, 'nodeLink': L, 'groupLink': L, 'globalLink': L",
                "dragonfly+, 2 groups of 2 leaves and 2 spines, 2 nodes at a leaf, 1 cables between"
                    + " groups, deterministic routing"),
            new Section(
                "'kind': 'crossbar', 'nodes': 16, 'link': L, 'interfaces': 2",
                "crossbar of 16 nodes, 2 interfaces of each node in it"),
            new Section(
                "'kind': 'crossbar', 'nodes': 8, 'link': L, 'interfaces': 2, 'interfacesIn':"
                    + " 'network-each'",
                "crossbar of 8 nodes, 2 times, for as many interfaces"),
            new Section(
                "'kind': 'dragonfly', 'groups': 2, 'switchesPerChassis': 2, 'nodesPerSwitch': 4,"
                    + " 'nodeLink': L, 'chassisLink': L, 'globalLink': L, 'interfaces': 2,"
                    + " 'interfacesIn': 'switch-each'",
                "dragonfly, 2 groups of 2 switches of 4 nodes, 1 cables between groups,"
                    + " deterministic routing, 2 interfaces of each node in it, each at another"
                    + " switch"),
            new Section(
                "'kind': 'graph', 'nodes': 8, 'cables': ["
                    + IntStream.range(0, 8)
                        .mapToObj(
                            node ->
                                "{'between': ['%d', 'a'], 'latency': '1us', 'bandwidth': '1GB/s'}"
                                    .formatted(node))
                        .collect(Collectors.joining(", "))
                    + "], 'routes': [['0', 'a', '7']]",
                "listed network"))
        .map(section -> new Section(json(section.text()), section.title()))
        .toList();
  }

  private static String json(String section) {
    return section.replace('\'', '"').replace(" L", " " + LINK).replace("[L", "[" + LINK);
  }

  public static String file(String section) {
    return """
    {
      "formatVersion": 1,
      "name": "small",
      "nodeGroups": [
        {"name": "compute", "nodes": 8, "coresPerNode": 2, "intraNode": {"latency": "0.3us", "bandwidth": "9GB/s"}}
      ],
      "network": {"latency": "1.1us", "bandwidth": "6.1GB/s"},
      "topology": {%s},
      "defaultModel": "flow",
      "eagerThreshold": "16KiB"
    }
    """
        .formatted(section);
  }

  @ParameterizedTest
  @MethodSource("sections")
  void everyKindIsRead(Section section) {
    LoadedMachine loaded = MachineFiles.parse("small.json", file(section.text()));
    Topology topology = loaded.machine().topology().orElseThrow();

    assertThat(topology.title()).isEqualTo(section.title());
    assertThat(topology.nodes()).isEqualTo(8);
    assertThat(loaded.notes()).isEmpty();
    assertThat(loaded.machine().defaultModel()).contains("flow");
    assertThat(SCHEMA.validate(file(section.text()), InputFormat.JSON)).isEmpty();
    int[] links = new int[topology.longestRoute()];
    int length = topology.route(0, 7, 1, links);
    assertThat(length).isPositive();
    for (int index = 0; index < length; index++) {
      assertThat(topology.latencyPs(links[index])).isIn(100_000L, 1_000_000L);
    }
  }

  @Test
  void withoutATopologyThereIsNone() {
    Machine machine = MachineFiles.parse("cluster.json", Cluster.TEXT).machine();

    assertThat(machine.topology()).isEmpty();
    assertThat(machine.defaultModel()).isEmpty();
  }

  @Test
  void itsFiguresNeedSources() {
    List<String> unverified =
        MachineFiles.parse("small.json", file(json("'kind': 'torus', 'sizes': [4, 2], 'links': L")))
            .machine()
            .unverified();

    assertThat(unverified).contains("topology.kind", "topology.sizes", "topology.links");
  }

  @Test
  void whatIsLargerThanTheMachineIsNoted() {
    assertThat(
            MachineFiles.parse(
                    "small.json", file(json("'kind': 'torus', 'sizes': [4, 4], 'links': L")))
                .notes())
        .containsExactly(
            "The topology has places for 16 nodes; the machine's 8 nodes take the first ones.");
  }

  @Test
  void whatIsSmallerThanTheMachineIsAMistake() {
    wrong(
        "'kind': 'torus', 'sizes': [2, 2], 'links': L",
        "line 8, column 15, $.topology: found a 2-D torus 2x2, deterministic routing, which has"
            + " places for 4 nodes; allowed: a network for the 8 nodes of nodeGroups");
  }

  @Test
  void mistakesAreFoundWhereTheyAre() {
    wrong(
        "'kind': 'ring'",
        "$.topology.kind: found \"ring\"; allowed: \"crossbar\", \"single-switch\"");
    wrong("'kind': 'crossbar', 'link': L", "$.topology.nodes: found nothing");
    wrong(
        "'kind': 'crossbar', 'nodes': 8, 'link': {'latency': '1us'}",
        "$.topology.link.bandwidth: found nothing");
    wrong(
        "'kind': 'crossbar', 'nodes': 8, 'link': L, 'sizes': [8]",
        "found the unknown name \"sizes\"");
    wrong("'kind': 'torus', 'sizes': [8, 0], 'links': L", "$.topology.sizes[1]: found 0");
    wrong(
        "'kind': 'torus', 'sizes': [], 'links': L", "found an array of 0; allowed: an array of 1");
    wrong("'kind': 'torus', 'sizes': 8, 'links': L", "an array of 1 to 16 whole numbers");
    wrong("'kind': 'torus', 'sizes': [8], 'links': L, 'open': [2]", "whole numbers from 1 to 1");
    wrong("'kind': 'torus', 'sizes': [8], 'links': [L, L, L]", "3 given, but 1 needed");
    wrong(
        "'kind': 'fat-tree', 'children': [4, 2], 'parents': [1], 'links': L",
        "$.topology: found an impossible network; allowed: parents, one number for each level: 1"
            + " given, but 2 needed");
    wrong("'kind': 'torus', 'sizes': [9999999, 9999999], 'links': L", "more than 2^24 nodes");
    wrong("'kind': 'crossbar', 'nodes': 8, 'link': L, 'routing': 'minimal'", "$.topology.routing");
    wrong(
        "'kind': 'crossbar', 'nodes': 9, 'link': L, 'interfaces': 2",
        "has 9 ends, not a multiple of the 2");
    wrong(
        "'kind': 'crossbar', 'nodes': 16, 'link': L, 'interfaces': 2, 'interfacesIn':"
            + " 'switch-each'",
        "a crossbar does not assign interfaces to switches");
    wrong(
        "'kind': 'fat-tree', 'children': [4, 5], 'parents': [1, 4], 'links': L, 'interfaces': 2,"
            + " 'interfacesIn': 'switch-each'",
        "has 20 ends, but 2 switches of 4 ends are to take the 2 interfaces of their nodes");
  }

  @Test
  void mistakesOfListedNetworks() {
    String cable = "{'between': ['0', 'a'], 'latency': '1us', 'bandwidth': '1GB/s'}";
    wrong(
        graph(cable.replace("'a'", "'0'"), ""),
        "found a cable from \"0\" to itself; allowed: two different names");
    wrong(graph(cable.replace(", 'a'", ""), ""), "found an array of 1; allowed: two names");
    wrong(
        graph(cable.replace("'a'", "'8'"), ""), "found \"8\"; allowed: a node from \"0\" to \"7\"");
    wrong(
        graph(cable, ", 'routes': [['0', 'b']]"),
        "found \"b\"; allowed: \"a\" (did you mean that?)");
    wrong(graph(cable, ", 'routes': [['0', '1']]"), "found no cable from \"0\" to \"1\"");
    wrong(graph(cable, ", 'routes': ['0']"), "$.topology.routes[0]: found \"0\"");
    wrong(
        graph(cable, "").replace("'nodes': 8", "'nodes': 9999999"),
        "a whole number from 1 to 262144");
  }

  @Test
  void aListedNetworkThatFallsApartIsAMistake() {
    wrong(
        graph("{'between': ['0', 'a'], 'latency': '1us', 'bandwidth': '1GB/s'}", ""),
        "$.topology.cables: found no way over cables from node 0 to node 1; allowed: cables that"
            + " join all 8 nodes with each other");
  }

  @Test
  void dimensionsThatAreOpenHaveNoWayRound() {
    Topology topology =
        MachineFiles.parse(
                "small.json",
                file(json("'kind': 'torus', 'sizes': [4, 3], 'open': [1], 'links': L")))
            .machine()
            .topology()
            .orElseThrow();

    assertThat(topology.title())
        .isEqualTo("2-D torus 4x3, dimension 1 open, deterministic routing");
    int[] links = new int[topology.longestRoute()];
    assertThat(Arrays.copyOf(links, topology.route(0, 3, 0, links))).hasSize(3);
  }

  private static String graph(String cable, String more) {
    return "'kind': 'graph', 'nodes': 8, 'cables': [" + cable + "]" + more;
  }

  private static void wrong(String section, String expected) {
    assertThatThrownBy(() -> MachineFiles.parse("small.json", file(json(section))))
        .isInstanceOf(MachineFileException.class)
        .hasMessageContaining("machine file small.json")
        .hasMessageContaining(expected);
  }
}
