package org.foretell.study.size;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.foretell.Foretell;
import org.foretell.Version;
import org.foretell.extrapolation.Extrapolation;
import org.foretell.extrapolation.OpenLawsException;
import org.foretell.failure.ForetellException;
import org.foretell.failure.words.FailureText;
import org.foretell.input.NamedFailures;
import org.foretell.input.OpenTrace;
import org.foretell.input.TraceReading;
import org.foretell.study.campaign.WriteFailure;
import org.foretell.study.description.Program;
import org.foretell.study.description.ProgramTraces;
import org.foretell.study.description.StudyDescription;
import org.foretell.trace.Extrapolated;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.store.TraceStoreReader;

/**
 * Gives each program of a study the one trace that is replayed. A wanted number of ranks that is
 * among the traces of the program is replayed from that trace; any other one is extrapolated, once,
 * into a file whose name has a hash of all that decides its content.
 */
public final class WantedSizes {
  /** The folder of extrapolated traces, among the results. */
  static final String FOLDER = "extrapolated";

  private static final int HASH_DIGITS = 16;

  /** An error of 100 % leaves no positive time. */
  private static final double LARGEST_ERROR = 1;

  private final Path base;
  private final Path folder;

  /**
   * Makes nothing yet.
   *
   * @param base folder that paths of the study are relative to
   * @param folder for results, where extrapolated traces are looked for and kept
   */
  public WantedSizes(Path base, Path folder) {
    this.base = base;
    this.folder = folder.resolve(FOLDER);
  }

  /** A trace of a program. */
  private record Source(Path stated, Path file, int ranks, String sha256) {}

  /**
   * {@return the study with the traces that are replayed}
   *
   * @param study which
   * @throws ForetellException with all programs that cannot be extrapolated, or if a trace cannot
   *     be kept
   * @throws TraceException if a trace cannot be read
   */
  public StudyDescription of(StudyDescription study) {
    List<Program> programs = new ArrayList<>();
    List<ForetellException> mistakes = new ArrayList<>();
    for (Program program : study.programs()) {
      if (program.simulated().isPresent()) {
        programs.add(program);
        continue;
      }
      try {
        programs.add(
            program.withTraces(
                program.traces().isOfSeveral()
                    ? chosen(program.name(), program.traces())
                    : looked(program.traces())));
      } catch (ForetellException mistake) {
        if (mistake.kind() == ForetellException.Kind.OUTPUT) {
          throw mistake;
        }
        mistakes.add(mistake);
      }
    }
    if (mistakes.size() > 1) {
      throw new ForetellException(
          mistakes.get(0).kind(),
          mistakes.stream().map(FailureText::of).collect(Collectors.joining("\n")));
    }
    if (!mistakes.isEmpty()) {
      throw mistakes.get(0);
    }
    return study.withPrograms(programs);
  }

  /** Only the native format says how a trace was extrapolated. */
  private ProgramTraces looked(ProgramTraces traces) {
    Path stated = traces.files().get(0);
    Path file = base.resolve(stated);
    if (!Files.isRegularFile(file) || !TraceStoreReader.recognizes(file)) {
      return traces;
    }
    try {
      TraceInfo info = info(file);
      refuseLarge(file.toString(), info.ranks(), info.extrapolated());
      return traces.choose(stated, info.ranks(), info.extrapolated());
    } catch (TraceException damaged) {
      // Reported with all other mistakes of the study, when its cases are prepared.
      return traces;
    }
  }

  private ProgramTraces chosen(String program, ProgramTraces traces) {
    int wanted = traces.ranks().orElseThrow();
    List<Source> sources = new ArrayList<>();
    for (Path stated : traces.files()) {
      sources.add(source(stated));
    }
    List<Source> equal = sources.stream().filter(one -> one.ranks == wanted).toList();
    if (equal.size() > 1) {
      throw ForetellException.badInput(
          String.format(
              Locale.US,
              "the program \"%s\" of the study: %s and %s both have %,d ranks, the number that is"
                  + " wanted; leave one of them out",
              program,
              equal.get(0).file,
              equal.get(1).file,
              wanted));
    }
    if (!equal.isEmpty()) {
      // Perhaps it was extrapolated by hand.
      Optional<Extrapolated> how = info(equal.get(0).file).extrapolated();
      refuseLarge(equal.get(0).file.toString(), wanted, how);
      return traces.choose(equal.get(0).stated, wanted, how);
    }
    Path file = folder.resolve(name(program, sources, traces));
    Optional<Extrapolated> known = sound(file, wanted);
    Extrapolated how =
        known.isPresent() ? known.get() : extrapolated(program, traces, sources, file);
    refuseLarge("the program \"" + program + "\" of the study", wanted, Optional.of(how));
    return traces.choose(file.toAbsolutePath(), wanted, Optional.of(how));
  }

