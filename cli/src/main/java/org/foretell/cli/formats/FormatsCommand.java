package org.foretell.cli.formats;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.foretell.cli.shell.ExitCode;
import org.foretell.cli.text.Style;
import org.foretell.cli.text.TextTable;
import org.foretell.cli.trace.TraceOptions;
import org.foretell.parsers.TraceContent;
import org.foretell.parsers.TraceFormatReader;
import org.foretell.parsers.TraceFormatWriter;
import org.foretell.parsers.TraceFormats;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code sim formats}: which formats of traces can be read, and what they can contain. */
@Command(
    name = "formats",
    description =
        "Lists the formats of traces that sim reads, what each can contain, and the endings of"
            + " the files that sim convert writes. The format of a trace is found out by its"
            + " content.")
public final class FormatsCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private TraceOptions traceOptions = new TraceOptions();

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    Style style = new Style(spec.commandLine().getColorScheme().ansi());
    TextTable table = new TextTable(4, "format", "trace", "written", "can contain");
    table.row("native", "native trace (.bin)", ".bin", "everything");
    table.row("text", "native trace as text", ".txt", "everything");
    TraceFormats formats = traceOptions.reading().formats();
    for (TraceFormatReader reader : formats.all()) {
      table.row(
          reader.id(),
          reader.description(),
          formats.writer(reader.id()).map(TraceFormatWriter::ending).orElse(""),
          reader.contents().stream().map(TraceContent::label).collect(Collectors.joining(", ")));
    }
    table.print(out, style);
    out.println();
    out.println("sim convert says what a trace has that could not be used; see docs/formats.md.");
    return ExitCode.OK;
  }
}
