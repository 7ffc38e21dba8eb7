package org.foretell.study.description;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.foretell.study.description.Estimate.Distribution;
import org.foretell.trace.Extrapolated;

/**
 * The traces of a program: one, which is replayed, or several runs on different numbers of ranks,
 * from which the wanted number is chosen or extrapolated.
 *
 * @param files as the study states them; none of a mix or a workflow
 * @param ranks wanted, at least 1; of one trace those that it has, empty if nobody looked
 * @param approximate whether laws that the traces leave open may be decided
 * @param chosen the trace that is replayed; empty if several were stated and none was chosen yet
 * @param extrapolated how the chosen trace was extrapolated; empty if that run was traced
 */
public record ProgramTraces(
    List<Path> files,
    OptionalInt ranks,
    boolean approximate,
    Optional<Path> chosen,
    Optional<Extrapolated> extrapolated) {
  /** Of a program that is no trace. */
  public static final ProgramTraces NONE =
      new ProgramTraces(List.of(), OptionalInt.empty(), false, Optional.empty(), Optional.empty());

  /** Checks the number of traces and copies them. */
  public ProgramTraces {
    files = List.copyOf(files);
    if (files.size() > 1 && ranks.isEmpty()) {
      throw new IllegalArgumentException(
          "expected a number of ranks with several traces, " + files);
    }
  }

  /**
   * {@return the only trace of a program}
   *
   * @param file to be replayed
   */
  public static ProgramTraces of(Path file) {
    return new ProgramTraces(
        List.of(file), OptionalInt.empty(), false, Optional.of(file), Optional.empty());
  }

  /**
   * {@return several traces of a program, none of which is chosen yet}
   *
   * @param files at least two
   * @param ranks wanted, at least 1
   * @param approximate whether laws that the traces leave open may be decided
   */
  public static ProgramTraces of(List<Path> files, int ranks, boolean approximate) {
    return new ProgramTraces(
        files, OptionalInt.of(ranks), approximate, Optional.empty(), Optional.empty());
  }

  /** {@return whether several traces were stated} */
  public boolean isOfSeveral() {
    return files.size() > 1;
  }

  /**
   * {@return the same with the trace that is replayed}
   *
   * @param file to be replayed
   * @param count its ranks
   * @param how it was extrapolated; empty if that run was traced
   */
  public ProgramTraces choose(Path file, int count, Optional<Extrapolated> how) {
    return new ProgramTraces(files, OptionalInt.of(count), approximate, Optional.of(file), how);
  }

  /**
   * {@return the trace that is replayed}
   *
   * @throws IllegalStateException if none was chosen yet
   */
  public Path replayed() {
    return chosen.orElseThrow(
        () -> new IllegalStateException("no trace of " + ranks + " ranks was made of " + files));
  }

  /**
   * {@return the factor between the time of a real run and that of the extrapolated one: 1, give or
   * take the error of the hold-out. Empty if nothing was extrapolated, or no error was measured}
   */
  public Optional<Estimate> timeFactor() {
    return extrapolated
        .filter(how -> how.timeError().isPresent())
        .map(
            how -> {
              double error = Math.abs(how.timeError().getAsDouble());
              return new Estimate(
                  1,
                  1 - error,
                  1 + error,
                  Distribution.UNIFORM,
                  Optional.of("hold-out of " + how.heldOutRanks() + " ranks"));
            });
  }
}
