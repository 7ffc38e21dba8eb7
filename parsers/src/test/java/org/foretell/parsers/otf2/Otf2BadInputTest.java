package org.foretell.parsers.otf2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.foretell.FuzzBudget;
import org.foretell.parsers.ReadingOptions;
import org.foretell.parsers.otf2.ArchiveWriter.Records;
import org.foretell.trace.TraceException;
import org.foretell.trace.store.MemoryTrace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Damaged and hostile archives get one message that says where, what, and what to do. */
class Otf2BadInputTest {
  private static final long FIRST_SEED = Long.getLong("foretell.fuzz.seed", 20_261_128);
  private static final int CHUNK = 160;
  private static final List<String> FILES =
      List.of("traces.otf2", "traces.def", "traces/100.def", "traces/100.evt", "traces/101.evt");

  @TempDir private Path folder;

  private void read() {
    MemoryTrace.Builder trace = MemoryTrace.builder();
    Otf2Reader.read(folder, ReadingOptions.DEFAULT, trace);
    trace.build();
  }

  private void refuses(String file, String... parts) {
    assertThatThrownBy(this::read)
        .isInstanceOf(TraceException.class)
        .hasMessageContainingAll(parts)
        .hasMessageStartingWith(folder.resolve(file) + ": ")
        .message()
        .matches("(?s).*: expected .*, found .*; .*");
  }

  private static ArchiveWriter writer() {
    return new ArchiveWriter(true, CHUNK)
        .ranks(2)
        .region(1, "MPI_Send", ArchiveWriter.MPI, 0)
        .region(2, "MPI_Irecv", ArchiveWriter.MPI, 0)
        .region(3, "MPI_Wait", ArchiveWriter.MPI, 0)
        .region(4, "MPI_Bcast", ArchiveWriter.MPI, 0)
        .region(5, "solve", ArchiveWriter.USER, 3);
  }

  private static Records sound(ArchiveWriter writer, int rank) {
    Records events = writer.records();
    events.enter(5, 5);
    for (int i = 0; i < 4; i++) {
      int time = 10 + 100 * i;
      events.enter(time, 2).brief(time, EventReader.IRECV_REQUEST, 70 + i).leave(time + 1, 2);
      events.enter(time + 5, 1).message(EventReader.SEND, 1 - rank, 0, i, 64).leave(time + 6, 1);
      events.enter(time + 20, 3).message(EventReader.IRECV, 1 - rank, 0, i, 64, 70 + i);
      events.leave(time + 30, 3).enter(time + 40, 4).collective(1, 0, 0, 16, 8);
      events.leave(time + 50, 4);
    }
    return events.leave(900, 5);
  }

  private void writeSound() {
    ArchiveWriter writer = writer();
    Records local = writer.records();
    local.record(5, f -> f.u8(LocalDefinitions.REGION).number(2).u8(0).number(0).number(1));
    local.record(6, f -> f.u64(0).number(10).u64(0)).record(6, f -> f.u64(500).number(20).u64(0));
    writer.write(folder);
    writer.local(folder, 0, local);
    writer.events(folder, 0, sound(writer, 0)).events(folder, 1, sound(writer, 1));
  }

  private boolean isRead(String what) {
    try {
      read();
      return true;
    } catch (TraceException e) {
      assertThat(e.getMessage()).as(what).contains("traces").contains("expected ");
      return false;
    } catch (RuntimeException | Error e) {
      throw new AssertionError(what, e);
    }
  }

  @Test
  void cutAtEveryByte() throws IOException {
    writeSound();
    assertThat(isRead("whole")).isTrue();
    for (String name : FILES) {
      Path file = folder.resolve(name);
      byte[] bytes = Files.readAllBytes(file);
      // The anchor file goes on with properties that do not matter here.
      int needed = name.endsWith(".otf2") ? bytes.length - 1 : bytes.length;
      for (int length = name.endsWith(".otf2") ? 7 : 0; length < needed; length++) {
        Files.write(file, Arrays.copyOf(bytes, length));
        assertThat(isRead(name + " cut at " + length)).isFalse();
      }
      Files.write(file, bytes);
    }
  }

  @Test
  void changedBytes() throws IOException {
    writeSound();
    FuzzBudget budget = new FuzzBudget();
    SplittableRandom seeds = new SplittableRandom(FIRST_SEED);
    long read = 0;
    long refused = 0;
    while (budget.isLeft()) {
      long seed = seeds.nextLong();
      SplittableRandom random = new SplittableRandom(seed);
      String name = FILES.get(1 + random.nextInt(FILES.size() - 1));
      Path file = folder.resolve(name);
      byte[] bytes = Files.readAllBytes(file);
      byte[] changed = bytes.clone();
      for (int i = random.nextInt(4); i >= 0; i--) {
        int at = random.nextInt(changed.length);
        changed[at] =
            random.nextBoolean()
                ? (byte) random.nextInt(256)
                : (byte) (changed[at] ^ (1 << random.nextInt(8)));
      }
      Files.write(file, changed);
      boolean isRead = isReadOrRefused("seed " + seed);
      Files.write(file, bytes);
      read += isRead ? 1 : 0;
      refused += isRead ? 0 : 1;
    }
    budget.report("otf2", read + refused, read);
    assertThat(read).isPositive();
    assertThat(refused).isPositive();
  }

