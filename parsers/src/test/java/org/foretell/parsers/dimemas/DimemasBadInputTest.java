package org.foretell.parsers.dimemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.foretell.FuzzBudget;
import org.foretell.trace.TraceException;
import org.foretell.trace.store.MemoryTrace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Damaged input ends in one clear message. */
class DimemasBadInputTest {
  private static final String GOOD =
      """
      #DIMEMAS:"case":1,%020d:2(1,1),2
      d:1:1:2:0:1
      d:1:2:1:1
      1:0:0:0.000000000
      20:0:0:90000001:1
      2:0:0:1:-1:1048576:0:1:1
      10:0:0:11:1:0:0:8:8:0
      10:0:0:11:1:0:0:8:8:2
      10:0:0:1:1:1:0:8:8:1
      10:0:0:10:1:0:0:8:8:3
      1:1:0:0.001000000
      3:1:0:0:-1:1048576:0:1:1
      11:1:0:0.5
      10:1:0:11:1:0:0:8:8:0
      10:1:0:11:1:0:0:8:8:2
      10:1:0:1:1:0:0:8:8:1
      10:1:0:10:1:0:0:8:8:3
      3:1:0:0:-1:1048576:0:1:2
      10:1:0:0:2:0:0:0:0:1
      """;

  @TempDir private Path folder;

  private static String good() {
    int length = GOOD.formatted(0).length();
    String text = GOOD.formatted(length);
    return text + "s:0:%d\ns:1:%d\n".formatted(text.indexOf("1:0:0:"), text.indexOf("1:1:0:0.0"));
  }

  private void read(String text) throws IOException {
    Path file = folder.resolve("trace.dim");
    Files.writeString(file, text);
    MemoryTrace.Builder sink = MemoryTrace.builder();
    DimemasReader.read(file, sink);
    sink.build();
  }

