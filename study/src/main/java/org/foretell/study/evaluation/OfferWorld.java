package org.foretell.study.evaluation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.foretell.procurement.metric.NodePower;
import org.foretell.procurement.metric.OwnershipCost;
import org.foretell.procurement.metric.ScalableImprovement;
import org.foretell.procurement.metric.Service;
import org.foretell.procurement.metric.SustainedPerformance;
import org.foretell.procurement.metric.WeightedGeometricMean;
import org.foretell.study.description.Offer;
import org.foretell.study.description.Program;
import org.foretell.study.description.RankBy;
import org.foretell.study.description.Site;
import org.foretell.study.description.StudyDescription;
import org.jspecify.annotations.Nullable;

/** The metrics of an offer in one state of the world. For one thread. */
final class OfferWorld {
  private static final double SECONDS_PER_HOUR = 3600;
  private static final double SECONDS_PER_DAY = 86_400;
  private static final double HOURS_PER_DAY = 24;
  private static final double DAYS_PER_YEAR = 365;
  private static final double JOULES_PER_KILOWATT_HOUR = 3.6e6;
  private static final double WATTS_PER_KILOWATT = 1000;

  /** A program, and the run of it that was chosen. */
  record ProgramRun(Program program, RunTimes.Run run) {}

  private final StudyDescription study;
  private final NamedFigures names;
  private final Offer offer;
  private final NamedFigures.OfOffer own;
  private final FigureValues figures;
  private final List<ProgramRun> runs;
  private final Function<Program, List<RunTimes.Run>> allRuns;
  private final Site site;
  private final int lifeYears;
  private final Service service;
  private final double pue;
  private final NodePower power;
  private final double networkWatts;
  private final double nodeSeconds;

  /**
   * Prepares the values.
   *
   * @param study which
   * @param names of its figures
   * @param offer one of the study
   * @param figures the state of the world
   * @param runs of the programs, in their order
   * @param allRuns the runs of a program with each number of ranks per node
   */
  OfferWorld(
      StudyDescription study,
      NamedFigures names,
      Offer offer,
      FigureValues figures,
      List<ProgramRun> runs,
      Function<Program, List<RunTimes.Run>> allRuns) {
    this.study = study;
    this.names = names;
    this.offer = offer;
    this.figures = figures;
    this.runs = runs;
    this.allRuns = allRuns;
    site = study.site();
    own = names.of(offer);
    lifeYears = figures.number(FigureNames.LIFE).orElse(site.lifeYears());
    service =
        new Service(
            lifeYears,
            figures.of(NamedFigures.AVAILABILITY, site.availability()),
            figures.of(NamedFigures.UTILISATION, site.utilisation()));
    pue = figures.of(NamedFigures.PUE, site.pue());
    // Of the machine, so that all programs have the same.
    PowerFactors factors = runs.get(0).run().power();
    double idle = factors.idle() * figures.of(own.idle(), offer.idleWatts());
    double busy = factors.busy() * figures.of(own.busy(), offer.busyWatts());
    power = new NodePower(idle, Math.max(idle, busy));
    networkWatts = factors.network() * figures.of(own.network(), offer.networkWatts());
    nodeSeconds = perDay(run -> run.nodes() * run.seconds());
  }

  /** Computes no more than this metric needs. */
  OptionalDouble metric(RankBy by) {
    return switch (by) {
      case COST_PER_DEMAND -> OptionalDouble.of(costPerDemand(cost(watts()).total()));
      case TOTAL_COST -> OptionalDouble.of(cost(watts()).total());
      case SSP -> ssp();
      case SSI -> ssi();
      case SSNI -> ssni();
      case GEOMETRIC_MEAN -> geometricMean();
      case CAPACITY -> OptionalDouble.of(demandsPerDay());
      case ENERGY_PER_DEMAND -> OptionalDouble.of(kilowattHoursPerDemand(watts()));
      case RUNS_PER_DAY -> OptionalDouble.of(meanRunsPerDay());
      case NODES_NEEDED -> nodesNeeded();
      case SLOW_DOWN_BY_NEIGHBOURS -> slowDownByNeighbours();
    };
  }

  private double used() {
    return service.availability() * service.utilisation();
  }

  /** Of the whole machine on average, without the PUE. */
  private double watts() {
    double jobJoules =
        perDay(run -> power.joules(run.nodes(), run.seconds(), run.busyShare(offer.polling())));
    double jobWatts = jobJoules / nodeSeconds;
    return offer.nodes() * (used() * jobWatts + (1 - used()) * power.idleWatts()) + networkWatts;
  }

  private double nodesForDemand() {
    return nodeSeconds / (SECONDS_PER_DAY * used());
  }

