package org.foretell.parsers.dimemas;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.foretell.parsers.colon.ColonLines;
import org.foretell.trace.TraceInfo;

/**
 * The first line: {@code #DIMEMAS:"name":1,offset:tasks(threads,threads,..),communicators}, after
 * which lists of accelerator and OpenMP tasks may follow.
 *
 * @param name of the program
 * @param offset byte at which the section of offsets starts; 0 when the file has none
 * @param tasks how many
 * @param communicators how many definitions follow
 */
record DimHeader(String name, long offset, int tasks, int communicators) {
  static final String MAGIC = "#DIMEMAS:";

  private static final Pattern START =
      Pattern.compile(
          "#DIMEMAS:\"?(?<name>.*?)\"?:(?<flag>\\d{1,9})(?:,(?<offset>\\d{1,30}))?:(?<tasks>\\d{1,18})\\(");
  private static final Pattern END =
      Pattern.compile("(?<count>\\d{1,9})(?:,\\d+\\([\\d,]*\\)){0,2}");
  private static final String FORM =
      "a header '#DIMEMAS:\"name\":1,offset:tasks(threads,..),communicators'";

  static DimHeader read(ColonLines line) {
    String text = line.text();
    Matcher start = START.matcher(text);
    int close = text.indexOf(')');
    if (!start.lookingAt() || close < start.end()) {
      throw line.expected(FORM);
    }
    long tasks = Long.parseLong(start.group("tasks"));
    if (tasks < 1 || tasks > TraceInfo.MAX_RANKS) {
      throw line.error(
          "expected 1 to " + TraceInfo.MAX_RANKS + " tasks in the header, found " + tasks);
    }
    checkThreads(line, text, start.end(), close, tasks);
    String rest = text.substring(close + 1);
    Matcher end = END.matcher(rest.startsWith(",") ? rest.substring(1) : rest);
    if (!rest.isEmpty() && (!rest.startsWith(",") || !end.matches())) {
      throw line.expected(FORM);
    }
    int communicators = rest.isEmpty() ? 0 : Integer.parseInt(end.group("count"));
    return new DimHeader(start.group("name"), offset(line, start), (int) tasks, communicators);
  }

  private static long offset(ColonLines line, Matcher start) {
    String offset = start.group("offset");
    if (offset == null || start.group("flag").matches("0+")) {
      return 0;
    }
    try {
      return Long.parseLong(offset);
    } catch (NumberFormatException tooLarge) {
      throw line.error(
          "expected the offset of the section of offsets in the header, found " + offset);
    }
  }

  /** One number of threads for each task; they are one each, or nothing could be matched. */
  private static void checkThreads(ColonLines line, String text, int from, int to, long tasks) {
    long counted = 0;
    int at = from;
    while (at <= to) {
      int comma = text.indexOf(',', at);
      int end = comma < 0 || comma > to ? to : comma;
      String threads = text.substring(at, end);
      if (!threads.equals("1")) {
        throw line.error(
            threads.matches("0*[2-9]|0*1[0-9]{1,8}|0*[2-9][0-9]{1,8}")
                ? "task "
                    + counted
                    + " has "
                    + threads
                    + " threads; only traces with one thread for each task can be read (translate"
                    + " the trace without its threads)"
                : "expected 1 thread of task "
                    + counted
                    + " in the header, found '"
                    + threads
                    + "'");
      }
      counted++;
      at = end + 1;
    }
    if (counted != tasks) {
      throw line.error(
          "the header says "
              + tasks
              + " tasks, but lists the threads of "
              + counted
              + "; the trace is damaged");
    }
  }
}