  @Test
  void theGoodTraceIsRead() throws IOException {
    read(good());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          d:1:1:2:0:1 | d:1:1:3:0:1 | 2: expected a number of members, 1 to 2, found '3'
          d:1:1:2:0:1 | d:1:1:2:0 | 2: communicator 1 has 2 members, but the line lists 1
          d:1:1:2:0:1 | d:1:1:2:0:0 | 2: task 0 is in communicator 1 twice
          d:1:1:2:0:1 | d:1:1:2:0:5 | 2: expected a task, 0 to 1, found '5'
          d:1:1:2:0:1 | d:1:0:2:0:1 | 2: expected a communicator id, 1 to 2147483647, found '0'
          d:1:1:2:0:1 | d:1:2:2:0:1 | 3: communicator 2 is defined twice
          d:1:1:2:0:1 | d:9:1:2:0:1 | 2: expected a kind of definition, 1 to 3, found '9'
          1:0:0:0.000000000 | 1:0:0:-1 | 4: expected a duration in seconds, 0 to 9223372, found '-1'
          1:0:0:0.000000000 | 1:0:0:abc | 4: expected a duration in seconds
          1:0:0:0.000000000 | 1:0:0:nan | 4: expected a duration in seconds
          1:0:0:0.000000000 | 1:0:0:1e400 | 4: expected a duration in seconds
          1:0:0:0.000000000 | 1:0:0:1e999999999 | 4: expected a duration in seconds
          1:0:0:0.000000000 | 1:0:0 | 4: expected a duration in seconds, 0 to 9223372, found the end
          1:0:0:0.000000000 | 1:0:0:0:7 | 4: expected the end of the record, found '7'
          1:0:0:0.000000000 | 1:0:1:0 | 4: expected thread 0, 0 to 0, found '1'
          1:0:0:0.000000000 | 1:2:0:0 | 4: expected a task, 0 to 1, found '2'
          1:0:0:0.000000000 | x:0:0:0 | 4: expected a type of record, 0 to 2147483647, found 'x'
          1:0:0:0.000000000 | 4:0:0:0 | 4: expected a record of type 0 (nothing), 1 (burst)
          2:0:0:1:-1:1048576:0:1:1 | 2:0:0:-1:-1:8:0:1:1 | 6: expected a destination task (wildcards
          2:0:0:1:-1:1048576:0:1:1 | 2:0:0:1:0:8:0:1:1 | 6: expected thread -1, an MPI message
          2:0:0:1:-1:1048576:0:1:1 | 2:0:0:1:-1:-8:0:1:1 | 6: expected a number of bytes
          2:0:0:1:-1:1048576:0:1:1 | 2:0:0:1:-1:99999999999999999999:0:1:1 | 6: expected a number of
          2:0:0:1:-1:1048576:0:1:1 | 2:0:0:1:-1:8:-1:1:1 | 6: expected a tag, 0 to 2147483647
          2:0:0:1:-1:1048576:0:1:1 | 2:0:0:1:-1:8:0:3:1 | 6: expected a communicator that a line
          10:0:0:11:1:0:0:8:8:0 | 10:0:0:11:2:0:0:8:8:0 | 7: task 0 is not in the communicator
          2:0:0:1:-1:1048576:0:1:1 | 2:0:0:1:-1:8:0:1:4 | 6: expected a kind of send, 0 to 3
          10:0:0:11:1:0:0:8:8:0 | 10:0:0:16:1:0:0:8:8:0 | 7: expected a collective, 0 to 15
          10:0:0:11:1:0:0:8:8:0 | 10:0:0:11:1:0:0:8:8:3 | 7: expected synchronisation 3 of a reduce
          10:0:0:11:1:0:0:8:8:0 | 10:0:0:12:1:0:0:8:8:0 | 8: waits for a non-blocking allreduce
          10:1:0:1:1:0:0:8:8:1 | 10:1:0:1:1:1:0:8:8:1 | 16: tasks 0 and 1 are both the root of one bcast
          10:0:0:10:1:0:0:8:8:3 | 10:0:0:10:1:7:0:8:8:3 | 10: expected a root of 0 to 1, found 7
          3:1:0:0:-1:1048576:0:1:1 | 3:1:0:-1:-1:8:0:1:1 | 12: expected a source task (wildcards must
          3:1:0:0:-1:1048576:0:1:1 | 3:1:0:0:-1:1048576:5:1:1 | 18: waits for a message from task 0 with tag 0
          3:1:0:0:-1:1048576:0:1:1 | 3:1:0:0:-1:1048576:0:1:3 | 12: expected a kind of receive (0 Recv, 1
          20:0:0:90000001:1 | 20:0:0:90000001:-1 | 5: expected a value, 0 to
          20:0:0:90000001:1 | 1:1:0:0 | 6: a record of task 0 after one of task 1; all records
          """)
  void badRecordsAreNamed(String line, String wrong, String message) {
    String text = good().replaceFirst("1,\\d{20}", "0").replaceAll("(?m)^s:.*\n", "");
    assertThat(text).contains(line);
    assertThatThrownBy(() -> read(text.replace("\n" + line + "\n", "\n" + wrong + "\n")))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("trace.dim:" + message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          #DIMEMAS: | #DIMEMAT: | 1: expected a Dimemas trace, which starts with '#DIMEMAS:'
          2(1,1) | 2(1,2) | 1: task 1 has 2 threads; only traces with one thread for each task
          2(1,1) | 3(1,1) | 1: the header says 3 tasks, but lists the threads of 2
          2(1,1) | 2(1,x) | 1: expected 1 thread of task 1 in the header, found 'x'
          2(1,1) | 0() | 1: expected 1 to 16777216 tasks in the header, found 0
          2(1,1) | 99999999999(1) | 1: expected 1 to 16777216 tasks in the header, found 99999999999
          2(1,1) | 2 | 1: expected a header '#DIMEMAS:"name":1,offset:tasks(threads,..),communicators'
          (1,1),2 | (1,1),3 | 21: the header says 3 communicators, but 2 are defined
          1,0000 | 1,9990 | 1: expected the offset of the section of offsets in the header, found 9990
          1,0000000000 | 1,0000099990 | 1: the header says that the offsets are at byte 99990
          1,00000000000000000 | 1,00000000000000000000 | 20: the header says that the offsets are at byte
          s:0: | s:0:1 | 20: the offsets say that task 0 starts at byte 1
          """)
  void badHeadersAndOffsetsAreNamed(String part, String wrong, String message) {
    assertThat(good()).contains(part);
    assertThatThrownBy(() -> read(good().replace(part, wrong)))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("trace.dim:" + message);
  }

  /** A wrong record that is longer than the right one moves the offsets; it is the cause. */
  @Test
  void aBadRecordIsNamedBeforeTheOffsetsThatItMoves() {
    assertThatThrownBy(() -> read(good().replace("1:0:0:0.000000000", "77:0:0:1:2")))
        .hasMessageContaining("trace.dim:4: expected a record of type");
    assertThatThrownBy(() -> read(good().replace("1:1:0:0.001000000", "1:1:0:nan")))
        .hasMessageContaining("trace.dim:11: expected a duration in seconds");
    assertThatThrownBy(() -> read(good().replace("1:1:0:0.001000000", "1:1:0:0.001")))
        .hasMessageContaining("trace.dim:20: the header says that the offsets are at byte");
  }

  @Test
  void truncationIsReported() {
    String text = good();
    assertThatThrownBy(() -> read(text.substring(0, text.length() / 2)))
        .hasMessageContaining("the trace is truncated or damaged");
    assertThatThrownBy(() -> read(text.substring(0, text.lastIndexOf("s:"))))
        .hasMessageContaining("expected the offsets of 2 tasks at the end, found 1");
    assertThatThrownBy(() -> read("")).hasMessageContaining("expected a Dimemas trace");
  }

  @Test
  void damageNeverEndsInAnythingElse() throws IOException {
    FuzzBudget budget = new FuzzBudget();
    SplittableRandom seeds = new SplittableRandom(20_260_301);
    int refused = 0;
    while (budget.isLeft()) {
      long seed = seeds.nextLong();
      SplittableRandom random = new SplittableRandom(seed);
      StringBuilder text = new StringBuilder(good());
      if (random.nextBoolean()) {
        text = new StringBuilder(good().replaceFirst("1,\\d{20}", "0").replaceAll("s:.*", ""));
      }
      int changes = 1 + random.nextInt(4);
      for (int i = 0; i < changes && text.length() > 0; i++) {
        int at = random.nextInt(text.length());
        switch (random.nextInt(4)) {
          case 0 -> text.setCharAt(at, (char) (text.charAt(at) ^ 1 << random.nextInt(7)));
          case 1 -> text.setLength(at);
          case 2 -> text.insert(at, random.nextInt(-2, 12));
          default -> text.deleteCharAt(at);
        }
      }
      try {
        read(text.toString());
      } catch (TraceException e) {
        assertThat(e).as("seed %d", seed).hasMessageContaining("trace.dim");
        refused++;
      } catch (RuntimeException e) {
        throw new AssertionError("seed " + seed + ":\n" + text, e);
      }
    }
    assertThat(refused).isPositive();
  }
}
