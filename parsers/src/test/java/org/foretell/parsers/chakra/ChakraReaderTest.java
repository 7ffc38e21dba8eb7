package org.foretell.parsers.chakra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.foretell.parsers.Loss;
import org.foretell.parsers.ReadingOptions;
import org.foretell.parsers.lowering.Lowering;
import org.foretell.trace.OpCode;
import org.foretell.trace.TaskGraph;
import org.foretell.trace.store.MemoryTrace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Small graphs by hand. */
class ChakraReaderTest {
  private static final long MICROSECOND = 1_000_000;

  @TempDir private Path folder;

  private List<Loss> losses = List.of();

  private MemoryTrace read() {
    return read(ReadingOptions.DEFAULT);
  }

  private MemoryTrace read(ReadingOptions options) {
    MemoryTrace.Builder trace = MemoryTrace.builder();
    losses = ChakraReader.read(folder, options, trace);
    return trace.build();
  }

  @Test
  void operationsAndMessagesOfTwoRanks() {
    new EtFile()
        .cpu(7, 3)
        .gpu(8, 5, 7)
        .node(
            9,
            EtFile.SEND,
            node ->
                node.afterControl(8)
                    .attribute("comm_dst", 1)
                    .attribute("comm_size", 4096)
                    .attribute("comm_tag", 6))
        .write(folder, 0);
    Path second =
        new EtFile()
            .node(
                0,
                EtFile.RECEIVE,
                node ->
                    node.attribute("comm_src", 0)
                        .attribute("comm_size", 4096)
                        .attribute("comm_tag", 6))
            .write(folder, 1);
    TaskGraph.Builder sender = new TaskGraph.Builder();
    sender.compute(3 * MICROSECOND, 0);
    sender.compute(5 * MICROSECOND, 2);
    sender.send(1, 6, 4096, 3, 0);
    sender.requires(1, 0);
    sender.requires(2, 1);
    TaskGraph.Builder receiver = new TaskGraph.Builder();
    receiver.receive(0, 6, 4096, 4, 0);

    assertThat(ChakraReader.recognises(folder)).isTrue();
    assertThat(ChakraReader.recognises(second)).isTrue();
    MemoryTrace trace = read();
    assertThat(trace.info().name()).isEqualTo("step");
    assertThat(trace.graph(0)).isEqualTo(sender.build());
    assertThat(trace.graph(1)).isEqualTo(receiver.build());
    assertThat(losses).isEmpty();
  }

  @Test
  void aStreamOfTheGpuWorksInOrderOfItsLaunches() {
    new EtFile()
        .node(1, EtFile.COMP, node -> node.number(6, 20).number(7, 2).attribute("stream", 7))
        .node(2, EtFile.COMP, node -> node.number(6, 10).number(7, 1).attribute("stream", 7))
        .node(3, EtFile.COMP, node -> node.number(6, 15).number(7, 4).attribute("tid", 20))
        .write(folder, 0);
    TaskGraph.Builder expected = new TaskGraph.Builder();
    expected.compute(MICROSECOND, 5); // node 2 started first
    expected.compute(4 * MICROSECOND, 6);
    expected.compute(2 * MICROSECOND, 5);
    expected.requires(2, 0);
    assertThat(read().graph(0)).isEqualTo(expected.build());
  }

  @Test
  void aRingOfTwoMembers() {
    for (int rank = 0; rank < 2; rank++) {
      new EtFile().gpu(1, 5).collective(2, 0, 1000, 1).gpu(3, 7, 2).write(folder, rank);
    }
    int tag = Integer.MIN_VALUE;
    TaskGraph.Builder expected = new TaskGraph.Builder();
    expected.compute(5 * MICROSECOND, 2);
    expected.compute(0, 1);
    expected.compute(0, 1);
    expected.send(1, tag, 500, 5, 0);
    expected.receive(1, tag, 500, 6, 0);
    expected.send(1, tag, 500, 5, 0);
    expected.receive(1, tag, 500, 6, 0);
    expected.compute(7 * MICROSECOND, 2);
    expected.requires(3, 1);
    expected.requires(4, 1);
    expected.requires(5, 4);
    expected.requiresStart(5, 3);
    expected.requires(6, 4);
    expected.requiresStart(6, 4);
    for (int before : new int[] {1, 3, 4, 5, 6}) {
      expected.requires(2, before);
    }
    expected.requires(1, 0);
    expected.requires(7, 2);
    MemoryTrace trace = read();
    assertThat(trace.graph(0)).isEqualTo(expected.build());
    assertThat(trace.info().notes())
        .containsExactly(
            "the messages of collectives (1) are those of lowering ring; --lowering chooses"
                + " another one");
  }

