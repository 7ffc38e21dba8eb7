package org.foretell.parsers.scalatrace;

import java.util.List;
import java.util.Locale;
import org.foretell.parsers.Loss;
import org.foretell.parsers.Losses;

/** What a trace has that the format cannot say, and that changes no op. */
final class LeftOut {
  private static final double SECOND = 1e12;

  /** Ranks of a program whose computing times differ by this much are reported as different. */
  private static final double UNEVEN = 1.01;

  private static final String NO_PLACE = "the format has no place for them";

  private final Losses losses = new Losses();
  private long unevenPrograms;

  /** Of the program whose ranks compute least alike. */
  private double leastPs;

  private double mostPs;
  private double tailPs;
  private long tails;

  /** An op, or one of a program that ranks share, that has something which is left out. */
  void field(String what) {
    losses.add(what, NO_PLACE);
  }

  /** Computation of a rank that nothing comes after. */
  void tail(double durationPs) {
    if (durationPs > 0) {
      tailPs += durationPs;
      tails++;
    }
  }

  /** The ranks of a program, which share histograms, compute for times in a range. */
  void shared(double fromPs, double toPs) {
    if (toPs <= UNEVEN * fromPs) {
      return;
    }
    unevenPrograms++;
    if (toPs - fromPs > mostPs - leastPs) {
      leastPs = fromPs;
      mostPs = toPs;
    }
  }

  /** A burst that says what work it is. */
  void work() {
    losses.add("flops and bytes of bursts", NO_PLACE);
  }

  /** Bursts during which the processor counted. */
  void counts(int ranks) {
    losses.add("ranks with counts of the processor", ranks, NO_PLACE);
  }

  void elapsed() {
    losses.add("marks of bursts that do not depend on the CPU", "they are computation");
  }

  List<Loss> list() {
    if (unevenPrograms > 0) {
      losses.add(
          "computation times of the single ranks of programs",
          unevenPrograms,
          String.format(
              Locale.ROOT,
              "ranks of a program share histograms, so ranks that computed for %.6g s to %.6g s"
                  + " are replayed with their mean",
              leastPs / SECOND,
              mostPs / SECOND));
    }
    losses.add(
        "bursts after the last call of a rank",
        tails,
        String.format(Locale.ROOT, "they belong to no call; %.6g s over all", tailPs / SECOND));
    return losses.list();
  }
}
