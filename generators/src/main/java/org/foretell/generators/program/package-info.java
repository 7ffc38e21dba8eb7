/**
 * C programs that behave like a trace: {@link org.foretell.generators.program.TraceProgram} writes
 * one from any trace of sequences of ops, with its loops as loops and its sets of ranks as tests.
 */
@NullMarked
package org.foretell.generators.program;

import org.jspecify.annotations.NullMarked;
