package org.foretell.parsers.otf2;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.foretell.parsers.Loss;
import org.foretell.parsers.ReadingOption;
import org.foretell.parsers.ReadingOptions;
import org.foretell.parsers.TraceContent;
import org.foretell.parsers.TraceFormatReader;
import org.foretell.trace.TraceSink;

/**
 * Archives of OTF2. {@code docs/otf2.md} describes the treatment of each record.
 *
 * <p>Each file is read two or three times from its beginning to its end, two at a time. Memory is
 * constant apart from the definitions, the requests in flight and, where a tracer left out what
 * receives got, 32 bytes for each message to their ranks.
 */
public final class Otf2Format implements TraceFormatReader {
  /** A reader, as services have them. */
  public Otf2Format() {}

  @Override
  public String id() {
    return "otf2";
  }

  @Override
  public String description() {
    return "OTF2 archive of Score-P, EZTrace and others (.otf2, or its folder)";
  }

  @Override
  public String mark() {
    return "an OTF2 archive (.otf2)";
  }

  @Override
  public List<String> endings() {
    return List.of(".otf2");
  }

  @Override
  public Set<TraceContent> contents() {
    return EnumSet.of(
        TraceContent.COMPUTATION,
        TraceContent.POINT_TO_POINT,
        TraceContent.REQUESTS,
        TraceContent.COLLECTIVES,
        TraceContent.COMMUNICATORS,
        TraceContent.CALL_SITES,
        TraceContent.PHASES,
        TraceContent.CALL_TIMES);
  }

  @Override
  public Set<ReadingOption> options() {
    return EnumSet.of(ReadingOption.CALL_TIMES);
  }

  @Override
  public boolean recognises(Path input) {
    return Archive.isRecognised(input);
  }

  @Override
  public List<Loss> read(Path input, ReadingOptions options, TraceSink sink) {
    return Conversion.of(Archive.of(input), options.keepsCallTimes(), sink).run();
  }
}
