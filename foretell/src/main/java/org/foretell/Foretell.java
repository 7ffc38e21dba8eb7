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
 * Predicts how long a program runs on a machine: the entry point of this library.
 *
 * <pre>{@code
 * RunResult result = Foretell.predict("jaguar-xt5", Path.of("mg.S.64.bin"));
 * System.out.println(result.predictedSeconds());
 * }</pre>
 *
 * <p>Any number of predictions may run at once, each in its own thread: they share nothing. A
 * setup, and a trace object passed to it, belong to one thread.
 */
public final class Foretell {
  private Foretell() {}

  /**
   * Predicts with the default settings of {@code sim run MACHINE TRACE}.
   *
   * @param machine a name of the catalogue, the path of a machine file, or {@code "-"} for none
   * @param trace a file or folder of any known format
   * @return the prediction
   * @throws org.foretell.failure.ForetellException if an input is wrong
   * @throws org.foretell.trace.TraceException if the trace is missing, cannot be read, or is
   *     damaged
   * @throws org.foretell.machines.file.MachineFileException if the machine is not in the catalogue,
   *     or its file is wrong
   * @throws org.foretell.result.InputException if the trace holds unsupported ops
   * @throws org.foretell.model.ParameterException if the machine gives the model a wrong parameter
   */
  public static RunResult predict(String machine, Path trace) {
    return prediction().machine(machine).trace(trace).run();
  }

  /**
   * Predicts for a machine and a trace that a program created.
   *
   * @param machine described with {@link Machine#builder}
   * @param trace used by the calling thread until this returns; it stays open
   * @return the prediction
   * @throws org.foretell.failure.ForetellException if an input is wrong
   * @throws org.foretell.trace.TraceException if the trace is damaged
   * @throws org.foretell.result.InputException if the trace holds unsupported ops
   * @throws org.foretell.model.ParameterException if the machine gives the model a wrong parameter
   */
  public static RunResult predict(Machine machine, TraceSource trace) {
    return prediction().machine(machine).trace(trace, "memory").run();
  }

  /**
   * Begins a prediction; a machine and a trace are required.
   *
   * @return settings, for one thread
   */
  public static PredictionSetup prediction() {
    return new PredictionSetup();
  }

  /**
   * Begins a prediction of several jobs on one machine; a machine and jobs are required.
   *
   * @return settings, for one thread
   */
  public static JobsSetup jobs() {
    return new JobsSetup();
  }

  /**
   * Begins a comparison; a machine, a trace and models are required.
   *
   * @return settings, for one thread
   */
  public static ComparisonSetup comparison() {
    return new ComparisonSetup();
  }

  /**
   * Begins an explanation of a program's time; a machine and a trace are required.
   *
   * @return settings, for one thread
   */
  public static ExplainSetup explanation() {
    return new ExplainSetup();
  }

  /**
   * Begins a prediction of the energy of a run; a machine that states its power and a trace are
   * required.
   *
   * @return settings, for one thread
   */
  public static EnergySetup energy() {
    return new EnergySetup();
  }

  /**
   * Begins a classification of messages by the cause of their inefficiency; a machine and a trace
   * are required.
   *
   * @return settings, for one thread
   */
  public static ClassificationSetup classification() {
    return new ClassificationSetup();
  }

  /**
   * Opens a trace once, for any number of predictions, explanations and scenarios.
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
   * Opens a trace once, with settings for the runner of its scenarios.
   *
   * @param trace a file or folder of any known format
   * @param settings threads, memory, progress listener
   * @return the open trace, for any number of threads, which the caller closes
   * @throws org.foretell.trace.TraceException if the trace is missing, cannot be read, or is
   *     damaged
   */
  public static OpenedTrace open(Path trace, RunnerBuilder settings) {
    return OpenedTrace.open(trace, settings);
  }

  /**
   * Opens a trace with a runner that other traces may also use, so that they share its threads and
   * its memory.
   *
   * @param trace file or folder of any format
   * @param runner stays open when the trace is closed
   * @return the trace, which the caller closes
   * @throws org.foretell.trace.TraceException if it is missing, cannot be read, or is damaged
   */
  public static OpenedTrace open(Path trace, Runner runner) {
    return OpenedTrace.open(trace, runner);
  }

  /**
   * Checks whether a trace is consistent, as {@code sim check TRACE} does.
   *
   * @param trace a file or folder of any known format
   * @return the findings
   * @throws org.foretell.trace.TraceException if the trace is missing, cannot be read, or is
   *     damaged
   */
  public static CheckResult check(Path trace) {
    return check().trace(trace).run();
  }

  /**
   * Begins a check; a trace is required.
   *
   * @return settings, for one thread
   */
  public static CheckSetup check() {
    return new CheckSetup();
  }

  /**
   * Describes the contents of a trace, as {@code sim info TRACE} does.
   *
   * @param trace a file or folder of any known format
   * @return the contents
   * @throws org.foretell.trace.TraceException if the trace is missing, cannot be read, or is
   *     damaged
   */
  public static InfoResult info(Path trace) {
    return info().trace(trace).run();
  }

  /**
   * Begins a search for ranks with similar behaviour; a trace is required.
   *
   * @return settings, for one thread
   */
  public static ClusteringSetup clustering() {
    return new ClusteringSetup();
  }

  /**
   * Begins an analysis of the structure of programs; a trace is required.
   *
   * @return settings, for one thread
   */
  public static StructureSetup structure() {
    return new StructureSetup();
  }

  /**
   * Begins a description of the contents of a trace; a trace is required.
   *
   * @return settings, for one thread
   */
  public static InfoSetup info() {
    return new InfoSetup();
  }

  /**
   * Compresses a trace by its structure, as {@code sim compress TRACE TARGET} does. The ops and
   * their durations stay the same.
   *
   * @param trace a file or folder of any known format
   * @param target a file in the native format, replaced only once it is complete
   * @return the length before and after
   * @throws org.foretell.failure.ForetellException if both are the same file
   * @throws org.foretell.trace.TraceException if the trace is missing, cannot be read, or is
   *     damaged, or the target cannot be written
   */
  public static CompressionResult compress(Path trace, Path target) {
    return compression().trace(trace).to(target).run();
  }

  /**
   * Begins a compression; a trace and a target are required.
   *
   * @return settings, for one thread
   */
  public static CompressionSetup compression() {
    return new CompressionSetup();
  }
}
