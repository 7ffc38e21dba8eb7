package org.foretell.parsers.raw;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.foretell.trace.BurstClock;
import org.foretell.trace.OpCode;
import org.foretell.trace.TraceException;

/**
 * What has to be known of all ranks before the first is converted: their numbers, their clocks,
 * their call sites and markers. One file is open at a time.
 */
final class RawSurvey {
  private final RunFolder folder;
  private final List<RawHeader> headers = new ArrayList<>();
  private final List<RawHeader.Point> lastPoints = new ArrayList<>();
  private final List<RankClock> clocks = new ArrayList<>();
  private final CallSites callSites = new CallSites();
  private final RawNotes notes = new RawNotes();
  private final Map<String, Integer> markers = new LinkedHashMap<>();
  private boolean hasShmem;

  /** More than this a second means that a rank shares its core with others. */
  private static final double MOST_INTERRUPTIONS_PER_SECOND = 10;

  /** So many happen to any program, however short. */
  private static final int SOME_INTERRUPTIONS = 5;

  private static final double NANOSECONDS_PER_SECOND = 1e9;

  private RawSurvey(RunFolder folder) {
    this.folder = folder;
  }

  /**
   * Reads headers and definitions of all ranks.
   *
   * @throws TraceException if a file is damaged, missing, or of another run
   */
  static RawSurvey of(RunFolder folder) {
    RawSurvey survey = new RawSurvey(folder);
    for (Path path : folder.files()) {
      try (RawFile file = RawFile.open(path)) {
        survey.file(file);
      }
    }
    folder.check(survey.headers);
    survey.clocks();
    return survey;
  }

  private void file(RawFile file) {
    RawHeader header = file.header();
    int rank = header.rank();
    headers.add(header);
    boolean hasEnd = header.end().ticks() > header.start().ticks();
    lastPoints.add(hasEnd ? header.end() : file.lastPoint());
    double seconds =
        (lastPoints.get(lastPoints.size() - 1).nanoseconds() - header.start().nanoseconds())
            / NANOSECONDS_PER_SECOND;
    if (!header.has(RawHeader.PROCESSOR_BURSTS)
        && header.interruptions()
            > SOME_INTERRUPTIONS + MOST_INTERRUPTIONS_PER_SECOND * Math.max(0, seconds)) {
      notes.add(
          rank,
          "the system ran other processes on the core, and bursts include their time; run fewer"
              + " ranks than cores, or trace with FORETELL_BURST=cpu",
          header.interruptions());
    }
    Definitions definitions = Definitions.of(file.definitions());
    callSites.add(definitions);
    definitions.names().forEach(name -> markers.putIfAbsent(name, markers.size()));
    definitions.notes().forEach(note -> notes.rank(rank, note));
    for (RawFunction function : definitions.functions()) {
      hasShmem |= function.op() != null && function.op().family() == OpCode.Family.SHMEM;
    }
    if (!header.has(RawHeader.FINALIZED)) {
      notes.rank(
          rank,
          "ended without finalize (killed, crashed, or by _exit or abort); its trace ends with its"
              + " last recorded call, and other ranks may wait for it forever: sim check shows"
              + " that");
    }
    if (header.has(RawHeader.NO_SPACE)) {
      notes.rank(
          rank, "there was no space left while tracing; the trace ends where recording stopped");
    }
    if (header.has(RawHeader.TOO_MANY_THREADS)) {
      notes.rank(
          rank,
          "more threads made calls than the tracer records; the calls of the others are missing");
    }
  }

  private void clocks() {
    Map<String, Double> rateOfHost = new HashMap<>();
    Map<String, Long> longest = new HashMap<>();
    for (int i = 0; i < headers.size(); i++) {
      RawHeader header = headers.get(i);
      double rate = RankClock.rate(header, lastPoints.get(i));
      long span = lastPoints.get(i).nanoseconds() - header.start().nanoseconds();
      if (rate > 0 && span > longest.getOrDefault(header.host(), -1L)) {
        longest.put(header.host(), span);
        rateOfHost.put(header.host(), rate);
      }
    }
    for (int i = 0; i < headers.size(); i++) {
      RawHeader header = headers.get(i);
      double own = RankClock.rate(header, lastPoints.get(i));
      double rate =
          own > 0 && !RankClock.isShort(header, lastPoints.get(i))
              ? own
              : rateOfHost.getOrDefault(header.host(), 0.0);
      if (rate == 0) {
        throw new TraceException(
            folder.files().get(i)
                + ": expected two points of its clock, which give the length of a tick, found one;"
                + " the process ended immediately, and no rank of its host has more");
      }
      clocks.add(RankClock.of(header, headers.get(0), rate));
    }
  }

  int ranks() {
    return headers.size();
  }

  /** The most ranks that had the same host; 0 if any rank does not know its own. */
  int ranksPerNode() {
    Map<String, Integer> ranksOfHost = new HashMap<>();
    for (RawHeader header : headers) {
      if (header.host().isEmpty()) {
        return 0;
      }
      ranksOfHost.merge(header.host(), 1, Integer::sum);
    }
    return ranksOfHost.values().stream().mapToInt(Integer::intValue).max().orElse(0);
  }

  /** The clock of the bursts of all ranks; of several clocks none. */
  BurstClock burstClock() {
    long processor = headers.stream().filter(one -> one.has(RawHeader.PROCESSOR_BURSTS)).count();
    return processor == headers.size()
        ? BurstClock.PROCESSOR
        : processor == 0 ? BurstClock.WALL : BurstClock.UNKNOWN;
  }

  /** That bursts may include times in which other ranks ran; empty if they cannot. */
  Optional<String> sharedCores() {
    int cores = headers.stream().mapToInt(RawHeader::cores).min().orElse(0);
    if (burstClock() == BurstClock.PROCESSOR || cores == 0 || ranksPerNode() <= cores) {
      return Optional.empty();
    }
    return Optional.of(
        String.format(
            Locale.US,
            "bursts are elapsed times, and up to %,d ranks took turns on the %,d cores of a host;"
                + " trace with FORETELL_BURST=cpu for their processor times",
            ranksPerNode(),
            cores));
  }

  RunFolder folder() {
    return folder;
  }

  RawHeader header(int rank) {
    return headers.get(rank);
  }

  RankClock clock(int rank) {
    return clocks.get(rank);
  }

  CallSites callSites() {
    return callSites;
  }

  /** Ids of markers by their names, in the order of the ids. */
  Map<String, Integer> markers() {
    return markers;
  }

  /** Whether any rank uses OpenSHMEM. */
  boolean hasShmem() {
    return hasShmem;
  }

  RawNotes notes() {
    return notes;
  }

  RawFile open(int rank) {
    return RawFile.open(folder.files().get(rank), new RunLeads(rank, folder.files(), clocks));
  }
}
