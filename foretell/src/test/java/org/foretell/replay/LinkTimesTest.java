package org.foretell.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.topology.Crossbar;
import org.foretell.report.LinkLoads;
import org.junit.jupiter.api.Test;

class LinkTimesTest {
  private static final Crossbar NETWORK = Crossbar.of(1 << 17, new LinkSpeed(0, 1e12));

  @Test
  void bytesAreSpreadEvenlyOverTheTimeThatTheyTake() {
    LinkTimes times = new LinkTimes();
    times.carried(7, 3072, 512, 512 + 3072);
    times.carried(7, 100, 2000, 2000);
    LinkLoads loads = times.loads(NETWORK, true, 4000);
    assertThat(loads.links()).isEqualTo(1);
    assertThat(loads.link(0)).isEqualTo(7);
    assertThat(loads.intervalPs()).isEqualTo(1024);
    assertThat(loads.intervals()).isEqualTo(4);
    assertThat(loads.bytes(0, 0)).isEqualTo(512);
    assertThat(loads.bytes(0, 1)).isEqualTo(1024 + 100);
    assertThat(loads.bytes(0, 2)).isEqualTo(1024);
    assertThat(loads.bytes(0, 3)).isEqualTo(512);
    assertThat(loads.share(0, 2)).isEqualTo(1);
    // The last interval ends with the run, after 928 ps.
    assertThat(loads.share(0, 3)).isEqualTo(512 / 928.0);
    assertThat(loads.share(0)).isCloseTo(3172 / 4000.0, within(1e-12));
    assertThat(loads.peakShare(0)).isEqualTo(1124 / 1024.0);
  }

  @Test
  void nothingIsLostWhenIntervalsAreJoined() {
    LinkTimes times = new LinkTimes();
    Random random = new Random(5);
    long[] sums = new long[50];
    long endPs = 0;
    for (int i = 0; i < 20_000; i++) {
      int link = random.nextInt(sums.length);
      long startPs = (long) (i * 1000.0 * random.nextDouble());
      long lastsPs = random.nextInt(1 << 20);
      long bytes = 1L + random.nextInt(1 << 20);
      times.carried(link, bytes, startPs, startPs + lastsPs);
      sums[link] += bytes;
      endPs = Math.max(endPs, startPs + lastsPs);
    }
    LinkLoads loads = times.loads(NETWORK, true, endPs);
    assertThat(loads.intervals()).isBetween(128, 256);
    for (int index = 0; index < loads.links(); index++) {
      long sum = 0;
      for (int interval = 0; interval < loads.intervals(); interval++) {
        sum += loads.bytes(index, interval);
      }
      assertThat(sum).isEqualTo(sums[loads.link(index)]);
      assertThat(loads.bytes(index)).isEqualTo((double) sum);
    }
    assertThat(loads.busiestFirst()).hasSize(50).doesNotHaveDuplicates();
    assertThat(loads.share(loads.busiestFirst().get(0)))
        .isGreaterThanOrEqualTo(loads.share(loads.busiestFirst().get(1)));
  }

  @Test
  void manyLinksHaveFewerIntervalsButAllOfThem() {
    LinkTimes times = new LinkTimes();
    int links = 1 << 16;
    for (int link = 0; link < links; link++) {
      times.carried(link, 256, 0, 256 * 1024);
    }
    LinkLoads loads = times.loads(NETWORK, true, 256 * 1024);
    assertThat(loads.links()).isEqualTo(links);
    assertThat(loads.intervals()).isEqualTo(64);
    for (int interval = 0; interval < 64; interval++) {
      assertThat(loads.bytes(0, interval)).isEqualTo(4);
      assertThat(loads.bytes(links - 1, interval)).isEqualTo(4);
    }
  }

  @Test
  void theLongestRunsAndTheMostBytesAreTaken() {
    LinkTimes times = new LinkTimes();
    times.carried(0, Long.MAX_VALUE, 0, Long.MAX_VALUE);
    times.carried(0, Long.MAX_VALUE, 5, Long.MAX_VALUE);
    LinkLoads loads = times.loads(NETWORK, true, Long.MAX_VALUE);
    assertThat(loads.bytes(0)).isGreaterThan(9e18);
  }
}
