package org.foretell.machines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.foretell.FuzzBudget;
import org.foretell.machines.dimemas.DimemasConfigurationTest;
import org.foretell.machines.file.MachineFileException;
import org.foretell.machines.json.TopologySectionTest;
import org.junit.jupiter.api.Test;

/**
 * Damages good files at random: the reader either accepts what comes out, and then the schema does
 * too, or says what is wrong. {@code -Dforetell.fuzz.seconds=3600} for an hour of it, {@code
 * -Dforetell.fuzz.seed=N} to begin with a seed from a failure.
 */
class MachineFileFuzzTest {
  private static final long FIRST_SEED = Long.getLong("foretell.fuzz.seed", 1);

  private static final Schema SCHEMA =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
          .getSchema(MachineFiles.schema());

  private static final List<String> TOKENS =
      List.of(
          "{",
          "}",
          "[",
          "]",
          ",",
          ":",
          "\"",
          "\\",
          "\\u0000",
          "\\ud800",
          "//",
          "null",
          "true",
          "NaN",
          "-",
          "-1",
          "0",
          "1e999",
          "1e-999",
          "1E99999999999",
          "9999999999999999999",
          "0.5",
          "\u0000",
          "\uFEFF",
          "\u202E",
          "\"unlimited\"",
          "\"0us\"",
          "\"-1us\"",
          "\"1e999s\"",
          "\"1e9h\"",
          "\"7GB/s\"",
          "\"3B\"",
          "\"nodes\": 3,",
          "\"links\": {\"in\": 0},",
          "\"nics\": 2,",
          "[".repeat(100),
          "{\"a\":".repeat(100),
          "9".repeat(2000),
          "x".repeat(2000));

  @Test
  void damagedFilesAreReadOrExplained() {
    List<byte[]> corpus = new ArrayList<>();
    corpus.add(Cluster.TEXT.getBytes(StandardCharsets.UTF_8));
    Catalogue.names().forEach(name -> corpus.add(Catalogue.bytes(name)));
    for (TopologySectionTest.Section section : TopologySectionTest.sections()) {
      corpus.add(TopologySectionTest.file(section.text()).getBytes(StandardCharsets.UTF_8));
    }
    corpus.add(
        MachineJson.write(
                MachineFiles.parse("m.cfg", DimemasConfigurationTest.TWO_MACHINES).machine(), "x")
            .getBytes(StandardCharsets.UTF_8));
    FuzzBudget budget = new FuzzBudget();
    long seed = FIRST_SEED;
    long accepted = 0;
    for (; budget.isLeft(); seed++) {
      accepted += tryOne(seed, damaged(new Random(seed), corpus)) ? 1 : 0;
    }
    budget.report("machine files", seed - FIRST_SEED, accepted);
  }

  /** Whether they are accepted. */
  private static boolean tryOne(long seed, byte[] bytes) {
    boolean accepted = false;
    try {
      MachineFiles.parse("fuzz", bytes);
      accepted = true;
    } catch (MachineFileException e) {
      assertThat(e.findings()).as("seed " + seed).isNotEmpty();
      assertThat(e.getMessage().chars().filter(c -> c != '\n').noneMatch(Character::isISOControl))
          .as("seed " + seed + ": " + e.getMessage())
          .isTrue();
    } catch (RuntimeException | Error e) {
      fail("seed " + seed + ":\n" + new String(bytes, StandardCharsets.UTF_8), e);
    }
    if (accepted) {
      String text = new String(bytes, StandardCharsets.UTF_8).replaceFirst("^\uFEFF", "");
      assertThat(SCHEMA.validate(text, InputFormat.JSON)).as("seed " + seed).isEmpty();
    }
    return accepted;
  }

  private static byte[] damaged(Random random, List<byte[]> corpus) {
    byte[] bytes = corpus.get(random.nextInt(corpus.size()));
    int times = 1 + random.nextInt(4);
    for (int i = 0; i < times; i++) {
      bytes = damagedOnce(random, bytes, corpus);
    }
    return bytes;
  }

  private static byte[] damagedOnce(Random random, byte[] bytes, List<byte[]> corpus) {
    int from = random.nextInt(bytes.length + 1);
    int to = Math.min(bytes.length, from + random.nextInt(20));
    return switch (random.nextInt(8)) {
      case 0 -> Arrays.copyOf(bytes, from);
      case 1 -> {
        byte[] flipped = bytes.clone();
        if (from < flipped.length) {
          flipped[from] ^= (byte) (1 << random.nextInt(8));
        }
        yield flipped;
      }
      case 2 -> replaced(bytes, from, to, new byte[0]);
      case 3 -> replaced(bytes, from, from, Arrays.copyOfRange(bytes, from, to));
      case 4 -> replaced(bytes, from, from, token(random));
      case 5 -> {
        byte[] other = corpus.get(random.nextInt(corpus.size()));
        int start = random.nextInt(other.length);
        yield replaced(
            bytes, from, to, Arrays.copyOfRange(other, start, Math.min(other.length, start + 40)));
      }
      default -> {
        int start = valueAfter(bytes, from);
        yield replaced(bytes, start, valueEnd(bytes, start), token(random));
      }
    };
  }

  /** Where the next value of a member begins. */
  private static int valueAfter(byte[] bytes, int from) {
    for (int i = from; i + 2 < bytes.length; i++) {
      if (bytes[i] == '"' && bytes[i + 1] == ':') {
        return i + 2;
      }
    }
    return bytes.length;
  }

  private static int valueEnd(byte[] bytes, int start) {
    for (int i = start; i < bytes.length; i++) {
      if (bytes[i] == ',' || bytes[i] == '}' || bytes[i] == '\n') {
        return i;
      }
    }
    return bytes.length;
  }

  private static byte[] token(Random random) {
    return TOKENS.get(random.nextInt(TOKENS.size())).getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] replaced(byte[] bytes, int from, int to, byte[] insert) {
    byte[] result = new byte[bytes.length - (to - from) + insert.length];
    System.arraycopy(bytes, 0, result, 0, from);
    System.arraycopy(insert, 0, result, from, insert.length);
    System.arraycopy(bytes, to, result, from + insert.length, bytes.length - to);
    return result;
  }
}
