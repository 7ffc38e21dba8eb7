package org.foretell.report;

import java.io.IOException;
import java.io.Writer;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.foretell.machine.Machine;
import org.foretell.machine.Placement;
import org.foretell.machines.file.SetValue;
import org.foretell.models.noise.Replications;
import org.foretell.result.Prediction;
import org.foretell.time.Ps;
import org.jspecify.annotations.Nullable;

/**
 * A prediction and its basis: the result of {@code sim run}. Immutable.
 *
 * @param version of Foretell
 * @param trace the program that was replayed
 * @param machine the machine with its hash; empty when the user gave none
 * @param modelReason the reason for choosing the model, as a clause that follows "because"; empty
 *     if the caller set it
 * @param parameters effective parameters of the model, in the model's order
 * @param placement where the ranks ran
 * @param model name of the communication model
 * @param collectives how collectives were executed, name to value, for the reader
 * @param compute how bursts were scaled, name to value, for the reader
 * @param noise the sources of randomness of the run, name to value, for the reader
 * @param seed of everything random in this run
 * @param replications the predictions of runs that differ only in their random numbers, including
 *     this run
 * @param interval the range of the prediction, given the machine's figures and other models; empty
 *     unless requested, or if it is unknown
 * @param intervalLeftOut whether it was skipped because the trace is long; an explicit request
 *     would find it
 * @param prediction times, and the reason why the program did not finish, if so
 * @param energy of the nodes in use; empty if the machine states no power, or the program does not
 *     finish
 * @param statistics how the time is spent
 * @param warnings reasons to doubt the prediction, one sentence each
 */
public record RunResult(
    String version,
    TraceSummary trace,
    Optional<MachineChoice> machine,
    Placement placement,
    String model,
    Optional<String> modelReason,
    Map<String, String> parameters,
    Map<String, String> collectives,
    Map<String, String> compute,
    Map<String, String> noise,
    long seed,
    Optional<Replications> replications,
    Optional<PredictionInterval> interval,
    boolean intervalLeftOut,
    Prediction prediction,
    Optional<RunEnergy> energy,
    RunStatistics statistics,
    List<String> warnings) {

  /** Copies the collections. */
  public RunResult {
    parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
    collectives = Collections.unmodifiableMap(new LinkedHashMap<>(collectives));
    compute = Collections.unmodifiableMap(new LinkedHashMap<>(compute));
    noise = Collections.unmodifiableMap(new LinkedHashMap<>(noise));
    warnings = List.copyOf(warnings);
  }

  /** {@return whether the program finished, so that there is a predicted time} */
  public boolean completed() {
    return prediction.outcome() == Prediction.Outcome.COMPLETED;
  }

  /**
   * A machine and its source.
   *
   * @param machine the simulated machine
   * @param sha256 of the machine file's bytes, in hexadecimal; for a machine created by a program,
   *     of the equivalent file; null if there is none, because the machine has a topology object
   * @param set values of the machine file that were replaced before it was read; the hash is that
   *     of the file with the new values
   */
  public record MachineChoice(Machine machine, @Nullable String sha256, List<SetValue> set) {
    /** Copies the list. */
    public MachineChoice {
      set = List.copyOf(set);
    }
  }

  /**
   * {@return the predicted run time in seconds: for replications the mean of the completed runs} In
   * the JSON that mean is {@code replications.meanSeconds}; {@code predictedSeconds} there is the
   * time of the one run that the JSON describes.
   *
   * @throws IllegalStateException if the program does not finish
   */
  public double predictedSeconds() {
    if (!completed()) {
      throw new IllegalStateException(
          "the program does not complete; see prediction().deadlock() and problems()");
    }
    return replications
        .map(Replications::meanSeconds)
        .orElseGet(() -> Ps.toSeconds(prediction.makespanPs()));
  }

  /** {@return the reason why no interval was found, if the trace is too long} */
  public Optional<String> intervalLeftOutBecause() {
    return intervalLeftOut
        ? Optional.of(
            String.format(
                Locale.ROOT,
                "%,d ops would be replayed about twenty more times; --interval computes it",
                prediction.operations()))
        : Optional.empty();
  }

  /** {@return the result as records whose component names are those of the JSON} */
  public RunDocument document() {
    return RunDocument.of(this);
  }

  /**
   * {@return the JSON of {@code docs/output.md}: what {@code sim run --json} writes, byte for byte}
   */
  public String json() {
    return DocumentText.of(document());
  }

  /**
   * Writes the text of {@link #json}, in pieces, since a string is limited to 2^31 characters.
   *
   * @param out stays open
   * @throws IOException if it cannot be written
   */
  public void writeJson(Writer out) throws IOException {
    DocumentText.write(document(), out);
  }
}
