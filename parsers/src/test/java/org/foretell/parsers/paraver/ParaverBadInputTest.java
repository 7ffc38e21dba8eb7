package org.foretell.parsers.paraver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.foretell.FuzzBudget;
import org.foretell.trace.TraceException;
import org.foretell.trace.store.MemoryTrace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Damaged and hostile lines get one message that says where, what, and what to do. */
class ParaverBadInputTest {
  private static final long FIRST_SEED = Long.getLong("foretell.fuzz.seed", 20_261_129);

  @TempDir private Path folder;

  private void read(byte[] text) throws IOException {
    Path file = Files.write(folder.resolve("x.prv"), text);
    MemoryTrace.Builder sink = MemoryTrace.builder();
    ParaverReader.read(file, false, true, sink);
    sink.build();
  }

  private void assertRefused(String text, String message) {
    assertThatThrownBy(() -> read(text.getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(TraceException.class)
        .hasMessageStartingWith(folder.resolve("x.prv").toString())
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          4:1:1:1:1:5 | :5: expected a type of record (1 state, 2 events, 3 communication), 1 to 3
          2:1:2:1:1:5:1:1 | :5: expected application 1
          2:1:1:3:1:5:1:1 | :5: expected a task, 1 to 2, found '3'
          2:1:1:1:1:x:1:1 | :5: expected a time, 0 to
          2:1:1:1:1:5 | :5: expected a type of event
          2:1:1:1:1:5:50100004:9 | expected a communicator that a line c:1 defines, found 9
          2:1:1:1:1:5:50000002:-7 | expected the value of a call, at least 0, found -7
          2:1:1:1:1:5:50100001:-7 | expected a number of bytes of a collective, found -7
          c:1:1:2:1:2 | communicator 1 is defined twice
          c:1:7:3:1:2 | expected a number of members, 1 to 2, found '3'
          c:1:7:2:1 | communicator 7 has 2 members, but the line lists 1
          c:1:7:2:1:1 | task 1 is in communicator 7 twice
          1:1:1:1:1:5:7 | expected a state
          3:1:1:1:1:1:1:1:1:2:1:1:1:-4:1 | expected a number of bytes, 0 to
          3:1:1:1:1:1:1:1:1:2:1:1:1:4:4294967295 | a receive from MPI_PROC_NULL
          3:1:1:1:1:1:1:1:1:2:1:1:1:4:4294967294 | expected a tag of at most 2147483647
          3:1:1:1:1:1:1:1:1:2:1:1:1:4:1 | a message is sent at 1, but the task is in no call
          """)
  void linesThatAreRefused(String line, String message) {
    assertRefused(ParaverReaderTest.HEADER + line + "\n", message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "#Paraver (x):9_ns:1(2):2:1(1:1):1(1:1) | expected the trace of 1 application, found 2",
        "#Paraver (x):9_ns:1(2):1:2(1:1) | says 2 tasks, but lists the threads of 1",
        "#Paraver (x):9_ns:1(2):1:0(1:1) | expected 1 to 16777216 tasks",
        "#Paraver (x):9_ns:1(2):1:999999999(1:1) | expected 1 to 16777216 tasks",
        "#Paraver (x):9_ns:1(2):1:2(1:1,0:1) | expected threads:node of task 2",
        "#Paraver (x):9_ns | expected a header",
        "#Paraver (x:9_ns:1(2):1:2(1:1,1:1) | expected a header",
        "#Paraver (x):9_ns:1(2):1:2(1:1,1:1),x | expected a header",
      })
  void headersThatAreRefused(String header, String message) {
    assertRefused(header + "\n", message);
  }

  @Test
  void eventsThatContradictEachOther() {
    assertRefused(
        ParaverReaderTest.HEADER + "2:1:1:1:1:5:1:1\n2:1:1:1:1:4:1:1\n",
        ":6: an event of task 1 at 4 comes after one at 5; expected records in the order of time");
    assertRefused(
        ParaverReaderTest.HEADER + "2:1:1:1:1:5:50000001:1\n2:1:1:1:1:6:50000002:8\n",
        "task 1 at 6: a call begins before the last one ends");
    assertRefused(
        ParaverReaderTest.HEADER + "2:1:1:1:1:5:50000001:1\n2:1:1:1:1:6:50000002:0\n",
        "task 1 at 6: a call ends that is of another type");
    assertRefused(
        ParaverReaderTest.HEADER + "2:1:1:1:1:5:50000002:8:50100004:3\n2:1:1:1:1:6:50000002:0\n",
        "task 1 is not in communicator 3");
    assertRefused(
        ParaverReaderTest.HEADER + "2:1:1:1:1:5:50000004:65\n2:1:1:1:1:6:50000004:0\n",
        "call 65 of 'MPI One-sided' (type 50000004) cannot be replayed");
  }

  @Test
  void damagedFilesAreReadOrRefusedInWords() throws IOException {
    byte[] bytes = Files.readAllBytes(ParaverReaderTest.EXAMPLE);
    FuzzBudget budget = new FuzzBudget();
    SplittableRandom seeds = new SplittableRandom(FIRST_SEED);
    long read = 0;
    long refused = 0;
    while (budget.isLeft()) {
      long seed = seeds.nextLong();
      SplittableRandom random = new SplittableRandom(seed);
      boolean isCut = random.nextBoolean();
      byte[] changed = Arrays.copyOf(bytes, isCut ? random.nextInt(bytes.length) : bytes.length);
      for (int i = isCut ? 0 : random.nextInt(3); i > 0; i--) {
        changed[random.nextInt(changed.length)] = (byte) ":,-0129\n.cx".charAt(random.nextInt(11));
      }
      try {
        read(changed);
        read++;
      } catch (TraceException e) {
        assertThat(e.getMessage()).contains("x.prv");
        refused++;
      } catch (RuntimeException | Error e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
    budget.report("paraver", read + refused, read);
    assertThat(read).isPositive();
    assertThat(refused).isPositive();
  }
}