  private double demandsPerDay() {
    return offer.nodes() / nodesForDemand();
  }

  private double costPerDemand(double total) {
    return total / (demandsPerDay() * (lifeYears * DAYS_PER_YEAR));
  }

  private double kilowattHoursPerDemand(double watts) {
    return watts * pue / WATTS_PER_KILOWATT * HOURS_PER_DAY / demandsPerDay();
  }

  OfferValues values() {
    double watts = watts();
    double total = cost(watts).total();
    double nodeHourCost =
        total / (offer.nodes() * lifeYears * OwnershipCost.HOURS_PER_YEAR * used());
    return new OfferValues(
        offer.name(),
        runs.stream().map(one -> program(one, nodeHourCost)).toList(),
        total,
        total - costWithoutElectricity(),
        watts * pue / WATTS_PER_KILOWATT,
        demandsPerDay(),
        nodesForDemand(),
        costPerDemand(total),
        kilowattHoursPerDemand(watts),
        total / demandsPerDay(),
        ssp(),
        ssi(),
        ssni(),
        geometricMean(),
        meanRunsPerDay(),
        nodesNeeded(),
        slowDownByNeighbours(),
        site.budget().isEmpty() || total <= site.budget().getAsDouble(),
        site.powerCapWatts().isEmpty() || watts * pue <= site.powerCapWatts().getAsDouble());
  }

  /** Whether a run of a program ends within its time limit, if it has one. */
  static boolean isInTime(Program program, double seconds) {
    return program.timeLimitSeconds().isEmpty()
        || seconds <= program.timeLimitSeconds().getAsDouble();
  }

  private double perDay(ToDoubleFunction<RunTimes.Run> what) {
    double sum = 0;
    for (ProgramRun one : runs) {
      sum += runsPerDay(one.program()) * what.applyAsDouble(one.run());
    }
    return sum;
  }

  private double runsPerDay(Program program) {
    return figures.of(names.of(program).runsPerDay(), program.runsPerDay());
  }

  private double otherPerYear() {
    return figures.of(own.maintenance(), offer.maintenancePerYear())
        + figures.of(own.hosting(), offer.hostingPerYear())
        + figures.of(NamedFigures.STAFF, site.staffPerYear());
  }

  private OwnershipCost cost(double watts) {
    double hours = OwnershipCost.kilowattHoursPerYear(watts, pue);
    List<OwnershipCost.Year> years = new ArrayList<>();
    for (int year = 1; year <= lifeYears; year++) {
      // Years after the last one with a price have that price.
      int priced = Math.min(year, site.lifeYears());
      double price =
          figures.of(names.electricity(priced), site.pricesPerKilowattHour().get(priced - 1));
      years.add(new OwnershipCost.Year(hours, price, otherPerYear()));
    }
    return new OwnershipCost(
        figures.of(own.price(), offer.price()),
        years,
        figures.of(own.residual(), offer.residual()),
        figures.of(NamedFigures.DISCOUNT_RATE, site.discountRate()));
  }

  private double costWithoutElectricity() {
    return cost(0).total();
  }

  private ProgramValues program(ProgramRun one, double nodeHourCost) {
    RunTimes.Run run = one.run();
    double nodeHours = run.nodes() * run.seconds() / SECONDS_PER_HOUR;
    return new ProgramValues(
        one.program().name(),
        run.ranksPerNode(),
        run.nodes(),
        run.seconds(),
        nodeHours,
        power.joules(run.nodes(), run.seconds(), run.busyShare(offer.polling()))
            * pue
            / JOULES_PER_KILOWATT_HOUR,
        nodeHours * nodeHourCost,
        mostRunsPerDay(run),
        nodesNeeded(one),
        optional(run.figures().slowDownByNeighbours()),
        optional(run.figures().slowDownByNeighboursWorst()),
        one.program()
            .reference()
            .map(reference -> OptionalDouble.of(speedUp(one, reference)))
            .orElse(OptionalDouble.empty()),
        isInTime(one.program(), run.seconds()) && run.figures().isServed());
  }

  private static OptionalDouble optional(@Nullable Number value) {
    return value == null ? OptionalDouble.empty() : OptionalDouble.of(value.doubleValue());
  }

  /** If the machine does nothing else; of a mix its jobs. */
  private double mostRunsPerDay(RunTimes.Run run) {
    Long jobs = run.figures().jobs();
    return (jobs == null ? 1 : jobs)
        * service.runsPerDay(offer.nodes(), run.nodes(), run.seconds());
  }

