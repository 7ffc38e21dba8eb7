package org.foretell.parsers;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceSink;

/**
 * A format of traces besides the native ones, and its reader. Readers are services: one that stands
 * in {@code META-INF/services} of a jar is found like those of Foretell.
 *
 * <p>Used by any number of threads.
 */
public interface TraceFormatReader {
  /**
   * {@return the name of the format on command lines and in results: lower case letters, digits and
   * hyphens}
   */
  String id();

  /** {@return what such a trace is, in one line, such as {@code "GOAL schedule (text)"}} */
  String description();

  /**
   * {@return how to tell such a trace, for whoever gave something else, such as {@code "a GOAL
   * schedule (num_ranks)"}}
   */
  String mark();

  /**
   * {@return endings of the names of such files, in lower case, such as {@code ".goal"}; a file
   * with one of them whose content nobody recognises gets the messages of this reader}
   */
  default List<String> endings() {
    return List.of();
  }

  /**
   * {@return endings of the names of files that may stand beside a trace that is one file, such as
   * {@code ".pcf"} for names; they are named like the trace apart from that. If the trace is
   * compressed, they are unpacked beside it}
   */
  default List<String> companions() {
    return List.of();
  }

  /** {@return what a trace in this format can contain, and this reader makes use of} */
  Set<TraceContent> contents();

  /** {@return the options that this reader takes} */
  default Set<ReadingOption> options() {
    return Set.of();
  }

  /**
   * {@return whether a file or folder is a trace of this format, by its content; at most a few
   * kilobytes of a file are read. No trace is of two formats}
   *
   * @param input anything that exists; false if it cannot be read
   */
  boolean recognises(Path input);

  /**
   * Reads a trace.
   *
   * @param input file or folder
   * @param options of which this reader takes {@link #options()}
   * @param sink gets everything from {@code begin} to {@code end}; not closed
   * @return what the trace contains and the sink did not get
   * @throws TraceException if the trace cannot be read, or is damaged; the sink has then not been
   *     ended
   */
  List<Loss> read(Path input, ReadingOptions options, TraceSink sink);
}
