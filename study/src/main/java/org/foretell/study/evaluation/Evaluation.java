package org.foretell.study.evaluation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.ToDoubleFunction;
import org.foretell.procurement.metric.NodePower;
import org.foretell.procurement.metric.OwnershipCost;
import org.foretell.procurement.metric.ScalableImprovement;
import org.foretell.procurement.metric.Service;
import org.foretell.procurement.metric.SustainedPerformance;
import org.foretell.procurement.metric.WeightedGeometricMean;
import org.foretell.study.description.Offer;
import org.foretell.study.description.Program;
import org.foretell.study.description.Site;
import org.foretell.study.description.StudyDescription;

/**
 * Metrics of offers from run times, prices and the site. The number of ranks per node of each
 * program is chosen once, for the figures as the study states them: the one with the least node
 * hours of those that end in time.
 *
 * <p>{@code docs/study-methods.md} has the formulas. Immutable; used by any number of threads.
 */
public final class Evaluation {
  private static final double SECONDS_PER_HOUR = 3600;
  private static final double SECONDS_PER_DAY = 86_400;
  private static final double HOURS_PER_DAY = 24;
  private static final double DAYS_PER_YEAR = 365;
  private static final double JOULES_PER_KILOWATT_HOUR = 3.6e6;
  private static final double WATTS_PER_KILOWATT = 1000;

  private final StudyDescription study;
  private final RunTimes times;
  private final Map<Place, Integer> ranksPerNode = new HashMap<>();

  private record Place(String program, String offer) {}

  /** A program, and the run of it that was chosen. */
  private record Chosen(Program program, RunTimes.Run run) {}

  /**
   * Prepares an evaluation.
   *
   * @param study which
   * @param times of its programs
   */
  public Evaluation(StudyDescription study, RunTimes times) {
    this.study = study;
    this.times = times;
    Figures stated = Figures.stated(study.models().get(0));
    for (Offer offer : study.offers()) {
      for (Program program : study.programs()) {
        best(program, scaled(program, offer, stated))
            .ifPresent(
                run ->
                    ranksPerNode.put(new Place(program.name(), offer.name()), run.ranksPerNode()));
      }
    }
  }

  /** {@return what is evaluated} */
  public StudyDescription study() {
    return study;
  }

  private static Optional<RunTimes.Run> best(Program program, List<RunTimes.Run> runs) {
    Comparator<RunTimes.Run> late = Comparator.comparing(run -> !isInTime(program, run.seconds()));
    return runs.stream().min(late.thenComparingDouble(run -> run.nodes() * run.seconds()));
  }

  private static boolean isInTime(Program program, double seconds) {
    return program.timeLimitSeconds().isEmpty()
        || seconds <= program.timeLimitSeconds().getAsDouble();
  }

  /** The runs of the real program, of which a part was traced. */
  private List<RunTimes.Run> scaled(Program program, Offer offer, Figures figures) {
    return times.of(program, offer, figures).stream()
        .map(run -> scaled(run, program, figures))
        .toList();
  }

  private static RunTimes.Run scaled(RunTimes.Run run, Program program, Figures figures) {
    double scale = figures.of(FigureNames.of(program, "scale"), program.scale());
    double seconds = run.seconds() * scale * figures.extrapolation(program);
    return new RunTimes.Run(run.ranksPerNode(), run.nodes(), seconds, run.busyShare());
  }

  /** With the ranks per node that were chosen; empty if the program cannot run. */
  private Optional<RunTimes.Run> chosen(Program program, Offer offer, Figures figures) {
    Integer ranks = ranksPerNode.get(new Place(program.name(), offer.name()));
    return ranks == null
        ? Optional.empty()
        : times.with(program, offer, ranks, figures).map(run -> scaled(run, program, figures));
  }

  /**
   * {@return an offer in a state of the world; empty if a program cannot run on it}
   *
   * @param offer one of the study
   * @param figures the state of the world
   */
  public Optional<OfferValues> of(Offer offer, Figures figures) {
    List<Chosen> chosen = new ArrayList<>();
    for (Program program : study.programs()) {
      Optional<RunTimes.Run> run = chosen(program, offer, figures);
      if (run.isEmpty() || run.get().nodes() > offer.nodes()) {
        return Optional.empty();
      }
      chosen.add(new Chosen(program, run.get()));
    }
    return Optional.of(new World(offer, figures, chosen).values());
  }

  /**
   * {@return the number of ranks per node that was chosen for a program; empty if it cannot run on
   * the offer}
   *
   * @param program one of the study
   * @param offer one of the study
   */
  public OptionalInt ranksPerNode(Program program, Offer offer) {
    Integer ranks = ranksPerNode.get(new Place(program.name(), offer.name()));
    return ranks == null ? OptionalInt.empty() : OptionalInt.of(ranks);
  }

