package org.foretell.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigInteger;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class TotalTest {
  private static final BigInteger TWO_63 = BigInteger.ONE.shiftLeft(63);

  @Test
  void millionRanksOfHundredDaysAddUpExactly() {
    long perRankPs = 8_640_000_123_456_789_123L;
    long[] cells = new long[2];
    for (int rank = 0; rank < 1_000_000; rank++) {
      Total.add(cells, 0, perRankPs);
    }
    Total total = Total.in(cells, 0);

    assertThat(total.toBigInteger())
        .isEqualTo(BigInteger.valueOf(perRankPs).multiply(BigInteger.valueOf(1_000_000)));
    assertThat(total).hasToString("8640000123456789123000000");
    assertThat(total.toSeconds()).isEqualTo(8.640000123456789e12);
    assertThat(total.mean(1_000_000)).isEqualTo((double) perRankPs);
  }

  @Test
  void carriesAtTwoToThe63() {
    Total total = Total.of(Long.MAX_VALUE).plus(1);
    assertThat(total).isEqualTo(new Total(1, 0));
    assertThat(total).hasToString("9223372036854775808");
    assertThat(total.minus(Total.of(1))).isEqualTo(Total.of(Long.MAX_VALUE));
  }

  @Test
  void meanOfNothingIsZero() {
    assertThat(Total.ZERO.mean(0)).isZero();
  }

  @Test
  void isNeverNegative() {
    assertThatIllegalArgumentException().isThrownBy(() -> Total.of(-1));
    assertThatIllegalArgumentException().isThrownBy(() -> Total.of(1).minus(Total.of(2)));
  }

  @Property
  void agreesWithBigIntegers(@ForAll List<@LongRange(min = 0) Long> values) {
    BigInteger expected = BigInteger.ZERO;
    long[] cells = new long[3];
    Total total = Total.ZERO;
    for (long value : values) {
      expected = expected.add(BigInteger.valueOf(value));
      Total.add(cells, 1, value);
      total = total.plus(value);
    }
    assertThat(total.toBigInteger()).isEqualTo(expected);
    assertThat(Total.in(cells, 1)).isEqualTo(total);
    assertThat(total.toDouble()).isEqualTo(expected.doubleValue());
    assertThat(total).hasToString(expected.toString());
    assertThat(total.carries()).isEqualTo(expected.divide(TWO_63).longValueExact());
  }

  @Property
  void isOrderedAndSubtractedLikeBigIntegers(
      @ForAll @LongRange(min = 0, max = 3) long carries,
      @ForAll @LongRange(min = 0) long rest,
      @ForAll @LongRange(min = 0, max = 3) long otherCarries,
      @ForAll @LongRange(min = 0) long otherRest) {
    Total one = new Total(carries, rest);
    Total other = new Total(otherCarries, otherRest);
    assertThat(Integer.signum(one.compareTo(other)))
        .isEqualTo(one.toBigInteger().compareTo(other.toBigInteger()));
    assertThat(one.plus(other).minus(other)).isEqualTo(one);
    assertThat(one.plus(other)).isEqualTo(other.plus(one));
  }
}
