package org.foretell.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.foretell.analysis.efficiency.ComputationScaling;
import org.foretell.analysis.efficiency.Efficiency;
import org.foretell.analysis.efficiency.EfficiencyLadder;
import org.foretell.analysis.efficiency.PhaseEfficiency;
import org.foretell.analysis.efficiency.RungTime;
import org.foretell.time.Quantity;
import org.foretell.trace.TraceTables;

/** What makes efficiencies doubtful. */
public final class LadderWarnings {
  private LadderWarnings() {}

  /** One sentence each. */
  public static List<String> of(EfficiencyLadder ladder, TraceTables tables) {
    List<String> warnings = new ArrayList<>();
    ladder
        .whole()
        .filter(Efficiency::idealIsSlower)
        .ifPresent(whole -> warnings.add(slower("the program", whole)));
    for (PhaseEfficiency phase : ladder.phases()) {
      if (phase.efficiency().idealIsSlower()) {
        warnings.add(slower("phase " + tables.phase(phase.marker()), phase.efficiency()));
      }
    }
    for (RungTime rung : ladder.rungs()) {
      if (rung.timePs().isEmpty()) {
        warnings.add(
            "at the step \""
                + rung.rung().name().toLowerCase(Locale.ROOT).replace('_', ' ')
                + "\" the program does not complete, because messages arrive in another order");
      }
    }
    ladder
        .scaling()
        .filter(ComputationScaling::isSuperlinear)
        .map(LadderWarnings::shrinks)
        .ifPresent(warnings::add);
    return warnings;
  }

  private static String shrinks(ComputationScaling scaling) {
    return String.format(
        Locale.ROOT,
        "computation scaling is %.1f%%, above 100%%: for the same work, the ranks of this run"
            + " compute less in total than those of %s; the cause may be a larger total cache, or"
            + " the two runs solve different problems%s",
        100 * scaling.computation(),
        scaling.reference(),
        scaling.isWeak() ? " (--weak assumes that the problem grows with the ranks)" : "");
  }

  private static String slower(String what, Efficiency efficiency) {
    return what
        + " takes "
        + Quantity.formatTime(efficiency.idealTimePs())
        + " on the ideal network and "
        + Quantity.formatTime(efficiency.timePs())
        + " on this one, so its transfer efficiency is above 1: on the ideal network, ranks reach"
        + " it at other times, or receive messages in another order";
  }
}
