package org.foretell.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class ScalingPlotsTest {
  /** The largest run takes 100 ns an op; memory grows with the root of the ranks. */
  private static final List<String> LINES =
      List.of(
          ScalingPoint.HEADER,
          "ranks,simple,4,400,200,2,1,30",
          "ranks,simple,16,4e7,2e7,2,4,40",
          "ranks,simple,64,16e7,8e7,2,16,80",
          "ranks,simple,256,64e7,32e7,2,64,160",
          "messages,simple,2,100,100,2,1,10",
          "messages,simple,3,200,200,2,1,10",
          "messages,simple,4,400,400,2,1,10");

  @Test
  void slopesAreThoseOfTheThreeLargestSizes() {
    assertThat(ScalingPlots.read(LINES))
        .flatExtracting(ScalingPlots::rows)
        .containsExactly(
            "| ranks | `simple` | 1.00 | 0.50 | 100 |",
            "| messages | `simple` | 0.00 | 0.00 | 2500000 |");
  }

  @Test
  void againstCoresAllNumbersOfThreadsCount() {
    List<ScalingPlots> plots =
        ScalingPlots.read(
            List.of(
                ScalingPoint.HEADER,
                "cores,simple,64,4e9,1,1,8,10",
                "cores,simple,64,4e9,1,2,4,20",
                "cores,loggops,64,4e9,1,1,8,10"));
    assertThat(plots)
        .flatExtracting(ScalingPlots::rows)
        .containsExactly(
            "| cores | `simple` | -1.00 | 1.00 | 1 |", "| cores | `loggops` | - | - | 2 |");
    assertThat(new String(plots.get(0).picture().svg(), UTF_8)).contains("<circle");
  }

  @Test
  void picturesHaveAChartForTimeAndOneForMemory() {
    String svg = new String(ScalingPlots.read(LINES).get(0).picture().svg(), UTF_8);
    assertThat(svg).contains("width=\"1240\"").contains("translate(620,0)");
    // A marker for each point, in either chart.
    assertThat(svg.split("<circle", -1)).hasSizeGreaterThanOrEqualTo(1 + 2 * 4);
  }

  @Test
  void aPowerLawGoesThroughItsPoints() {
    PowerLaw law = PowerLaw.fit(new double[] {1, 10, 100}, new double[] {3, 300, 30_000});
    assertThat(law.slope()).isCloseTo(2, within(1e-12));
    assertThat(law.at(1000)).isCloseTo(3e6, within(1e-3));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PowerLaw.fit(new double[] {5, 5}, new double[] {1, 2}))
        .withMessageContaining("two different values");
  }

  @Test
  void badLinesAreNamed() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ScalingPlots.read(List.of("ranks,seconds")))
        .withMessage("line 1: expected " + ScalingPoint.HEADER);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ScalingPlots.read(List.of(ScalingPoint.HEADER, "ranks,simple,4")))
        .withMessageStartingWith("line 2: expected plot,model");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ScalingPoint.of("nodes,simple,4,1,1,1,1,1", 7))
        .withMessage("line 7: expected ranks, ops, messages or cores, found nodes");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ScalingPoint.of("ranks,simple,4,1,1,1,0,1", 7))
        .withMessage("line 7: expected a number above 0, found 0");
  }

  @Test
  void aModelOfTwoSizesHasPointsButNoSlope() {
    ScalingPlots plots = ScalingPlots.read(LINES.subList(0, 3)).get(0);
    assertThat(plots.rows()).containsExactly("| ranks | `simple` | - | - | 100 |");
    assertThat(new String(plots.picture().svg(), UTF_8)).contains("<circle");
  }
}