  /** What is wrong may be a name, or a file that a changed number of a location names. */
  private boolean isReadOrRefused(String what) {
    try {
      read();
      return true;
    } catch (TraceException e) {
      assertThat(e.getMessage()).as(what).contains(folder.toString());
      return false;
    } catch (RuntimeException | Error e) {
      throw new AssertionError(what, e);
    }
  }

  @Test
  void missingFileOfARank() throws IOException {
    writeSound();
    Files.delete(folder.resolve("traces/101.evt"));
    assertThatThrownBy(this::read)
        .isInstanceOf(TraceException.class)
        .hasMessageStartingWith(folder.resolve("traces/101.evt") + ": cannot read: ");
  }

  @Test
  void missingDefinitionsOfALocationAreNone() throws IOException {
    writeSound();
    Files.delete(folder.resolve("traces/100.def"));
    assertThat(isRead("without")).isTrue();
  }

  @Test
  void numbersWithoutDefinition() {
    ArchiveWriter writer = writer();
    writer.write(folder);
    writer.events(folder, 0, writer.records().enter(1, 77).leave(2, 77));
    refuses("traces/100.evt", "a region that a definition defines, found number 77");
    Records communicator = writer.records().enter(1, 1);
    communicator.message(EventReader.SEND, 1, 55, 0, 8).leave(2, 1);
    writer.events(folder, 0, communicator);
    refuses("traces/100.evt", "a communicator that a definition defines, found number 55");
  }

  @Test
  void ranksThatAreNone() {
    ArchiveWriter writer = writer();
    writer.write(folder);
    Records events = writer.records().enter(1, 1);
    events.message(EventReader.SEND, 2, 0, 0, 8).leave(2, 1);
    writer.events(folder, 0, events);
    refuses("traces/100.evt", "a rank below 2 of the communicator, found 2");
    Records root = writer.records().enter(1, 4).collective(1, 0, -1, 8, 8).leave(2, 4);
    writer.events(folder, 0, root);
    refuses("traces/100.evt", "a root below 2 of the communicator, found none");
  }

  @ParameterizedTest
  @ValueSource(longs = {300, 1L << 40, -1, Long.MIN_VALUE})
  void lengthsBeyondTheChunk(long length) {
    ArchiveWriter writer = writer();
    writer.write(folder);
    Records events = writer.records().at(3);
    events.u8(EventReader.METRIC).u8(255).u64(length);
    writer.events(folder, 0, events);
    refuses("traces/100.evt", "a record of at most ", "a length of ");
  }

  @ParameterizedTest
  @ValueSource(longs = {100, 0xffff_fffeL})
  void countsBeyondTheRecord(long count) {
    ArchiveWriter writer = writer();
    writer.global().record(18, f -> f.number(90).number(0).u8(5).number(count).number(1));
    writer.write(folder);
    refuses("traces.def", "a group of members that its record holds, found " + count + " members");
  }

  @Test
  void tablesBeyondTheRecord() {
    writeSound();
    ArchiveWriter writer = writer();
    Records local = writer.records().record(5, f -> f.u8(3).number(1L << 50).u8(0).number(1));
    writer.local(folder, 0, local);
    refuses("traces/100.def", "a table that its record holds");
  }

  @Test
  void kindsOfArchivesThatNoOneWritesAnyMore() throws IOException {
    writeSound();
    Path anchor = folder.resolve("traces.otf2");
    byte[] bytes = Files.readAllBytes(anchor);
    bytes[29] = 2;
    Files.write(anchor, bytes);
    refuses("traces.otf2", "an archive that is not compressed, found compression 2");
    bytes[28] = 2;
    Files.write(anchor, bytes);
    refuses("traces.otf2", "(POSIX), found one that SIONlib packed");
    bytes[8] = 1;
    Files.write(anchor, bytes);
    refuses("traces.otf2", "version 2 or 3 of the format, found version 1");
  }

  @Test
  void severalArchivesInAFolder() throws IOException {
    writeSound();
    Files.copy(folder.resolve("traces.otf2"), folder.resolve("again.otf2"));
    assertThatThrownBy(this::read)
        .isInstanceOf(TraceException.class)
        .hasMessage(
            folder
                + ": expected one anchor file (.otf2), found 2; name that of the archive to read:"
                + " again.otf2, traces.otf2");
  }
}
