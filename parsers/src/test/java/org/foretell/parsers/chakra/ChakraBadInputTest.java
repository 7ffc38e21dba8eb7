package org.foretell.parsers.chakra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.foretell.FuzzBudget;
import org.foretell.parsers.ReadingOptions;
import org.foretell.trace.TraceException;
import org.foretell.trace.store.MemoryTrace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damaged and hostile files get one message that says where, what, and what to do. */
class ChakraBadInputTest {
  private static final long FIRST_SEED = Long.getLong("foretell.fuzz.seed", 20_261_129);

  @TempDir private Path folder;

  private void read() {
    ChakraReader.read(folder, ReadingOptions.DEFAULT, MemoryTrace.builder());
  }

  private void assertRefused(String message) {
    assertThatThrownBy(this::read)
        .isInstanceOf(TraceException.class)
        .hasMessageStartingWith(folder.resolve("step.0.et") + ": ")
        .hasMessageContaining(message);
  }

  @Test
  void dependenciesThatCannotBeMet() {
    new EtFile().gpu(1, 5, 3).write(folder, 0);
    assertRefused("node 1: expected data of nodes of this file, found node 3");
    new EtFile().gpu(4, 1).gpu(1, 5, 2).gpu(2, 5, 1, 4).gpu(3, 1, 2).write(folder, 0);
    assertRefused("expected dependencies without a cycle, found that it waits for itself");
    new EtFile().gpu(1, 5, 1).write(folder, 0);
    assertRefused("node 1: expected dependencies without a cycle");
    new EtFile().gpu(1, 5).gpu(1, 6).write(folder, 0);
    assertRefused("message 2 at byte");
  }

  @Test
  void nodesThatSayTooLittleOrTooMuch() {
    new EtFile().node(1, 8, node -> {}).write(folder, 0);
    assertRefused("expected a type of node of 0 to 7, found 8 in node 1");
    new EtFile().collective(1, 10, 5).write(folder, 0);
    assertRefused("node 1: expected a comm_type of 0 to 9, found 10");
    new EtFile().collective(1, 0, -5).write(folder, 0);
    assertRefused("expected a comm_size of at least 0, found -5");
    new EtFile().node(1, EtFile.COLLECTIVE, n -> n.attribute("comm_type", 0)).write(folder, 0);
    assertRefused("expected a comm_size of at least 0, found none");
    new EtFile()
        .node(1, EtFile.SEND, n -> n.attribute("comm_dst", 1).attribute("comm_size", 1))
        .write(folder, 0);
    assertRefused("expected a partner of 0 to 0, found 1");
    new EtFile().node(1, EtFile.COMP, n -> n.number(7, Long.MAX_VALUE)).write(folder, 0);
    assertRefused("expected a duration of at most 9223372036854 microseconds");
    new EtFile().node(1, EtFile.COMP, n -> n.attribute("num_ops", 8)).write(folder, 0);
    assertRefused("found only a number of operations (8); state with --base-flops");
    new EtFile()
        .node(
            1,
            EtFile.COLLECTIVE,
            n -> n.attribute("comm_type", 0).attribute("comm_size", 1).attribute("pg_name", "tp"))
        .write(folder, 0);
    assertRefused("expected a process group that the trace defines, found tp; put a file");
  }

