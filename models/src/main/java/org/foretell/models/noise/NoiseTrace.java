package org.foretell.models.noise;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Pattern;
import org.foretell.model.ParameterException;
import org.foretell.time.Ps;
import org.foretell.trace.RegularFile;

/**
 * Recorded interruptions of a core, repeated for ever: an operating system's noise. The format is
 * that of LogGOPSim: a line for each interruption with its start and its duration in nanoseconds,
 * {@code #} begins a comment. Interruptions come in the order of their starts and do not overlap.
 * The recording repeats after the end of its last interruption. Immutable.
 */
public final class NoiseTrace {
  /** What is kept of a line: all of one that is right, and enough to show of one that is not. */
  private static final int LONGEST_LINE = 1000;

  /** No comment is longer; a device that never ends its line is. */
  private static final int LONGEST_COMMENT = 1 << 20;

  private static final Pattern WHITE_SPACE = Pattern.compile("\\s+");

  private final long[] startPs;

  /** At index i the length of the first i interruptions together. */
  private final long[] stolenPs;

  private final long periodPs;

  private NoiseTrace(LongArrayList starts, LongArrayList durations) {
    startPs = starts.toLongArray();
    stolenPs = new long[startPs.length + 1];
    for (int i = 0; i < startPs.length; i++) {
      stolenPs[i + 1] = stolenPs[i] + durations.getLong(i);
    }
    int last = startPs.length - 1;
    periodPs = Ps.plus(startPs[last], durations.getLong(last));
  }

  /**
   * Reads a recording.
   *
   * @param file lines of a start and a duration in nanoseconds
   * @return the recording
   * @throws ParameterException if the file is not a recording
   * @throws IOException if the file cannot be read
   */
  public static NoiseTrace read(Path file) throws IOException {
    LongArrayList starts = new LongArrayList();
    LongArrayList durations = new LongArrayList();
    long endPs = 0;
    // Bytes of any kind are characters here, so that damage is found where it is.
    try (BufferedReader reader =
        Files.newBufferedReader(RegularFile.check(file), StandardCharsets.ISO_8859_1)) {
      StringBuilder line = new StringBuilder();
      for (int number = 1; readLine(reader, line, file, number); number++) {
        String text = line.toString();
        int comment = text.indexOf('#');
        String content = (comment < 0 ? text : text.substring(0, comment)).strip();
        if (content.isEmpty()) {
          continue;
        }
        String place = file + ":" + number + ": ";
        String[] figures = WHITE_SPACE.split(content, -1);
        if (figures.length != 2) {
          throw new ParameterException(
              place
                  + "expected an interruption: its start and its duration, in ns, but found \""
                  + shown(content)
                  + "\"");
        }
        long start = picoseconds(place, "start", figures[0]);
        long duration = picoseconds(place, "duration", figures[1]);
        if (start < endPs) {
          throw new ParameterException(
              place
                  + "this interruption starts before the one above has ended; sort the file by"
                  + " start, and join overlapping interruptions");
        }
        endPs = Ps.plus(start, duration);
        starts.add(start);
        durations.add(duration);
      }
    }
    if (endPs == 0) {
      throw new ParameterException(
          file + ": holds no interruption; expected lines with a start and a duration in ns");
    }
    return new NoiseTrace(starts, durations);
  }

  /** At most {@link #LONGEST_LINE} characters of a line; false at the end of the file. */
  private static boolean readLine(BufferedReader reader, StringBuilder line, Path file, int number)
      throws IOException {
    line.setLength(0);
    int left = LONGEST_COMMENT;
    int character = reader.read();
    if (character < 0) {
      return false;
    }
    for (; character >= 0 && character != '\n'; character = reader.read()) {
      if (line.length() < LONGEST_LINE) {
        line.append((char) character);
      } else if (--left == 0) {
        throw new ParameterException(
            file
                + ":"
                + number
                + ": expected an interruption: its start and its duration, in ns, but found a line"
                + " of more than a million characters");
      }
    }
    return true;
  }

  private static String shown(String content) {
    String printable = content.replaceAll("[^\\x20-\\x7e]", "?");
    return printable.length() > 60 ? printable.substring(0, 60) + "..." : printable;
  }

  private static long picoseconds(String place, String what, String text) {
    if (!text.matches("\\d{1,15}(\\.\\d{1,9})?")) {
      throw new ParameterException(
          place
              + "the "
              + what
              + " is \""
              + shown(text)
              + "\"; expected nanoseconds, such as 1250");
    }
    return Ps.round(Double.parseDouble(text) * Ps.PER_NANOSECOND);
  }

  /** {@return the starts of interruptions, picoseconds, in order; a copy} */
  public long[] startsPs() {
    return startPs.clone();
  }

  /** {@return the durations of interruptions, picoseconds; a copy} */
  public long[] lengthsPs() {
    long[] lengths = new long[startPs.length];
    Arrays.setAll(lengths, this::lengthPs);
    return lengths;
  }

  /** From the first start to the end of the last interruption, when the recording repeats. */
  long periodPs() {
    return periodPs;
  }

  /** The share of the time that is stolen, 0 to 1. */
  double share() {
    return (double) stolenPs[startPs.length] / periodPs;
  }

  /** Number of interruptions in one period. */
  int size() {
    return startPs.length;
  }

  /**
   * How much longer work of that span takes: the rest of an interruption that is under way when it
   * starts, and all those that start within the span. As in LogGOPSim, interruptions that start
   * while it is prolonged do not count. Logarithmic in the number of interruptions.
   *
   * @param fromPs when the work starts, at least 0, in the time of the recording
   */
  long prolongationPs(long fromPs, long spanPs) {
    long cycleStart = fromPs / periodPs * periodPs;
    long from = fromPs - cycleStart;
    int first = firstFrom(from);
    long rest = first == 0 ? 0 : Math.max(0, startPs[first - 1] + lengthPs(first - 1) - from);
    long to = Ps.plus(from, spanPs);
    long whole = to / periodPs;
    long within = stolenPs[firstFrom(to - whole * periodPs)] - stolenPs[first];
    return Ps.plus(rest, Ps.plus(Ps.times(whole, stolenPs[startPs.length]), within));
  }

  private long lengthPs(int interruption) {
    return stolenPs[interruption + 1] - stolenPs[interruption];
  }

  /** The first interruption that does not start before a time within the period. */
  private int firstFrom(long timePs) {
    int found = Arrays.binarySearch(startPs, timePs);
    if (found < 0) {
      return -1 - found;
    }
    // Of interruptions of no length several may start at once.
    while (found > 0 && startPs[found - 1] == timePs) {
      found--;
    }
    return found;
  }
}
