package org.foretell.trace.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.foretell.FuzzBudget;
import org.foretell.trace.Capability;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RandomGraphTrace;
import org.foretell.trace.RandomStructuredTraces;
import org.foretell.trace.RankCursor;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.TraceSink;
import org.foretell.trace.TraceSource;
import org.foretell.trace.Values;
import org.foretell.trace.Variation;
import org.foretell.trace.text.TraceTextWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files that are cut, changed or made up are refused in words; nothing hangs or runs out. */
@Timeout(value = 3, unit = TimeUnit.HOURS)
class DamagedFileTest {
  /** Ops that are read of a rank before its trace counts as readable. */
  private static final int ENOUGH = 20_000;

  @TempDir Path folder;

  @Test
  void everyTruncationIsRefused() throws IOException {
    everyTruncationIsRefused(example());
    everyTruncationIsRefused(graphs(3));
  }

  private void everyTruncationIsRefused(byte[] whole) throws IOException {
    for (int length = 0; length < whole.length; length++) {
      assertRefused(Arrays.copyOf(whole, length), "length " + length);
    }
  }

  @Test
  void everyFlippedBitIsNoticed() throws IOException {
    everyFlippedBitIsNoticed(example());
    everyFlippedBitIsNoticed(graphs(3));
  }

  private void everyFlippedBitIsNoticed(byte[] whole) throws IOException {
    for (int at = 0; at < whole.length; at++) {
      byte[] changed = whole.clone();
      changed[at] ^= (byte) (1 << at % 8);
      assertRefused(changed, "byte " + at);
    }
  }

  @Test
  void bytesAfterTheEndAreNoticed() throws IOException {
    byte[] whole = example();
    assertRefused(Arrays.copyOf(whole, whole.length + 1), "one more");
  }

  @Test
  void otherVersionsAreNamed() throws IOException {
    byte[] newer = example();
    newer[8] = 2;
    newer[10] = 9;
    assertThatThrownBy(() -> readAll(write(Checksums.sealed(newer))))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("expected format version 1.0 to 1.9, found version 2.9")
        .hasMessageContaining("use a version of Foretell that reads 2.9");
    byte[] minor = example();
    minor[10] = 10;
    assertThatThrownBy(() -> readAll(write(Checksums.sealed(minor))))
        .hasMessageContaining("found version 1.10");
    byte[] feature = example();
    feature[12] = 4;
    assertThatThrownBy(() -> readAll(write(Checksums.sealed(feature))))
        .hasMessageContaining("found the feature mask 0x4");
    assertThatThrownBy(() -> readAll(write("#!/bin/sh\n".getBytes(StandardCharsets.UTF_8))))
        .hasMessageContaining("found another kind of file");
    assertThatThrownBy(() -> TraceStoreReader.open(folder.resolve("none")))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("none: cannot read: there is no such file");
    assertThatThrownBy(() -> TraceStoreReader.open(folder))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("cannot read");
  }

  @Test
  void randomChangesUnderValidChecksumsNeverEscapeTheDocumentedException() throws IOException {
    FuzzBudget budget = new FuzzBudget();
    for (long seed = 1; budget.isLeft(); seed++) {
      Random random = new Random(seed);
      byte[] changed =
          seed % 3 == 0 ? graphs(seed % 50) : bytes(RandomStructuredTraces.of(seed % 50)::describe);
      for (int i = 1 + random.nextInt(3); i > 0; i--) {
        mutate(changed, random);
      }
      Path file = write(Checksums.sealed(changed));
      try {
        readAll(file);
      } catch (TraceException e) {
        assertThat(e.getMessage()).startsWith(file + ": ");
      } catch (RuntimeException | Error e) {
        throw new AssertionError("failed with seed " + seed, e);
      }
    }
  }

  private static void mutate(byte[] bytes, Random random) {
    int at = random.nextInt(bytes.length);
    switch (random.nextInt(4)) {
      case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
      case 1 -> bytes[at] = (byte) random.nextInt();
      case 2 -> Arrays.fill(bytes, at, Math.min(bytes.length, at + random.nextInt(12)), (byte) -1);
      default -> {
        int from = random.nextInt(bytes.length);
        int length = Math.min(random.nextInt(20), bytes.length - Math.max(at, from));
        System.arraycopy(bytes, from, bytes, at, length);
      }
    }
  }

