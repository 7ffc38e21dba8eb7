package org.foretell.parsers.otf2;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.foretell.parsers.ReadingOptions;
import org.foretell.parsers.otf2.ArchiveWriter.Records;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.store.MemoryTrace;

/** Whatever the byte order and the size of chunks: messages of any size, at any times. */
class RandomArchivesTest {
  private static final int SEND = 1;
  private static final int COMM = 0;

  @Property(tries = 40)
  void messagesComeBack(
      @ForAll boolean isLittle,
      @ForAll @IntRange(min = 64, max = 400) int chunkBytes,
      @ForAll @Size(max = 30) List<@LongRange(min = 0, max = 1L << 40) Long> bytes,
      @ForAll @LongRange(min = 1, max = 1L << 20) long gap)
      throws IOException {
    Path folder = Files.createTempDirectory("otf2");
    try {
      ArchiveWriter writer = new ArchiveWriter(isLittle, chunkBytes);
      writer.ranks(1).region(SEND, "MPI_Bsend", ArchiveWriter.MPI, 0);
      Records events = writer.records();
      List<String> expected = new ArrayList<>();
      long time = 0;
      for (int i = 0; i < bytes.size(); i++) {
        time += gap;
        events.enter(time, SEND);
        events.message(EventReader.SEND, 0, COMM, 1000 * i, bytes.get(i));
        events.leave(time, SEND);
        if (i > 0) {
          expected.add("compute " + gap * 1000);
        }
        expected.add("bsend 0 " + 1000 * i + " " + bytes.get(i));
      }
      writer.write(folder);
      writer.events(folder, 0, events);
      assertThat(ops(folder)).isEqualTo(expected);
    } finally {
      delete(folder);
    }
  }

  private static List<String> ops(Path folder) {
    MemoryTrace.Builder trace = MemoryTrace.builder();
    Otf2Reader.read(folder, ReadingOptions.DEFAULT, trace);
    List<String> ops = new ArrayList<>();
    try (RankCursor cursor = trace.build().open(0)) {
      OpView op = new OpView();
      while (cursor.next(op)) {
        ops.add(
            op.code() == OpCode.COMPUTE
                ? "compute " + op.durationPs()
                : "bsend " + op.peer() + " " + op.tag() + " " + op.bytes());
      }
    }
    return ops;
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      all.sorted(Comparator.reverseOrder()).forEach(RandomArchivesTest::remove);
    }
  }

  private static void remove(Path path) {
    try {
      Files.delete(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
