package org.foretell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.foretell.report.ExplainResult;
import org.foretell.report.LinksEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What links carry over time, on networks small enough to count by hand. */
class ExplainedLinksTest {
  @TempDir private Path folder;

  /** Nodes 0 to 3 in a ring; a byte takes 1 ns on a link. */
  private Path ring() throws IOException {
    return Files.writeString(
        folder.resolve("ring.json"),
        """
        {
          "formatVersion": 1, "name": "ring",
          "nodeGroups": [{"name": "compute", "nodes": 4, "coresPerNode": 1,
            "intraNode": {"latency": "1us", "bandwidth": "4GB/s"}}],
          "network": {"latency": "0us", "bandwidth": "1GB/s"},
          "eagerThreshold": "unlimited",
          "topology": {"kind": "torus", "sizes": [4],
            "links": {"latency": "0us", "bandwidth": "1GB/s"}},
          "sources": {}
        }
        """);
  }

  private LinksEntry links(String model, String... trace) throws IOException {
    return Objects.requireNonNull(explained(ring(), model, trace).document().links());
  }

  private ExplainResult explained(Path machine, String model, String... trace) throws IOException {
    return Foretell.explanation()
        .machine(machine.toString())
        .model(model)
        .trace(
            Files.write(
                folder.resolve("trace.txt"),
                Stream.concat(Stream.of("foretell-trace 1"), Stream.of(trace)).toList()))
        .sensitivities(false)
        .run();
  }

  private static LinksEntry.LinkEntry link(LinksEntry links, String name) {
    return links.busiest().stream()
        .filter(link -> link.link().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError(name + " is not in " + links));
  }

  /**
   * Two megabytes from node 0 to 1 and one from node 1 to 2, which begins after 3 ms. At 1 GB/s the
   * first one moves until 2 ms, the other until 4 ms.
   */
  private static final String[] TWO_MESSAGES = {
    "ranks 4",
    "program 0 {",
    "  send peer=1 bytes=2000000",
    "}",
    "program 1 {",
    "  recv peer=0 receive_bytes=2000000",
    "  compute duration=1ms",
    "  send peer=2 bytes=1000000",
    "}",
    "program 2 {",
    "  recv peer=1 receive_bytes=1000000",
    "}",
    "program 3 {",
    "}"
  };

  @ParameterizedTest
  @ValueSource(strings = {"flow", "simple", "loggops", "max-rate", "bus-link"})
  void messagesAreOnTheLinksOfTheirRoutesWhenTheyMove(String model) throws IOException {
    LinksEntry links = links(model, TWO_MESSAGES);
    assertThat(links.times()).isEqualTo(model.equals("flow") ? "model" : "messages");
    assertThat(links.links()).isEqualTo(8);
    assertThat(links.used()).isEqualTo(2);
    LinksEntry.LinkEntry first = link(links, "node 0 to node 1");
    LinksEntry.LinkEntry second = link(links, "node 1 to node 2");
    assertThat(first.bytes()).isEqualTo(2e6);
    assertThat(second.bytes()).isEqualTo(1e6);
    for (int i = 0; i < links.intervals(); i++) {
      double startNs = 1e9 * links.intervalSeconds() * i;
      double endNs = Math.min(4e6, 1e9 * links.intervalSeconds() * (i + 1));
      double early = Math.max(0, Math.min(2e6, endNs) - startNs);
      double late = Math.max(0, endNs - Math.max(3e6, startNs));
      assertThat(first.intervalBytes().get(i).doubleValue())
          .as("interval %d", i)
          .isCloseTo(early, within(20.0));
      assertThat(second.intervalBytes().get(i).doubleValue())
          .as("interval %d", i)
          .isCloseTo(late, within(20.0));
    }
    assertThat(first.share()).isCloseTo(0.5, within(1e-4));
    assertThat(first.peakShare()).isCloseTo(1, within(1e-4));
    assertThat(links.kinds()).hasSize(1);
    assertThat(links.kinds().get(0).meanShare()).isCloseTo(0.375, within(1e-4));
  }

