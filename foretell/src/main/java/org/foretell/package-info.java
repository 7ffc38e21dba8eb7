/**
 * The face of Foretell for programs: predictions, comparisons, and checks of traces. This program
 * predicts how long a traced program runs on a machine of the catalogue:
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
 * <p>{@link org.foretell.Foretell} begins everything. What a setting takes as text, the option of
 * {@code sim} of the same name takes too. Results ({@link org.foretell.report}) are immutable, say
 * which trace, machine, model and version they come from, and write the JSON of {@code
 * docs/output.md}.
 *
 * <p>Jobs share nothing: as many as you like may run at once, each in a thread of its own. A setup
 * belongs to one thread at a time.
 *
 * <p>What the caller can put right is thrown as {@link org.foretell.failure.ForetellException}, or
 * as an exception that says more of where it is: {@link org.foretell.trace.TraceException} (a
 * trace), {@link org.foretell.machines.file.MachineFileException} (a machine file), {@link
 * org.foretell.model.ParameterException} (a parameter), {@link org.foretell.result.InputException}
 * (ops that cannot be replayed). {@link org.foretell.failure.words.FailureKind} sorts them. A
 * program that deadlocks is a result.
 */
@NullMarked
package org.foretell;

import org.jspecify.annotations.NullMarked;
