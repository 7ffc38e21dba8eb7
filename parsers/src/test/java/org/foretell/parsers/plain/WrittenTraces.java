package org.foretell.parsers.plain;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.foretell.parsers.Loss;
import org.foretell.parsers.ReadingOptions;
import org.foretell.parsers.TextFormatWriter;
import org.foretell.parsers.TraceFormatReader;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.TraceSource;
import org.foretell.trace.store.MemoryTrace;
import org.foretell.trace.text.TraceTextReader;

/** Writes traces in a format of others and reads them again. */
public final class WrittenTraces {
  private WrittenTraces() {}

  /** A trace from the text of its programs. */
  public static TraceSource parsed(int ranks, String programs) {
    MemoryTrace.Builder sink = MemoryTrace.builder();
    String text = "foretell-trace 1\nranks " + ranks + "\n" + programs;
    TraceTextReader.read(new StringReader(text), "trace.txt", sink);
    return sink.build();
  }

  /** What a format makes of a trace; its losses are appended to a list. */
  public static String written(TextFormatWriter format, TraceSource trace, List<String> losses)
      throws IOException {
    StringWriter out = new StringWriter();
    format.write(trace, out, ReadingOptions.DEFAULT).stream().map(Loss::text).forEach(losses::add);
    return out.toString();
  }

  /** Reads what was written. */
  public static TraceSource read(TraceFormatReader format, String text, Path folder)
      throws IOException {
    Path file = Files.writeString(folder.resolve("written"), text);
    assertThat(format.recognises(file)).isTrue();
    MemoryTrace.Builder sink = MemoryTrace.builder();
    format.read(file, ReadingOptions.DEFAULT, sink);
    return sink.build();
  }

  /** The ops of a rank as text, without some fields. */
  public static List<String> ops(TraceSource trace, int rank, Set<OpField> without) {
    List<String> ops = new ArrayList<>();
    OpView op = new OpView();
    try (RankCursor cursor = trace.open(rank)) {
      while (cursor.next(op)) {
        without.stream()
            .filter(field -> op.code().has(field))
            .forEach(field -> op.set(field, op.code().absent(field)));
        ops.add(op.toString());
      }
    }
    return ops;
  }
}
