package org.foretell.procurement.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Collections;
import java.util.List;
import org.foretell.procurement.metric.OwnershipCost.Year;
import org.foretell.procurement.metric.Points.Bid;
import org.foretell.procurement.metric.ScalableImprovement.Program;
import org.foretell.procurement.metric.ScalableImprovement.SizedRun;
import org.foretell.procurement.metric.SustainedPerformance.Phase;
import org.foretell.procurement.metric.SustainedPerformance.ProgramRun;
import org.junit.jupiter.api.Test;

class MetricsTest {
  /** NERSC's table for MiniFE on Hopper: 1,065 Tflop on 2,048 nodes in 92.4 s. */
  @Test
  void ratePerNodeIsThatOfThePublishedTable() {
    ProgramRun miniFe = new ProgramRun(1065, 2048, 92.4);
    assertThat(miniFe.perNodePerSecond()).isEqualTo(0.00563, within(0.000005));
    assertThat(SustainedPerformance.perSecond(6384, List.of(miniFe)))
        .isEqualTo(6384 * 1065 / (2048 * 92.4), within(1e-12));
  }

  @Test
  void systemPerformanceIsTheGeometricMeanOfTheRates() {
    List<ProgramRun> runs = List.of(new ProgramRun(8, 2, 2), new ProgramRun(16, 2, 1));
    assertThat(SustainedPerformance.perSecond(10, runs)).isEqualTo(40, within(1e-12));
    assertThat(SustainedPerformance.potency(List.of(new Phase(2, 10), new Phase(5, 4))))
        .isEqualTo(40);
  }

  @Test
  void geometricMeanOfLargeValuesDoesNotOverflow() {
    assertThat(
            new WeightedGeometricMean(List.of(1e300, 1e300, 1e-300), List.of(1.0, 1.0, 2.0)).mean())
        .isEqualTo(1, within(1e-12));
  }

  @Test
  void weightAtWhichTwoMeansAreEqualHasAClosedForm() {
    // A is 4 times faster in the first program, B twice in the second: 4^w = 2^1, so w = 0.5.
    WeightedGeometricMean a = new WeightedGeometricMean(List.of(4.0, 1.0), List.of(1.0, 1.0));
    WeightedGeometricMean b = new WeightedGeometricMean(List.of(1.0, 2.0), List.of(1.0, 1.0));
    assertThat(a.equalAtWeight(b, 0)).hasValueCloseTo(0.5, within(1e-15));
    assertThat(a.equalAtWeight(b, 1)).hasValueCloseTo(2.0, within(1e-15));
    assertThat(a.equalAtWeight(a, 0)).isEmpty();
  }

  @Test
  void noWeightMakesTheBetterOfferInAllProgramsWorse() {
    WeightedGeometricMean a = new WeightedGeometricMean(List.of(4.0, 3.0), List.of(1.0, 1.0));
    WeightedGeometricMean b = new WeightedGeometricMean(List.of(1.0, 2.0), List.of(1.0, 1.0));
    assertThat(a.equalAtWeight(b, 0)).isEmpty();
  }

  @Test
  void improvementSearchesForNodesAndKeepsTheSpeedUpAboveOne() {
    // On the reference: 100 of 1,000 nodes, 60 s. The system has 2,000 nodes.
    SizedRun reference = new SizedRun(100, 60);
    List<SizedRun> runs = List.of(new SizedRun(20, 80), new SizedRun(40, 50), new SizedRun(80, 30));
    Program program = new Program(1, 8, reference, runs);
    // 20 nodes: S = 0.75, refused. 40: U = 2.5 * 2 = 5, S = 1.2. 80: U = 2.5, S = 2.
    ScalableImprovement.Term best = ScalableImprovement.best(program, 2000, 1000).orElseThrow();
    assertThat(best.run().nodes()).isEqualTo(40);
    assertThat(best.utilisation()).isEqualTo(5, within(1e-12));
    assertThat(best.speedup()).isEqualTo(1.2, within(1e-12));
    assertThat(ScalableImprovement.of(List.of(program), 2000, 1000).orElseThrow())
        .isEqualTo(8 * 6, within(1e-9));
  }

  @Test
  void systemWithoutARunAsFastAsTheReferenceHasNoImprovement() {
    Program slow =
        new Program(1, 1, new SizedRun(1, 10), List.of(new SizedRun(1, 11), new SizedRun(2, 10.5)));
    Program large = new Program(1, 1, new SizedRun(1, 10), List.of(new SizedRun(200, 1)));
    assertThat(ScalableImprovement.of(List.of(slow), 100, 1)).isEmpty();
    assertThat(ScalableImprovement.of(List.of(large), 100, 1)).isEmpty();
  }

