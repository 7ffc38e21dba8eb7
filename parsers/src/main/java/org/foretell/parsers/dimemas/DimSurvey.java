package org.foretell.parsers.dimemas;

import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.foretell.parsers.colon.ColonLines;
import org.foretell.trace.TraceException;
import org.jspecify.annotations.Nullable;

/**
 * What has to be known of a trace before its first op is converted: its header and communicators,
 * that it is complete, and the root of each collective, which only the root's own record states.
 */
final class DimSurvey {
  /** Of tasks that have no records. */
  private static final long ABSENT = -1;

  /**
   * A collective.
   *
   * @param communicator id in our trace
   * @param number how many calls on the communicator came before
   */
  private record Call(int communicator, long number) {}

  private final DimHeader header;
  private final DimCommunicators communicators;
  private final long[] firstRecord;
  private final Map<Call, Integer> roots = new HashMap<>();
  private final Int2LongOpenHashMap callsOfTask = new Int2LongOpenHashMap();
  private final DimMessage message;
  private long offsets = ABSENT;
  private int definitions;
  private int offsetLines;
  private boolean hasGpuBursts;
  private @Nullable TraceException wrongOffsets;

  private DimSurvey(DimHeader header) {
    this.header = header;
    communicators = new DimCommunicators(header.tasks());
    message = new DimMessage(header.tasks(), communicators);
    firstRecord = new long[header.tasks()];
    Arrays.fill(firstRecord, ABSENT);
  }

  /**
   * Reads a whole file.
   *
   * @param bytes length of the file
   */
  static DimSurvey of(ColonLines line, long bytes) {
    if (!line.next() || !line.startsWith(DimHeader.MAGIC)) {
      throw line.expected("a Dimemas trace, which starts with '" + DimHeader.MAGIC + "'");
    }
    DimHeader header = DimHeader.read(line);
    if (header.offset() > bytes) {
      throw line.error(
          "the header says that the offsets are at byte "
              + header.offset()
              + ", but the file has "
              + bytes
              + "; the trace is truncated or damaged");
    }
    DimSurvey survey = new DimSurvey(header);
    survey.read(line);
    return survey;
  }

  private void read(ColonLines line) {
    int task = -1;
    while (line.next()) {
      switch (line.first()) {
        case 'd' -> {
          if (task >= 0) {
            throw line.error("a definition must come before the first record");
          }
          line.skip();
          communicators.define(line);
          definitions++;
        }
        case 's' -> offsets(line);
        default -> {
          if (offsetLines > 0) {
            throw line.expected("a line of offsets, s:task:offset, after the first one");
          }
          task = record(line, task);
        }
      }
    }
    checkWhole(line);
  }

  private int record(ColonLines line, int lastTask) {
    int type = (int) line.integer("a type of record", 0, Integer.MAX_VALUE);
    int task = task(line);
    if (task != lastTask) {
      if (firstRecord[task] != ABSENT) {
        throw line.error(
            "a record of task "
                + task
                + " after one of task "
                + lastTask
                + "; all records of a task must be contiguous");
      }
      firstRecord[task] = line.offset();
      callsOfTask.clear();
    }
    line.integer("thread 0", 0, 0);
    if (type == DimRecord.COLLECTIVE) {
      collective(line, task);
    } else if (type == DimRecord.SEND || type == DimRecord.RECEIVE) {
      message.read(line, type == DimRecord.SEND ? "a destination" : "a source");
      communicators.prepareForMessage(message.group, task, message.partner);
    }
    hasGpuBursts |= type == DimRecord.GPU_BURST;
    return task;
  }

  /** Reads a task. */
  int task(ColonLines line) {
    return (int) line.integer("a task", 0, header.tasks() - 1L);
  }

  private void collective(ColonLines line, int task) {
    DimCollective op = DimCollective.read(line);
    DimCommunicators.Group group = communicators.of(line, task);
    long root = line.integer("a root", 0, Integer.MAX_VALUE);
    for (int i = 0; i < 3 && line.hasField(); i++) {
      line.skip();
    }
    if (line.hasField() && line.integer("a kind of synchronisation", 0, 3) == DimRecord.WAIT) {
      return;
    }
    long number = callsOfTask.addTo(group.id(), 1);
    if (op.marksRoot() && root == 1) {
      Integer other = roots.put(new Call(group.id(), number), task);
      if (other != null) {
        throw line.error(
            "tasks " + other + " and " + task + " are both the root of one " + op.title());
      }
    }
  }

  /** A line {@code s:task:offset}. */
  private void offsets(ColonLines line) {
    if (offsets == ABSENT) {
      offsets = line.offset();
      if (header.offset() != 0 && header.offset() != offsets) {
        wrongOffsets(
            line.error(
                "the header says that the offsets are at byte "
                    + header.offset()
                    + ", but they are at "
                    + offsets
                    + "; the trace is damaged"));
      }
    }
    line.skip();
    int task = task(line);
    long offset = line.integer("an offset", 0, Long.MAX_VALUE);
    if (offset != 0 && firstRecord[task] != ABSENT && offset != firstRecord[task]) {
      wrongOffsets(
          line.error(
              "the offsets say that task "
                  + task
                  + " starts at byte "
                  + offset
                  + ", but it does at "
                  + firstRecord[task]
                  + "; the trace is damaged"));
    }
    offsetLines++;
  }

  private void wrongOffsets(TraceException first) {
    if (wrongOffsets == null) {
      wrongOffsets = first;
    }
  }

  /**
   * To be called when all records have been read: one that is wrong, and longer or shorter than it
   * was, moves the offsets, and is what a user has to know.
   *
   * @throws TraceException if the offsets are not where they should be
   */
  void checkOffsets() {
    if (wrongOffsets != null) {
      throw wrongOffsets;
    }
  }

  private void checkWhole(ColonLines line) {
    if (header.offset() != 0 && offsetLines != header.tasks()) {
      throw line.error(
          "expected the offsets of "
              + header.tasks()
              + " tasks at the end, found "
              + offsetLines
              + "; the trace is truncated");
    }
    if (definitions != header.communicators() && communicators.count() != header.communicators()) {
      throw line.error(
          "the header says "
              + header.communicators()
              + " communicators, but "
              + communicators.count()
              + " are defined; the trace is damaged");
    }
  }

  DimHeader header() {
    return header;
  }

  DimCommunicators communicators() {
    return communicators;
  }

  boolean hasGpuBursts() {
    return hasGpuBursts;
  }

  /** Whether a task has records. */
  boolean hasRecords(int task) {
    return firstRecord[task] != ABSENT;
  }

  /**
   * The task that is the root of a collective, negative when no record says so.
   *
   * @param communicator id in our trace
   * @param number how many calls on the communicator came before
   */
  int root(int communicator, long number) {
    return roots.getOrDefault(new Call(communicator, number), -1);
  }
}
