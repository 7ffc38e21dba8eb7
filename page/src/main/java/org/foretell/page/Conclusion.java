package org.foretell.page;

import java.util.Locale;
import org.foretell.report.ExplainDocument;
import org.foretell.report.IntervalEntry;
import org.foretell.report.LadderEntry;
import org.foretell.report.RunDocument;
import org.foretell.report.SensitivitiesEntry;
import org.foretell.report.SensitivitiesEntry.SensitivityEntry;
import org.foretell.time.Quantity;
import org.jspecify.annotations.Nullable;

/** The result of an explanation in one sentence, short enough for three lines of a page. */
final class Conclusion {
  private static final double PS_PER_SECOND = 1e12;
  private static final double PERCENT = 100;

  /** Above this share of useful time there is no loss worth a reason. */
  private static final double NO_LOSS = 0.95;

  private Conclusion() {}

  static String of(ExplainDocument document) {
    RunDocument run = document.run();
    Long predictedPs = run.predictedPicoseconds();
    if (predictedPs == null) {
      return "The program does not complete, so there is no time to explain.";
    }
    StringBuilder text =
        new StringBuilder("The program takes ").append(Quantity.formatTime(predictedPs));
    IntervalEntry interval = run.interval();
    if (interval != null && interval.lowSeconds() < interval.highSeconds()) {
      text.append(" (between ")
          .append(time(interval.lowSeconds()))
          .append(" and ")
          .append(time(interval.highSeconds()))
          .append(')');
    }
    return text.append("; ")
        .append(loss(run.efficiency(), document.efficiency()))
        .append(lever(document.sensitivities()))
        .append('.')
        .toString();
  }

  /** How much of the time is useful, and what takes most of the rest. */
  private static String loss(RunDocument.EfficiencyEntry all, @Nullable LadderEntry ladder) {
    String useful =
        "the mean rank computes for " + PartRow.percent(all.parallelEfficiency()) + " of that";
    if (all.parallelEfficiency() >= NO_LOSS) {
      return useful;
    }
    LadderEntry.WholeEntry whole = ladder == null ? null : ladder.whole();
    double balance = all.loadBalance();
    double serialisation =
        whole == null ? all.communicationEfficiency() : whole.serialisationEfficiency();
    double transfer = whole == null ? 1 : whole.transferEfficiency();
    String why;
    if (balance <= serialisation && balance <= transfer) {
      why = "some ranks compute longer than others (load balance " + PartRow.percent(balance);
    } else if (serialisation <= transfer) {
      why =
          whole == null
              ? "ranks communicate (communication efficiency " + PartRow.percent(serialisation)
              : "ranks wait for each other in turn (serialisation "
                  + PartRow.percent(serialisation);
    } else {
      why = "messages take time in the network (transfer " + PartRow.percent(transfer);
    }
    return useful + ", and most of the rest is lost because " + why + ")";
  }

  /** The parameter that shortens the run most. */
  private static String lever(@Nullable SensitivitiesEntry found) {
    if (found == null) {
      return "";
    }
    SensitivityEntry best = null;
    for (SensitivityEntry one : found.parameters()) {
      if (one.gainOfOnePercent() > (best == null ? 0 : best.gainOfOnePercent())) {
        best = one;
      }
    }
    return best == null
        ? ""
        : String.format(
            Locale.ROOT,
            ". The parameter with the most effect is %s: 1 %% better, the run is %.2g %% shorter",
            best.parameter() + ParameterWords.inBrackets(best.parameter()),
            PERCENT * best.gainOfOnePercent());
  }

  private static String time(double seconds) {
    return Quantity.formatTime(Math.round(PS_PER_SECOND * seconds));
  }
}