  /**
   * {@return the greatest relative error of the time of a program}
   *
   * @param offer that can run all programs
   * @param figures the state of the world
   */
  public double error(Offer offer, Figures figures) {
    return study.programs().stream()
        .mapToDouble(
            one -> times.error(one, offer, ranksPerNode(one, offer).orElseThrow(), figures))
        .max()
        .orElse(0);
  }

  /**
   * {@return by which share figures of the machine differ from those that were replayed, in the
   * program of which this is most}
   *
   * @param offer that can run all programs
   * @param figures the state of the world
   */
  public double distance(Offer offer, Figures figures) {
    return study.programs().stream()
        .mapToDouble(
            one -> times.distance(one, offer, ranksPerNode(one, offer).orElseThrow(), figures))
        .max()
        .orElse(0);
  }

  /**
   * {@return why an offer cannot run all programs in a state of the world; empty if it can}
   *
   * @param offer one of the study
   * @param figures the state of the world
   */
  public Optional<String> reasonAgainst(Offer offer, Figures figures) {
    for (Program program : study.programs()) {
      Optional<RunTimes.Run> run = chosen(program, offer, figures);
      if (run.isEmpty()) {
        return Optional.of("it cannot run " + program.name() + " under " + figures.model());
      }
      if (run.get().nodes() > offer.nodes()) {
        return Optional.of(
            String.format(
                Locale.ROOT,
                "%s takes %,d nodes with %d %s per node, and it has %,d",
                program.name(),
                run.get().nodes(),
                run.get().ranksPerNode(),
                run.get().ranksPerNode() == 1 ? "rank" : "ranks",
                offer.nodes()));
      }
    }
    return Optional.empty();
  }

  /** An offer in one state of the world. */
  private final class World {
    private final Offer offer;
    private final Figures figures;
    private final List<Chosen> runs;
    private final Site site = study.site();
    private final Service service;
    private final double pue;
    private final NodePower power;
    private final double networkWatts;

    World(Offer offer, Figures figures, List<Chosen> runs) {
      this.offer = offer;
      this.figures = figures;
      this.runs = runs;
      service =
          new Service(
              site.lifeYears(),
              figures.of(FigureNames.site("availability"), site.availability()),
              figures.of(FigureNames.site("utilisation"), site.utilisation()));
      pue = figures.of(FigureNames.site("pue"), site.pue());
      double idle = figures.of(FigureNames.of(offer, "power.idle"), offer.idleWatts());
      double busy = figures.of(FigureNames.of(offer, "power.busy"), offer.busyWatts());
      power = new NodePower(idle, Math.max(idle, busy));
      networkWatts = figures.of(FigureNames.of(offer, "power.network"), offer.networkWatts());
    }

    OfferValues values() {
      double used = service.availability() * service.utilisation();
      double nodeSeconds = perDay(run -> run.nodes() * run.seconds());
      double jobJoules = perDay(run -> power.joules(run.nodes(), run.seconds(), run.busyShare()));
      double jobWatts = jobJoules / nodeSeconds;
      double watts =
          offer.nodes() * (used * jobWatts + (1 - used) * power.idleWatts()) + networkWatts;
      OwnershipCost cost = cost(watts);
      double nodesForDemand = nodeSeconds / (SECONDS_PER_DAY * used);
      double demandsPerDay = offer.nodes() / nodesForDemand;
      double days = site.lifeYears() * DAYS_PER_YEAR;
      double total = cost.total();
      double kilowatts = watts * pue / WATTS_PER_KILOWATT;
      double nodeHourCost =
          total / (offer.nodes() * site.lifeYears() * OwnershipCost.HOURS_PER_YEAR * used);
      return new OfferValues(
          offer.name(),
          runs.stream().map(one -> program(one, nodeHourCost)).toList(),
          total,
          total - costWithoutElectricity(),
          kilowatts,
          demandsPerDay,
          nodesForDemand,
          total / (demandsPerDay * days),
          kilowatts * HOURS_PER_DAY / demandsPerDay,
          total / demandsPerDay,
          ssp(),
          ssi(),
          ssni(),
          geometricMean(),
          site.budget().isEmpty() || total <= site.budget().getAsDouble(),
          site.powerCapWatts().isEmpty() || watts * pue <= site.powerCapWatts().getAsDouble());
    }

    private double perDay(ToDoubleFunction<RunTimes.Run> what) {
      return runs.stream()
          .mapToDouble(one -> runsPerDay(one.program) * what.applyAsDouble(one.run))
          .sum();
    }

    private double runsPerDay(Program program) {
      return figures.of(FigureNames.of(program, "runsPerDay"), program.runsPerDay());
    }

