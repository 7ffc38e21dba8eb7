package org.foretell.parsers.otf2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.foretell.FuzzBudget;
import org.foretell.parsers.ReadingOptions;
import org.foretell.trace.TraceException;
import org.foretell.trace.store.MemoryTrace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Damaged archives end in one {@link TraceException} or are read, and never in anything else. */
class Otf2BadInputTest {
  private static final long FIRST_SEED = Long.getLong("foretell.fuzz.seed", 20_261_128);

  @TempDir private Path folder;

  private void read() {
    try (MemoryTrace.Builder sink = MemoryTrace.builder()) {
      new Otf2Format().read(folder.resolve("t.otf2"), ReadingOptions.DEFAULT, sink);
      sink.build();
    }
  }

  private void refuses(Consumer<ArchiveWriter> change, String... parts) {
    ArchiveWriter archive = Otf2ReaderTest.pair(ByteOrder.LITTLE_ENDIAN);
    change.accept(archive);
    archive.write(folder);
    assertThatThrownBy(this::read)
        .isInstanceOf(TraceException.class)
        .message()
        .contains("t")
        .contains(parts);
  }

  @Test
  void saysWhatIsWrong() {
    refuses(
        archive -> archive.events(0).u8(12).c(77), "0.evt: byte", "a region that is defined", "77");
    refuses(
        archive -> archive.events(0).record(14, 5, 0, 0, 1), "a rank of 0 to 1 of communicator 0");
    refuses(archive -> archive.events(0).record(14, 0, 9, 0, 1), "communicator 9");
    refuses(archive -> archive.events(0).u8(12).u8(5), "a region of at most 4 bytes");
    refuses(archive -> archive.events(0).u8(99).u8(200), "cut off");
    refuses(archive -> archive.events(0).u8(99).u8(255).full(Long.MAX_VALUE), "a record");
    refuses(archive -> archive.local(0).payload(5, new byte[] {3, 4, -1, -1, -1, 127, 0}), "fits");
  }

  @Test
  void needsTheEventsOfEachRank() throws IOException {
    Otf2ReaderTest.pair(ByteOrder.BIG_ENDIAN).write(folder);
    Path missing = folder.resolve("t/" + ArchiveWriter.location(1) + ".evt");
    Files.delete(missing);
    assertThatThrownBy(this::read)
        .isInstanceOf(TraceException.class)
        .hasMessageContaining(missing + ": expected the events of rank 1, found no such file");
  }

  @Test
  void needsNoDefinitionsOfALocation() throws IOException {
    Otf2ReaderTest.pair(ByteOrder.LITTLE_ENDIAN).write(folder);
    Files.delete(folder.resolve("t/0.def"));
    read();
  }

  @Test
  void refusesContainersAndCompression() throws IOException {
    Otf2ReaderTest.pair(ByteOrder.LITTLE_ENDIAN).write(folder);
    Path anchor = folder.resolve("t.otf2");
    byte[] bytes = Files.readAllBytes(anchor);
    bytes[28] = 2;
    Files.write(anchor, bytes);
    assertThatThrownBy(this::read).hasMessageContaining("SIONlib's containers cannot be read");
    bytes[28] = 1;
    bytes[29] = 2;
    Files.write(anchor, bytes);
    assertThatThrownBy(this::read).hasMessageContaining("without compression of its own");
  }

  @ParameterizedTest
  @ValueSource(strings = {"t.otf2", "t.def", "t/0.evt", "t/0.def", "t/536870911.evt"})
  void cutsAndChangesAtEachByte(String name) throws IOException {
    Otf2ReaderTest.pair(ByteOrder.LITTLE_ENDIAN).write(folder);
    Path file = folder.resolve(name);
    byte[] whole = Files.readAllBytes(file);
    int unread = name.equals("t.otf2") ? 30 : 0;
    for (int length = 0; length < whole.length; length++) {
      Files.write(file, Arrays.copyOf(whole, length));
      if (length < whole.length - unread) {
        assertThatThrownBy(this::read)
            .isInstanceOf(TraceException.class)
            .hasMessageContaining(name);
      }
      byte[] changed = whole.clone();
      changed[length] = (byte) (length % 2 == 0 ? 255 : whole[length] ^ 1);
      Files.write(file, changed);
      isRead();
    }
  }

  @Test
  void randomDamageIsNamedOrRead() throws IOException {
    FuzzBudget budget = new FuzzBudget();
    SplittableRandom seeds = new SplittableRandom(FIRST_SEED);
    long accepted = 0;
    long inputs = 0;
    for (; budget.isLeft(); inputs++) {
      SplittableRandom random = new SplittableRandom(seeds.nextLong());
      Otf2ReaderTest.pair(random.nextBoolean() ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN)
          .write(folder);
      String[] names = {"t.otf2", "t.def", "t/0.evt", "t/0.def"};
      Path file = folder.resolve(names[random.nextInt(names.length)]);
      byte[] bytes = Files.readAllBytes(file);
      for (int i = random.nextInt(4); i >= 0; i--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      }
      Files.write(file, bytes);
      accepted += isRead() ? 1 : 0;
    }
    budget.report("otf2", inputs, accepted);
    assertThat(accepted).isPositive().isLessThan(inputs);
  }

  private boolean isRead() {
    try {
      read();
      return true;
    } catch (TraceException e) {
      assertThat(e).message().isNotEmpty().doesNotContain("\n");
      return false;
    }
  }
}