  private static void refuseLarge(String what, int ranks, Optional<Extrapolated> extrapolated) {
    extrapolated
        .filter(how -> Math.abs(how.timeError().orElse(0)) >= LARGEST_ERROR)
        .ifPresent(
            how -> {
              throw ForetellException.badInput(
                  String.format(
                      Locale.US,
                      "%s: %s, so a prediction has no lower bound; expected an error of less than"
                          + " 100 %%: give traces of more numbers of ranks, or a trace of that run",
                      what,
                      how.text(ranks)));
            });
  }

  private Source source(Path stated) {
    Path file = base.resolve(stated);
    return new Source(stated, file, info(file).ranks(), TraceReading.sha256(file));
  }

  private static TraceInfo info(Path file) {
    return NamedFailures.of(
        file.toString(),
        () -> {
          try (OpenTrace trace = new TraceReading().open(file)) {
            return trace.source().info();
          }
        });
  }

  /** Different for each version of Foretell, whose laws may be different ones. */
  private static String name(String program, List<Source> sources, ProgramTraces traces) {
    String content =
        "extrapolation 1\n"
            + Version.text()
            + "\n"
            + traces.ranks().orElseThrow()
            + "\n"
            + traces.approximate()
            + "\n"
            + sources.stream().map(Source::sha256).sorted().collect(Collectors.joining("\n"));
    return program.replaceAll("[^A-Za-z0-9._+-]", "-")
        + "."
        + traces.ranks().orElseThrow()
        + "."
        + sha256(content).substring(0, HASH_DIGITS)
        + ".bin";
  }

  /** How a trace that is there was extrapolated; empty if there is none that can be used. */
  private static Optional<Extrapolated> sound(Path file, int wanted) {
    if (!Files.isRegularFile(file)) {
      return Optional.empty();
    }
    try {
      TraceInfo info = info(file);
      return info.extrapolated()
          .filter(how -> info.ranks() == wanted && Foretell.check().trace(file).run().sound());
    } catch (TraceException damaged) {
      // It is made again from its sources, and replaced.
      return Optional.empty();
    }
  }

  private Extrapolated extrapolated(
      String program, ProgramTraces traces, List<Source> sources, Path file) {
    int wanted = traces.ranks().orElseThrow();
    try {
      Files.createDirectories(folder);
    } catch (IOException failure) {
      throw ForetellException.outputFailed(
          folder + ": cannot be made: " + WriteFailure.of(failure));
    }
    try {
      Extrapolation.of(sources.stream().map(Source::file).toList())
          .ranks(wanted)
          .approximate(traces.approximate())
          .to(file);
    } catch (OpenLawsException open) {
      throw refused(
          program,
          sources,
          wanted,
          open.laws()
              + "\n"
              + "Add a trace to \"traces\", or set \"approximate\": true, which takes the first of"
              + " each and reports a doubt",
          open);
    } catch (ForetellException noLaw) {
      if (noLaw.kind() == ForetellException.Kind.OUTPUT) {
        throw noLaw;
      }
      throw refused(
          program,
          sources,
          wanted,
          FailureText.of(noLaw)
              + "\nGive other \"traces\", other \"ranks\", or a trace of that run",
          noLaw);
    }
    return info(file).extrapolated().orElseThrow();
  }

  private static ForetellException refused(
      String program, List<Source> sources, int wanted, String reason, ForetellException cause) {
    return new ForetellException(
        cause.kind(),
        String.format(
            Locale.US,
            "the program \"%s\" of the study cannot be extrapolated from %s to %,d ranks: %s",
            program,
            sources.stream()
                .map(one -> String.format(Locale.US, "%,d", one.ranks))
                .collect(Collectors.joining(", ")),
            wanted,
            reason),
        cause);
  }

  private static String sha256(String text) {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException never) {
      throw new IllegalStateException("every JDK has SHA-256", never);
    }
  }
}
