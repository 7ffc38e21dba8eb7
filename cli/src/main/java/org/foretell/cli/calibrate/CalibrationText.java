package org.foretell.cli.calibrate;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import org.foretell.calibration.Calibration;
import org.foretell.calibration.SeriesFit;
import org.foretell.calibration.Way;
import org.foretell.calibration.fit.PiecewiseFit;
import org.foretell.calibration.fit.Residual;
import org.foretell.calibration.fit.Segment;
import org.foretell.calibration.measurement.Metric;
import org.foretell.cli.text.Style;
import org.foretell.cli.text.TextTable;
import org.foretell.time.Quantity;

/** What was fitted, how well, and what was assumed. */
final class CalibrationText {
  private static final double PS_PER_SECOND = 1e12;

  private final PrintWriter out;
  private final Style style;

  CalibrationText(PrintWriter out, Style style) {
    this.out = out;
    this.style = style;
  }

  void print(Calibration calibration) {
    for (SeriesFit fit : calibration.fits()) {
      printFit(fit);
      if (fit.series().metric() == Metric.MPI_LATENCY) {
        printResiduals(fit, calibration.machineResiduals(fit.way()));
      }
    }
    if (!calibration.assumptions().isEmpty()) {
      out.println(style.strong("Assumed"));
      calibration.assumptions().forEach(one -> out.println("  " + one));
      out.println();
    }
  }

  private void printFit(SeriesFit fit) {
    String ranks =
        fit.series().ranks().isPresent() ? " of " + fit.series().ranks().getAsInt() + " ranks" : "";
    out.println(
        style.strong(fit.series().metric().title() + ranks)
            + (fit.way() == Way.INTRA ? ", within a node" : ", between nodes")
            + " ("
            + fit.series().name()
            + "): median error "
            + percent(fit.fit().medianError())
            + ", greatest "
            + percent(fit.fit().worstError()));
    TextTable table = new TextTable(0, "from bytes", "to bytes", "latency", "bandwidth");
    for (Segment segment : fit.fit().segments()) {
      table.row(
          Long.toString(segment.fromBytes()),
          Long.toString(segment.toBytes()),
          Quantity.formatTime(Math.round(segment.latencyPs())),
          segment.psPerByte() > 0
              ? Quantity.formatBytesPerSecond(PS_PER_SECOND / segment.psPerByte())
              : "");
    }
    table.print(out, style);
    out.println();
  }

  private void printResiduals(SeriesFit fit, List<Residual> ofMachine) {
    List<Residual> ofFit = fit.fit().residuals();
    TextTable table = new TextTable(0, "bytes", "measured", "fit", "error", "machine", "error");
    for (int i = 0; i < ofFit.size(); i++) {
      Residual one = ofFit.get(i);
      Residual machine = ofMachine.get(i);
      table.row(
          Long.toString(one.bytes()),
          time(one.measuredPs()),
          time(one.fittedPs()),
          signedPercent(one.relative()),
          time(machine.fittedPs()),
          signedPercent(machine.relative()));
    }
    table.print(out, style);
    out.println(
        "  The machine under max-rate: median error "
            + percent(PiecewiseFit.median(ofMachine))
            + ".");
    out.println();
  }

  private static String time(double ps) {
    return Quantity.formatTime(Math.round(ps));
  }

  private static String percent(double share) {
    return String.format(Locale.US, "%.1f %%", 100 * share);
  }

  private static String signedPercent(double share) {
    return String.format(Locale.US, "%+.1f %%", 100 * share);
  }
}
