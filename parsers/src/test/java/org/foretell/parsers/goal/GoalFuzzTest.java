package org.foretell.parsers.goal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.foretell.FuzzBudget;
import org.foretell.trace.TraceException;
import org.foretell.trace.store.MemoryTrace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Schedules that are cut or changed at random are read or refused in words. {@code
 * -Dforetell.fuzz.seed=N} begins with a seed from a failure.
 */
@Timeout(value = 3, unit = TimeUnit.HOURS)
class GoalFuzzTest {
  private static final long FIRST_SEED = Long.getLong("foretell.fuzz.seed", 1);
  private static final int SCHEDULES = 50;
  private static final String PIECES = "{}:/*-019ablsr \t\r\n_\u0000\u00e9";

  @TempDir Path folder;

  @Test
  void changedTextNeverEscapesTheDocumentedException() throws IOException {
    List<String> sound = new ArrayList<>();
    for (long seed = 0; seed < SCHEDULES; seed++) {
      StringWriter whole = new StringWriter();
      GoalTextWriter.write(RandomSchedules.of(seed), whole, GoalOptions.DEFAULT);
      sound.add(whole.toString());
    }
    FuzzBudget budget = new FuzzBudget();
    long seed = FIRST_SEED;
    long accepted = 0;
    for (; budget.isLeft(); seed++) {
      Random random = new Random(seed);
      StringBuilder text = new StringBuilder(sound.get(random.nextInt(SCHEDULES)));
      for (int i = 1 + random.nextInt(3); i > 0 && !text.isEmpty(); i--) {
        mutate(text, random);
      }
      byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
      try {
        GoalTextReader.read(
            new ByteArrayInputStream(bytes),
            "fuzz.goal",
            GoalOptions.DEFAULT,
            MemoryTrace.builder());
        accepted++;
      } catch (TraceException e) {
        assertThat(e.getMessage()).as("seed " + seed).startsWith("fuzz.goal:");
      } catch (RuntimeException | Error e) {
        throw new AssertionError("failed with seed " + seed, e);
      }
    }
    budget.report("GOAL, text", seed - FIRST_SEED, accepted);
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
  void changedFilesNeverEscapeTheDocumentedException() throws IOException {
    Path file = folder.resolve("fuzz.goalbin");
    List<byte[]> sound = new ArrayList<>();
    for (long seed = 0; seed < SCHEDULES; seed++) {
      GoalBinaryWriter.write(RandomSchedules.of(seed), file, GoalOptions.DEFAULT);
      sound.add(Files.readAllBytes(file));
    }
    FuzzBudget budget = new FuzzBudget();
    long seed = FIRST_SEED;
    long accepted = 0;
    for (; budget.isLeft(); seed++) {
      Random random = new Random(seed);
      byte[] bytes = sound.get(random.nextInt(SCHEDULES)).clone();
      for (int i = 1 + random.nextInt(3); i > 0; i--) {
        bytes[random.nextInt(bytes.length)] =
            (byte) (random.nextBoolean() ? random.nextInt() : random.nextInt(3) - 1);
      }
      Files.write(file, bytes);
      try {
        GoalBinaryReader.read(file, GoalOptions.DEFAULT, MemoryTrace.builder());
        accepted++;
      } catch (TraceException e) {
        assertThat(e.getMessage()).as("seed " + seed).startsWith(file + ": at byte");
      } catch (RuntimeException | Error e) {
        throw new AssertionError("failed with seed " + seed, e);
      }
    }
    budget.report("GOAL, binary", seed - FIRST_SEED, accepted);
  }
}
