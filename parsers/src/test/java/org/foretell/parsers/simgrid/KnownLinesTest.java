package org.foretell.parsers.simgrid;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.TraceSink;
import org.foretell.trace.store.MemoryTrace;
import org.junit.jupiter.api.Test;

class KnownLinesTest {
  private final KnownLines lines = new KnownLines();

  /** The text as it stands in a buffer, with a line before and one behind it. */
  private static byte[] buffer(String text) {
    return Arrays.copyOf(
        ("0" + text + "\n0 something else\n").getBytes(StandardCharsets.US_ASCII), 100);
  }

  private int find(String text, int context) {
    return lines.find(buffer(text), 1, 1 + text.length(), context);
  }

  private void add(String text, int context, int number) {
    lines.add(buffer(text), 1, 1 + text.length(), context, number);
  }

  @Test
  void aTextIsKnownByAllItsBytesAndItsContext() {
    add(" send 1 0 4", 0, 5);
    add(" send 1 0 4", 1, 6);
    add(" send 1 0 40 1234567890", 0, 7);
    assertThat(find(" send 1 0 4", 0)).isEqualTo(5);
    assertThat(find(" send 1 0 4", 1)).isEqualTo(6);
    assertThat(find(" send 1 0 40 1234567890", 0)).isEqualTo(7);
    for (String other :
        new String[] {
          "",
          " ",
          " send 1 0 ",
          " send 1 0 40",
          " send 1 0 40 1234567891",
          " send 1 0 5",
          " Send 1 0 4"
        }) {
      assertThat(find(other, 0)).as(other).isEqualTo(KnownLines.UNKNOWN);
    }
    lines.clear();
    assertThat(find(" send 1 0 4", 0)).isEqualTo(KnownLines.UNKNOWN);
  }

  @Test
  void aLongTextOrOneAtTheEndOfTheBufferIsNeverKnown() {
    assertThat(find(" send 1 0 40 12345678901", 0)).isEqualTo(KnownLines.NEVER_KNOWN);
    byte[] bytes = " send 1 0 4\n".getBytes(StandardCharsets.US_ASCII);
    assertThat(lines.find(bytes, 0, 11, 0)).isEqualTo(KnownLines.NEVER_KNOWN);
  }

  /** Texts are padded with zeros, and a damaged line has zeros of its own. */
  @Test
  void aTextDiffersFromTheSameWithZerosBehindIt() {
    add(" send 1 0 4", 0, 5);
    add(" send 1 0 40 1234567\0", 0, 6);
    assertThat(find(" send 1 0 4\0", 0)).isEqualTo(KnownLines.UNKNOWN);
    assertThat(find(" send 1 0 40 1234567", 0)).isEqualTo(KnownLines.UNKNOWN);
    assertThat(find(" send 1 0 40 1234567\0\0", 0)).isEqualTo(KnownLines.UNKNOWN);
  }

  @Test
  void theTableFillsUp() {
    Map<String, Integer> known = new LinkedHashMap<>();
    for (int i = 0; i < 10_000; i++) {
      String text = " send " + i;
      if (find(text, 3) == KnownLines.UNKNOWN) {
        add(text, 3, i);
        known.put(text, i);
      } else {
        assertThat(find(text, 3)).isEqualTo(KnownLines.NEVER_KNOWN);
      }
    }
    assertThat(known).hasSize(2048);
    known.forEach((text, number) -> assertThat(find(text, 3)).isEqualTo(number));
  }

  /** What is read by means of known lines is what a sink gets that keeps no ops. */
  @Property(tries = 30)
  void linesThatRepeatSayWhatTheySay(@ForAll long seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    Path file = Files.createTempFile("lines", ".txt");
    try {
      Files.writeString(file, randomTrace(random, 1 + random.nextInt(3)));
      RecordingSink expected = new RecordingSink();
      SimGridTiReader.read(file, TiOptions.DEFAULT, expected);
      try (MemoryTrace.Builder builder = MemoryTrace.builder()) {
        AtomicInteger again = new AtomicInteger();
        SimGridTiReader.read(file, TiOptions.DEFAULT, counting(builder, again));
        assertSame(expected, builder.build());
        // Of the lines of each rank a sixth and more are such sends and receives, or bursts.
        assertThat(again.get()).isGreaterThan(1_000);
      }
    } finally {
      Files.delete(file);
    }
  }

  /** Counts how often an op is added again. */
  private static TraceSink counting(TraceSink sink, AtomicInteger again) {
    return (TraceSink)
        Proxy.newProxyInstance(
            TraceSink.class.getClassLoader(),
            new Class<?>[] {TraceSink.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("again")) {
                again.incrementAndGet();
              }
              return method.invoke(sink, arguments);
            });
  }

  private static void assertSame(RecordingSink expected, MemoryTrace trace) {
    assertThat(trace.info().notes()).isEqualTo(expected.notes());
    OpView op = new OpView();
    for (int rank = 0; rank < trace.info().ranks(); rank++) {
      try (RankCursor cursor = trace.open(rank)) {
        for (OpView wanted : expected.views(rank)) {
          assertThat(cursor.next(op)).isTrue();
          assertThat(op.toString()).isEqualTo(wanted.toString());
        }
        assertThat(cursor.next(op)).isFalse();
      }
    }
  }

  private static String randomTrace(SplittableRandom random, int ranks) {
    StringBuilder text = new StringBuilder();
    for (int rank = 0; rank < ranks; rank++) {
      for (int i = 0; i < 8_000; i++) {
        int peer = random.nextInt(ranks);
        String tail = random.nextInt(4) + " " + random.nextInt(3);
        String action =
            switch (random.nextInt(15)) {
              case 0 -> "recv -555 " + tail;
              case 1 -> "recv " + peer + " " + tail + " " + random.nextInt(3);
              case 2 -> "isend " + peer + " " + tail;
              case 3 -> "irecv " + peer + " " + tail;
              case 4 -> "waitall";
              case 5 -> "location a.c " + random.nextInt(3);
              case 6 -> random.nextInt(100) == 0 ? "init" : "send " + peer + " " + tail;
              case 7 -> random.nextInt(100) == 0 ? "init 1" : "Ssend " + peer + " " + tail;
              case 8 -> "send " + peer + " " + tail + " ";
              case 9 -> "send  " + peer + " " + tail + " 0";
              case 10 -> "compute " + random.nextInt(5);
              case 11 -> "sleep 1e-" + random.nextInt(5);
              case 12 -> "send -333 " + tail;
              case 13 -> (random.nextBoolean() ? "recv" : "send") + " -666 " + tail;
              default -> "allreduce 1 " + random.nextInt(3) + " 0";
            };
        text.append(rank).append(' ').append(action).append(random.nextInt(9) == 0 ? "\r\n" : "\n");
      }
    }
    return text.toString();
  }
}
