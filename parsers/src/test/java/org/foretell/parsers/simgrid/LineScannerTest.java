package org.foretell.parsers.simgrid;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import org.foretell.trace.TraceException;
import org.junit.jupiter.api.Test;

class LineScannerTest {
  private static LineScanner scanner(String text) {
    return new LineScanner(
        new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), "file", false);
  }

  private static LineScanner field(String text) {
    LineScanner line = scanner(text);
    assertThat(line.nextLine()).isTrue();
    return line;
  }

  @Property
  void integersOfAnyFormAreExactOrRefused(
      @ForAll @CharRange(from = '0', to = '9') @StringLength(min = 1, max = 24) String whole,
      @ForAll @CharRange(from = '0', to = '9') @StringLength(max = 8) String fraction,
      @ForAll @IntRange(min = -25, max = 25) int exponent,
      @ForAll boolean negative) {
    String text = (negative ? "-" : "") + whole + "." + fraction + "e" + exponent;
    BigDecimal value = new BigDecimal(text);
    boolean fits = value.toBigInteger().bitLength() <= 63 && !isMinimum(value);
    try {
      long found = field(text).integer("a number");
      assertThat(fits).as(text).isTrue();
      assertThat(found).as(text).isEqualTo(value.toBigInteger().longValueExact());
    } catch (TraceException e) {
      assertThat(fits).as(text).isFalse();
    }
  }

  /** Its absolute value, which is what is parsed, does not fit. */
  private static boolean isMinimum(BigDecimal value) {
    return value.toBigInteger().bitLength() == 63 && value.toBigInteger().abs().bitLength() > 63;
  }

  @Property
  void amountsAreRoundedCorrectly(
      @ForAll @LongRange(min = 0) long mantissa,
      @ForAll @IntRange(min = -40, max = 40) int exponent) {
    for (String text :
        new String[] {
          mantissa + "e" + exponent,
          mantissa / 1000 + "." + mantissa % 1000 + "E" + exponent,
          Double.toString(mantissa * Math.pow(10, exponent)),
          (float) mantissa + ""
        }) {
      assertThat(field(text).amount("an amount")).as(text).isEqualTo(Double.parseDouble(text));
    }
  }

  @Test
  void linesLongerThanTheBufferAreKeptWhole() {
    String word = "x".repeat(300_000);
    LineScanner line = scanner("a b\n" + word + " y\n\n#z\nlast");
    assertThat(line.nextLine()).isTrue();
    assertThat(line.nextLine()).isTrue();
    assertThat(line.field()).isEqualTo(word);
    assertThat(line.countFieldsLeft()).isEqualTo(1);
    assertThat(line.nextLine()).isTrue();
    assertThat(line.lineNumber()).isEqualTo(5);
    assertThat(line.line()).isEqualTo("last");
    assertThat(line.nextLine()).isFalse();
  }

  @Test
  void blanksAtTheEndAreCounted() {
    LineScanner line = scanner("a  \nb\nc \r\n");
    assertThat(line.nextLine()).isTrue();
    assertThat(line.trailingBlanks()).isEqualTo(2);
    assertThat(line.nextLine()).isTrue();
    assertThat(line.trailingBlanks()).isZero();
    assertThat(line.nextLine()).isTrue();
    assertThat(line.trailingBlanks()).isEqualTo(1);
  }

  /** A scanner remembers the first field of a line; alone, each line says the same. */
  @Property
  void firstFieldsDoNotDependOnLinesBefore(
      @ForAll @Size(min = 1, max = 40) List<@From("lines") String> lines) {
    LineScanner all = scanner(String.join("\n", lines));
    for (String text : lines) {
      LineScanner alone = field(text);
      assertThat(all.nextLine()).isTrue();
      assertThat(all.field()).isEqualTo(alone.field());
      assertThat(all.isDigits()).isEqualTo(alone.isDigits());
      assertThat(all.line()).isEqualTo(alone.line());
      assertThat(all.nextField()).isEqualTo(alone.nextField());
      assertThat(all.field()).isEqualTo(alone.field());
      if (alone.isDigits()) {
        assertThat(all.integer("a number")).isEqualTo(alone.integer("a number"));
      }
    }
    assertThat(all.nextLine()).isFalse();
  }

  @Provide
  Arbitrary<String> lines() {
    return Combinators.combine(
            Arbitraries.of("", " ", "\t"),
            Arbitraries.of("1", "12", "1234567", "12345678", "1x", "x", "01", "-1"),
            Arbitraries.of("", " ", "\t", "\r"),
            Arbitraries.of("", "1", "wait", "12345678901"))
        .as((before, rank, between, action) -> before + rank + between + action);
  }
}
