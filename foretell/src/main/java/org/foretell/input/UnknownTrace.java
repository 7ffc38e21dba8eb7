package org.foretell.input;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.foretell.machines.MachineFiles;
import org.foretell.parsers.TraceFormatReader;
import org.foretell.parsers.TraceFormats;
import org.foretell.parsers.packed.UnpackedTrace;
import org.foretell.trace.TraceException;

/** The error for an input that is not a trace. */
final class UnknownTrace {
  private static final int SHOWN_BYTES = 16;

  private static final String NATIVE =
      "a native trace (.bin), a trace as text (begins with foretell-trace 1)";

  private final Path path;
  private final TraceFormats formats;

  UnknownTrace(Path path, TraceFormats formats) {
    this.path = path;
    this.formats = formats;
  }

  TraceException refused() {
    return new TraceException(path + ": " + reason());
  }

  private String reason() {
    if (Files.isDirectory(path)) {
      return folder();
    }
    if (!Files.isRegularFile(path)) {
      return "is not a regular file, and traces are read more than once; save it to a file first";
    }
    byte[] start;
    try (InputStream in = Files.newInputStream(path)) {
      start = in.readNBytes(SHOWN_BYTES);
    } catch (IOException e) {
      throw TraceException.reading(path, e);
    }
    if (start.length == 0) {
      return "is empty; expected a trace";
    }
    if (MachineFiles.isDimemas(path)) {
      return "is a Dimemas configuration, which describes a machine; " + swapped();
    }
    String text = new String(start, US_ASCII).strip();
    if (text.startsWith("{")) {
      return "begins like a machine file (JSON); " + swapped();
    }
    if (text.startsWith("<")) {
      return "begins like a SimGrid platform (XML), which describes a machine; " + swapped();
    }
    if (UnpackedTrace.isPacked(path)) {
      return "is compressed or an archive, and what it holds is not a trace of a known format;"
          + " expected "
          + known();
    }
    return "is not a trace of a known format: it begins with "
        + shown(start)
        + "; expected "
        + known();
  }

  private String known() {
    List<String> marks = formats.all().stream().map(TraceFormatReader::mark).toList();
    return NATIVE
        + ", "
        + String.join(", ", marks.subList(0, marks.size() - 1))
        + ", or "
        + marks.get(marks.size() - 1);
  }

  private String folder() {
    // Whoever asked whether it is a trace took a folder that cannot be listed for one without
    // files.
    try (Stream<Path> files = Files.list(path)) {
      if (files.findAny().isEmpty()) {
        return "is an empty folder; expected a trace";
      }
    } catch (IOException e) {
      throw TraceException.reading(path, e);
    }
    return "is a folder without files of Foretell's tracer (rank-0000000.raw) or of a SimGrid"
        + " time-independent trace (lines like 0 init), so it is not a trace; if the trace"
        + " is a file in it, name that file";
  }

  private static String swapped() {
    return "expected a trace; are machine and trace swapped? (sim takes the machine first)";
  }

  /** The first line, as far as it goes, if there is nothing but ASCII; else all in hexadecimal. */
  private static String shown(byte[] start) {
    for (byte next : start) {
      boolean printable = next >= ' ' && next < 0x7f;
      if (!printable && next != '\t' && next != '\r' && next != '\n') {
        return "the bytes " + HexFormat.ofDelimiter(" ").formatHex(start);
      }
    }
    String text = new String(start, US_ASCII).strip();
    int end = text.indexOf('\n');
    return text.isEmpty()
        ? "empty lines"
        : "\"" + (end < 0 ? text : text.substring(0, end).strip()) + "\"";
  }
}
