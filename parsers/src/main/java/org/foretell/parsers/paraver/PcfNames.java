package org.foretell.parsers.paraver;

import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.foretell.trace.TraceException;
import org.jspecify.annotations.Nullable;

/** The names of phases and callers in the file {@code .pcf} beside a trace. */
final class PcfNames {
  static final String ENDING = ".pcf";
  private static final Pattern TYPE = Pattern.compile("\\s*\\d+\\s+(\\d{1,9})\\s.*");
  private static final Pattern VALUE = Pattern.compile("\\s*(\\d{1,18})\\s+(.*?)\\s*");

  /** A line as Extrae names it: {@code 35 (halo.c, halo)}. */
  private static final Pattern LINE = Pattern.compile("(\\d{1,9}) \\(([^,)]+)[,)].*");

  private final Map<Integer, Long2ObjectOpenHashMap<String>> names =
      Map.of(
          ParaverEvents.PHASE, new Long2ObjectOpenHashMap<>(),
          ParaverEvents.CALLER, new Long2ObjectOpenHashMap<>(),
          ParaverEvents.CALLER_LINE, new Long2ObjectOpenHashMap<>());
  private final boolean isPresent;

  private PcfNames(boolean isPresent) {
    this.isPresent = isPresent;
  }

  /** Reads the file beside a trace; without names if there is none. */
  static PcfNames beside(Path trace) {
    String name = String.valueOf(trace.getFileName()).replaceFirst("\\.[^.]*$", "");
    Path file = trace.resolveSibling(name + ENDING);
    if (!Files.isRegularFile(file)) {
      return new PcfNames(false);
    }
    PcfNames names = new PcfNames(true);
    // Names are for people only, so wrong bytes are replaced.
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8))) {
      names.read(lines);
    } catch (IOException e) {
      throw TraceException.reading(file, e);
    }
    return names;
  }

  private void read(BufferedReader lines) throws IOException {
    List<Long2ObjectOpenHashMap<String>> current = new ArrayList<>();
    boolean hasValues = false;
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      Matcher value = VALUE.matcher(line);
      Matcher type = TYPE.matcher(line);
      if (line.startsWith("EVENT_TYPE")) {
        current.clear();
        hasValues = false;
      } else if (line.startsWith("VALUES")) {
        hasValues = true;
      } else if (hasValues && value.matches()) {
        for (Long2ObjectOpenHashMap<String> values : current) {
          values.put(Long.parseLong(value.group(1)), value.group(2));
        }
      } else if (!hasValues && type.matches()) {
        Long2ObjectOpenHashMap<String> values = names.get(Integer.valueOf(type.group(1)));
        if (values != null) {
          current.add(values);
        }
      } else if (line.isBlank() && hasValues) {
        current.clear();
      }
    }
  }

  /** Whether there is such a file. */
  boolean isPresent() {
    return isPresent;
  }

  private @Nullable String name(int type, long value) {
    Long2ObjectOpenHashMap<String> values = names.get(type);
    return values == null ? null : values.get(value);
  }

  /** The name of a phase, by the value of its event. */
  String phase(long value) {
    String name = name(ParaverEvents.PHASE, value);
    return name == null ? "user function " + value : name;
  }

  /** The text of a call site, by the values of its function and its line, 0 if there is none. */
  String callSite(long caller, long line) {
    String function = name(ParaverEvents.CALLER, caller);
    String place = name(ParaverEvents.CALLER_LINE, line);
    if (line == 0 || place == null) {
      String unknown = caller == 0 ? "line " + line : "caller " + caller;
      return caller != 0 && function != null ? function : unknown;
    }
    Matcher matcher = LINE.matcher(place);
    return matcher.matches() ? matcher.group(2) + ":" + matcher.group(1) : place;
  }
}
