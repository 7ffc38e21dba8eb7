package org.foretell.cli.explain;

import java.io.PrintWriter;
import org.foretell.cli.report.EnergyLine;
import org.foretell.cli.report.IntervalText;
import org.foretell.cli.report.RunDoubts;
import org.foretell.cli.report.RunHeading;
import org.foretell.cli.report.WarningText;
import org.foretell.cli.text.CountedText;
import org.foretell.cli.text.Style;
import org.foretell.report.ExplainResult;

/** What {@code sim explain} prints for people: the predicted time, then what makes it. */
final class ExplainText {
  private final ExplainResult result;
  private final PrintWriter out;
  private final Style style;

  ExplainText(ExplainResult result, PrintWriter out, Style style) {
    this.result = result;
    this.out = out;
    this.style = style;
  }

  void print() {
    RunHeading heading = new RunHeading(result.run(), out, style);
    heading.headline();
    new IntervalText(result.run(), out, style).line();
    result.run().energy().ifPresent(energy -> out.println(EnergyLine.of(energy)));
    out.println();
    heading.setting();
    result
        .efficiency()
        .ifPresent(
            ladder -> new LadderText(ladder, result.run().trace().tables(), out, style).print());
    result
        .criticalPath()
        .ifPresent(path -> new PathText(path, result.run().trace().tables(), out, style).print());
    result
        .waits()
        .ifPresent(
            waits ->
                new WaitText(
                        "Waiting for others:", waits, result.run().trace().tables(), out, style)
                    .print());
    result
        .recorded()
        .ifPresent(
            recorded ->
                new RecordedText(recorded, result.run().trace().tables(), out, style).print());
    result
        .classes()
        .ifPresent(
            found -> new ClassText(found, result.run().trace().tables(), out, style).print());
    result
        .sensitivities()
        .ifPresent(
            found ->
                new SensitivityText(found, result.run().prediction().makespanPs(), out, style)
                    .print());
    CountedText.print(result.run().trace(), out, style);
    new RunDoubts(result.run(), out, style).print();
    if (result.run().warnings().isEmpty() && !result.warnings().isEmpty()) {
      out.println();
    }
    result.warnings().forEach(warning -> WarningText.print(warning, out, style));
  }
}
