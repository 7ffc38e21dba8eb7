package org.foretell.energy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.foretell.report.EnergyResult.AtClock;
import org.foretell.report.EnergyResult.Cap;
import org.foretell.report.EnergyResult.Slack;
import org.foretell.runner.Answers;
import org.foretell.runner.Question;
import org.foretell.scenario.Scenario;
import org.foretell.scenario.Wanted;

/**
 * What would slower clocks change? Replays at several clocks of all cores; with slower clocks for
 * ranks that compute less than others, of which the share that saves most within a tolerance of the
 * time is taken; and at the fastest clock that stays below a limit of the power, to a thousandth.
 */
public final class EnergyQuestion implements Question<EnergyQuestion.Answer> {
  private static final int USUAL_CLOCKS = 6;

  /** How exactly the greatest share of the slack is found. */
  private static final double SHARE_STEP = 1 / 64.0;

  /** How exactly the fastest clock below a limit is found. */
  private static final double CLOCK_STEP = 1e-3;

  private final Scenario scenario;
  private final PowerDraw draw;
  private final CoreTimes nominal;
  private final EnergyChoice choice;
  private final double lowestClock;
  private final List<Double> clocks;
  private final SlackClocks slack;

  /**
   * What was found.
   *
   * @param clocks by falling clock, the nominal one first
   * @param slack with slower clocks for ranks with slack
   * @param cap under a limit of the power; empty without one
   */
  public record Answer(List<AtClock> clocks, Slack slack, Optional<Cap> cap) {}

  /**
   * Asks.
   *
   * @param scenario that was predicted
   * @param draw of its nodes, of which each states what slower clocks do
   * @param nominal times of its ranks, of a run that finished
   * @param choice what is wanted
   */
  public EnergyQuestion(Scenario scenario, PowerDraw draw, CoreTimes nominal, EnergyChoice choice) {
    this.scenario = scenario;
    this.draw = draw;
    this.nominal = nominal;
    this.choice = choice;
    lowestClock = draw.lowestClock().orElseThrow();
    clocks = clocks(choice.clocks(), lowestClock);
    slack = new SlackClocks(draw.ranks(), nominal, lowestClock, choice.boundShare());
  }

  private static List<Double> clocks(List<Double> wanted, double lowest) {
    TreeSet<Double> all = new TreeSet<>(Comparator.reverseOrder());
    all.add(1.0);
    all.addAll(wanted);
    if (wanted.isEmpty()) {
      for (int step = 0; step < USUAL_CLOCKS; step++) {
        double clock = lowest + (1 - lowest) * step / (USUAL_CLOCKS - 1);
        all.add(Math.max(lowest, Math.round(clock * 1000) / 1000.0));
      }
    }
    return List.copyOf(all);
  }

  @Override
  public List<? extends Wanted> next(Answers soFar) {
    List<Wanted> wanted = new ArrayList<>();
    clocks.forEach(clock -> wanted.add(at(clock)));
    if (choice.capWatts().isPresent()) {
      wanted.add(at(lowestClock));
    }
    wanted.removeIf(soFar::has);
    if (!wanted.isEmpty()) {
      return wanted;
    }
    Search search = search(soFar);
    search.slack().open().ifPresent(share -> wanted.add(withSlack(share)));
    search.clock().flatMap(Halving::open).ifPresent(clock -> wanted.add(at(clock)));
    return wanted;
  }

  private ClockedRun at(double clock) {
    return new ClockedRun(scenario, draw, Clocks.uniform(clock, choice.boundShare()));
  }

  private ClockedRun withSlack(double share) {
    return new ClockedRun(scenario, draw, slack.clocks(share));
  }

  /** How far the two searches have come. */
  private record Search(Halving slack, Optional<Halving> clock) {}

  private Search search(Answers soFar) {
    double mostPs = nominal.makespanPs() * (1 + choice.tolerance());
    Halving shares =
        slack.isPossible()
            ? Halving.of(
                0,
                1,
                SHARE_STEP,
                share -> verdict(soFar, withSlack(share), run -> run.makespanPs() <= mostPs))
            : Halving.ended(0);
    return new Search(
        shares,
        choice.capWatts().isEmpty()
            ? Optional.empty()
            : clockBelow(choice.capWatts().getAsDouble(), soFar));
  }

  /** The search between the fastest clock known to stay below a limit and the next one. */
  private Optional<Halving> clockBelow(double limit, Answers soFar) {
    TreeSet<Double> known = new TreeSet<>(clocks);
    known.add(lowestClock);
    double good = 0;
    for (double clock : known) {
      ClockedRun.Result run = soFar.of(at(clock));
      if (run.isCompleted() && run.peakWatts() <= limit) {
        good = clock;
      }
    }
    Double faster = known.higher(good);
    if (good == 0) {
      return Optional.empty();
    }
    return Optional.of(
        faster == null
            ? Halving.ended(good)
            : Halving.of(
                good,
                faster,
                CLOCK_STEP,
                clock -> verdict(soFar, at(clock), run -> run.peakWatts() <= limit)));
  }

  private static Optional<Boolean> verdict(
      Answers soFar, ClockedRun run, Predicate<ClockedRun.Result> isGood) {
    return soFar.has(run)
        ? Optional.of(soFar.of(run).isCompleted() && isGood.test(soFar.of(run)))
        : Optional.empty();
  }

  @Override
  public Answer conclude(Answers all) {
    Search search = search(all);
    return new Answer(
        clocks.stream().map(clock -> atClock(clock, all)).toList(),
        slack(frugal(search.slack().good(), all), all),
        choice.capWatts().isEmpty()
            ? Optional.empty()
            : Optional.of(
                new Cap(
                    choice.capWatts().getAsDouble(),
                    all.of(at(lowestClock)).peakWatts(),
                    search.clock().map(found -> atClock(found.best(), all)))));
  }

  /** The share of the slack with the least energy; 0 if none saves any. */
  private double frugal(List<Double> shares, Answers all) {
    double least = draw.energy(nominal).total().value();
    double frugal = 0;
    for (double share : shares) {
      double joules = share == 0 ? least : all.of(withSlack(share)).energy().total().value();
      if (joules < least) {
        least = joules;
        frugal = share;
      }
    }
    return frugal;
  }

  private AtClock atClock(double clock, Answers all) {
    ClockedRun.Result run = all.of(at(clock));
    return new AtClock(clock, run.isCompleted(), run.energy(), run.peakWatts());
  }

  private Slack slack(double share, Answers all) {
    if (share == 0) {
      return new Slack(choice.tolerance(), 0, 0, 1, 1, draw.energy(nominal));
    }
    Clocks found = slack.clocks(share);
    int slowed = 0;
    double sum = 0;
    double least = 1;
    for (int rank = 0; rank < draw.ranks(); rank++) {
      double clock = found.ofRank().applyAsDouble(rank);
      slowed += clock < 1 ? 1 : 0;
      sum += clock;
      least = Math.min(least, clock);
    }
    return new Slack(
        choice.tolerance(),
        share,
        slowed,
        sum / draw.ranks(),
        least,
        all.of(withSlack(share)).energy());
  }
}
