package org.foretell.workload.file;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.StringTokenizer;
import org.foretell.failure.ForetellException;
import org.foretell.workload.job.BatchJob;
import org.foretell.workload.job.JobWork;
import org.foretell.workload.job.Workload;

/**
 * The Standard Workload Format 2.2 of the Parallel Workloads Archive (Chapin et al. 1999): a line
 * with 18 numbers for each job, -1 for what is unknown, and comments behind {@code ;}.
 */
final class SwfFile {
  private static final int FIELDS = 18;
  private static final int SUBMIT = 1;
  private static final int WAIT = 2;
  private static final int RUN = 3;
  private static final int ALLOCATED = 4;
  private static final int REQUESTED = 7;
  private static final int ESTIMATE = 8;

  /** About 70 years. */
  private static final double MOST_SECONDS = 2.2e9;

  private final String name;
  private final int coresPerNode;
  private final List<BatchJob> jobs = new ArrayList<>();
  private int leftOut;
  private double waits;
  private int waited;

  SwfFile(String name, int coresPerNode) {
    this.name = name;
    this.coresPerNode = coresPerNode;
  }

  Workload read(byte[] bytes) {
    int line = 1;
    int from = 0;
    while (from < bytes.length) {
      int to = from;
      while (to < bytes.length && bytes[to] != '\n') {
        to++;
      }
      line(line++, new String(bytes, from, to - from, StandardCharsets.ISO_8859_1).strip());
      from = to + 1;
    }
    if (jobs.isEmpty()) {
      throw ForetellException.badInput(
          name
              + ": no job found; expected JSON that begins with {, or the Standard Workload Format:"
              + " lines of 18 numbers, with a run time and processors that are known");
    }
    List<String> notes = new ArrayList<>();
    if (leftOut > 0) {
      notes.add(
          leftOut
              + (leftOut == 1 ? " job has" : " jobs have")
              + " no run time or no processors in the log and "
              + (leftOut == 1 ? "is" : "are")
              + " left out (cancelled, or unknown)");
    }
    return new Workload(
        "SWF",
        jobs,
        Optional.empty(),
        waited == 0 ? OptionalDouble.empty() : OptionalDouble.of(waits / waited),
        notes);
  }

  private void line(int number, String text) {
    if (text.isEmpty() || text.startsWith(";")) {
      return;
    }
    double[] fields = new double[FIELDS];
    StringTokenizer words = new StringTokenizer(text);
    for (int i = 0; i < FIELDS; i++) {
      if (!words.hasMoreTokens()) {
        throw wrong(number, i + " numbers", "18 numbers");
      }
      fields[i] = number(number, words.nextToken());
    }
    if (words.hasMoreTokens()) {
      throw wrong(number, "more than 18 numbers", "18 numbers");
    }
    double processors = fields[ALLOCATED] > 0 ? fields[ALLOCATED] : fields[REQUESTED];
    if (fields[RUN] < 0 || processors <= 0) {
      leftOut++;
      return;
    }
    if (fields[SUBMIT] < 0) {
      throw wrong(number, "a submit time of " + fields[SUBMIT], "a submit time of at least 0");
    }
    if (fields[WAIT] >= 0) {
      waits += fields[WAIT];
      waited++;
    }
    if (jobs.size() == MixFile.MOST_JOBS) {
      throw wrong(number, "more than " + MixFile.MOST_JOBS + " jobs", "fewer; cut the log");
    }
    jobs.add(
        new BatchJob(
            jobs.size() + 1,
            "job " + (long) fields[0],
            Times.ns(fields[SUBMIT]),
            (int) Math.ceil(processors / coresPerNode),
            fields[ESTIMATE] > 0
                ? OptionalLong.of(Times.ns(fields[ESTIMATE]))
                : OptionalLong.empty(),
            0,
            new JobWork.Delay(Times.ns(fields[RUN]))));
  }

  private double number(int line, String word) {
    try {
      double value = Double.parseDouble(word);
      if (value >= -1 && value <= MOST_SECONDS) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw wrong(
        line,
        "\"" + (word.length() > 40 ? word.substring(0, 40) + ".." : word) + "\"",
        "a number from -1 (unknown) to 2.2e9");
  }

  private ForetellException wrong(int line, String found, String expected) {
    return ForetellException.badInput(
        name + ", line " + line + ": found " + found + "; expected " + expected + " (SWF 2.2)");
  }
}
