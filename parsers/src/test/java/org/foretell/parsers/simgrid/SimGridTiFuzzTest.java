package org.foretell.parsers.simgrid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.foretell.FuzzBudget;
import org.foretell.parsers.simgrid.TiOptions.UnknownActions;
import org.foretell.trace.TraceException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damaged input ends in a {@link TraceException} or is read, and never in anything else. */
class SimGridTiFuzzTest {
  private static final long FIRST_SEED = Long.getLong("foretell.fuzz.seed", 20_260_102);

  private static final List<String> WORDS =
      List.of(
          "0",
          "1",
          "2",
          "-1",
          "-333",
          "-444",
          "-555",
          "-666",
          "1e6",
          "3e9",
          "1e400",
          "-0",
          "0.5",
          "9223372036854775807",
          "1180591620717411303424",
          "43",
          "56",
          "",
          " ",
          "\t",
          "#",
          "\n",
          "\0",
          "é",
          "init",
          "finalize",
          "wait",
          "waitall",
          "test",
          "Put",
          "nan",
          "0x7",
          "1e-9");

  private static final TiOptions SMALL = TiOptions.DEFAULT.withExpandedBytesLimit(1 << 24);

  @TempDir private Path folder;

  @Test
  void mutatedLines() throws IOException {
    StringBuilder seedText = new StringBuilder();
    for (TiAction action : TiAction.values()) {
      for (int rank = 0; rank < 2; rank++) {
        seedText.append(rank).append(' ').append(action.text()).append(" 1 0 1 0 1 1 1\n");
      }
    }
    byte[] seedBytes = seedText.toString().getBytes(StandardCharsets.UTF_8);
    fuzz("lines.txt", seedBytes, true);
  }

  @Test
  void mutatedArchives() throws IOException {
    fuzz("x.tar.gz", resource("ep.W.16.tar.gz"), false);
  }

  @Test
  void mutatedUncompressedArchives() throws IOException {
    byte[] tar;
    try (InputStream in =
        new java.util.zip.GZIPInputStream(
            Objects.requireNonNull(
                SimGridTiFuzzTest.class.getResourceAsStream("ep.W.16.tar.gz")))) {
      tar = in.readAllBytes();
    }
    fuzz("x.tar", tar, false);
  }

  private static byte[] resource(String name) throws IOException {
    try (InputStream in =
        Objects.requireNonNull(SimGridTiFuzzTest.class.getResourceAsStream(name))) {
      return in.readAllBytes();
    }
  }

  private void fuzz(String name, byte[] seedBytes, boolean words) throws IOException {
    FuzzBudget budget = new FuzzBudget();
    SplittableRandom seeds = new SplittableRandom(FIRST_SEED);
    long accepted = 0;
    long refused = 0;
    while (budget.isLeft()) {
      long seed = seeds.nextLong();
      SplittableRandom random = new SplittableRandom(seed);
      Path file = folder.resolve(name);
      Files.write(file, mutated(seedBytes, random, words));
      TiOptions options =
          random.nextBoolean() ? SMALL.withUnknownActions(UnknownActions.PASS) : SMALL;
      RecordingSink sink = new RecordingSink();
      try {
        SimGridTiReader.read(file, options, sink);
        assertThat(sink.isEnded()).isTrue();
        accepted++;
      } catch (TraceException e) {
        assertThat(sink.isEnded()).isFalse();
        assertThat(e).as("seed %d", seed).hasMessageContaining(name);
        refused++;
      } catch (RuntimeException | Error e) {
        fail("seed " + seed, e);
      }
    }
    budget.report("SimGrid, " + name, accepted + refused, accepted);
    assertThat(refused).isPositive();
  }

  private static byte[] mutated(byte[] seedBytes, SplittableRandom random, boolean words) {
    byte[] bytes = seedBytes.clone();
    int changes = 1 + random.nextInt(6);
    for (int i = 0; i < changes; i++) {
      int at = random.nextInt(bytes.length);
      switch (random.nextInt(words ? 4 : 2)) {
        case 0 -> bytes[at] = (byte) random.nextInt(256);
        case 1 -> bytes = replaced(bytes, at, at + random.nextInt(bytes.length - at), "");
        case 2 -> bytes = replaced(bytes, at, at, WORDS.get(random.nextInt(WORDS.size())));
        default -> {
          int end = Math.min(bytes.length, at + random.nextInt(8));
          bytes = replaced(bytes, at, end, WORDS.get(random.nextInt(WORDS.size())));
        }
      }
      if (bytes.length == 0) {
        return bytes;
      }
    }
    return bytes;
  }

  private static byte[] replaced(byte[] bytes, int start, int end, String with) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(bytes, 0, start);
    out.writeBytes(with.getBytes(StandardCharsets.UTF_8));
    out.write(bytes, end, bytes.length - end);
    return out.toByteArray();
  }
}