  private double meanRunsPerDay() {
    return new WeightedGeometricMean(
            runs.stream().map(one -> mostRunsPerDay(one.run())).toList(),
            runs.stream().map(one -> weight(one.program())).toList())
        .mean();
  }

  /** Of a trace, its part of those for the demand of all programs. */
  private OptionalDouble nodesNeeded(ProgramRun one) {
    if (one.program().simulated().isPresent()) {
      return optional(one.run().figures().nodesNeeded());
    }
    return OptionalDouble.of(
        runsPerDay(one.program())
            * one.run().nodes()
            * one.run().seconds()
            / (SECONDS_PER_DAY * used()));
  }

  private OptionalDouble nodesNeeded() {
    double sum = 0;
    for (ProgramRun one : runs) {
      OptionalDouble own = nodesNeeded(one);
      if (own.isEmpty()) {
        return own;
      }
      sum += own.getAsDouble();
    }
    return OptionalDouble.of(sum);
  }

  private OptionalDouble slowDownByNeighbours() {
    double sum = 0;
    double weights = 0;
    for (ProgramRun one : runs) {
      OptionalDouble own = optional(one.run().figures().slowDownByNeighbours());
      if (own.isPresent()) {
        sum += weight(one.program()) * own.getAsDouble();
        weights += weight(one.program());
      }
    }
    return weights > 0 ? OptionalDouble.of(sum / weights) : OptionalDouble.empty();
  }

  private OptionalDouble ssp() {
    List<SustainedPerformance.ProgramRun> rates = new ArrayList<>();
    for (ProgramRun one : runs) {
      OptionalDouble operations =
          one.program()
              .reference()
              .map(Program.Reference::operations)
              .orElse(OptionalDouble.empty());
      if (operations.isEmpty()) {
        return OptionalDouble.empty();
      }
      rates.add(
          new SustainedPerformance.ProgramRun(
              operations.getAsDouble(), one.run().nodes(), one.run().seconds()));
    }
    return OptionalDouble.of(SustainedPerformance.perSecond(offer.nodes(), rates));
  }

  private OptionalDouble ssi() {
    List<ScalableImprovement.Program> programs = new ArrayList<>();
    for (ProgramRun one : runs) {
      Optional<Program.Reference> reference = one.program().reference();
      if (reference.isEmpty() || study.referenceNodes().isEmpty()) {
        return OptionalDouble.empty();
      }
      programs.add(
          new ScalableImprovement.Program(
              weight(one.program()),
              reference.get().capability(),
              new ScalableImprovement.SizedRun(
                  reference.get().nodes(), equalSeconds(one.program(), reference.get())),
              allRuns.apply(one.program()).stream()
                  .map(run -> new ScalableImprovement.SizedRun(run.nodes(), run.seconds()))
                  .toList()));
    }
    return ScalableImprovement.of(programs, offer.nodes(), study.referenceNodes().orElseThrow())
        .map(OptionalDouble::of)
        .orElse(OptionalDouble.empty());
  }

  private OptionalDouble ssni() {
    List<Double> speedups = new ArrayList<>();
    List<Double> weights = new ArrayList<>();
    for (ProgramRun one : runs) {
      Optional<Program.Reference> reference = one.program().reference();
      if (reference.isEmpty()
          || study.referenceNodes().isEmpty()
          || one.run().nodes() != 1
          || reference.get().nodes() != 1) {
        return OptionalDouble.empty();
      }
      speedups.add(speedUp(one, reference.get()));
      weights.add(weight(one.program()));
    }
    return OptionalDouble.of(
        ScalableImprovement.ofSingleNodes(
            speedups, weights, offer.nodes(), study.referenceNodes().orElseThrow()));
  }

  private OptionalDouble geometricMean() {
    List<Double> speedups = new ArrayList<>();
    List<Double> weights = new ArrayList<>();
    for (ProgramRun one : runs) {
      Optional<Program.Reference> reference = one.program().reference();
      if (reference.isEmpty()) {
        return OptionalDouble.empty();
      }
      speedups.add(speedUp(one, reference.get()));
      weights.add(weight(one.program()));
    }
    return OptionalDouble.of(new WeightedGeometricMean(speedups, weights).mean());
  }

  private double weight(Program program) {
    return figures.of(names.of(program).weight(), program.weight());
  }

  private double measured(Program program, Program.Reference reference) {
    return figures.of(names.of(program).reference(), reference.measured());
  }

  private double speedUp(ProgramRun one, Program.Reference reference) {
    return reference.speedUp(one.run().seconds(), measured(one.program(), reference));
  }

  /** The time of a run that is as good as the reference. */
  private double equalSeconds(Program program, Program.Reference reference) {
    return reference.speedUp(1, measured(program, reference));
  }
}