  /** Over the ring from node 0 to 2 there are two links; both messages pass the second one. */
  @Test
  void messagesThatMeetShareALinkUnderFlowOnly() throws IOException {
    String[] trace = {
      "ranks 4",
      "program 0 {",
      "  send peer=2 bytes=1000000",
      "}",
      "program 1 {",
      "  send peer=2 bytes=1000000",
      "}",
      "program 2 {",
      "  irecv peer=0 receive_bytes=1000000 request=0",
      "  irecv peer=1 receive_bytes=1000000 request=1",
      "  waitall requests=[0,1]",
      "}",
      "program 3 {",
      "}"
    };
    LinksEntry.LinkEntry shared = link(links("flow", trace), "node 1 to node 2");
    assertThat(shared.bytes()).isEqualTo(2e6);
    assertThat(shared.share()).isCloseTo(1, within(1e-3));
    assertThat(shared.peakShare()).isCloseTo(1, within(1e-3));
    LinksEntry.LinkEntry crowded = link(links("simple", trace), "node 1 to node 2");
    assertThat(crowded.bytes()).isEqualTo(2e6);
    assertThat(crowded.share()).isCloseTo(2, within(1e-3));
  }

  /** A rendezvous moves when its receive is posted, whatever its send has waited. */
  @ParameterizedTest
  @ValueSource(strings = {"flow", "simple", "bus-link"})
  void whatWaitsForItsReceiverIsOnNoLink(String model) throws IOException {
    Path machine = ring();
    Files.writeString(machine, Files.readString(machine).replace("\"unlimited\"", "\"1KiB\""));
    ExplainResult result =
        explained(
            machine,
            model,
            "ranks 2",
            "program 0 {",
            "  send peer=1 bytes=1000000",
            "}",
            "program 1 {",
            "  compute duration=3ms",
            "  recv peer=0 receive_bytes=1000000",
            "}");
    LinksEntry links = Objects.requireNonNull(result.document().links());
    LinksEntry.LinkEntry link = link(links, "node 0 to node 1");
    long early = 0;
    for (int i = 0; i < links.intervals() * 7 / 10; i++) {
      early += link.intervalBytes().get(i);
    }
    assertThat(early).isZero();
    assertThat(link.bytes()).isEqualTo(1e6);
  }

  @ParameterizedTest
  @ValueSource(strings = {"flow", "simple", "loggops", "max-rate", "bus-link"})
  void whateverIsSentIsOnTheLinks(String model) throws IOException {
    List<String> trace =
        List.of(
            "ranks 4",
            "program 0-3 {",
            "  repeat 50 {",
            "    irecv peer=-1 receive_bytes=4000 request=0",
            "    send peer=+1 bytes=4000",
            "    wait request=0",
            "    shmem_put peer=+1 bytes=500",
            "    shmem_quiet",
            "    barrier",
            "  }",
            "}");
    LinksEntry links = links(model, trace.toArray(String[]::new));
    var sums =
        links.busiest().stream()
            .collect(Collectors.toMap(LinksEntry.LinkEntry::link, Function.identity()));
    for (int node = 0; node < 4; node++) {
      LinksEntry.LinkEntry link = sums.get("node " + node + " to node " + (node + 1) % 4);
      assertThat(link).isNotNull();
      assertThat(link.bytes()).isEqualTo(50 * 4500.0);
      assertThat(link.intervalBytes().stream().mapToLong(Long::longValue).sum())
          .isEqualTo(50 * 4500);
    }
    assertThat(links.used()).isEqualTo(4);
  }

  @Test
  void aModelWithLinksOfItsOwnNeedsNoTopology() throws IOException {
    Path machine = ring();
    String text = Files.readString(machine);
    Files.writeString(
        machine, text.replaceAll("(?s)\"topology\": \\{.*?\\},\\s*\"sources\"", "\"sources\""));
    assertThat(explained(machine, "simple", TWO_MESSAGES).links()).isEmpty();
    LinksEntry links =
        Objects.requireNonNull(explained(machine, "flow", TWO_MESSAGES).document().links());
    assertThat(link(links, "node 0 to switch").bytes()).isEqualTo(2e6);
    assertThat(link(links, "switch to node 2").bytes()).isEqualTo(1e6);
  }

  @Test
  void collectivesThatGoByFormulaAreOnNoLink() throws IOException {
    String[] trace = {"ranks 4", "program 0-3 {", "  allreduce bytes=8", "}"};
    assertThat(explained(ring(), "simple", trace).links()).isPresent();
    Path file = folder.resolve("trace.txt");
    assertThat(
            Foretell.explanation()
                .machine(ring().toString())
                .model("simple")
                .collectives("formula")
                .trace(file)
                .run()
                .links())
        .isEmpty();
  }
}
