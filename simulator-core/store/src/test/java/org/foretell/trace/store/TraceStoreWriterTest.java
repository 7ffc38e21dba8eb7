package org.foretell.trace.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.foretell.trace.Capability;
import org.foretell.trace.Communicator;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.Values;
import org.foretell.trace.Variation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a writer refuses, and what it leaves on disk. */
class TraceStoreWriterTest {
  @TempDir Path folder;

  private final OpView view = new OpView();

  @Test
  void withoutAnEndNothingIsLeftAndWhatWasThereStays() throws IOException {
    Path file = Files.writeString(folder.resolve("trace.bin"), "what was there");
    try (TraceStoreWriter writer = TraceStoreWriter.create(file)) {
      writer.begin(TraceInfo.ofRanks(1));
      writer.beginProgram(RankSet.of(0));
      for (int i = 0; i < 50_000; i++) {
        writer.op(view.reset(OpCode.COMPUTE).set(OpField.DURATION_PS, i));
      }
      assertThat(Files.readString(file)).isEqualTo("what was there");
    }
    assertThat(Files.readString(file)).isEqualTo("what was there");
    assertOnly(file);
  }

  @Test
  void anEndReplacesWhatWasThere() throws IOException {
    Path file = Files.writeString(folder.resolve("trace.bin"), "what was there");
    try (TraceStoreWriter writer = TraceStoreWriter.create(file)) {
      writer.begin(TraceInfo.ofRanks(1));
      writer.beginProgram(RankSet.of(0));
      writer.endProgram();
      writer.end();
    }
    assertOnly(file);
    try (TraceStoreReader reader = TraceStoreReader.open(file)) {
      assertThat(reader.open(0).next(view)).isFalse();
    }
  }

  @Test
  void theHeaderStatesTheNumberOfOps() throws IOException {
    Path file = folder.resolve("trace.bin");
    try (TraceStoreWriter writer = TraceStoreWriter.create(file)) {
      writer.begin(TraceInfo.ofRanks(3));
      writer.beginProgram(RankSet.range(0, 2));
      writer.op(view.reset(OpCode.COMPUTE).set(OpField.DURATION_PS, 5));
      writer.op(view.reset(OpCode.COMPUTE).set(OpField.DURATION_PS, 7));
      writer.endProgram();
      writer.end();
    }
    ByteBuffer header = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
    assertThat(header.getLong(16)).isEqualTo(6);
    try (TraceStoreReader reader = TraceStoreReader.open(file)) {
      assertThat(reader.operations()).hasValue(6);
    }
  }

