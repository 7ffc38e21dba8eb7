package org.foretell.extrapolation.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import org.foretell.trace.BurstCounter;
import org.foretell.trace.BurstCounts;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.junit.jupiter.api.Test;

class AmountColumnsTest {
  private static OpView burst(long flops) {
    return new OpView().reset(OpCode.COMPUTE).set(OpField.FLOPS, flops);
  }

  /** Instructions of bursts, one after another. */
  private static BurstCounts instructions(long... counts) {
    return new BurstCounts() {
      private int at = -1;

      @Override
      public void next() {
        at++;
      }

      @Override
      public long get(BurstCounter counter) {
        return counter == BurstCounter.INSTRUCTIONS ? counts[at] : UNKNOWN;
      }
    };
  }

  @Test
  void burstsBetweenTwoCallsAreOneSum() {
    AmountColumns columns =
        new AmountColumns(Set.of(Amount.FLOPS, Amount.INSTRUCTIONS), instructions(10, 20, 30));
    columns.add(burst(100));
    columns.add(burst(200));
    columns.next();
    columns.next();
    columns.add(burst(300));
    columns.next();
    assertThat(columns.toArrays().get(Amount.FLOPS)).containsExactly(300, 0, 300);
    assertThat(columns.toArrays().get(Amount.INSTRUCTIONS)).containsExactly(30, 0, 30);
  }

  @Test
  void oneUnknownCountMakesTheSumUnknownAndNoOther() {
    AmountColumns columns =
        new AmountColumns(
            Set.of(Amount.INSTRUCTIONS, Amount.CYCLES), instructions(10, BurstCounts.UNKNOWN, 30));
    columns.add(burst(1));
    columns.add(burst(1));
    columns.next();
    columns.add(burst(1));
    columns.next();
    assertThat(columns.toArrays().get(Amount.INSTRUCTIONS)).containsExactly(Amount.UNKNOWN, 30);
    assertThat(columns.toArrays().get(Amount.CYCLES))
        .containsExactly(Amount.UNKNOWN, Amount.UNKNOWN);
  }

  @Test
  void countsAreUnknownInARankWithoutThem() {
    AmountColumns columns = new AmountColumns(Set.of(Amount.CACHE_MISSES), null);
    columns.add(burst(1));
    columns.next();
    assertThat(columns.toArrays().get(Amount.CACHE_MISSES)).containsExactly(Amount.UNKNOWN);
  }

  @Test
  void sumsDoNotOverflow() {
    AmountColumns columns = new AmountColumns(Set.of(Amount.FLOPS), null);
    columns.add(burst(Long.MAX_VALUE));
    assertThatThrownBy(() -> columns.add(burst(1))).isInstanceOf(ArithmeticException.class);
  }

  @Test
  void withoutAmountsThereAreNoColumns() {
    AmountColumns columns = new AmountColumns(Set.of(), null);
    columns.add(burst(1));
    columns.next();
    assertThat(columns.toArrays()).isEmpty();
  }
}
