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
 * A prediction with what it rests on: all that {@code sim run} has to tell. Immutable.
 *
 * @param version of Foretell
 * @param trace the program that was replayed
 * @param machine the machine with its hash; empty when the user gave none
 * @param modelReason why it was chosen, as what follows "because"; empty if it was asked for
 * @param parameters effective parameters of the model, in the model's order
 * @param placement where the ranks ran
 * @param model name of the communication model
 * @param collectives how collectives were executed, name to value, for the reader
 * @param compute how bursts were scaled, name to value, for the reader
 * @param noise what made the run random, name to value, for the reader
 * @param seed of everything random in this run
 * @param replications what other runs predict that differ in their random numbers only; this one is
 *     one of them
 * @param interval between which times the prediction lies as far as the machine's figures and other
 *     models allow; empty if it was not to be found, or if nothing is known of it
 * @param intervalLeftOut whether it was not found because the trace is long, and would be if it was
 *     asked for
 * @param prediction times, and what stopped the program if it did not come to its end
 * @param statistics where the time goes
 * @param warnings what makes the prediction doubtful, one sentence each
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
    RunStatistics statistics,
    List<String> warnings) {

  /** Copies what could change. */
  public RunResult {
    parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
    collectives = Collections.unmodifiableMap(new LinkedHashMap<>(collectives));
    compute = Collections.unmodifiableMap(new LinkedHashMap<>(compute));
    noise = Collections.unmodifiableMap(new LinkedHashMap<>(noise));
    warnings = List.copyOf(warnings);
  }

  /** {@return whether the program came to its end, so that there is a predicted time} */
  public boolean completed() {
    return prediction.outcome() == Prediction.Outcome.COMPLETED;
  }

  /**
   * A machine and where it came from.
   *
   * @param machine what was simulated
   * @param sha256 of the machine file's bytes, in hexadecimal; of a machine that a program made, of
   *     the file that would describe it; null if none can, because it has a topology object
   * @param set values of the machine file that were replaced before it was read; the hash is that
   *     of the file that has them
   */
  public record MachineChoice(Machine machine, @Nullable String sha256, List<SetValue> set) {
    /** Copies the list. */
    public MachineChoice {
      set = List.copyOf(set);
    }
  }

  /**
   * {@return the predicted run time in seconds: of replications the mean of those that came to
   * their end} In the JSON that mean is {@code replications.meanSeconds}; {@code predictedSeconds}
   * there is the time of the one run that the JSON describes.
   *
   * @throws IllegalStateException if the program does not come to its end
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

  /** {@return why no interval was found, if it is that the trace is long} */
  public Optional<String> intervalLeftOutBecause() {
    return intervalLeftOut
        ? Optional.of(
            String.format(
                Locale.ROOT,
                "%,d ops would be replayed about twenty more times; --interval computes it",
                prediction.operations()))
        : Optional.empty();
  }

  /** {@return the result as records that have the names of the JSON} */
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
   * Writes what {@link #json} returns, piece by piece, since a text ends at 2^31 characters.
   *
   * @param out stays open
   * @throws IOException if it cannot be written
   */
  public void writeJson(Writer out) throws IOException {
    DocumentText.write(document(), out);
  }
}