  @Test
  void ranksThatDoNotFitTogether() throws IOException {
    new EtFile().collective(1, 0, 5).write(folder, 0);
    new EtFile().collective(1, 0, 6).write(folder, 1);
    assertThatThrownBy(this::read)
        .hasMessageContaining("step.1.et: node 1: expected all_reduce of 5 bytes as collective 1")
        .hasMessageContaining("like rank 0, found all_reduce of 6 bytes");
    new EtFile().collective(1, 0, 5).collective(2, 9, 0).write(folder, 1);
    assertRefused("expected 2 collectives of the group of all ranks, like rank 1, found 1");
    new EtFile().write(folder, 3);
    assertThatThrownBy(this::read)
        .hasMessageContaining(
            "expected the files of ranks 0 to 3, found 3 of them; missing: rank 2");
    Files.delete(folder.resolve("step.3.et"));
    Files.writeString(folder.resolve("comm_group.json"), "{\"1\": [0, 2]}");
    assertThatThrownBy(this::read)
        .hasMessageContaining("process group 1: expected different ranks of 0 to 1, found 2");
    Files.writeString(folder.resolve("comm_group.json"), "{\"1\": [0, {}]}");
    assertThatThrownBy(this::read)
        .hasMessageContaining("comm_group.json: expected process groups")
        .hasMessageContaining("found start object");
    Files.writeString(folder.resolve("comm_group.json"), "[".repeat(100_000));
    assertThatThrownBy(this::read).hasMessageContaining("comm_group.json: expected process groups");
  }

  @Test
  void lengthsThatLieTakeNoMemory() throws IOException {
    byte[] start = new EtFile().bytes();
    Path file = folder.resolve("step.0.et");
    byte[][] ends = {
      {(byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, 0x0f},
      {(byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, 0x7f},
      {6, 0x12, (byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, 0x07}, // a name of 2 GiB
      {6, 0x2a, (byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, 0x07}, // dependencies
      {6, 0x52, (byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, 0x07}, // an attribute
      {(byte) 0x80},
      {3, 8, 1},
    };
    for (byte[] end : ends) {
      byte[] bytes = Arrays.copyOf(start, start.length + end.length);
      System.arraycopy(end, 0, bytes, start.length, end.length);
      Files.write(file, bytes);
      assertRefused("message 1 at byte " + start.length + ": expected ");
    }
  }

  @Test
  void groupsWithinGroupsAreNotFollowed() {
    byte[] bomb = new byte[100_000];
    Arrays.fill(bomb, (byte) (12 << 3 | 3)); // a field that is not known, of old protobuf's groups
    new EtFile().message(node -> node.number(1, 1).raw(bomb)).write(folder, 0);
    assertRefused("expected a protobuf message");
  }

  @Test
  void damagedFilesAreReadOrRefusedInWords() throws IOException {
    EtFile sound =
        new EtFile()
            .cpu(1, 3)
            .gpu(2, 4, 1)
            .node(
                3,
                EtFile.SEND,
                n ->
                    n.after(2)
                        .attribute("comm_dst", 0)
                        .attribute("comm_size", 8)
                        .attribute("comm_tag", 1))
            .node(
                4,
                EtFile.RECEIVE,
                n ->
                    n.after(2)
                        .attribute("comm_src", 0)
                        .attribute("comm_size", 8)
                        .attribute("comm_tag", 1))
            .collective(5, 0, 512, 3, 4)
            .collective(6, 6, 512, 5);
    byte[] bytes = sound.bytes();
    Path file = folder.resolve("step.0.et");
    FuzzBudget budget = new FuzzBudget();
    SplittableRandom seeds = new SplittableRandom(FIRST_SEED);
    long read = 0;
    long refused = 0;
    while (budget.isLeft()) {
      long seed = seeds.nextLong();
      SplittableRandom random = new SplittableRandom(seed);
      byte[] changed =
          Arrays.copyOf(bytes, bytes.length - (random.nextBoolean() ? 0 : random.nextInt(60)));
      for (int i = random.nextInt(3); i >= 0; i--) {
        int at = random.nextInt(8, changed.length);
        changed[at] =
            (byte) (random.nextBoolean() ? random.nextInt() : changed[at] ^ 1 << random.nextInt(8));
      }
      Files.write(file, changed);
      try {
        read();
        read++;
      } catch (TraceException e) {
        assertThat(e.getMessage()).contains("step.0.et: ").contains("expected ");
        refused++;
      } catch (RuntimeException | Error e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
    budget.report("chakra", read + refused, read);
    assertThat(read).isPositive();
    assertThat(refused).isPositive();
  }
}