    private double otherPerYear() {
      return figures.of(FigureNames.of(offer, "maintenancePerYear"), offer.maintenancePerYear())
          + figures.of(FigureNames.of(offer, "hostingPerYear"), offer.hostingPerYear())
          + figures.of(FigureNames.site("staffPerYear"), site.staffPerYear());
    }

    private OwnershipCost cost(double watts) {
      double hours = OwnershipCost.kilowattHoursPerYear(watts, pue);
      List<OwnershipCost.Year> years = new ArrayList<>();
      for (int year = 1; year <= site.lifeYears(); year++) {
        double price =
            figures.of(FigureNames.electricity(year), site.pricesPerKilowattHour().get(year - 1));
        years.add(new OwnershipCost.Year(hours, price, otherPerYear()));
      }
      return new OwnershipCost(
          figures.of(FigureNames.of(offer, "price"), offer.price()),
          years,
          figures.of(FigureNames.of(offer, "residual"), offer.residual()),
          figures.of(FigureNames.site("discountRate"), site.discountRate()));
    }

    private double costWithoutElectricity() {
      return cost(0).total();
    }

    private ProgramValues program(Chosen one, double nodeHourCost) {
      RunTimes.Run run = one.run;
      double nodeHours = run.nodes() * run.seconds() / SECONDS_PER_HOUR;
      return new ProgramValues(
          one.program.name(),
          run.ranksPerNode(),
          run.nodes(),
          run.seconds(),
          nodeHours,
          power.joules(run.nodes(), run.seconds(), run.busyShare())
              * pue
              / JOULES_PER_KILOWATT_HOUR,
          nodeHours * nodeHourCost,
          service.runsPerDay(offer.nodes(), run.nodes(), run.seconds()),
          one.program
              .reference()
              .map(reference -> OptionalDouble.of(speedUp(one, reference)))
              .orElse(OptionalDouble.empty()),
          isInTime(one.program, run.seconds()));
    }

    private OptionalDouble ssp() {
      List<SustainedPerformance.ProgramRun> rates = new ArrayList<>();
      for (Chosen one : runs) {
        OptionalDouble operations =
            one.program
                .reference()
                .map(Program.Reference::operations)
                .orElse(OptionalDouble.empty());
        if (operations.isEmpty()) {
          return OptionalDouble.empty();
        }
        rates.add(
            new SustainedPerformance.ProgramRun(
                operations.getAsDouble(), one.run.nodes(), one.run.seconds()));
      }
      return OptionalDouble.of(SustainedPerformance.perSecond(offer.nodes(), rates));
    }

    private OptionalDouble ssi() {
      List<ScalableImprovement.Program> programs = new ArrayList<>();
      for (Chosen one : runs) {
        Optional<Program.Reference> reference = one.program.reference();
        if (reference.isEmpty() || study.referenceNodes().isEmpty()) {
          return OptionalDouble.empty();
        }
        programs.add(
            new ScalableImprovement.Program(
                weight(one.program),
                reference.get().capability(),
                new ScalableImprovement.SizedRun(
                    reference.get().nodes(), equalSeconds(one.program, reference.get())),
                scaled(one.program, offer, figures).stream()
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
      for (Chosen one : runs) {
        Optional<Program.Reference> reference = one.program.reference();
        if (reference.isEmpty()
            || study.referenceNodes().isEmpty()
            || one.run.nodes() != 1
            || reference.get().nodes() != 1) {
          return OptionalDouble.empty();
        }
        speedups.add(speedUp(one, reference.get()));
        weights.add(weight(one.program));
      }
      return OptionalDouble.of(
          ScalableImprovement.ofSingleNodes(
              speedups, weights, offer.nodes(), study.referenceNodes().orElseThrow()));
    }

    private OptionalDouble geometricMean() {
      List<Double> speedups = new ArrayList<>();
      List<Double> weights = new ArrayList<>();
      for (Chosen one : runs) {
        Optional<Program.Reference> reference = one.program.reference();
        if (reference.isEmpty()) {
          return OptionalDouble.empty();
        }
        speedups.add(speedUp(one, reference.get()));
        weights.add(weight(one.program));
      }
      return OptionalDouble.of(new WeightedGeometricMean(speedups, weights).mean());
    }

    private double weight(Program program) {
      return figures.of(FigureNames.of(program, "weight"), program.weight());
    }

    private double measured(Program program, Program.Reference reference) {
      return figures.of(FigureNames.reference(program, reference), reference.measured());
    }

    private double speedUp(Chosen one, Program.Reference reference) {
      return reference.speedUp(one.run.seconds(), measured(one.program, reference));
    }

    /** The time of a run that is as good as the reference. */
    private double equalSeconds(Program program, Program.Reference reference) {
      return reference.speedUp(1, measured(program, reference));
    }
  }
}
