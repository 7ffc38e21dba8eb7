package org.foretell.study.campaign;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.foretell.failure.ForetellException;
import org.foretell.scenario.Change;
import org.foretell.scenario.Scenario;
import org.foretell.study.description.Estimate;

/**
 * Whether what a case changes can be changed.
 *
 * @param which case
 * @param base its scenario without changes
 * @param moved figures that its replays move
 */
record CaseCheck(ReplayCase which, Scenario base, MovedFigures moved) {
  /** A place between bounds that is no whole number if they are. */
  private static final double BETWEEN = 0.37;

  /**
   * Tries the other world and each variable by itself, before anything is replayed, so that what is
   * wrong is reported with its name.
   *
   * @throws ForetellException if a change is impossible
   */
  void run() {
    which
        .whatIf()
        .ifPresent(
            world ->
                tried("the what-if \"" + world.name() + "\"", "", List.of(which.worldChanges())));
    for (String name : moved.names()) {
      Estimate amount = Objects.requireNonNull(moved.estimates().get(name));
      double between = amount.from() + BETWEEN * (amount.to() - amount.from());
      for (double value : new double[] {amount.from(), amount.to()}) {
        tried("the figure " + name, "", moved.changes(Map.of(name, value), false));
      }
      tried(
          "the figure " + name,
          "; replays also take values between its bounds, so if it must be a whole number, list its"
              + " \"values\"",
          moved.changes(Map.of(name, between), false));
    }
  }

  private void tried(String what, String advice, List<List<Change>> steps) {
    try {
      Scenario scenario = base;
      for (List<Change> step : steps) {
        scenario = scenario.with(step);
      }
    } catch (ForetellException wrong) {
      throw new ForetellException(
          wrong.kind(),
          what + " of the study, on " + which.offer().name() + ": " + wrong.getMessage() + advice,
          wrong);
    }
  }
}
