package org.foretell.parsers.paraver;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.foretell.trace.TraceException;

/** Where a trace is: a file, or the only one in a folder. */
final class PrvPlace {
  private static final int SHOWN = 4;

  private PrvPlace() {}

  /** Whether there is a trace; false if nothing can be read. */
  static boolean isRecognised(Path input) {
    try {
      return Files.isDirectory(input) ? !within(input).isEmpty() : isTrace(input);
    } catch (IOException | UncheckedIOException unreadable) {
      return false; // whoever opens it then says what is wrong
    }
  }

  /**
   * The file of a trace.
   *
   * @param input it, or its folder
   * @throws TraceException if a folder has none, or several
   */
  static Path of(Path input) {
    if (!Files.isDirectory(input)) {
      return input;
    }
    try {
      List<Path> all = within(input);
      if (all.size() != 1) {
        throw new TraceException(
            input
                + ": expected one Paraver trace (.prv) in the folder, found "
                + (all.isEmpty()
                    ? "none"
                    : all.size() + " (" + names(all) + "); name one of them"));
      }
      return all.get(0);
    } catch (IOException e) {
      throw TraceException.reading(input, e);
    } catch (UncheckedIOException e) {
      throw TraceException.reading(input, new IOException(e.getMessage(), e));
    }
  }

  private static String names(List<Path> files) {
    return files.stream()
            .limit(SHOWN)
            .map(file -> String.valueOf(file.getFileName()))
            .collect(Collectors.joining(", "))
        + (files.size() > SHOWN ? ", .." : "");
  }

  private static List<Path> within(Path folder) throws IOException {
    List<Path> named;
    try (Stream<Path> files = Files.list(folder)) {
      named = files.filter(PrvPlace::hasEnding).sorted().toList();
    }
    return named.stream().filter(PrvPlace::isTrace).toList();
  }

  private static boolean hasEnding(Path file) {
    return String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT).endsWith(".prv");
  }

  private static boolean isTrace(Path file) {
    byte[] magic = PrvHeader.MAGIC.getBytes(StandardCharsets.US_ASCII);
    if (!Files.isRegularFile(file)) {
      return false;
    }
    try (InputStream in = Files.newInputStream(file)) {
      return Arrays.equals(in.readNBytes(magic.length), magic);
    } catch (IOException unreadable) {
      return false; // whoever opens it then says what is wrong
    }
  }
}
