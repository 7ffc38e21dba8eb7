package org.foretell.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.foretell.model.ParameterSpec.Kind;
import org.foretell.time.Quantity;
import org.junit.jupiter.api.Test;

/** Values, bounds and origins of figures, and the one place in which they become text. */
class FigureTest {
  private static final ParameterSpec LATENCY =
      new ParameterSpec("L", Kind.TIME, "machine: network.latency", "Latency.");

  private static Figure figure(FigureValue value, FigureOrigin origin) {
    return new Figure(LATENCY, value, origin);
  }

  @Test
  void timesAreWrittenInTheUnitThatFits() {
    for (long ps : List.of(0L, 7L, 1_500L, 6_500_000L, 1_000_000_000L, 2_500_000_000_000L)) {
      String text = new FigureValue.Time(ps).text();
      assertThat(Quantity.parseTimePs(text)).as(text).isEqualTo(ps);
    }
    assertThat(new FigureValue.Time(6_500_000).text()).isEqualTo("6.5us");
    assertThat(new FigureValue.Time(7).text()).isEqualTo("7ps");
  }

  @Test
  void sizesAndRatesReadAsWhatTheyAre() {
    for (long bytes : List.of(0L, 100L, 65_536L, 3L << 20, Long.MAX_VALUE)) {
      assertThat(Quantity.parseBytes(new FigureValue.Bytes(bytes).text())).isEqualTo(bytes);
    }
    for (double rate : List.of(12.5, 3e6, 2.125e9, Double.POSITIVE_INFINITY)) {
      assertThat(Quantity.parseBytesPerSecond(new FigureValue.BytesPerSecond(rate).text()))
          .isEqualTo(rate);
    }
    assertThat(Quantity.parsePsPerByte(new FigureValue.PsPerByte(180.25).text())).isEqualTo(180.25);
    assertThat(new FigureValue.Plain(1.50).text()).isEqualTo("1.5");
    assertThat(new FigureValue.Count(8).text()).isEqualTo("8");
  }

  @Test
  void numbersAreMultiplied() {
    assertThat(new FigureValue.Time(1_001).times(0.5)).isEqualTo(new FigureValue.Time(501));
    assertThat(new FigureValue.Bytes(100).times(2)).isEqualTo(new FigureValue.Bytes(200));
    assertThat(new FigureValue.BytesPerSecond(3).times(2))
        .isEqualTo(new FigureValue.BytesPerSecond(6));
    assertThat(new FigureValue.PsPerByte(3).times(2)).isEqualTo(new FigureValue.PsPerByte(6));
    assertThat(new FigureValue.Plain(3).times(2)).isEqualTo(new FigureValue.Plain(6));
    assertThat(new FigureValue.Bytes(Long.MAX_VALUE).number()).isInfinite();
    assertThat(new FigureValue.Time(5).number()).isEqualTo(5);
    assertThat(new FigureValue.BytesPerSecond(5).number()).isEqualTo(5);
    assertThat(new FigureValue.PsPerByte(5).number()).isEqualTo(5);
    assertThat(new FigureValue.Count(5).number()).isEqualTo(5);
  }

  @Test
  void whatIsNoNumberIsNotMultiplied() {
    for (FigureValue value :
        List.of(new FigureValue.Word("links"), new FigureValue.Table("8:1;0:2"))) {
      assertThatThrownBy(value::number).hasMessageContaining(value.text() + " is no number");
      assertThatThrownBy(() -> value.times(2)).isInstanceOf(IllegalStateException.class);
    }
    assertThatThrownBy(() -> new FigureValue.Count(5).times(2)).hasMessageContaining("5");
  }

  @Test
  void boundsHoldWhatLiesBetweenThem() {
    ParameterBounds bounds = new ParameterBounds(1, 5);
    assertThat(bounds.hold(new FigureValue.Count(1))).isTrue();
    assertThat(bounds.hold(new FigureValue.Count(6))).isFalse();
    assertThat(bounds.hold(new FigureValue.Word("any"))).isTrue();
    assertThat(Kind.BYTES_PER_SECOND.bounds().hold(new FigureValue.BytesPerSecond(0))).isFalse();
    assertThat(Kind.TIME.bounds().hold(new FigureValue.Time(0))).isTrue();
    assertThatThrownBy(() -> new ParameterBounds(2, 1)).hasMessageContaining("between 2.0 and 1.0");
    assertThatThrownBy(() -> new ParameterBounds(Double.NaN, 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void originsAreRenderedBehindValues() {
    FigureValue value = new FigureValue.Time(2_000_000);
    assertThat(figure(value, FigureOrigin.GIVEN).text()).isEqualTo("2us");
    assertThat(figure(value, FigureOrigin.DEFAULT).text()).isEqualTo("2us (default)");
    assertThat(figure(value, FigureOrigin.machine("network.latency")).text())
        .isEqualTo("2us (machine)");
    assertThat(figure(value, new FigureOrigin.Setting("loggops.L")).text())
        .isEqualTo("2us (machine)");
    assertThat(figure(value, new FigureOrigin.SameAs("latency", "as between nodes")).text())
        .isEqualTo("2us (as between nodes)");
    Figure derived = figure(value, FigureOrigin.derived("o", "o / 10"));
    assertThat(derived.text()).isEqualTo("2us (derived: o / 10)");
    assertThat(derived.isDerived()).isTrue();
    assertThat(FigureText.of(List.of(derived))).containsEntry("L", "2us (derived: o / 10)");
  }

  @Test
  void whatFollowsFromTheMachineAloneIsKnown() {
    assertThat(FigureOrigin.ofMachineAlone("network.latency", "machine's latency / 4"))
        .isInstanceOfSatisfying(
            FigureOrigin.Derived.class, of -> assertThat(of.isOfMachineAlone()).isTrue());
    assertThat(FigureOrigin.derived("o", "o / 10"))
        .isInstanceOfSatisfying(
            FigureOrigin.Derived.class, of -> assertThat(of.isOfMachineAlone()).isFalse());
    assertThat(
            figure(
                    new FigureValue.Time(1),
                    new FigureOrigin.OfMachine("nodeGroups", true, "machine, first group"))
                .isOfFirst())
        .isTrue();
    assertThat(figure(new FigureValue.Time(1), FigureOrigin.GIVEN).isOfFirst()).isFalse();
  }
}
