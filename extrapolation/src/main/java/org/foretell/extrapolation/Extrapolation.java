package org.foretell.extrapolation;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.foretell.Foretell;
import org.foretell.extrapolation.call.Amount;
import org.foretell.extrapolation.call.CallPool;
import org.foretell.extrapolation.call.Recording;
import org.foretell.extrapolation.fit.BurstUse;
import org.foretell.extrapolation.fit.ChanceCalls;
import org.foretell.extrapolation.fit.FittedProgram;
import org.foretell.extrapolation.fit.GeneratedTrace;
import org.foretell.extrapolation.fit.ProgramSearch;
import org.foretell.extrapolation.law.Certainty;
import org.foretell.failure.ForetellException;
import org.foretell.input.NamedFailures;
import org.foretell.input.OpenTrace;
import org.foretell.input.TraceReading;
import org.foretell.report.CheckResult;
import org.foretell.report.CompressionResult;
import org.foretell.trace.BurstClock;
import org.foretell.trace.Extrapolated;
import org.foretell.trace.PendingFile;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceInfo;

/**
 * Extrapolates a program to a number of ranks that nobody traced: all settings of {@code sim
 * extrapolate}. At least two traces with different numbers of ranks, and the wanted number, are
 * required.
 *
 * <p>Calls of all ranks and traces are aligned by call site, or, where there are none, by op and
 * tag. Each number in them gets the simplest law that gives all of its values exactly: a function
 * of the number of ranks p and of the sizes and coordinates of a grid of ranks. What has no law is
 * refused. Computation gets a function of p with an error.
 *
 * <p>A setup belongs to one thread.
 */
public final class Extrapolation {
  /** The most ranks that a trace is extrapolated to. */
  public static final int MOST_RANKS = 1 << 20;

  /** Beyond how many times the largest trace there is a warning. */
  public static final int FAR = 16;

  /** The machine for which the times of the hold-out are predicted by default. */
  public static final String MACHINE = "perlmutter-cpu";

  private final List<Path> files;
  private int target;
  private boolean approximate;
  private String machine = MACHINE;

  private Extrapolation(List<Path> files) {
    this.files = List.copyOf(files);
  }

  /**
   * Begins with traces of one program.
   *
   * @param traces files or folders of any known format, in any order
   * @return settings
   */
  public static Extrapolation of(List<Path> traces) {
    return new Extrapolation(traces);
  }

  /**
   * Sets the wanted number of ranks.
   *
   * @param wanted at least 1
   * @return this
   */
  public Extrapolation ranks(int wanted) {
    target = wanted;
    return this;
  }

  /**
   * Sets whether laws that the traces leave open are taken nevertheless, the simplest of each, and
   * whether a hold-out with other calls than the largest trace is accepted.
   *
   * @param allowed false by default
   * @return this
   */
  public Extrapolation approximate(boolean allowed) {
    approximate = allowed;
    return this;
  }

  /**
   * Sets the machine for which the times of the hold-out are predicted.
   *
   * @param name of the catalogue, or a machine file
   * @return this
   */
  public Extrapolation machine(String name) {
    machine = Objects.requireNonNull(name, "name");
    return this;
  }

