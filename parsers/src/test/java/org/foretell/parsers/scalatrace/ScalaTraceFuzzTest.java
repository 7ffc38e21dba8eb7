package org.foretell.parsers.scalatrace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.foretell.FuzzBudget;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceSink;
import org.foretell.trace.store.MemoryTrace;
import org.foretell.trace.text.TraceTextReader;
import org.foretell.trace.text.TraceTextWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Traces whose values are changed at random are read or refused in words. All are small, so that
 * many can be tried; together they have every form of the format: loops in loops and across loops,
 * lists of ranks in several dimensions, values by rank and in cycles, histograms, requests,
 * communicators and vectors of counts. {@code -Dforetell.fuzz.seed=N} begins with a seed from a
 * failure.
 */
@Timeout(value = 3, unit = TimeUnit.HOURS)
class ScalaTraceFuzzTest {
  private static final long FIRST_SEED = Long.getLong("foretell.fuzz.seed", 1);
  private static final Path RESOURCES =
      Path.of("src/test/resources/org/foretell/parsers/scalatrace");
  private static final int RANDOM_TRACES = 40;

  private static List<String> sound() throws IOException {
    List<String> sound = new ArrayList<>();
    sound.add(Files.readString(Path.of("../examples/farm.3.scalatrace")));
    sound.add(Files.readString(RESOURCES.resolve("overlapping-loops.scalatrace")));
    MemoryTrace.Builder calls = MemoryTrace.builder();
    TraceTextReader.read(RESOURCES.resolve("calls.txt"), calls);
    StringWriter text = new StringWriter();
    ScalaTraceWriter.write(calls.build(), text);
    sound.add(text.toString());
    for (long seed = 1; seed <= RANDOM_TRACES; seed++) {
      StringWriter out = new StringWriter();
      ScalaTraceWriter.write(RandomCalls.of(seed), out);
      sound.add(out.toString());
    }
    return sound;
  }

  private static void read(String text, TraceSink sink) throws IOException {
    ScalaTraceReader.read(
        new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1)),
        "bad.scalatrace",
        ScalaTraceOptions.DEFAULT,
        sink);
  }

  @Test
  void unchangedTheyAreReadAndCanBeWrittenAsText() throws IOException {
    for (String text : sound()) {
      StringWriter out = new StringWriter();
      try (TraceTextWriter writer = TraceTextWriter.to(out)) {
        read(text, writer);
      }
      MemoryTrace.Builder direct = MemoryTrace.builder();
      read(text, direct);
      MemoryTrace.Builder again = MemoryTrace.builder();
      TraceTextReader.read(new StringReader(out.toString()), "again.txt", again);
      assertThat(again.build().operations()).isEqualTo(direct.build().operations());
    }
  }

  @Test
  void changedValuesNeverEscapeTheDocumentedException() throws IOException {
    List<String> sound = sound();
    FuzzBudget budget = new FuzzBudget();
    long seed = FIRST_SEED;
    long accepted = 0;
    for (; budget.isLeft(); seed++) {
      Random random = new Random(seed);
      String[] lines = sound.get(random.nextInt(sound.size())).split("\n", -1);
      for (int i = 1 + random.nextInt(2); i > 0; i--) {
        mutate(lines, random);
      }
      try (MemoryTrace.Builder sink = MemoryTrace.builder()) {
        read(String.join("\n", lines), sink);
        accepted++;
      } catch (TraceException e) {
        assertThat(e.getMessage()).as("seed %d", seed).startsWith("bad.scalatrace:");
      } catch (RuntimeException | Error e) {
        throw new AssertionError("failed with seed " + seed, e);
      }
    }
    budget.report("ScalaTrace, values", seed - FIRST_SEED, accepted);
    assertThat(accepted).isPositive();
  }

  private static void mutate(String[] lines, Random random) {
    int line = random.nextInt(lines.length);
    String[] words = lines[line].split(" ", -1);
    int word = random.nextInt(words.length);
    String[] odd = {
      "0",
      "-1",
      "1",
      "2",
      "10",
      "1000000",
      "2147483647",
      "2147483648",
      "-2147483648",
      "(",
      ")[",
      "]",
      "{",
      "NULL",
      "LOOP0:",
      "",
      "9999",
      "1e9",
      "0x1",
      "1090",
      "1149",
      "1036"
    };
    switch (random.nextInt(6)) {
      case 0 -> lines[line] = "";
      case 1 -> lines[line] = lines[random.nextInt(lines.length)];
      case 2 -> words = Arrays.copyOf(words, word + 1);
      default -> words[word] = odd[random.nextInt(odd.length)];
    }
    if (!lines[line].isEmpty()) {
      lines[line] = String.join(" ", words);
    }
  }
}
