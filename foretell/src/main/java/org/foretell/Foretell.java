package org.foretell;

import java.nio.file.Path;
import org.foretell.machine.Machine;
import org.foretell.report.CheckResult;
import org.foretell.report.CompressionResult;
import org.foretell.report.InfoResult;
import org.foretell.report.RunResult;
import org.foretell.runner.Runner;
import org.foretell.runner.RunnerBuilder;
import org.foretell.trace.TraceSource;

/**
 * Predicts how long a program runs on a machine: the face of this library.
 *
 * <pre>{@code
 * RunResult result = Foretell.predict("jaguar-xt5", Path.of("mg.S.64.bin"));
 * System.out.println(result.predictedSeconds());
 * }</pre>
 *
 * <p>Many predictions may run at once, in as many threads: they share nothing. A setup, and a trace
 * that a program hands over, belong to one thread.
 */
public final class Foretell {
  private Foretell() {}

  /**
   * Predicts with all settings as {@code sim run MACHINE TRACE} has them.
   *
   * @param machine a name of the catalogue, the path of a machine file, or {@code "-"} for none
   * @param trace a file or folder of any known format
   * @return what was predicted
   * @throws org.foretell.failure.ForetellException if an input is wrong
   * @throws org.foretell.trace.TraceException if the trace is missing, cannot be read, or is
   *     damaged
   * @throws org.foretell.machines.file.MachineFileException if the machine is not in the catalogue,
   *     or its file is wrong
   * @throws org.foretell.result.InputException if the trace holds ops that are refused
   * @throws org.foretell.model.ParameterException if what the machine says to the model is wrong
   */
  public static RunResult predict(String machine, Path trace) {
    return prediction().machine(machine).trace(trace).run();
  }

  /**
   * The same for a machine and a trace that a program made.
   *
   * @param machine described with {@link Machine#builder}
   * @param trace used by the calling thread until this returns; stays open
   * @return what was predicted
   * @throws org.foretell.failure.ForetellException if an input is wrong
   * @throws org.foretell.trace.TraceException if the trace is damaged
   * @throws org.foretell.result.InputException if the trace holds ops that are refused
   * @throws org.foretell.model.ParameterException if what the machine says to the model is wrong
   */
  public static RunResult predict(Machine machine, TraceSource trace) {
    return prediction().machine(machine).trace(trace, "memory").run();
  }

  /**
   * Begins a prediction; machine and trace at least have to be said.
   *
   * @return settings, for one thread
   */
  public static PredictionSetup prediction() {
    return new PredictionSetup();
  }

  /**
   * Begins a comparison; machine, trace and models at least have to be said.
   *
   * @return settings, for one thread
   */
  public static ComparisonSetup comparison() {
    return new ComparisonSetup();
  }

  /**
   * Begins to ask why a program takes as long as it does; machine and trace at least have to be
   * said.
   *
   * @return settings, for one thread
   */
  public static ExplainSetup explanation() {
    return new ExplainSetup();
  }

  /**
   * Begins to sort messages by what makes them inefficient; machine and trace at least have to be
   * said.
   *
   * @return settings, for one thread
   */
  public static ClassificationSetup classification() {
    return new ClassificationSetup();
  }

  /**
   * Opens a trace once, for any number of predictions, explanations and scenarios of it.
   *
   * @param trace a file or folder of any known format
   * @return the open trace, for any number of threads, which the caller closes
   * @throws org.foretell.trace.TraceException if the trace is missing, cannot be read, or is
   *     damaged
   */
  public static OpenedTrace open(Path trace) {
    return OpenedTrace.open(trace, Runner.builder());
  }

  /**
   * Opens a trace once, with settings of the runner of its scenarios.
   *
   * @param trace a file or folder of any known format
   * @param settings threads, memory, who hears of progress
   * @return the open trace, for any number of threads, which the caller closes
   * @throws org.foretell.trace.TraceException if the trace is missing, cannot be read, or is
   *     damaged
   */
  public static OpenedTrace open(Path trace, RunnerBuilder settings) {
    return OpenedTrace.open(trace, settings);
  }

  /**
   * Opens a trace with a runner that other traces may use too, so that all of them share its
   * threads and its memory.
   *
   * @param trace file or folder of any format
   * @param runner which closing the trace leaves open
   * @return the trace; to be closed
   * @throws org.foretell.trace.TraceException if it is missing, cannot be read, or is damaged
   */
  public static OpenedTrace open(Path trace, Runner runner) {
    return OpenedTrace.open(trace, runner);
  }

  /**
   * Checks whether a trace fits together, as {@code sim check TRACE} does.
   *
   * @param trace a file or folder of any known format
   * @return what was found
   * @throws org.foretell.trace.TraceException if the trace is missing, cannot be read, or is
   *     damaged
   */
  public static CheckResult check(Path trace) {
    return check().trace(trace).run();
  }

  /**
   * Begins a check; the trace at least has to be said.
   *
   * @return settings, for one thread
   */
  public static CheckSetup check() {
    return new CheckSetup();
  }

  /**
   * Says what a trace contains, as {@code sim info TRACE} does.
   *
   * @param trace a file or folder of any known format
   * @return what is in it
   * @throws org.foretell.trace.TraceException if the trace is missing, cannot be read, or is
   *     damaged
   */
  public static InfoResult info(Path trace) {
    return info().trace(trace).run();
  }

  /**
   * Begins to look for ranks that are alike; the trace at least has to be said.
   *
   * @return settings, for one thread
   */
  public static ClusteringSetup clustering() {
    return new ClusteringSetup();
  }

  /**
   * Begins to ask what programs look like; the trace at least has to be said.
   *
   * @return settings, for one thread
   */
  public static StructureSetup structure() {
    return new StructureSetup();
  }

  /**
   * Begins to ask what a trace contains; the trace at least has to be said.
   *
   * @return settings, for one thread
   */
  public static InfoSetup info() {
    return new InfoSetup();
  }

  /**
   * Compresses a trace by its structure, as {@code sim compress TRACE TARGET} does. The ops stay
   * the same, and so do their durations.
   *
   * @param trace a file or folder of any known format
   * @param target a file in the native format, replaced when it is complete
   * @return how long the trace was and is
   * @throws org.foretell.failure.ForetellException if both are the same file
   * @throws org.foretell.trace.TraceException if the trace is missing, cannot be read, or is
   *     damaged, or the target cannot be written
   */
  public static CompressionResult compress(Path trace, Path target) {
    return compression().trace(trace).to(target).run();
  }

  /**
   * Begins a compression; the trace and the target have to be said.
   *
   * @return settings, for one thread
   */
  public static CompressionSetup compression() {
    return new CompressionSetup();
  }
}