  /**
   * Extrapolates, checks the result by replaying it, and puts it in place.
   *
   * @param output replaced only once the trace is complete and sound
   * @return the laws, and the error at the largest trace
   * @throws ForetellException if the traces do not fit, a value has no law, or, unless it is
   *     approximate, a law is open or the smaller traces give other calls than the largest has
   * @throws TraceException if a trace cannot be read or the output cannot be written
   */
  public ExtrapolationResult to(Path output) {
    refuseTarget();
    Recording.All all = Recording.all(files, Extrapolation::read);
    CallPool pool = all.pool();
    List<Recording> recordings = all.recordings();
    refuseEqual(recordings);
    refuseTwoClocks(recordings);
    Similarity.check(recordings, pool);
    HeldProgram held = HeldProgram.of(pool, recordings, target, new HoldOutRun(machine, pool));
    ProgramSearch.Found found = held.found();
    List<Integer> given = recordings.stream().map(trace -> trace.info().ranks()).toList();
    List<OpenLaw> open = OpenLaws.of(found, given);
    if (!open.isEmpty() && !approximate) {
      String missing =
          ProgramSearch.of(pool, recordings, target)
              .missingGrid()
              .map(grid -> grid.text() + "\nIn other grids ")
              .orElse("");
      throw new OpenLawsException(
          missing + undetermined(open) + ChanceCalls.text(pool, recordings));
    }
    HoldOut holdOut = held.holdOut();
    if (holdOut.missesCalls() && !approximate) {
      throw ForetellException.badInput(holdOut.refusal() + ChanceCalls.text(pool, recordings));
    }
    List<String> warnings = warnings(found.program(), recordings, open, holdOut);
    Extrapolated how = holdOut.of(given, open.size());
    long operations = write(output, found.program(), pool, recordings, holdOut, how, warnings);
    FittedProgram program = found.program();
    return new ExtrapolationResult(
        ExtrapolationResult.FORMAT_VERSION,
        recordings.get(recordings.size() - 1).info().name(),
        recordings.stream()
            .map(trace -> new ExtrapolationResult.Input(trace.name(), trace.info().ranks()))
            .toList(),
        target,
        operations,
        found.symbols().toString(),
        program.target().toString(),
        program.rule().toString(),
        given.stream().map(ranks -> String.valueOf(program.rule().grid(ranks))).toList(),
        LawGroups.of(program.laws()),
        program.bursts().stream()
            .map(
                use ->
                    new BurstEntry(
                        use.place(),
                        use.law(),
                        use.meanSeconds(),
                        use.leastSeconds(),
                        use.mostSeconds()))
            .toList(),
        program.amounts().stream()
            .map(use -> new AmountEntry(use.place(), use.amount().unit(), use.law(), use.mean()))
            .toList(),
        open,
        holdOut,
        warnings);
  }

  private void refuseTarget() {
    if (target < 1 || target > MOST_RANKS) {
      throw ForetellException.usage(
          String.format(Locale.US, "--ranks %d: expected 1 to %,d ranks", target, MOST_RANKS));
    }
    if (files.size() < 2) {
      throw ForetellException.usage(
          "one trace has no laws: give two or more traces of the program, with different numbers"
              + " of ranks");
    }
  }

  private static Recording read(Path file, CallPool pool) {
    return NamedFailures.of(
        file.toString(),
        () -> {
          try (OpenTrace trace = new TraceReading().open(file)) {
            return Recording.of(file.toString(), trace.source(), pool);
          }
        });
  }

  private static void refuseEqual(List<Recording> recordings) {
    for (int i = 1; i < recordings.size(); i++) {
      Recording recording = recordings.get(i);
      if (recording.info().ranks() == recordings.get(i - 1).info().ranks()) {
        throw ForetellException.badInput(
            recordings.get(i - 1).name()
                + " and "
                + recording.name()
                + " both have "
                + recording.info().ranks()
                + " ranks; expected different numbers: leave one out");
      }
    }
  }

  /** Bursts by different clocks follow no common law. */
  private static void refuseTwoClocks(List<Recording> recordings) {
    for (Recording one : recordings) {
      for (Recording other : recordings) {
        if (one.info().burstClock() == BurstClock.WALL
            && other.info().burstClock() == BurstClock.PROCESSOR) {
          throw ForetellException.badInput(
              "bursts of "
                  + one.name()
                  + " are elapsed times and those of "
                  + other.name()
                  + " processor times; expected one clock: trace all runs with the same"
                  + " FORETELL_BURST");
        }
      }
    }
  }

  private static String undetermined(List<OpenLaw> open) {
    StringBuilder text = new StringBuilder();
    text.append(open.size() == 1 ? "a law is" : open.size() + " laws are")
        .append(" not determined by these traces:\n");
    for (OpenLaw law : open.subList(0, Math.min(open.size(), 10))) {
      text.append("  ")
          .append(law.governs().get(0))
          .append(law.governs().size() > 1 ? " and " + (law.governs().size() - 1) + " more" : "")
          .append(": ")
          .append(String.join(", or ", law.candidates()))
          .append(
              law.decidedBy() == null
                  ? ""
                  : "; a trace of " + law.decidedBy() + " ranks would decide")
          .append('\n');
    }
    if (open.size() > 10) {
      text.append("  and ").append(open.size() - 10).append(" more\n");
    }
    return text.toString().stripTrailing();
  }

