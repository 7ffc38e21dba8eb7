package org.foretell.parsers.simgrid;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.foretell.parsers.Loss;
import org.foretell.parsers.ReadingOption;
import org.foretell.parsers.ReadingOptions;
import org.foretell.parsers.TextFormatWriter;
import org.foretell.parsers.TraceContent;
import org.foretell.parsers.TraceFormatReader;
import org.foretell.parsers.simgrid.TiOptions.UnknownActions;
import org.foretell.trace.TraceSink;
import org.foretell.trace.TraceSource;

/** SimGrid's time-independent traces, see {@link SimGridTiReader} and {@link TiWriter}. */
public final class SimGridTiFormat implements TraceFormatReader, TextFormatWriter {
  /** A reader, as services have them. */
  public SimGridTiFormat() {}

  @Override
  public String id() {
    return "simgrid-ti";
  }

  @Override
  public String description() {
    return "SimGrid time-independent trace (file, directory, list or tar archive)";
  }

  @Override
  public String mark() {
    return "a SimGrid time-independent trace (lines like 0 init; a file, a folder or an archive of"
        + " such files, or a list of their names)";
  }

  @Override
  public List<String> endings() {
    return List.of(".tar", ".tgz", ".tar.gz");
  }

  @Override
  public Set<TraceContent> contents() {
    return EnumSet.of(
        TraceContent.COMPUTATION,
        TraceContent.POINT_TO_POINT,
        TraceContent.REQUESTS,
        TraceContent.COLLECTIVES,
        TraceContent.CALL_SITES);
  }

  @Override
  public Set<ReadingOption> options() {
    return EnumSet.of(ReadingOption.BASE_FLOPS, ReadingOption.UNKNOWN_ACTIONS);
  }

  @Override
  public boolean recognises(Path input) {
    return SimGridTiReader.recognises(input);
  }

  @Override
  public List<Loss> read(Path input, ReadingOptions options, TraceSink sink) {
    TiOptions own =
        TiOptions.DEFAULT
            .withUnknownActions(
                options.passesUnknownActions() ? UnknownActions.PASS : UnknownActions.REFUSE)
            .withReaders(options.readers());
    if (options.baseFlopsPerSecond().isPresent()) {
      own = own.withBaseFlopsPerSecond(options.baseFlopsPerSecond().getAsDouble());
    }
    return SimGridTiReader.read(input, own, sink);
  }

  @Override
  public String ending() {
    return ".ti";
  }

  @Override
  public Set<ReadingOption> writingOptions() {
    return EnumSet.of(ReadingOption.BASE_FLOPS);
  }

  @Override
  public List<Loss> write(TraceSource source, Writer out, ReadingOptions options)
      throws IOException {
    return TiWriter.write(
        source, out, options.baseFlopsPerSecond().orElse(TiOptions.DEFAULT.baseFlopsPerSecond()));
  }
}
