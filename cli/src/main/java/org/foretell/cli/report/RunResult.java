package org.foretell.cli.report;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.foretell.cli.trace.OpenTrace;
import org.foretell.machine.Machine;
import org.foretell.machine.Placement;
import org.foretell.models.noise.Replications;
import org.foretell.observe.Statistics;
import org.foretell.result.Prediction;

/**
 * Everything that a run of {@code sim run} has to tell; how it is shown is the business of others.
 *
 * @param machine the machine with its hash; empty when the user gave none
 * @param parameters effective parameters of the model, in the model's order
 * @param collectives how collectives were executed, name to value, for the reader
 * @param compute how bursts were scaled, name to value, for the reader
 * @param noise what made the run random, name to value, for the reader
 * @param seed of everything random in this run
 * @param replications what other runs predict that differ in their random numbers only; this one is
 *     one of them
 * @param warnings what makes the prediction doubtful, one sentence each
 */
public record RunResult(
    String version,
    OpenTrace trace,
    Optional<MachineChoice> machine,
    Placement placement,
    String model,
    Map<String, String> parameters,
    Map<String, String> collectives,
    Map<String, String> compute,
    Map<String, String> noise,
    long seed,
    Optional<Replications> replications,
    Prediction prediction,
    Statistics statistics,
    List<String> warnings) {

  public RunResult {
    warnings = List.copyOf(warnings);
  }

  public boolean completed() {
    return prediction.outcome() == Prediction.Outcome.COMPLETED;
  }

  /**
   * A machine and where it came from.
   *
   * @param sha256 of the machine file's bytes, in hexadecimal
   */
  public record MachineChoice(Machine machine, String sha256) {}
}