  private List<String> warnings(
      FittedProgram program, List<Recording> recordings, List<OpenLaw> open, HoldOut holdOut) {
    List<String> warnings = new ArrayList<>();
    if (holdOut.missesCalls()) {
      warnings.add("written though " + holdOut.missed());
    }
    int largest = recordings.get(recordings.size() - 1).info().ranks();
    if (target > FAR * (long) largest) {
      warnings.add(
          String.format(
              Locale.US,
              "%d ranks are %.0f times as many as in the largest trace; beyond %d times laws are"
                  + " seldom still right",
              target,
              target / (double) largest,
              FAR));
    }
    for (OpenLaw law : open) {
      warnings.add(
          "taken as "
              + law.candidates().get(0)
              + ", though the traces leave it open: "
              + law.governs().get(0)
              + (law.governs().size() > 1 ? " and " + (law.governs().size() - 1) + " more" : ""));
    }
    long doubts =
        program.laws().stream()
            .flatMap(use -> use.law().scales())
            .filter(Certainty::isDoubt)
            .count();
    if (doubts > 0) {
      warnings.add(
          "values of 0 or 1 that one trace alone shows, taken as constant: "
              + doubts
              + ", most often whether a class of ranks makes a call");
    }
    program.bursts().stream()
        .filter(BurstUse::inOneTrace)
        .max(Comparator.comparingDouble(BurstUse::meanSeconds))
        .ifPresent(longest -> warnings.add(constantBursts(program, longest)));
    Set<String> seen = new HashSet<>();
    for (String left : program.leftOut()) {
      if (seen.add(left)) {
        warnings.add("left out, since no law gives it: " + left);
      }
    }
    for (Amount amount : Amount.values()) {
      long having = recordings.stream().filter(trace -> trace.amounts().contains(amount)).count();
      if (having > 0 && having < recordings.size()) {
        warnings.add("left out, since not all traces have it: " + amount.unit() + " of bursts");
      }
    }
    for (Recording recording : recordings) {
      recording.info().notes().forEach(note -> warnings.add(recording.name() + ": " + note));
    }
    return warnings;
  }

  private static String constantBursts(FittedProgram program, BurstUse longest) {
    return String.format(
        Locale.US,
        "bursts before calls that one trace alone has, taken as constant: %d of %d, the longest"
            + " with %.4g us %s; the traces make other calls, so the predicted time means little",
        program.bursts().stream().filter(BurstUse::inOneTrace).count(),
        program.bursts().size(),
        longest.meanSeconds() * 1e6,
        longest.place());
  }

  private long write(
      Path output,
      FittedProgram program,
      CallPool pool,
      List<Recording> recordings,
      HoldOut holdOut,
      Extrapolated how,
      List<String> warnings) {
    TraceInfo largest = recordings.get(recordings.size() - 1).info();
    List<String> notes = new ArrayList<>();
    notes.add(
        "extrapolated from runs of "
            + String.join(
                ", ", recordings.stream().map(trace -> "" + trace.info().ranks()).toList())
            + " ranks; "
            + holdOut.summary());
    notes.addAll(warnings);
    TraceInfo info =
        new TraceInfo(
                largest.name() + " extrapolated to " + target,
                target,
                largest.origin(),
                largest.baseFlopsPerSecond(),
                notes)
            .withBurstClock(largest.burstClock())
            .withCacheLineBytes(largest.cacheLineBytes())
            .withExtrapolated(how);
    PendingFile pending = new PendingFile(output);
    try {
      try {
        CompressionResult result =
            Foretell.compression()
                .trace(new GeneratedTrace(program, pool, info), info.name())
                .to(pending.temporary())
                .run();
        CheckResult check = Foretell.check().trace(pending.temporary()).run();
        if (!check.sound()) {
          throw ForetellException.badInput(
              Unsound.text(check, recordings, files) + ChanceCalls.text(pool, recordings));
        }
        pending.commit();
        return result.operations();
      } finally {
        pending.discard();
      }
    } catch (IOException failed) {
      throw TraceException.writing(output, failed);
    }
  }
}