  @Test
  void improvementOfSingleNodesGrowsWithTheSystem() {
    assertThat(ScalableImprovement.ofSingleNodes(List.of(2.0, 8.0), List.of(1.0, 1.0), 300, 100))
        .isEqualTo(12, within(1e-12));
  }

  @Test
  void energyCountsIdleAndBusyTime() {
    NodePower node = new NodePower(200, 600);
    assertThat(node.joules(10, 100, 0.25)).isEqualTo(10 * (200 * 100 + 400 * 25), within(1e-9));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new NodePower(600, 200))
        .withMessageContaining("less than an idle one");
  }

  @Test
  void costOfOwnershipDiscountsEachYearAtItsEnd() {
    Year year = new Year(1_000_000, 0.2, 50_000);
    OwnershipCost cost = new OwnershipCost(1_000_000, List.of(year, year), 100_000, 0.1);
    assertThat(cost.total())
        .isEqualTo(1_000_000 + 250_000 / 1.1 + 250_000 / 1.21 - 100_000 / 1.21, within(1e-6));
    assertThat(cost.discountedYears().get(1)).isEqualTo(250_000 / 1.21, within(1e-6));
    assertThat(OwnershipCost.annuity(2, 0.1)).isEqualTo(1 / 1.1 + 1 / 1.21, within(1e-12));
  }

  @Test
  void electricityOfAMegawattForAYear() {
    assertThat(OwnershipCost.kilowattHoursPerYear(1e6, 1.25)).isEqualTo(10_950_000, within(1e-3));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> OwnershipCost.kilowattHoursPerYear(1e6, 0.9))
        .withMessageContaining("at least 1");
  }

  @Test
  void runsInALifeFillTheMachine() {
    Service service = new Service(5, 0.95, 0.85);
    double runs = service.runsInLife(1000, 10, 3600);
    assertThat(runs).isEqualTo(8760 * 5 * 0.95 * 0.85 * 100, within(1e-6));
    double day = service.runsPerDay(1000, 10, 3600);
    assertThat(day).isEqualTo(runs / (5 * 365), within(1e-6));
    assertThat(service.nodesForDemand(day, 10, 3600)).isEqualTo(1000, within(1e-9));
  }

  @Test
  void breakEvenPriceIsTheExtraCapitalOverTheEnergySaved() {
    assertThat(Service.breakEvenPricePerKilowattHour(10e6, 50e6, 12e6, 40e6))
        .hasValueCloseTo(0.2, within(1e-12));
    assertThat(Service.breakEvenPricePerKilowattHour(10e6, 40e6, 12e6, 50e6)).isEmpty();
    assertThat(Service.breakEvenPricePerKilowattHour(10e6, 40e6, 12e6, 40e6)).isEmpty();
  }

  @Test
  void pointsOfTwoOffersMayChangeOrderWhenAThirdIsWithdrawn() {
    Points points = new Points(50, 50);
    // C has the best quality, at a price that nobody wants. Without it A's quality counts for more.
    List<Bid> bids = List.of(new Bid(60, 10), new Bid(40, 8), new Bid(100, 100));
    List<Double> all = points.of(bids);
    assertThat(all.get(0)).isEqualTo(50 * 0.6 + 50 * 0.8, within(1e-12));
    assertThat(all.get(1)).isEqualTo(50 * 0.4 + 50, within(1e-12));
    assertThat(
            points.orderDependsOnOthers(
                List.of(new Bid(60, 10), new Bid(40, 7.5), new Bid(100, 100))))
        .isEqualTo(changesByHand(points));
    assertThat(points.orderDependsOnOthers(List.of(new Bid(60, 10), new Bid(40, 20)))).isFalse();
  }

  private static boolean changesByHand(Points points) {
    List<Double> three = points.of(List.of(new Bid(60, 10), new Bid(40, 7.5), new Bid(100, 100)));
    List<Double> two = points.of(List.of(new Bid(60, 10), new Bid(40, 7.5)));
    return (three.get(0) - three.get(1)) * (two.get(0) - two.get(1)) < 0;
  }

  @Test
  void amountsThatCannotBeAreRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> new ProgramRun(1, 0, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new ProgramRun(1, 1, Double.NaN));
    assertThatIllegalArgumentException().isThrownBy(() -> new Service(5, 1.1, 0.5));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new WeightedGeometricMean(List.of(1.0), Collections.nCopies(1, 0.0)))
        .withMessageContaining("sum of the weights");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new OwnershipCost(1, List.of(), 0, 0))
        .withMessageContaining("no year");
  }
}
