package org.foretell.study.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;
import org.foretell.study.description.RankBy;

/** Metrics in words, with their units. */
public final class MetricText {
  private static final MathContext DIGITS = new MathContext(4);

  private MetricText() {}

  /**
   * {@return a number with four digits and commas between thousands}
   *
   * @param value any
   */
  public static String number(double value) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      return "-";
    }
    BigDecimal rounded = new BigDecimal(value).round(DIGITS);
    return new DecimalFormat("#,##0.##########", DecimalFormatSymbols.getInstance(Locale.ROOT))
        .format(rounded);
  }

  /**
   * {@return the name of a metric with its unit, as over a column}
   *
   * @param by which
   * @param currency of the study
   */
  public static String title(RankBy by, String currency) {
    return switch (by) {
      case COST_PER_DEMAND -> currency + " per day of demand";
      case TOTAL_COST -> "total cost, " + currency;
      case SSP -> "SSP, operations/s";
      case SSI -> "SSI";
      case SSNI -> "SSNI";
      case GEOMETRIC_MEAN -> "mean speed-up";
      case CAPACITY -> "days of demand a day";
      case ENERGY_PER_DEMAND -> "kWh per day of demand";
      case RUNS_PER_DAY -> "runs a day, mean of programs";
      case NODES_NEEDED -> "nodes needed";
      case SLOW_DOWN_BY_NEIGHBOURS -> "slow-down by neighbours";
    };
  }

  /** What an offer does, in the middle of a sentence. */
  static String sentence(RankBy by, double value, String currency) {
    String number = number(value);
    return switch (by) {
      case COST_PER_DEMAND -> "it serves a day of the demand for " + number + " " + currency;
      case TOTAL_COST -> "it costs " + number + " " + currency + " in its life";
      case SSP -> "it sustains " + number + " operations a second (SSP)";
      case SSI -> "it improves on the reference " + number + " times (SSI)";
      case SSNI -> "it improves on the reference " + number + " times (SSNI)";
      case GEOMETRIC_MEAN -> "its programs run " + number + " times as fast as on the reference";
      case CAPACITY -> "it serves " + number + " days of the demand a day";
      case ENERGY_PER_DEMAND -> "it serves a day of the demand for " + number + " kWh";
      case RUNS_PER_DAY -> "it makes " + number + " runs a day, the mean of its programs";
      case NODES_NEEDED -> number + " of its nodes are enough";
      case SLOW_DOWN_BY_NEIGHBOURS ->
          "jobs take " + number + " times as long beside others as alone";
    };
  }
}
