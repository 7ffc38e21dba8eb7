package org.foretell.trace.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.foretell.FuzzBudget;
import org.foretell.trace.RandomGraphTrace;
import org.foretell.trace.RandomStructuredTraces;
import org.foretell.trace.TraceException;
import org.foretell.trace.store.MemoryTrace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Texts that are cut, changed or made up are refused in words. */
@Timeout(value = 3, unit = TimeUnit.HOURS)
class DamagedTextTest {
  private static final String PIECES = "{}()[],;:=#\"\\ \n+-*019azu_.\u0000\u00e9%";

  @TempDir Path folder;

  @Test
  void randomChangesNeverEscapeTheDocumentedException() {
    FuzzBudget budget = new FuzzBudget();
    for (long seed = 1; budget.isLeft(); seed++) {
      Random random = new Random(seed);
      StringBuilder text = new StringBuilder(text(seed % 50));
      for (int i = 1 + random.nextInt(3); i > 0; i--) {
        mutate(text, random);
      }
      assertReadOrRefused(text.toString(), "seed " + seed);
    }
  }

  private static void mutate(StringBuilder text, Random random) {
    int at = random.nextInt(text.length());
    int to = Math.min(text.length(), at + random.nextInt(20));
    switch (random.nextInt(4)) {
      case 0 -> text.delete(at, to);
      case 1 -> text.insert(at, text.substring(at, to));
      case 2 -> text.insert(at, PIECES.charAt(random.nextInt(PIECES.length())));
      default -> text.setCharAt(at, PIECES.charAt(random.nextInt(PIECES.length())));
    }
  }

  @Test
  void everyTruncationIsReadOrRefused() {
    everyTruncationIsReadOrRefused(text(3));
    everyTruncationIsReadOrRefused(text(4));
  }

  private static void everyTruncationIsReadOrRefused(String text) {
    for (int length = 0; length < text.length(); length++) {
      assertReadOrRefused(text.substring(0, length), "length " + length);
    }
  }

  @Test
  void hostileSizesAreRefused() {
    String head = "foretell-trace 1\nranks 2\n";
    assertRefused("x".repeat(100_000), "a word of at most 200 letters");
    assertRefused(head + "note \"" + "x".repeat(1 << 21), "a string of at most");
    assertRefused("foretell-trace 1\nranks 99999999999\n", "a number of ranks");
    assertRefused("foretell-trace 1\nranks 999999999\nprogram 0 {\n", "1 to 16777216 ranks");
    assertRefused(head + "communicator 2 0-16777215\n", "at most 2 ranks, but holds 16777216");
    assertRefused(head + "program 0-1 {\n" + "repeat 2 {\n".repeat(300), "nested 255 deep");
    assertRefused(head + "program 0+9*9+9*9+9*99999999 {\n", "trace:3:9");
    assertRefused(head + "program 0-1 {\n send bytes=99999999999999999999\n", "63 bits");
    assertRefused(head + "program 0-1 {\n compute duration=1e999999999s\n", "is not a time");
    assertRefused(head + "program 0-1 {\n compute duration=1e300s\n", "exceeds the limit");
  }

  @Test
  void bytesThatAreNoTextAreRefused() throws IOException {
    Path file = folder.resolve("binary.trace");
    Files.write(file, new byte[] {'f', (byte) 0xC3, (byte) 0x28, 0});
    assertThatThrownBy(() -> TraceTextReader.read(file, MemoryTrace.builder()))
        .isInstanceOf(TraceException.class)
        .hasMessage(file + ": cannot read: expected text in UTF-8, found other bytes");
  }

  private static String text(long seed) {
    StringWriter out = new StringWriter();
    if (seed % 3 == 1) {
      RandomGraphTrace.of(seed).describe(TraceTextWriter.to(out));
    } else {
      RandomStructuredTraces.of(seed).describe(TraceTextWriter.to(out));
    }
    return out.toString();
  }

  private static void assertReadOrRefused(String text, String what) {
    try {
      TraceTextReader.read(new StringReader(text), "trace", MemoryTrace.builder());
    } catch (TraceException e) {
      assertThat(e.getMessage()).as(what).startsWith("trace:");
    } catch (RuntimeException | Error e) {
      throw new AssertionError("failed with " + what, e);
    }
  }

  private static void assertRefused(String text, String message) {
    assertThatThrownBy(
            () -> TraceTextReader.read(new StringReader(text), "trace", MemoryTrace.builder()))
        .isInstanceOf(TraceException.class)
        .hasMessageStartingWith("trace:")
        .hasMessageContaining(message);
  }
}