  @Test
  void membersOfGroupsByFileAndByPyTorchsRecord() throws IOException {
    Files.writeString(folder.resolve("comm_group.json"), "{\"5\": [0, 2], \"6\": [1, 3]}");
    for (int rank = 0; rank < 4; rank++) {
      String group = rank % 2 == 0 ? "5" : "6";
      new EtFile()
          .message(
              node ->
                  node.number(1, 1)
                      .text(2, "## process_group:init ##")
                      .number(3, 1)
                      .inner(
                          8,
                          inputs ->
                              inputs.text(
                                  1,
                                  "['[{\"pg_name\": \"9\", \"ranks\": [3, 0], \"group_size\": 2},"
                                      + " {\"pg_name\": \"0\", \"ranks\": []}]']")))
          .node(
              2,
              EtFile.COLLECTIVE,
              node ->
                  node.attribute("comm_type", 2)
                      .attribute("comm_size", 10)
                      .attribute("pg_name", group))
          .node(
              3,
              EtFile.COLLECTIVE,
              node -> node.attribute("comm_type", 9).attribute("pg_name", "0"))
          .write(folder, rank);
    }
    MemoryTrace trace = read(ReadingOptions.DEFAULT.withLowering(Lowering.parse("direct")));
    TaskGraph graph = trace.graph(2);
    assertThat(peers(graph, 10)).containsExactly(0, 0);
    assertThat(peers(graph, 0)).containsExactly(3, 1, 0, 0); // a barrier of two rounds
    assertThat(peers(trace.graph(1), 10)).containsExactly(3, 3);
  }

  /** Partners of messages of one size, in the order of tasks. */
  private static List<Integer> peers(TaskGraph graph, long bytes) {
    return java.util.stream.IntStream.range(0, graph.tasks())
        .filter(task -> graph.code(task) != OpCode.COMPUTE && graph.amount(task) == bytes)
        .mapToObj(graph::peer)
        .toList();
  }

  @Test
  void operationsWithoutADuration() {
    new EtFile()
        .node(1, EtFile.COMP, node -> node.attribute("num_ops", 3_000_000))
        .node(2, EtFile.COMP, node -> node.number(7, 4).attribute("num_ops", 9))
        .write(folder, 0);
    MemoryTrace trace = read(ReadingOptions.DEFAULT.withBaseFlopsPerSecond(1e12));
    assertThat(trace.graph(0).amount(0)).isEqualTo(3 * MICROSECOND);
    assertThat(trace.graph(0).amount(1)).isEqualTo(4 * MICROSECOND);
    assertThat(trace.info().notes())
        .singleElement()
        .asString()
        .startsWith("1 nodes have no duration; they take their number of operations at 1.00e+12");
  }

  @Test
  void whatATraceDoesNotSayIsCounted() {
    for (int rank = 0; rank < 2; rank++) {
      new EtFile()
          .node(1, EtFile.COLLECTIVE, node -> node.number(7, 44).attribute("is_cpu_op", 1))
          .node(2, EtFile.SEND, node -> node.number(7, 5))
          .node(3, EtFile.RECEIVE, node -> node.number(7, 6))
          .node(4, 2, node -> {})
          .node(5, 0, node -> node.after(4).afterControl(99, 4))
          .collective(6, 5, 100)
          .write(folder, rank);
    }
    TaskGraph graph = read().graph(0);
    assertThat(graph.amount(0)).isEqualTo(44 * MICROSECOND);
    assertThat(graph.stream(0)).isZero();
    assertThat(losses)
        .extracting(Loss::what, Loss::count)
        .containsExactly(
            tuple("control dependencies on nodes that were removed", 2L),
            tuple("collectives without a type", 2L),
            tuple("sends without a destination", 2L),
            tuple("receives without a source", 2L),
            tuple("loads and stores without a duration", 2L),
            tuple("roots of collectives", 2L));
  }

  /** As PyTorch's converter has them: the operation that is called comes first as data. */
  @Test
  void controlsThatContradictTheDataDoNotCount() {
    new EtFile()
        .gpu(1, 3)
        .node(2, EtFile.COMP, node -> node.afterControl(3))
        .gpu(3, 4, 2, 1)
        .write(folder, 0);
    TaskGraph graph = read().graph(0);
    assertThat(graph.edges()).isEqualTo(2);
    assertThat(losses)
        .extracting(Loss::what, Loss::count)
        .containsExactly(tuple("control dependencies", 1L));
  }

  @Test
  void attributesOfEachType() {
    byte[] zigZag = {(byte) (15 << 3), 8}; // sint32: 4
    new EtFile()
        .node(
            1,
            EtFile.SEND,
            node ->
                node.inner(10, a -> a.text(1, "comm_dst").number(5 + 2, 0))
                    .inner(10, a -> a.text(1, "comm_tag").raw(zigZag))
                    .inner(10, a -> a.number(13, 77).text(1, "comm_size"))
                    .inner(10, a -> a.text(1, "is_cpu_op").number(27, 0)))
        .node(
            2,
            EtFile.RECEIVE,
            node ->
                node.inner(10, a -> a.text(1, "comm_src").number(11, 0))
                    .inner(10, a -> a.text(1, "comm_tag").number(7, 4))
                    .inner(10, a -> a.text(1, "comm_size").number(9, 77)))
        .write(folder, 0);
    TaskGraph graph = read().graph(0);
    assertThat(graph.tag(0)).isEqualTo(4);
    assertThat(graph.amount(0)).isEqualTo(77);
    assertThat(graph.peer(1)).isZero();
  }
}
