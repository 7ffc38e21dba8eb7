package org.foretell.parsers.goal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.function.Consumer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.foretell.trace.GraphSourceContract;
import org.foretell.trace.TraceException;
import org.foretell.trace.store.MemoryTrace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** GOAL's binary form is written byte by byte as LogGOPSim has it, and read with suspicion. */
class GoalBinaryTest {
  private static final String TEXT =
      """
      num_ranks 2
      rank 0 {
      l1: calc 100 cpu 1
      l2: send 8b to 1 tag 5 nic 2
      l2 requires l1
      l3: calc 7
      l3 irequires l2
      }
      rank 1 {
      l1: recv 8b from -1 tag -1
      }
      """;

  private static final int TABLE_END = 14 + 2 * 16;
  private static final int FIRST_NODE = TABLE_END + 8 + 4;
  private static final int APPENDIX = FIRST_NODE + 3 * 39;

  @TempDir Path folder;

  @Property(tries = 200)
  void randomSchedulesComeOutAsTheyWentIn(@ForAll long seed) throws IOException {
    MemoryTrace trace = RandomSchedules.of(seed);
    Path file = Files.createTempFile("schedule", ".goalbin");
    try {
      GoalBinaryWriter.write(trace, file, GoalOptions.DEFAULT);
      GraphSourceContract.assertSameGraphs(read(file), trace);
    } finally {
      Files.delete(file);
    }
  }

  @Test
  void eachByteIsWhereLogGopsimReadsIt() throws IOException {
    String expected =
        // Magic, ranks, highest CPU and NIC, and the bounds of the ranks' blocks.
        "7f10000000000000 02000000 01 02"
            + "2600000000000000 af00000000000000 af00000000000000 e200000000000000"
            // Rank 0: three nodes, one root, which is node 0.
            + "03000000 01000000 00000000"
            + "00000000 03 00000000 6400000000000000 00000000 01 00"
            + "01000000 00000000 00000000 01000000"
            + "01000000 01 01000000 0800000000000000 05000000 00 02"
            + "00000000 01000000 01000000 01000000"
            + "01000000 03 00000000 0700000000000000 00000000 00 00"
            + "00000000 02000000 00000000 02000000"
            + "01000000 02000000"
            // Rank 1.
            + "01000000 01000000 00000000"
            + "00000000 02 ffffffff 0800000000000000 ffffffff 00 00"
            + "00000000 00000000 00000000 00000000";
    assertThat(HexFormat.of().formatHex(example())).isEqualTo(expected.replace(" ", ""));
  }

  @Test
  void aUsedUpScheduleIsExplained() throws IOException {
    assertRefused(
        bytes -> bytes.putLong(0, 2342),
        "at byte 0: expected a fresh schedule (magic 4223), found one that was used up (magic"
            + " 2342)");
    assertThat(GoalBinaryReader.recognises(folder.resolve("schedule.goalbin"))).isTrue();
    assertRefused(bytes -> bytes.putLong(0, 4224), "expected the magic number 4223");
  }

  @Test
  void headersThatLieAreRefused() throws IOException {
    assertRefused(bytes -> bytes.putInt(8, 0), "expected 1 to 16777216 ranks, found 0");
    assertRefused(bytes -> bytes.putInt(8, -1), "found 4294967295");
    assertRefused(
        bytes -> bytes.putInt(8, 1 << 24), "expected a table of 16777216 ranks up to byte");
    assertRefused(bytes -> bytes.putLong(14, 37), "expected the block of rank 0 inside the file");
    assertRefused(bytes -> bytes.putLong(22, 1L << 40), "found it from 38 to 1099511627776");
    assertRefused(bytes -> bytes.putLong(22, -1), "found it from 38 to 18446744073709551615");
    assertRefused(bytes -> bytes.putLong(30, 38), "expected blocks that do not overlap");
    assertRefused(
        bytes -> bytes.putLong(22, 40).putLong(30, 40),
        "rank 0: expected at least 8 bytes, found 2");
  }

  @Test
  void blocksThatLieAreRefused() throws IOException {
    assertRefused(bytes -> bytes.putInt(TABLE_END, 1 << 30), "found 1073741824 and 1");
    assertRefused(bytes -> bytes.putInt(TABLE_END, -1), "found 4294967295 and 1");
    assertRefused(bytes -> bytes.putInt(TABLE_END + 4, 4), "found 3 and 4");
    assertRefused(
        bytes -> bytes.putInt(TABLE_END + 8, 1), "expected the operations that depend on");
    assertRefused(bytes -> bytes.put(FIRST_NODE + 4, (byte) 4), "a send (1), recv (2) or calc (3)");
    assertRefused(bytes -> bytes.putInt(FIRST_NODE + 39 + 5, 2), "a peer of 0 to 1, found 2");
    assertRefused(bytes -> bytes.putInt(FIRST_NODE + 39 + 5, -1), "found 4294967295");
    assertRefused(bytes -> bytes.putLong(FIRST_NODE + 9, -1), "found 18446744073709551615");
    assertRefused(bytes -> bytes.put(FIRST_NODE + 21, (byte) 2), "CPU and NIC of at most 1 and 2");
    assertRefused(bytes -> bytes.putInt(FIRST_NODE + 23, 1 << 31), "found 2147483648 from 0 on");
    assertRefused(
        bytes -> bytes.putInt(FIRST_NODE + 27, 1), "from 0 on and up to 2, found 1 from 1");
    assertRefused(bytes -> bytes.putInt(APPENDIX, 3), "expected an operation below 3, found 3");
    assertRefused(
        bytes -> bytes.putInt(FIRST_NODE + 39, 0),
        "operation 1 states that it depends on 0 others, but 1 name it");
  }

