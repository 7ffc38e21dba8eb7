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
import org.foretell.study.description.Offer;
import org.foretell.study.description.Program;
import org.foretell.study.description.StudyDescription;

/**
 * Metrics of offers from run times, prices and the site. The number of ranks per node of each
 * program is chosen once, for the figures as the study states them: the one with the least node
 * hours of those that end in time.
 *
 * <p>{@code docs/study-methods.md} has the formulas. Immutable; used by any number of threads.
 */
public final class Evaluation {

  private final StudyDescription study;
  private final RunTimes times;
  private final NamedFigures names;
  private final Map<Place, Integer> ranksPerNode = new HashMap<>();

  private record Place(String program, String offer) {}

  /**
   * Prepares an evaluation.
   *
   * @param study which
   * @param times of its programs
   */
  public Evaluation(StudyDescription study, RunTimes times) {
    this.study = study;
    this.times = times;
    names = new NamedFigures(study);
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
    Comparator<RunTimes.Run> late =
        Comparator.comparing(run -> !OfferWorld.isInTime(program, run.seconds()));
    return runs.stream().min(late.thenComparingDouble(run -> run.nodes() * run.seconds()));
  }

  /** The runs of the real program, of which a part was traced. */
  private List<RunTimes.Run> scaled(Program program, Offer offer, Figures figures) {
    return times.of(program, offer, figures).stream()
        .map(run -> scaled(run, program, figures))
        .toList();
  }

  private RunTimes.Run scaled(RunTimes.Run run, Program program, FigureValues figures) {
    NamedFigures.OfProgram own = names.of(program);
    double scale = figures.of(own.scale(), program.scale());
    double seconds = run.seconds() * scale;
    if (program.traces().timeFactor().isPresent()) {
      seconds *= figures.of(own.extrapolation(), program.traces().timeFactor().get());
    }
    return new RunTimes.Run(
        run.ranksPerNode(), run.nodes(), seconds, run.busyShare(), run.figures(), run.power());
  }

  /** With the ranks per node that were chosen; empty if the program cannot run. */
  private Optional<RunTimes.Run> chosen(Program program, Offer offer, Figures figures) {
    return traced(program, offer, figures).map(run -> scaled(run, program, figures));
  }

  /**
   * {@return the run of a program as it was traced, without the factor of the real one, with the
   * ranks per node that were chosen; it depends on figures of machines only. Empty if the program
   * cannot run on the offer}
   *
   * @param program one of the study
   * @param offer one of the study
   * @param figures the state of the world
   */
  public Optional<RunTimes.Run> traced(Program program, Offer offer, Figures figures) {
    Integer ranks = ranksPerNode.get(new Place(program.name(), offer.name()));
    return ranks == null ? Optional.empty() : times.with(program, offer, ranks, figures);
  }

  /**
   * {@return the metric by which the study ranks, as {@link #of} has it, at a fraction of its cost;
   * empty if the offer has none}
   *
   * @param offer that can run all programs
   * @param traced the run of each program, as {@link #traced} has it
   * @param machines the state of the world that decides run times
   * @param figures the state of the world
   */
  public OptionalDouble metric(
      Offer offer, List<RunTimes.Run> traced, Figures machines, FigureValues figures) {
    List<OfferWorld.ProgramRun> chosen = new ArrayList<>(traced.size());
    for (int i = 0; i < traced.size(); i++) {
      Program program = study.programs().get(i);
      chosen.add(new OfferWorld.ProgramRun(program, scaled(traced.get(i), program, figures)));
    }
    return world(offer, machines, figures, chosen).metric(study.rankBy());
  }

  /**
   * {@return an offer in a state of the world; empty if a program cannot run on it}
   *
   * @param offer one of the study
   * @param figures the state of the world
   */
  public Optional<OfferValues> of(Offer offer, Figures figures) {
    List<OfferWorld.ProgramRun> chosen = new ArrayList<>();
    for (Program program : study.programs()) {
      Optional<RunTimes.Run> run = chosen(program, offer, figures);
      if (run.isEmpty() || run.get().nodes() > offer.nodes()) {
        return Optional.empty();
      }
      chosen.add(new OfferWorld.ProgramRun(program, run.get()));
    }
    return Optional.of(world(offer, figures, figures, chosen).values());
  }

  private OfferWorld world(
      Offer offer, Figures machines, FigureValues figures, List<OfferWorld.ProgramRun> chosen) {
    return new OfferWorld(
        study,
        names,
        offer,
        figures,
        chosen,
        program ->
            times.of(program, offer, machines).stream()
                .map(run -> scaled(run, program, figures))
                .toList());
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
      if (run.get().nodes() > offer.nodes() && program.simulated().isPresent()) {
        return Optional.of(
            String.format(
                Locale.ROOT,
                "the workers of %s take %,d nodes, and it has %,d",
                program.name(),
                run.get().nodes(),
                offer.nodes()));
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
}