  @Test
  void hostileLengthsAreRefusedBeforeMemoryIsTaken() throws IOException {
    // Contents: 2 ranks, then a name of 2^60 bytes.
    ByteWriter out = new ByteWriter(64);
    out.varint(2);
    out.varint(1L << 60);
    assertContentsRefused(out, "bytes of the name that fit into the");
    out.clear();
    out.varint(1L << 60);
    assertContentsRefused(out, "a number of ranks of at most");
    // A program whose rank set has 2^60 sections, and one that is said to hold all ranks twice.
    contentsUpToPrograms(out, 1 << 24);
    out.varint(1);
    out.u8(0);
    out.varint(1L << 60);
    assertContentsRefused(out, "sections of ranks that fit");
    contentsUpToPrograms(out, 2);
    out.varint(2);
    for (int i = 0; i < 2; i++) {
      out.u8(0);
      out.rankSet(RankSet.range(0, 1));
      out.varint(32);
      out.varint(1);
      out.varint(0);
    }
    out.varint(0);
    assertContentsRefused(out, "rank 0 twice");
    contentsUpToPrograms(out, 2);
    out.varint(1);
    out.u8(1);
    out.text("0123456789");
    assertContentsRefused(out, "no task graph by the capabilities, found a program of kind 1");
    contentsUpToPrograms(out, 2);
    out.varint(1);
    out.u8(3);
    out.text("0123456789");
    assertContentsRefused(out, "a kind of program of 0 to 2, found 3");
  }

  @Test
  void hostileRecordsAreRefused() throws IOException {
    assertRecordsRefused("expected the code of an op, found 220", 220);
    assertRecordsRefused("expected a mask", OpCode.SEND.id(), 0x7F);
    assertRecordsRefused("any, nobody, or 0 to 0 in peer, found 1", OpCode.SEND.id(), 1, 2);
    assertRecordsRefused("found the end of a repeat", Format.END_REPEAT, Format.END_PROGRAM);
    assertRecordsRefused(
        "expected the end of a repeat, found the end of the program",
        Format.REPEAT,
        0,
        2,
        Format.END_PROGRAM);
    assertRecordsRefused("repeat of 0 or more, found -1", Format.REPEAT, 0, 1);
    assertRecordsRefused("found the end of its last block", OpCode.INIT.id(), 0);
    assertRecordsRefused(
        "nothing after the end of the program", Format.END_PROGRAM, OpCode.INIT.id(), 0);
    assertRecordsRefused("a place of at most", Format.REPEAT, 1, 5, 1, 2, Format.END_REPEAT);
    assertRecordsRefused(
        "found an empty one", Format.VARIED, OpCode.WAITALL.id(), 0, 0, 2, Format.FORM_PER_RANK, 0);
    assertRecordsRefused(
        "list elements that fit", OpCode.WAITALL.id(), 2, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F);
    assertRecordsRefused("name each field once", Format.VARIED, OpCode.SEND.id(), 1, 1, 0, 0, 0, 0);
    assertRecordsRefused(
        "expected another duration, found the end of the column",
        Format.VARIED,
        OpCode.COMPUTE.id(),
        0,
        0,
        2,
        4,
        Format.END_PROGRAM);
    int[] deep = new int[3 * 300];
    for (int i = 0; i < deep.length; i += 3) {
      deep[i] = Format.REPEAT;
      deep[i + 2] = 2;
    }
    assertRecordsRefused("repeats at most 255 deep", deep);
  }

  @Test
  void anExpansionThatZstandardCannotReachIsRefused() throws IOException {
    byte[] bytes = bytes(sink -> program(sink, 1, "compute"));
    ByteBuffer block = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    block.put(Format.HEADER_BYTES + 1, (byte) Format.BLOCK_ZSTD);
    block.putInt(Format.HEADER_BYTES + 8, Format.MAX_BLOCK_BYTES);
    assertThatThrownBy(() -> readAll(write(Checksums.sealed(bytes))))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("expected lengths that fit, found a block of");
  }

  @Test
  void aBlockThatFollowsItselfIsRefused() throws IOException {
    byte[] bytes = bytes(sink -> program(sink, 1, "compute"));
    ByteBuffer.wrap(bytes)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putLong(Format.HEADER_BYTES + 16, Format.HEADER_BYTES);
    assertThatThrownBy(() -> readAll(write(Checksums.sealed(bytes))))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("expected the next block further on, found 32");
  }