  @Test
  void afterAFailedEndNothingIsLeft() throws IOException {
    Path file = folder.resolve("trace.bin");
    try (TraceStoreWriter writer = TraceStoreWriter.create(file)) {
      writer.begin(TraceInfo.ofRanks(2));
      writer.beginProgram(RankSet.of(1));
      writer.endProgram();
      assertThatThrownBy(writer::end)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("rank 0 is in none");
    }
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).isEmpty();
    }
  }

  @Test
  void aFolderThatIsNotThereIsOneMessage() {
    Path file = folder.resolve("none").resolve("trace.bin");
    assertThatThrownBy(() -> TraceStoreWriter.create(file))
        .isInstanceOf(TraceException.class)
        .hasMessage(file + ": cannot write: there is no such file or folder");
  }

  @Test
  void callsOutOfOrderAreMisuse() {
    MemoryTrace.Builder sink = MemoryTrace.builder();
    assertMisuse(() -> sink.note("early"));
    assertMisuse(() -> sink.beginProgram(RankSet.of(0)));
    assertMisuse(sink::end);
    assertMisuse(sink::build);
    sink.begin(TraceInfo.ofRanks(1));
    assertMisuse(() -> sink.begin(TraceInfo.ofRanks(1)));
    assertMisuse(() -> sink.op(view.reset(OpCode.INIT)));
    assertMisuse(() -> sink.beginRepeat(1));
    sink.beginProgram(RankSet.of(0));
    assertMisuse(() -> sink.beginProgram(RankSet.of(0)));
    assertMisuse(sink::endRepeat);
    assertMisuse(sink::end);
    sink.beginRepeat(1);
    assertMisuse(sink::endProgram);
    sink.endRepeat();
    sink.op(view.reset(OpCode.COMPUTE), List.of(Variation.DURATION_COLUMN));
    sink.endProgram();
    assertMisuse(sink::end);
    sink.durations(0, new long[] {1, 2}, 0, 2);
    assertMisuse(sink::end);
    sink.close();
    assertMisuse(() -> sink.note("late"));
  }

  @Test
  void durationsThatNobodyAskedForAreMisuse() {
    MemoryTrace.Builder sink = MemoryTrace.builder();
    sink.begin(TraceInfo.ofRanks(1));
    sink.beginProgram(RankSet.of(0));
    sink.endProgram();
    sink.durations(0, new long[] {1}, 0, 1);
    assertThatThrownBy(sink::end)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("rank 0 takes 0 durations from its column, but has 1");
  }

  @Test
  void wrongValuesAreRefusedAndTheRestStands() {
    MemoryTrace.Builder sink = MemoryTrace.builder();
    sink.begin(TraceInfo.ofRanks(4));
    assertWrong(() -> sink.callSite(1, "gap"), "must have id 0");
    assertWrong(() -> sink.communicator(new Communicator(1, new int[] {0})), "id 2 or above");
    assertWrong(() -> sink.communicator(new Communicator(2, new int[] {4})), "holds rank 4");
    assertWrong(() -> sink.communicator(new Communicator(2, new int[] {1, 1})), "rank 1 twice");
    assertWrong(() -> sink.communicator(new Communicator(2, new int[0])), "no members");
    sink.communicator(new Communicator(2, new int[] {3, 1}));
    assertWrong(() -> sink.communicator(new Communicator(2, new int[] {0})), "twice");
    assertWrong(() -> sink.beginProgram(RankSet.range(0, 4)), "rank 4 is not among");
    sink.beginProgram(RankSet.range(0, 3));
    assertWrong(() -> sink.durations(7, new long[] {1}, 0, 1), "rank 7 has no program yet");
    assertWrong(() -> sink.durations(0, new long[] {-1}, 0, 1), "at least 0 ps");
    assertWrong(
        () -> sink.op(view.reset(OpCode.SEND).set(OpField.PEER, 4)),
        "any, nobody, or 0 to 3 in peer");
    assertWrong(() -> sink.op(view.reset(OpCode.SEND).set(OpField.BYTES, -1)), "in bytes, found");
    assertWrong(
        () -> sink.op(view.reset(OpCode.SEND).set(OpField.CALL_SITE, 0)), "its table is empty");
    assertWrong(
        () -> sink.op(view.reset(OpCode.SEND).set(OpField.CALL_SITE, -1)), "its table is empty");
    assertVaried(OpField.PEER, new Values.PerRank(new long[] {1, 2}), "1 for each of 4 ranks");
    assertVaried(OpField.PEER, new Values.Cyclic(new long[0]), "multiple of 1");
    assertVaried(OpField.ROOT, new Values.Constant(0), "SEND has no field ROOT");
    Values one = new Values.Constant(1);
    assertVaried(
        OpField.PEER,
        new Values.Scoped(List.of(new Values.Scope(RankSet.range(0, 2), one))),
        "cover the program's 4 ranks, but cover 3");
    assertVaried(
        OpField.PEER,
        new Values.Scoped(
            List.of(
                new Values.Scope(RankSet.range(0, 2), one),
                new Values.Scope(RankSet.range(2, 3), one))),
        "rank 2 is in two scopes");
    assertVaried(
        OpField.PEER,
        new Values.Scoped(List.of(new Values.Scope(RankSet.range(2, 5), one))),
        "rank 4 of a scope is not in its program");
    assertWrong(() -> sink.beginRepeat(-1), "at least 0, but is -1");
    assertWrong(() -> sink.beginRepeat(Values.Column.INSTANCE), "cannot stand in a column");
    sink.op(view.reset(OpCode.SEND).set(OpField.PEER, 3));
    sink.endProgram();
    sink.end();
    MemoryTrace trace = sink.build();
    assertThat(trace.operations()).hasValue(4);
    assertThat(trace.capabilities()).containsExactly(Capability.SUB_COMMUNICATORS);
  }

  @Test
  void notesFoundWhileReadingFollowThoseOfTheBeginning() {
    MemoryTrace.Builder sink = MemoryTrace.builder();
    sink.begin(new TraceInfo("lu", 1, "by hand", 1e9, List.of("first")));
    sink.beginProgram(RankSet.of(0));
    sink.note("second");
    sink.endProgram();
    sink.end();
    assertThat(sink.build().info())
        .isEqualTo(new TraceInfo("lu", 1, "by hand", 1e9, List.of("first", "second")));
  }

  @Test
  void aClosedSourceOpensNoCursor() {
    MemoryTrace.Builder sink = MemoryTrace.builder();
    sink.begin(TraceInfo.ofRanks(1));
    sink.beginProgram(RankSet.of(0));
    sink.endProgram();
    sink.end();
    MemoryTrace trace = sink.build();
    assertThatThrownBy(() -> trace.open(1)).isInstanceOf(IndexOutOfBoundsException.class);
    var cursor = trace.open(0);
    cursor.close();
    assertMisuse(() -> cursor.next(view));
    trace.close();
    assertMisuse(() -> trace.open(0));
  }

  private void assertVaried(OpField field, Values values, String message) {
    MemoryTrace.Builder sink = MemoryTrace.builder();
    sink.begin(TraceInfo.ofRanks(4));
    sink.beginProgram(RankSet.range(0, 3));
    assertWrong(
        () -> sink.op(view.reset(OpCode.SEND), List.of(new Variation(field, false, values))),
        message);
  }

  private void assertOnly(Path file) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).containsExactly(file);
    }
  }

  private static void assertMisuse(Runnable call) {
    assertThatThrownBy(call::run).isInstanceOf(IllegalStateException.class);
  }

  private static void assertWrong(Runnable call, String message) {
    assertThatThrownBy(call::run)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }
}
