package org.foretell.parsers.chakra;

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

/** Chakra execution traces, see {@link ChakraReader}. */
public final class ChakraFormat implements TraceFormatReader {
  /** A reader, as services have them. */
  public ChakraFormat() {}

  @Override
  public String id() {
    return "chakra";
  }

  @Override
  public String description() {
    return "Chakra execution trace (folder or the .et file of a rank)";
  }

  @Override
  public String mark() {
    return "a Chakra execution trace (name.0.et)";
  }

  @Override
  public List<String> endings() {
    return List.of(".et");
  }

  @Override
  public Set<TraceContent> contents() {
    return EnumSet.of(TraceContent.COMPUTATION, TraceContent.POINT_TO_POINT, TraceContent.TASKS);
  }

  @Override
  public Set<ReadingOption> options() {
    return EnumSet.of(ReadingOption.BASE_FLOPS, ReadingOption.LOWERING);
  }

  @Override
  public boolean recognises(Path input) {
    return ChakraReader.recognises(input);
  }

  @Override
  public List<Loss> read(Path input, ReadingOptions options, TraceSink sink) {
    return ChakraReader.read(input, options, sink);
  }
}