  @Test
  void messagesNameFilePlaceRankAndRecord() throws IOException {
    byte[] bytes =
        bytes(
            sink -> {
              sink.begin(TraceInfo.ofRanks(1));
              sink.beginProgram(RankSet.of(0));
              OpView view = new OpView();
              for (int i = 0; i < 20_000; i++) {
                sink.op(view.reset(OpCode.COMPUTE).set(OpField.DURATION_PS, i * 7919L % 100_003));
              }
              sink.endProgram();
              sink.end();
            });
    bytes[bytes.length / 2] ^= 1;
    Path file = write(bytes);
    assertThatThrownBy(() -> readAll(file))
        .isInstanceOf(TraceException.class)
        .hasMessageMatching(
            "\\Q"
                + file
                + "\\E: damaged at byte \\d+: expected the checksum of the block, found another"
                + " \\(rank 0, after \\d\\d+ ops\\); copy or convert the trace again");
  }

  private void assertContentsRefused(ByteWriter contents, String message) throws IOException {
    byte[] example = bytes(sink -> program(sink, 2, "compute"));
    ByteBuffer old = ByteBuffer.wrap(example).order(ByteOrder.LITTLE_ENDIAN);
    int first = (int) old.getLong(example.length - Format.FOOTER_BYTES);
    int length = contents.size();
    ByteBuffer made =
        ByteBuffer.allocate(first + Format.BLOCK_HEADER_BYTES + length + Format.FOOTER_BYTES)
            .order(ByteOrder.LITTLE_ENDIAN);
    made.put(example, 0, first + Format.BLOCK_HEADER_BYTES).put(contents.array(), 0, length);
    made.putInt(first + 8, length).putInt(first + 12, length).putInt(first + 24, 0);
    made.putLong(first).putLong(length).putLong(made.capacity()).putInt(0).putInt(0);
    made.putLong(Format.END_MAGIC);
    Path file = write(Checksums.sealed(made.array()));
    assertThatThrownBy(() -> readAll(file))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining(message);
  }

  private static void contentsUpToPrograms(ByteWriter out, int ranks) {
    out.clear();
    out.varint(ranks);
    out.text("");
    out.text("");
    out.float64(0);
    for (int i = 0; i < 8; i++) {
      out.varint(0);
    }
  }

  /** Puts records in the place of a program's single block. */
  private void assertRecordsRefused(String message, int... records) throws IOException {
    String filler = "compute".repeat(records.length);
    byte[] bytes = bytes(sink -> program(sink, 1, filler));
    ByteBuffer file = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int old = file.getInt(Format.HEADER_BYTES + 8);
    assertThat(old).as("room for the records").isGreaterThanOrEqualTo(records.length);
    file.putInt(Format.HEADER_BYTES + 8, records.length);
    file.putInt(Format.HEADER_BYTES + 12, records.length);
    for (int i = 0; i < records.length; i++) {
      bytes[Format.HEADER_BYTES + Format.BLOCK_HEADER_BYTES + i] = (byte) records[i];
    }
    Checksums.seal(bytes, Format.HEADER_BYTES, records.length);
    assertThatThrownBy(() -> readAll(write(bytes)))
        .as(Arrays.toString(records))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining(message)
        .hasMessageContaining("rank 0");
  }

  /** A sink that passes durations on does not count them. */
  @Test
  void aColumnShorterThanItsProgramAsksForIsRefusedWhateverTheSink() throws IOException {
    byte[] bytes =
        bytes(
            sink -> {
              sink.begin(TraceInfo.ofRanks(1));
              sink.beginProgram(RankSet.of(0));
              sink.beginRepeat(2);
              sink.op(new OpView().reset(OpCode.COMPUTE), List.of(Variation.DURATION_COLUMN));
              sink.endRepeat();
              sink.endProgram();
              sink.durations(0, new long[] {5, 6}, 0, 2);
              sink.end();
            });
    int length =
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(Format.HEADER_BYTES + 8);
    int count = Format.HEADER_BYTES + Format.BLOCK_HEADER_BYTES + 2;
    assertThat(bytes[count]).as("twice, as a signed varint").isEqualTo((byte) 4);
    bytes[count] = 6;
    Checksums.seal(bytes, Format.HEADER_BYTES, length);
    try (TraceSource trace = TraceStoreReader.open(write(bytes));
        TraceTextWriter passive = TraceTextWriter.to(new StringWriter())) {
      assertThatThrownBy(() -> trace.describe(passive))
          .isInstanceOf(TraceException.class)
          .hasMessageContaining("rank 0 takes 3 durations from its column, but has 2");
    }
  }

