package org.foretell.models.buslink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.foretell.machine.Traffic;
import org.foretell.machine.WideArea;
import org.foretell.result.InputException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class WideAreaTrafficTest {
  private static final long PERIOD_PS = 10_000_000_000_000L;

  /** What 1e10 bytes in the first ten seconds, 1 B/ns, leave of a network of 2 B/ns. */
  @ParameterizedTest
  @CsvSource({
    "LINEAR, 0, 1",
    "LINEAR, 1, 0.55",
    "LINEAR, 2, 0.955",
    "LINEAR, 3, 0.9955",
    "EXPONENTIAL, 1, 0.105399224561864",
    "LOGARITHMIC, 1, 0.740362689494244",
    "NONE, 1, 1",
  })
  void whatIsLeftFallsAndRecovers(Traffic kind, long periods, double left) {
    WideAreaTraffic traffic = new WideAreaTraffic(network(kind, 2, 1));
    assertThat(traffic.share(10_000_000_000L, 0)).isEqualTo(1);
    assertThat(traffic.share(0, periods * PERIOD_PS)).isCloseTo(left, within(1e-14));
  }

  /** Periods are left out at once where nothing moves, and must count as if taken one by one. */
  @ParameterizedTest
  @EnumSource
  void agreesWithAnEstimateForEachPeriod(Traffic kind) {
    Random random = new Random(7);
    WideAreaTraffic traffic = new WideAreaTraffic(network(kind, 50, 3));
    double bytesPerNs = 0;
    double bytes = 0;
    long period = 0;
    for (int i = 0; i < 5_000; i++) {
      int passed = random.nextInt(4) == 0 ? random.nextInt(6) : 0;
      for (int each = 0; each < passed; each++) {
        bytesPerNs = bytesPerNs / 10 + 0.9 * bytes / 1e10;
        bytes = 0;
      }
      period += passed;
      long messageBytes = random.nextInt(1_000_000_000);
      bytes += messageBytes;
      double load = 3 * bytesPerNs / 50;
      double left =
          switch (kind) {
            case NONE -> 1;
            case LINEAR -> 1 - load;
            case EXPONENTIAL -> Math.exp(-5 * load);
            case LOGARITHMIC -> Math.log10(10 - 10 * load);
          };
      long nowPs = period * PERIOD_PS + random.nextInt(1_000_000);
      assertThat(traffic.share(messageBytes, nowPs)).isCloseTo(left, within(1e-12));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"LINEAR", "LOGARITHMIC"})
  void whereNothingIsLeftTheMachineIsAtFault(Traffic kind) {
    WideAreaTraffic traffic = new WideAreaTraffic(network(kind, 0.9, 1));
    traffic.share(10_000_000_000L, 0);
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> traffic.share(1, PERIOD_PS))
        .withMessageContaining("1.000 times the wide-area network's maxTraffic");
  }

  private static WideArea network(Traffic kind, double maxTraffic, double trafficPerByte) {
    return WideArea.builder().bytesPerSecond(1e9).traffic(kind, maxTraffic, trafficPerByte).build();
  }
}