  @Test
  void cyclesAreRefused() throws IOException {
    assertRefused(
        bytes -> {
          // Nothing waits for node 2 any more, node 1 waits for itself.
          bytes.putInt(APPENDIX + 4, 1).putInt(FIRST_NODE + 39, 2).putInt(FIRST_NODE + 78, 0);
          bytes.putInt(TABLE_END + 4, 1);
        },
        "expected the operations that depend on nothing as its roots");
    assertRefused(
        bytes ->
            bytes
                .putInt(APPENDIX, 0)
                .putInt(FIRST_NODE, 1)
                .putInt(FIRST_NODE + 39, 0)
                .putInt(TABLE_END + 8, 1),
        "operation 0 waits for itself: the dependencies form a cycle");
  }

  @Test
  void everyTruncationIsRefused() throws IOException {
    byte[] whole = example();
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      Path file = Files.write(folder.resolve("cut.goalbin"), cut);
      assertThatThrownBy(() -> read(file))
          .as("length " + length)
          .isInstanceOf(TraceException.class)
          .hasMessageStartingWith(file + ": at byte ");
    }
  }

  @Test
  void whatFollowsTheLastBlockIsRefused() throws IOException {
    byte[] example = example();
    Path file =
        Files.write(folder.resolve("long.goalbin"), Arrays.copyOf(example, example.length + 4));
    assertThatThrownBy(() -> read(file))
        .isInstanceOf(TraceException.class)
        .hasMessageStartingWith(file + ": at byte " + example.length)
        .hasMessageContaining("found 4 more bytes");
  }

  @Test
  void bytesOfNoRankAreRefused() throws IOException {
    assertRefused(
        bytes -> bytes.putLong(30, bytes.getLong(30) + 8),
        "found 8 bytes of no rank before that of rank 1; the file is damaged");
    assertRefused(
        bytes -> bytes.putLong(14, bytes.getLong(14) + 3),
        "found 3 bytes of no rank before that of rank 0");
    assertRefused(
        bytes -> bytes.putLong(30, bytes.getLong(30) - 8),
        "found that of rank 1 in that of another rank, which ends at byte");
    // The last operation of rank 0 does not wait any more, so its place in the appendix is unused.
    assertRefused(
        bytes ->
            bytes
                .putInt(FIRST_NODE + 39 + 31, 0)
                .putInt(FIRST_NODE + 78, 0)
                .putInt(TABLE_END + 4, 1),
        "rank 0: expected the end of its block behind the dependents of all operations, found 4");
  }

  @Test
  void blocksMayBeInAnyOrder() throws IOException {
    byte[] example = example();
    ByteBuffer bytes = ByteBuffer.wrap(example.clone()).order(ByteOrder.LITTLE_ENDIAN);
    int first = (int) (bytes.getLong(22) - bytes.getLong(14));
    int second = (int) (bytes.getLong(38) - bytes.getLong(30));
    bytes.put(TABLE_END, example, TABLE_END + first, second);
    bytes.put(TABLE_END + second, example, TABLE_END, first);
    bytes.putLong(14, TABLE_END - 8 + second).putLong(22, TABLE_END - 8 + second + first);
    bytes.putLong(30, TABLE_END - 8).putLong(38, TABLE_END - 8 + second);
    Path moved = Files.write(folder.resolve("moved.goalbin"), bytes.array());
    Path whole = Files.write(folder.resolve("whole.goalbin"), example);
    GraphSourceContract.assertSameGraphs(read(moved), read(whole));
  }

  private byte[] example() throws IOException {
    MemoryTrace.Builder builder = MemoryTrace.builder();
    GoalTextReader.read(TEXT, GoalOptions.DEFAULT, builder);
    Path file = folder.resolve("example.goalbin");
    GoalBinaryWriter.write(builder.build(), file, GoalOptions.DEFAULT);
    GraphSourceContract.assertSameGraphs(read(file), builder.build());
    return Files.readAllBytes(file);
  }

  private void assertRefused(Consumer<ByteBuffer> change, String message) throws IOException {
    byte[] bytes = example();
    change.accept(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN));
    Path file = Files.write(folder.resolve("schedule.goalbin"), bytes);
    assertThatThrownBy(() -> read(file))
        .isInstanceOf(TraceException.class)
        .hasMessageStartingWith(file + ": at byte ")
        .hasMessageContaining(message);
  }

  private static MemoryTrace read(Path file) {
    MemoryTrace.Builder builder = MemoryTrace.builder();
    GoalBinaryReader.read(file, GoalOptions.DEFAULT, builder);
    return builder.build();
  }
}
