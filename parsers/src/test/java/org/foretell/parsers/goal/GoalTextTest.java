package org.foretell.parsers.goal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.foretell.parsers.ReadingOptions;
import org.foretell.parsers.graphs.SharedGraphs;
import org.foretell.trace.GraphSourceContract;
import org.foretell.trace.OpView;
import org.foretell.trace.TaskGraph;
import org.foretell.trace.TraceException;
import org.foretell.trace.store.MemoryTrace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** GOAL text means what its grammar says, and random schedules come out as they went in. */
class GoalTextTest {
  @TempDir Path folder;

  @Property(tries = 300)
  void randomSchedulesComeOutAsTheyWentIn(@ForAll long seed) throws IOException {
    MemoryTrace trace = RandomSchedules.of(seed);
    StringWriter text = new StringWriter();
    GoalTextWriter.write(trace, text, GoalOptions.DEFAULT);
    GraphSourceContract.assertSameGraphs(parse(text.toString()), trace);
  }

  @Test
  void everythingThatTheGrammarAllowsIsRead() {
    MemoryTrace trace =
        parse(
            """
            // a comment
            /* another
               one */ num_ranks 2
            rank 0 { // and here
              calc: calc 5 cpu 3
            \tsend 8b to 1
              send:  send 9b to 0 tag 4 cpu 1 nic 2\t
              Recv_1: recv 10b from -1 tag -1 nic 255
              recv 0b from 1 cpu 255
              send requires calc
              Recv_1\tirequires\tsend
            /* a comment */ Recv_1 irequires calc
            }
            rank 1 {}
            """);
    TaskGraph.Builder expected = new TaskGraph.Builder();
    expected.compute(5000, 3);
    expected.send(1, 0, 8, 0, 0);
    expected.send(0, 4, 9, 1, 2);
    expected.receive(OpView.ANY, OpView.ANY, 10, 0, 255);
    expected.receive(1, 0, 0, 255, 0);
    assertThatThrownBy(() -> trace.graph(2)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThat(trace.graph(1).tasks()).isZero();
    assertThat(trace.graph(0).edges()).isEqualTo(3);
    expected.requires(2, 0);
    expected.requiresStart(3, 2);
    expected.requiresStart(3, 0);
    assertThat(trace.graph(0)).isEqualTo(expected.build());
  }

  @Test
  void linesMayEndAsOnWindows() {
    String text = "num_ranks 1\nrank 0 {\nl1: calc 5\nl2: calc 6 cpu 1\nl2 requires l1\n}\n";
    assertThat(parse(text.replace("\n", "\r\n")).graph(0)).isEqualTo(parse(text).graph(0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "4294967295", "18446744073709551615"})
  void aTagOfMinusOneIsAnyInEveryWidth(String tag) {
    assertThat(send("send 1b to 0 tag " + tag).tag(0)).isEqualTo(OpView.ANY);
  }

  @Test
  void aSignExtendedTagIsItsLow32Bits() {
    assertThat(send("send 1b to 0 tag 18446744071562067969").tag(0)).isEqualTo(0x80000001);
    assertThat(send("send 1b to 0 tag 2147483649").tag(0)).isEqualTo(0x80000001);
    assertThat(send("send 1b to 0 tag 2147483647").tag(0)).isEqualTo(Integer.MAX_VALUE);
    assertRefused("send 1b to 0 tag 4294967296", "a tag of 32 bits");
    assertRefused("send 1b to 0 tag 18446744071562067967", "a tag of 32 bits");
    assertRefused("send 1b to 0 tag -2", "found another negative number");
  }

  @Test
  void anySourceMayBeWrittenInEveryWidth() {
    assertThat(send("recv 1b from 18446744073709551615").peer(0)).isEqualTo(OpView.ANY);
    assertThat(send("recv 1b from 4294967295").peer(0)).isEqualTo(OpView.ANY);
    assertRefused("send 1b to -1", "expected a rank to send to, of 0 to 0, found -1");
  }

  @Test
  void timesAreInTheUnitThatIsGiven() throws IOException {
    MemoryTrace.Builder builder = MemoryTrace.builder();
    GoalOptions us = new GoalOptions(1_000_000);
    GoalTextReader.read("num_ranks 1\nrank 0 {\ncalc 7\n}", us, builder);
    assertThat(builder.build().graph(0).amount(0)).isEqualTo(7_000_000);
    StringWriter text = new StringWriter();
    GoalTextWriter.write(builder.build(), text, us);
    assertThat(text.toString()).contains("calc 7\n");
    assertThatThrownBy(
            () ->
                GoalTextWriter.write(
                    builder.build(), new StringWriter(), new GoalOptions(2_000_000)))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("task 0 of rank 0 takes 7000000 ps, which is not a whole number");
    assertThat(send("calc 9223372036854775").amount(0)).isEqualTo(9223372036854775000L);
    assertRefused("calc 9223372036854776", "expected a time of 0 to 9223372036854775");
  }

  @Test
  void ranksOfEqualShapeShareAProgram() {
    StringBuilder ring = new StringBuilder("num_ranks 500\n");
    for (int rank = 0; rank < 500; rank++) {
      ring.append("rank ").append(rank).append(" {\na: send 8b to ").append((rank + 1) % 500);
      ring.append("\nrecv 8b from ").append((rank + 499) % 500).append("\n}\n");
    }
    StringWriter text = new StringWriter();
    parse(ring.toString()).describe(org.foretell.trace.text.TraceTextWriter.to(text));
    assertThat(text.toString())
        .contains("graph 0-499 {\n  0: send peer=+1 bytes=8\n  1: recv peer=-1 receive_bytes=8\n}");
    StringBuilder gather = new StringBuilder("num_ranks 4\nrank 0 {\n}\n");
    for (int rank = 1; rank < 4; rank++) {
      gather.append("rank ").append(rank).append(" {\nsend 8b to 0\n}\n");
    }
    text.getBuffer().setLength(0);
    parse(gather.toString()).describe(org.foretell.trace.text.TraceTextWriter.to(text));
    assertThat(text.toString()).contains("graph 1-3 {\n  0: send peer=0 bytes=8\n}");
  }

  @Test
  void graphsAreGivenOnWhenTheyTakeTooMuchMemory() {
    MemoryTrace trace = RandomSchedules.of(7);
    MemoryTrace.Builder builder = MemoryTrace.builder();
    builder.begin(trace.info());
    SharedGraphs graphs = new SharedGraphs(builder, trace.info().ranks(), 1);
    for (int rank = 0; rank < trace.info().ranks(); rank++) {
      graphs.add(rank, trace.graph(rank));
    }
    graphs.flush();
    builder.end();
    GraphSourceContract.assertSameGraphs(builder.build(), trace);
  }

  @Test
  void whatFollowsTheLastRankIsNoted() {
    MemoryTrace trace = parse("num_ranks 1\nrank 0 {\n}\n\nrank 1 {\n");
    assertThat(trace.info().notes())
        .isEqualTo(
            List.of(
                "the text after rank 0 in line 5 and after was skipped, because num_ranks is 1"));
  }

  @Test
  void tokensMayLieAcrossTheEndOfTheBuffer() {
    StringBuilder text = new StringBuilder("num_ranks 1\nrank 0 {\n");
    for (int i = 0; i < 40_000; i++) {
      text.append("a_label_of_some_length_").append(i).append(": calc ").append(i).append('\n');
      if (i > 0) {
        text.append("a_label_of_some_length_").append(i).append(" requires ");
        text.append("a_label_of_some_length_").append(i - 1).append('\n');
      }
    }
    TaskGraph graph = parse(text.append("}").toString()).graph(0);
    assertThat(graph.tasks()).isEqualTo(40_000);
    for (int i = 0; i < graph.tasks(); i++) {
      assertThat(graph.amount(i)).isEqualTo(1000L * i);
      assertThat(graph.dependencies(i)).isEqualTo(i == 0 ? 0 : 1);
    }
  }

  @Test
  void labelsAreLocal() {
    assertRefused(
        "a: calc 1\n}\nrank 1 {\nb: calc 1\nb requires a",
        "schedule.goal:7: label a is not defined in rank 1; labels are local to a rank");
  }

  @Test
  void mistakesInStatementsAreNamed() {
    assertRefused("a: calc 1\na: calc 2", "label a is defined a second time in rank 0, first in");
    assertRefused(
        "a: calc 1\na requires b\ncalc 2\nb: calc 2",
        "schedule.goal:4: label b is required before it is defined in line 6");
    assertRefused("a: calc 1\nb requires a", "label b is not defined in rank 0");
    assertRefused("a: calc 1\na requires a", "schedule.goal:3: the operation in this line waits");
    assertRefused("a: calc 1\nb: calc 1\na irequires b\nb requires a", "rank 0 form a cycle");
    assertRefused("calc 1 nic 1", "schedule.goal:3:8: expected cpu or the end of the line");
    assertRefused("calc 1 cpu 256", "a CPU of 0 to 255, found 256");
    assertRefused("calc 18446744073709551616", "a number of more than 64 bits");
    assertRefused("calc 18446744073709551615", "found 18446744073709551615");
    assertRefused("calc", "expected a time, found the end of the line");
    assertRefused("calc -1", "expected a time, found '-'");
    assertRefused("sendd 1b to 0", "expected a label, calc, send, recv or }, found 'sendd'");
    assertRefused("a: b: calc 1", "expected calc, send or recv, found 'b'");
    assertRefused("send 1 to 0", "expected b right after the size, found a blank");
    assertRefused("send 1b from 0", "expected to, found 'from'");
    assertRefused("recv 1b to 0", "expected from, found 'to'");
    assertRefused("send 1b to 1", "expected a rank to send to, of 0 to 0, found 1");
    assertRefused("recv 1b from 1", "or -1 for any, of 0 to 0, found 1");
    assertRefused("send 1b to 0 cpu 1 tag 1", "expected nic or the end of the line, found 'tag'");
    assertRefused("send 1b to 0 nic 1 nic 1", "expected the end of the line, found 'nic'");
    assertRefused("send 1b to 0 tag", "a tag, or -1 for any, found the end of the line");
    assertRefused("calc 1 }", "expected cpu or the end of the line, found '}'");
    assertRefused("a wants a", "expected requires or irequires, found 'wants'");
    assertRefused("a: calc 1\na requires a b", "expected the end of the line, found 'b'");
    assertRefused("/* never ends", "schedule.goal:3: expected */ at the end of the comment");
    assertRefused("/ calc 1", "expected a comment to start with // or /*");
    assertRefused("calc 1\r2", "expected a line feed after a carriage return");
    assertRefused("\u00e9", "expected a label, calc, send, recv or }, found the byte 0xc3");
    assertRefused("a".repeat(5000) + ": calc 1", "of at most 4096 letters");
  }

  @Test
  void mistakesAroundRanksAreNamed() {
    assertWrong("", "expected num_ranks and the number of ranks, found the end of the file");
    assertWrong("num_rank 1", "found 'num_rank'");
    assertWrong("num_ranks 0", "a number of ranks of 1 to 16777216, found 0");
    assertWrong("num_ranks 99999999", "a number of ranks of 1 to 16777216, found 99999999");
    assertWrong(
        "num_ranks 2\nrank 1 {", "expected rank 0 (of 0 to 1, in this order), found rank 1");
    assertWrong(
        "num_ranks 2\nrank 0 {\n}", "expected rank 1 (of 0 to 1, in this order), found the");
    assertWrong("num_ranks 1\nrank 0\n{", "expected { after rank 0, found the end of the line");
    assertWrong("num_ranks 1\nrank 0 {", "expected } at the end of rank 0 (the file is cut off)");
    assertWrong("num_ranks 1\nrank 0 {\ncalc 1", "expected the end of the line, found the end of");
  }

  @Test
  void sequencesAndWideStreamsAreNotWritten() {
    MemoryTrace.Builder builder = MemoryTrace.builder();
    builder.begin(org.foretell.trace.TraceInfo.ofRanks(1));
    builder.beginProgram(org.foretell.trace.RankSet.of(0));
    builder.endProgram();
    builder.end();
    assertThatThrownBy(
            () -> GoalTextWriter.write(builder.build(), new StringWriter(), GoalOptions.DEFAULT))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("are sequences of calls, which cannot be converted into graphs");
    TaskGraph.Builder wide = new TaskGraph.Builder();
    wide.compute(1000, 256);
    MemoryTrace.Builder graphs = MemoryTrace.builder();
    graphs.begin(org.foretell.trace.TraceInfo.ofRanks(1));
    graphs.taskGraph(org.foretell.trace.RankSet.of(0), wide.build(), false);
    graphs.end();
    Path target = folder.resolve("wide.goal");
    assertThatThrownBy(
            () -> new GoalTextFormat().write(graphs.build(), target, ReadingOptions.DEFAULT))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("GOAL has CPUs and NICs 0 to 255");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void otherFilesAreNotTakenForGoal() throws IOException {
    assertThat(GoalTextReader.recognises(folder)).isFalse();
    assertThat(GoalTextReader.recognises(folder.resolve("none"))).isFalse();
    assertThat(GoalTextReader.recognises(write("0 init\n"))).isFalse();
    assertThat(GoalTextReader.recognises(write("/* a comment */ num_ranks 4"))).isTrue();
    assertThat(GoalBinaryReader.recognises(write("num_ranks 4"))).isFalse();
    assertThat(GoalBinaryReader.recognises(write("4"))).isFalse();
  }

  private Path write(String text) throws IOException {
    return Files.writeString(folder.resolve("file"), text);
  }

  private static TaskGraph send(String operation) {
    return parse("num_ranks 1\nrank 0 {\n" + operation + "\n}").graph(0);
  }

  private static void assertRefused(String statements, String message) {
    int ranks = statements.contains("rank 1") ? 2 : 1;
    assertWrong("num_ranks " + ranks + "\nrank 0 {\n" + statements + "\n}", message);
  }

  private static void assertWrong(String text, String message) {
    assertThatThrownBy(() -> parse(text))
        .as(text)
        .isInstanceOf(TraceException.class)
        .hasMessageStartingWith("schedule.goal:")
        .hasMessageContaining(message);
  }

  private static MemoryTrace parse(String text) {
    MemoryTrace.Builder builder = MemoryTrace.builder();
    GoalTextReader.read(text, GoalOptions.DEFAULT, builder);
    return builder.build();
  }
}
