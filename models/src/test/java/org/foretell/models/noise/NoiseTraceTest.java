package org.foretell.models.noise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.foretell.model.ParameterException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NoiseTraceTest {
  @TempDir private Path folder;

  private NoiseTrace read(String text) {
    try {
      Path file = folder.resolve("noise.txt");
      Files.writeString(file, text, StandardCharsets.ISO_8859_1);
      return NoiseTrace.read(file);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /** Interruptions from 10 to 15 ns and from 30 to 31 ns, and again from 41 ns on. */
  @ParameterizedTest
  @CsvSource({
    "0, 10, 0",
    "0, 11, 5",
    "0, 30, 5",
    "0, 31, 6",
    "10, 1, 5",
    "12, 1, 3",
    "12, 0, 3",
    "12, 19, 4",
    "15, 15, 0",
    "15, 16, 1",
    "30, 31, 6",
    "31, 10, 0",
    "31, 11, 5",
    "41, 11, 5",
    "0, 31, 6",
    "0, 310, 60",
    "5, 310, 60",
    "12, 310, 63",
    "3110, 1, 5",
  })
  void workIsProlongedByTheRestAndByWhatStartsWithin(long fromNs, long spanNs, long expectedNs) {
    NoiseTrace trace = read("# start duration\n10\t5\n\n30 1 # short\n");
    assertThat(trace.prolongationPs(fromNs * 1000, spanNs * 1000)).isEqualTo(expectedNs * 1000);
  }

  @Test
  void agreesWithCountingInterruptionsOneByOne() {
    for (long seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      StringBuilder text = new StringBuilder();
      int size = 1 + random.nextInt(6);
      long[] starts = new long[size];
      long[] lengths = new long[size];
      long end = 0;
      for (int i = 0; i < size; i++) {
        starts[i] = end + random.nextInt(4);
        lengths[i] = i == size - 1 ? 1 + random.nextInt(5) : random.nextInt(5);
        end = starts[i] + lengths[i];
        text.append(starts[i]).append(' ').append(lengths[i]).append('\n');
      }
      NoiseTrace trace = read(text.toString());
      for (int i = 0; i < 50; i++) {
        long from = random.nextInt(60);
        long span = random.nextInt(60);
        long expected = 0;
        for (long cycle = 0; cycle <= (from + span) / end; cycle++) {
          for (int k = 0; k < size; k++) {
            long start = cycle * end + starts[k];
            if (start >= from && start < from + span) {
              expected += lengths[k];
            } else if (start < from) {
              expected += Math.max(0, start + lengths[k] - from);
            }
          }
        }
        assertThat(trace.prolongationPs(from * 1000, span * 1000))
            .as("seed %d, from %d for %d, %s", seed, from, span, text)
            .isEqualTo(expected * 1000);
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | holds no interruption",
        "'# nothing\n' | holds no interruption",
        "'0 0\n' | holds no interruption",
        "'10 5\n12 1\n' | noise.txt:2: this interruption starts before the one above has ended",
        "'10\n' | noise.txt:1: expected an interruption",
        "'10 5 3\n' | noise.txt:1: expected an interruption",
        "'10 -5\n' | noise.txt:1: the duration is \"-5\"",
        "'1e3 5\n' | noise.txt:1: the start is \"1e3\"",
        "'10 9999999999999999999\n' | the duration is",
        "'\u0000\u0001\u00ff' | noise.txt:1: expected an interruption",
      })
  void whatIsNoRecordingIsRefusedWithItsPlace(String text, String message) {
    assertThatExceptionOfType(ParameterException.class)
        .isThrownBy(() -> read(text))
        .withMessageContaining(message);
  }

  @Test
  void anEndlessLineIsRefusedWithoutBeingKept() {
    assertThatExceptionOfType(ParameterException.class)
        .isThrownBy(() -> read("1".repeat(5_000_000)))
        .withMessageContaining("noise.txt:1: expected an interruption")
        .satisfies(failure -> assertThat(failure.getMessage()).hasSizeLessThan(400));
  }
}