  /** No cursor asks for a value within a repeat that does not run. */
  @Test
  void scopesOfOtherRanksAreRefusedWhereNoRankAsksForThem() throws IOException {
    byte[] bytes =
        bytes(
            sink -> {
              sink.begin(TraceInfo.ofRanks(3));
              sink.beginProgram(RankSet.range(0, 1));
              sink.beginRepeat(0);
              Values tags =
                  new Values.Scoped(
                      List.of(
                          new Values.Scope(RankSet.of(0), new Values.Constant(77)),
                          new Values.Scope(RankSet.of(1), new Values.Constant(78))));
              sink.op(
                  new OpView().reset(OpCode.SEND).set(OpField.PEER, 2),
                  List.of(new Variation(OpField.TAG, false, tags)));
              sink.endRepeat();
              sink.endProgram();
              sink.beginProgram(RankSet.of(2));
              sink.endProgram();
              sink.end();
            });
    int length =
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(Format.HEADER_BYTES + 8);
    List<String> refusals = new ArrayList<>();
    for (int i = 0; i < length; i++) {
      byte[] changed = bytes.clone();
      changed[Format.HEADER_BYTES + Format.BLOCK_HEADER_BYTES + i]++;
      Checksums.seal(changed, Format.HEADER_BYTES, length);
      try (TraceSource trace = TraceStoreReader.open(write(changed))) {
        trace.describe(MemoryTrace.builder());
      } catch (TraceException refused) {
        refusals.add(refused.getMessage());
      }
    }
    assertThat(refusals)
        .anySatisfy(
            text ->
                assertThat(text)
                    .contains("program 0 of ranks 0-1", "rank 2 of a scope is not in its program"));
  }

  private interface Describing {
    void describe(TraceSink sink);
  }

  private static void program(TraceSink sink, int ranks, String filler) {
    sink.begin(TraceInfo.ofRanks(ranks));
    sink.beginProgram(RankSet.range(0, ranks - 1));
    OpView view = new OpView();
    for (int i = 0; i < filler.length(); i += 7) {
      sink.op(view.reset(OpCode.COMPUTE).set(OpField.DURATION_PS, i));
    }
    sink.endProgram();
    sink.end();
  }

  private byte[] example() throws IOException {
    return bytes(
        sink -> {
          sink.begin(TraceInfo.ofRanks(3));
          sink.callSite(0, "main");
          sink.beginProgram(RankSet.of(1));
          sink.endProgram();
          sink.beginProgram(RankSet.parse("0+2*2"));
          OpView view = new OpView();
          sink.beginRepeat(new Values.Cyclic(new long[] {2, 3}));
          sink.op(
              view.reset(OpCode.ISEND).set(OpField.CALL_SITE, 0),
              List.of(Variation.relativePeer(OpField.PEER, 1)));
          sink.endRepeat();
          sink.op(view.reset(OpCode.COMPUTE), List.of(Variation.DURATION_COLUMN));
          sink.endProgram();
          sink.durations(0, new long[] {17}, 0, 1);
          sink.durations(2, new long[] {18}, 0, 1);
          sink.end();
        });
  }

  private byte[] graphs(long seed) throws IOException {
    return bytes(RandomGraphTrace.of(seed)::describe);
  }

  private byte[] bytes(Describing trace) throws IOException {
    Path file = folder.resolve("whole.bin");
    try (TraceStoreWriter writer = TraceStoreWriter.createUncompressed(file)) {
      trace.describe(writer);
    }
    return Files.readAllBytes(file);
  }

  private Path write(byte[] bytes) throws IOException {
    return Files.write(folder.resolve("damaged.bin"), bytes);
  }

  private void assertRefused(byte[] bytes, String what) throws IOException {
    Path file = write(bytes);
    try {
      readAll(file);
    } catch (TraceException e) {
      assertThat(e.getMessage()).as(what).startsWith(file + ": ");
      return;
    } catch (RuntimeException e) {
      throw new AssertionError(what, e);
    }
    fail("not noticed: " + what);
  }

  private static void readAll(Path file) {
    try (TraceStoreReader reader = TraceStoreReader.open(file)) {
      OpView view = new OpView();
      for (int rank = 0; rank < Math.min(reader.info().ranks(), 64); rank++) {
        if (reader.capabilities().contains(Capability.TASK_GRAPHS)) {
          assertThat(reader.graph(rank).taskOnCycle()).isEqualTo(-1);
          continue;
        }
        try (RankCursor cursor = reader.open(rank)) {
          while (cursor.delivered() < ENOUGH && cursor.next(view)) {
            assertThat(view.code()).isNotNull();
          }
        }
      }
    }
  }
}
