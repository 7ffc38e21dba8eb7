package org.foretell.parsers;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.foretell.trace.TraceException;

/**
 * The formats of traces that can be read besides the native ones, in the order of their names.
 *
 * <p>Immutable; used by any number of threads.
 */
public final class TraceFormats {
  private static final Pattern ID = Pattern.compile("[a-z0-9][a-z0-9-]{0,63}");

  private final List<TraceFormatReader> readers;
  private final List<TraceFormatWriter> writers;

  private TraceFormats(List<TraceFormatReader> readers, List<TraceFormatWriter> writers) {
    this.readers = readers.stream().sorted(Comparator.comparing(TraceFormatReader::id)).toList();
    this.writers = writers.stream().sorted(Comparator.comparing(TraceFormatWriter::id)).toList();
  }

  /** {@return those that are services on the class path or the module path} */
  public static TraceFormats installed() {
    List<TraceFormatReader> found = new ArrayList<>();
    ServiceLoader.load(TraceFormatReader.class).forEach(found::add);
    List<TraceFormatWriter> written = new ArrayList<>();
    ServiceLoader.load(TraceFormatWriter.class).forEach(written::add);
    return new TraceFormats(found, written);
  }

  /**
   * {@return these formats and another one}
   *
   * @param other with an id that none of these has
   * @throws IllegalArgumentException with a message for whoever wrote the format, if its id is
   *     taken or no id
   */
  public TraceFormats with(TraceFormatReader other) {
    String id = String.valueOf(other.id());
    if (!ID.matcher(id).matches()) {
      throw new IllegalArgumentException(
          "the id of a format must be lower case letters, digits and hyphens, but is \""
              + id
              + "\"");
    }
    if (named(id).isPresent()) {
      throw new IllegalArgumentException(
          "a format \"" + id + "\" already exists; choose another id");
    }
    List<TraceFormatReader> all = new ArrayList<>(readers);
    all.add(other);
    return new TraceFormats(all, writers);
  }

  /** {@return all of them} */
  public List<TraceFormatReader> all() {
    return readers;
  }

  /** {@return those that traces can be written in} */
  public List<TraceFormatWriter> writers() {
    return writers;
  }

  /**
   * {@return what writes the format of that name, if traces can be written in it}
   *
   * @param id of it
   */
  public Optional<TraceFormatWriter> writer(String id) {
    return writers.stream().filter(writer -> writer.id().equals(id)).findFirst();
  }

  /**
   * {@return the format of that name, if there is one}
   *
   * @param id of it
   */
  public Optional<TraceFormatReader> named(String id) {
    return readers.stream().filter(reader -> reader.id().equals(id)).findFirst();
  }

  /**
   * {@return the format of a file or folder by its content, if it is a known one}
   *
   * @param input that exists
   * @throws TraceException if it is of several formats
   */
  public Optional<TraceFormatReader> of(Path input) {
    List<TraceFormatReader> all =
        readers.stream().filter(reader -> reader.recognises(input)).toList();
    if (all.size() > 1) {
      throw new TraceException(
          input
              + ": may be a trace in several formats: "
              + all.stream().map(TraceFormatReader::id).collect(Collectors.joining(", "))
              + "; choose one with --format");
    }
    return all.stream().findFirst();
  }

  /**
   * {@return the format that a file's name suggests, if any; its content may differ}
   *
   * @param file any path; not opened
   */
  public Optional<TraceFormatReader> ofName(Path file) {
    String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
    return readers.stream()
        .filter(reader -> reader.endings().stream().anyMatch(name::endsWith))
        .findFirst();
  }
}
