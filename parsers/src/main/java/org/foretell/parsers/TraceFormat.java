package org.foretell.parsers;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.foretell.parsers.dimemas.DimemasReader;
import org.foretell.parsers.goal.GoalBinaryReader;
import org.foretell.parsers.goal.GoalTextReader;
import org.foretell.parsers.raw.RawTraceReader;
import org.foretell.parsers.scalatrace.ScalaTraceReader;
import org.foretell.parsers.simgrid.SimGridTiReader;

/** The supported trace formats besides the native ones. */
public enum TraceFormat {
  /** Folders of Foretell's own tracer, see {@link RawTraceReader}. */
  RAW("raw", "folder of Foretell's tracer"),

  /** Traces of Dimemas, see {@link DimemasReader}. */
  DIMEMAS("dimemas", "Dimemas trace (.dim)"),

  /** GOAL's binary form, see {@link GoalBinaryReader}. */
  GOAL_BINARY("goal-binary", "GOAL schedule in binary form"),

  /** GOAL text, see {@link GoalTextReader}. */
  GOAL("goal", "GOAL schedule (text)"),

  /** Traces of ScalaTrace 2, see {@link ScalaTraceReader}. */
  SCALATRACE("scalatrace", "ScalaTrace trace (text)"),

  /** SimGrid's time-independent traces, see {@link SimGridTiReader}. */
  SIMGRID_TI("simgrid-ti", "SimGrid time-independent trace (file, directory, list or tar archive)");

  private final String id;
  private final String description;

  TraceFormat(String id, String description) {
    this.id = id;
    this.description = description;
  }

  /** {@return its name on a command line} */
  public String id() {
    return id;
  }

  /** {@return its description, in one line} */
  public String description() {
    return description;
  }

  /**
   * {@return whether traces can be written in this format: schedules in GOAL's, others in
   * ScalaTrace's}
   */
  public boolean isWritten() {
    return this == GOAL || this == GOAL_BINARY || this == SCALATRACE;
  }

  private boolean recognises(Path input) {
    return switch (this) {
      case RAW -> RawTraceReader.recognises(input);
      case DIMEMAS -> DimemasReader.recognises(input);
      case GOAL_BINARY -> GoalBinaryReader.recognises(input);
      case GOAL -> GoalTextReader.recognises(input);
      case SCALATRACE -> ScalaTraceReader.recognises(input);
      case SIMGRID_TI -> SimGridTiReader.recognises(input);
    };
  }

  /**
   * {@return the format that a file's name suggests, if any; its content may differ}
   *
   * @param file any path; not opened
   */
  public static Optional<TraceFormat> ofName(Path file) {
    String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
    if (name.matches(".*\\.(tar|tgz|tar\\.gz)")) {
      return Optional.of(SIMGRID_TI);
    }
    return switch (name.substring(name.lastIndexOf('.') + 1)) {
      case "dim" -> Optional.of(DIMEMAS);
      case "goalbin" -> Optional.of(GOAL_BINARY);
      case "goal" -> Optional.of(GOAL);
      case "scalatrace" -> Optional.of(SCALATRACE);
      default -> Optional.empty();
    };
  }

  /**
   * {@return the format of a file or directory, by its content and extension, if it is a known one}
   *
   * @param input a file or folder
   */
  public static Optional<TraceFormat> of(Path input) {
    return Arrays.stream(values()).filter(format -> format.recognises(input)).findFirst();
  }
}
