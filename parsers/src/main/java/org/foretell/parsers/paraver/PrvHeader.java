package org.foretell.parsers.paraver;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.foretell.parsers.colon.ColonLines;
import org.foretell.time.Ps;
import org.foretell.trace.TraceInfo;

/**
 * The first line: {@code #Paraver (date):end_ns:nodes(cpus,..):1:tasks(threads:node,..),
 * communicators}. Times without a unit are microseconds.
 *
 * @param end of the trace, in its unit
 * @param unitPs picoseconds of a unit of time
 * @param tasks how many
 * @param severalThreads how many tasks have more than one thread
 * @param tasksPerNode most tasks of one node, 0 if unknown
 */
record PrvHeader(long end, long unitPs, int tasks, int severalThreads, int tasksPerNode) {
  static final String MAGIC = "#Paraver (";

  private static final Pattern START =
      Pattern.compile(
          "#Paraver \\([^)]*+\\):(?<end>\\d{1,18})(?<unit>_ns)?:\\d{1,9}(?:\\([\\d,]*+\\))?:"
              + "(?<applications>\\d{1,9}):(?<tasks>\\d{1,9})\\(");
  private static final Pattern END = Pattern.compile("(,\\d{1,9})?:?");
  private static final String FORM =
      "a header '#Paraver (date):end_ns:nodes(cpus,..):1:tasks(threads:node,..),communicators'";
  private static final long MICROSECOND_PS = 1000L * Ps.PER_NANOSECOND;

  static PrvHeader read(ColonLines line) {
    String text = line.text();
    Matcher start = START.matcher(text);
    if (!start.lookingAt()) {
      throw line.expected(FORM);
    }
    int applications = Integer.parseInt(start.group("applications"));
    if (applications != 1) {
      throw line.error(
          "expected the trace of 1 application, found "
              + applications
              + "; cut out one with Paraver");
    }
    int close = text.indexOf(')', start.end());
    if (close < 0 || !END.matcher(text.substring(close + 1)).matches()) {
      throw line.expected(FORM);
    }
    int tasks = Integer.parseInt(start.group("tasks"));
    if (tasks < 1 || tasks > TraceInfo.MAX_RANKS) {
      throw line.error(
          "expected 1 to " + TraceInfo.MAX_RANKS + " tasks in the header, found " + tasks);
    }
    long unitPs = start.group("unit") == null ? MICROSECOND_PS : Ps.PER_NANOSECOND;
    Tasks listed = Tasks.read(line, text, start.end(), close);
    if (listed.count != tasks) {
      throw line.error(
          "the header says "
              + tasks
              + " tasks, but lists the threads of "
              + listed.count
              + "; the trace is damaged");
    }
    return new PrvHeader(
        Long.parseLong(start.group("end")),
        unitPs,
        tasks,
        listed.severalThreads,
        Math.min(listed.mostOnNode, tasks));
  }

  /** The latest time that a record may have. */
  long latest() {
    return Long.MAX_VALUE / 2 / unitPs;
  }

  /** The list of tasks. */
  private static final class Tasks {
    private final Int2IntOpenHashMap onNode = new Int2IntOpenHashMap();
    private int count;
    private int severalThreads;
    private int mostOnNode;

    static Tasks read(ColonLines line, String text, int from, int to) {
      Tasks tasks = new Tasks();
      int at = from;
      while (at <= to) {
        int comma = text.indexOf(',', at);
        int end = comma < 0 || comma > to ? to : comma;
        int colon = text.indexOf(':', at);
        if (colon < 0 || colon >= end || !tasks.add(text, at, colon, end)) {
          throw line.error(
              "expected threads:node of task "
                  + (tasks.count + 1)
                  + " in the header, found '"
                  + text.substring(at, Math.min(end, at + 40))
                  + "'");
        }
        at = end + 1;
      }
      return tasks;
    }

    private boolean add(String text, int at, int colon, int end) {
      int threads = number(text, at, colon);
      int node = number(text, colon + 1, end);
      if (threads < 1 || node < 0) {
        return false;
      }
      count++;
      severalThreads += threads > 1 ? 1 : 0;
      if (node > 0) {
        mostOnNode = Math.max(mostOnNode, 1 + onNode.addTo(node, 1));
      }
      return true;
    }

    /** A number of at most nine digits, else -1. */
    private static int number(String text, int from, int to) {
      if (to <= from || to - from > 9) {
        return -1;
      }
      int value = 0;
      for (int i = from; i < to; i++) {
        int digit = text.charAt(i) - '0';
        if (digit < 0 || digit > 9) {
          return -1;
        }
        value = 10 * value + digit;
      }
      return value;
    }
  }
}
