package org.foretell.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Base64;
import org.foretell.trace.OpCode;
import org.junit.jupiter.api.Test;

class ActivityTimesTest {
  @Test
  void intervalsBecomeLongerAndLoseNothing() {
    ActivityTimes activity = new ActivityTimes();
    activity.begin(1);
    activity.compute(0, OpCode.COMPUTE, -1, 0, 3_000_000_000L);
    activity.op(0, OpCode.BARRIER, -1, -1, 0, 0, 3_000_000_000L, 500_000_000L, 4_000_000_000L);
    activity.finished(0, 4_000_000_000L);
    byte[] shares = activity.shares();
    double[] sums = new double[3];
    for (int i = 0; i < shares.length; i++) {
      sums[i % 3] += (shares[i] & 0xff) / 255.0 * activity.intervalPs();
    }
    assertThat(activity.usedIntervals()).isBetween(1024, 2048);
    assertThat(sums[0]).isCloseTo(3e9, within(0.01e9));
    assertThat(sums[1]).isCloseTo(0.5e9, within(0.01e9));
    assertThat(sums[2]).isCloseTo(0.5e9, within(0.01e9));
    assertThat(Base64.getEncoder().encodeToString(shares)).startsWith("/wAA");
  }
}
