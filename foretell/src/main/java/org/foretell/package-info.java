/**
 * The entry point of Foretell for programs: predictions, comparisons, and checks of traces. This
 * program predicts how long a traced program runs on a machine of the catalogue:
 *
 * <pre>{@code
 * import java.nio.file.Path;
 * import org.foretell.Foretell;
 * import org.foretell.report.RunResult;
 *
 * public final class FirstProgram {
 *   public static void main(String[] args) {
 *     RunResult result =
 *         Foretell.prediction()
 *             .machine("jaguar-xt5")
 *             .trace(Path.of("examples/mg.S.64.bin"))
 *             .parameter("L", "2us")
 *             .run();
 *     System.out.println(result.predictedSeconds() + " s");
 *   }
 * }
 * }</pre>
 *
 * <p>{@link org.foretell.Foretell} begins everything. A setting that takes text accepts the values
 * of the option of {@code sim} of the same name. Results ({@link org.foretell.report}) are
 * immutable, name the trace, machine, model and version they are based on, and write the JSON of
 * {@code docs/output.md}.
 *
 * <p>Jobs share nothing: any number may run at once, each in its own thread. A setup belongs to one
 * thread at a time.
 *
 * <p>Errors that the caller can correct are thrown as {@link
 * org.foretell.failure.ForetellException}, or as an exception with the exact place: {@link
 * org.foretell.trace.TraceException} (a trace), {@link
 * org.foretell.machines.file.MachineFileException} (a machine file), {@link
 * org.foretell.model.ParameterException} (a parameter), {@link org.foretell.result.InputException}
 * (ops that cannot be replayed). {@link org.foretell.failure.words.FailureKind} sorts them. A
 * program that deadlocks is a result.
 */
@NullMarked
package org.foretell;

import org.jspecify.annotations.NullMarked;
