package org.foretell.parsers.runs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.foretell.parsers.Loss;
import org.foretell.parsers.ReadingOptions;
import org.foretell.parsers.TraceFormatReader;
import org.foretell.parsers.TraceFormats;
import org.foretell.trace.TraceException;
import org.foretell.trace.store.TraceStoreWriter;

/** Reads a trace by several numbers of threads: nobody may be able to tell how many there were. */
public final class ReaderNumbers {
  private static final int[] NUMBERS = {2, 3, 7};
  private static final int LONGEST_CUT = 40;

  private ReaderNumbers() {}

  /** What comes of reading: a file and losses, or a message. */
  private record Outcome(byte[] trace, List<Loss> losses, String message) {}

  /**
   * A trace has the same bytes, however many threads read it.
   *
   * @param format its name
   */
  public static void assertSame(String format, Path folder, ReadingOptions options)
      throws IOException {
    assertThat(compared(format, folder, options, "undamaged")).as("message").isEmpty();
  }

  /**
   * The same trace with damages at random gets the same message, or has the same bytes.
   *
   * @param tries number of damages
   */
  public static void assertSameIfDamaged(
      String format, Path folder, ReadingOptions options, int tries) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(folder)) {
      files = all.filter(Files::isRegularFile).sorted().toList();
    }
    int refused = 0;
    for (int seed = 0; seed < tries; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      List<Path> chosen = new ArrayList<>();
      List<byte[]> contents = new ArrayList<>();
      for (int i = 0; i <= random.nextInt(3); i++) {
        Path file = files.get(random.nextInt(files.size()));
        if (!chosen.contains(file)) {
          byte[] content = Files.readAllBytes(file);
          chosen.add(file);
          contents.add(content);
          Files.write(file, damaged(content, random));
        }
      }
      refused += compared(format, folder, options, "seed " + seed + chosen).isEmpty() ? 0 : 1;
      for (int i = 0; i < chosen.size(); i++) {
        Files.write(chosen.get(i), contents.get(i));
      }
    }
    assertThat(refused).as("damages that a message is about").isPositive();
  }

  private static byte[] damaged(byte[] content, SplittableRandom random) {
    if (content.length == 0) {
      return new byte[] {(byte) random.nextInt(256)};
    }
    int at = random.nextInt(content.length);
    return switch (random.nextInt(3)) {
      case 0 -> Arrays.copyOf(content, at);
      case 1 -> {
        byte[] flipped = content.clone();
        flipped[at] ^= (byte) (1 << random.nextInt(8));
        yield flipped;
      }
      default -> {
        int end = Math.min(content.length, at + 1 + random.nextInt(LONGEST_CUT));
        byte[] shorter = Arrays.copyOf(content, content.length - (end - at));
        System.arraycopy(content, end, shorter, at, content.length - end);
        yield shorter;
      }
    };
  }

  private static String compared(String format, Path folder, ReadingOptions options, String what)
      throws IOException {
    TraceFormatReader reader = TraceFormats.installed().named(format).orElseThrow();
    Outcome alone = outcome(reader, folder, options.withReaders(1));
    for (int number : NUMBERS) {
      Outcome together = outcome(reader, folder, options.withReaders(number));
      assertThat(together.message).as("%s, %d threads", what, number).isEqualTo(alone.message);
      assertThat(together.losses).as("%s, %d threads", what, number).isEqualTo(alone.losses);
      assertThat(Arrays.equals(together.trace, alone.trace))
          .as("%s, %d threads: the same bytes", what, number)
          .isTrue();
    }
    return alone.message;
  }

  private static Outcome outcome(TraceFormatReader reader, Path folder, ReadingOptions options)
      throws IOException {
    Path file = Files.createTempFile("readers", ".bin");
    try (TraceStoreWriter sink = TraceStoreWriter.createUncompressed(file)) {
      List<Loss> losses = reader.read(folder, options, sink);
      return new Outcome(Files.readAllBytes(file), losses, "");
    } catch (TraceException wrong) {
      return new Outcome(new byte[0], List.of(), String.valueOf(wrong.getMessage()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      Files.delete(file);
    }
  }
}
