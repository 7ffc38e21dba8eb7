package org.foretell.parsers.otf2;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.commons.io.file.PathUtils;
import org.foretell.parsers.Loss;
import org.foretell.parsers.ReadingOption;
import org.foretell.parsers.ReadingOptions;
import org.foretell.parsers.TraceContent;
import org.foretell.parsers.TraceFormatReader;
import org.foretell.parsers.TraceFormatWriter;
import org.foretell.trace.TraceSink;
import org.foretell.trace.TraceSource;

/** OTF2 archives, see {@link Otf2Reader} and {@link Otf2Output}. */
public final class Otf2Format implements TraceFormatReader, TraceFormatWriter {
  /** A reader, as services have them. */
  public Otf2Format() {}

  @Override
  public String id() {
    return "otf2";
  }

  @Override
  public String description() {
    return "OTF2 archive (.otf2 file, or a folder with one)";
  }

  @Override
  public String mark() {
    return "an OTF2 archive (.otf2)";
  }

  @Override
  public List<String> endings() {
    return List.of(Archive.ENDING);
  }

  @Override
  public Set<TraceContent> contents() {
    return EnumSet.of(
        TraceContent.COMPUTATION,
        TraceContent.POINT_TO_POINT,
        TraceContent.REQUESTS,
        TraceContent.COLLECTIVES,
        TraceContent.COMMUNICATORS,
        TraceContent.ONE_SIDED,
        TraceContent.CALL_SITES,
        TraceContent.PHASES,
        TraceContent.CALL_TIMES,
        TraceContent.COUNTERS);
  }

  @Override
  public Set<ReadingOption> options() {
    return EnumSet.of(ReadingOption.CALL_TIMES);
  }

  @Override
  public boolean recognises(Path input) {
    return Otf2Reader.recognises(input);
  }

  @Override
  public List<Loss> read(Path input, ReadingOptions options, TraceSink sink) {
    return Otf2Reader.read(input, options, sink);
  }

  @Override
  public String ending() {
    return Archive.ENDING;
  }

  @Override
  public List<Loss> write(TraceSource source, Path target, ReadingOptions options) {
    return Otf2Writer.write(source, target);
  }

  @Override
  public long bytes(Path target) throws IOException {
    Archive archive = Archive.of(target);
    return Files.size(target)
        + Files.size(archive.definitions())
        + PathUtils.sizeOfDirectory(archive.folder());
  }
}
