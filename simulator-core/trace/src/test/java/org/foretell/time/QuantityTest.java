package org.foretell.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuantityTest {
  @ParameterizedTest
  @CsvSource({
    "6.5us, 6500000",
    "0ps, 0",
    "1 ns, 1000",
    " 2ms , 2000000000",
    "1e-3s, 1000000000",
    "1.5min, 90000000000000",
    "1h, 3600000000000000",
    ".4ps, 0",
    "0.5ps, 1"
  })
  void readsTimes(String text, long ps) {
    assertThat(Quantity.parseTimePs(text)).isEqualTo(ps);
  }

  @ParameterizedTest
  @CsvSource({
    "0B, 0",
    "64KiB, 65536",
    "64kB, 64000",
    "64KB, 64000",
    "0.5MiB, 524288",
    "1.5GB, 1500000000",
    "1TiB, 1099511627776",
    "unlimited, 9223372036854775807"
  })
  void readsSizes(String text, long bytes) {
    assertThat(Quantity.parseBytes(text)).isEqualTo(bytes);
  }

  @Test
  void readsRates() {
    assertThat(Quantity.parseBytesPerSecond("2.0GB/s")).isEqualTo(2e9);
    assertThat(Quantity.parseBytesPerSecond("40Gbit/s")).isEqualTo(5e9);
    assertThat(Quantity.parseBytesPerSecond("unlimited")).isInfinite();
    assertThat(Quantity.parsePsPerByte("0.18ns/B")).isEqualTo(180);
    assertThat(Quantity.parseFlopPerSecond("10.4Gflop/s")).isEqualTo(10.4e9);
    assertThat(Quantity.parseInstructionsPerSecond("2Ginstr/s")).isEqualTo(2e9);
    assertThat(Quantity.parseMessagesPerSecond("20Mmsg/s")).isEqualTo(2e7);
    assertThat(Quantity.parseMessagesPerSecond("unlimited")).isInfinite();
  }

  @Test
  void refusesOtherTexts() {
    refuses(Quantity::parseTimePs, "6.5", "\"6.5\" is not a time", "units here: ps, ns, us");
    refuses(Quantity::parseTimePs, "us", "\"us\" is not a time", "like \"6.5us\"");
    refuses(Quantity::parseTimePs, "64KiB", "is not a time");
    refuses(Quantity::parseTimePs, "-1us", "\"-1us\" must not be negative");
    refuses(Quantity::parseTimePs, "2563h", "exceeds the limit of 106 days");
    refuses(Quantity::parseBytes, "0.5B", "is not a whole number of bytes");
    refuses(Quantity::parseBytes, "8388608TiB", "exceeds the limit of 2^63 bytes");
    refuses(Quantity::parseBytesPerSecond, "2GB", "is not a bandwidth");
    refuses(Quantity::parseBytesPerSecond, "0B/s", "must be above zero");
    refuses(Quantity::parsePsPerByte, "0.18ns", "is not a time per byte");
    refuses(Quantity::parseFlopPerSecond, "1GB/s", "is not a core speed");
    refuses(Quantity::parseFlopPerSecond, "0flop/s", "must be above zero");
    refuses(Quantity::parseInstructionsPerSecond, "2G", "is not a rate of instructions");
    refuses(Quantity::parseInstructionsPerSecond, "0instr/s", "must be above zero");
    refuses(Quantity::parseMessagesPerSecond, "20M", "is not a message rate");
    refuses(Quantity::parseMessagesPerSecond, "0msg/s", "must be above zero");
  }

  /** No computation with a figure that is accepted starts from infinity. */
  @Test
  void refusesFiguresByWhichNoTimeIsLeft() {
    refuses(Quantity::parsePsPerByte, "1e308ns/B", "exceeds the limit of 106 days per byte");
    refuses(Quantity::parsePsPerByte, "1e307s/B", "exceeds the limit of 106 days per byte");
    refuses(Quantity::parseBytesPerSecond, "1e-300B/s", "one byte would take more than 106 days");
    refuses(Quantity::parseMessagesPerSecond, "1e-300msg/s", "one message would take more than");
    refuses(Quantity::parseFlopPerSecond, "1e-300flop/s", "one flop would take more than 106");
    refuses(Quantity::parseInstructionsPerSecond, "1e-300instr/s", "one instruction would take");
    assertThat(Quantity.parseBytesPerSecond("1e-6B/s")).isEqualTo(1e-6);
    assertThat(Quantity.parsePsPerByte("100h/B")).isEqualTo(3.6e17);
  }

  @Test
  void showsTheBeginningOfALongText() {
    refuses(Quantity::parseTimePs, "9".repeat(100), '"' + "9".repeat(57) + "...\"");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 ps",
    "999, 999 ps",
    "1000, 1 ns",
    "1500, 1.500 ns",
    "12345678, 12.35 us",
    "123456789012, 123.5 ms",
    "1602000000000, 1.602 s",
    "7200000000000000, 7200 s"
  })
  void printsTimes(long ps, String text) {
    assertThat(Quantity.formatTime(ps)).isEqualTo(text);
  }

  @Test
  void exactTimesAreNotRounded() {
    assertThat(Quantity.parseExactPs("0.0024 ns")).isEqualByComparingTo("2.4");
    assertThat(Quantity.parseExactPs("3000h")).isEqualByComparingTo("1.08e19");
    refuses(Quantity::parseExactPs, "2.4", "is not a time");
    refuses(Quantity::parseExactPs, "-1ns", "must not be negative");
  }

  @Test
  void printsSizesAndRates() {
    assertThat(Quantity.formatBytes(800)).isEqualTo("800 B");
    assertThat(Quantity.formatBytes(1024)).isEqualTo("1.024 kB");
    assertThat(Quantity.formatBytes(5e21)).isEqualTo("5000 EB");
    assertThat(Quantity.formatBytesPerSecond(2.25e9)).isEqualTo("2.250 GB/s");
    assertThat(Quantity.formatBytesPerSecond(Double.POSITIVE_INFINITY)).isEqualTo("unlimited");
    assertThat(Quantity.formatFlopsPerSecond(10.4e9)).isEqualTo("10.40 Gflop/s");
    assertThat(Quantity.formatMessagesPerSecond(2e7)).isEqualTo("20 Mmsg/s");
    assertThat(Quantity.formatMessagesPerSecond(Double.POSITIVE_INFINITY)).isEqualTo("unlimited");
  }

  private static void refuses(Consumer<String> parser, String text, String... said) {
    assertThatExceptionOfType(QuantityException.class)
        .as(text)
        .isThrownBy(() -> parser.accept(text))
        .satisfies(refusal -> assertThat(refusal.getMessage()).contains(said));
  }
}
