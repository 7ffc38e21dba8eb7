/**
 * The trace vocabulary: what a rank can do ({@link org.foretell.trace.OpCode}), how an op is seen
 * ({@link org.foretell.trace.OpView}), how a trace is read rank by rank ({@link
 * org.foretell.trace.TraceSource}, {@link org.foretell.trace.RankCursor}) and how it is written
 * with its structure ({@link org.foretell.trace.TraceSink}).
 */
@NullMarked
package org.foretell.trace;

import org.jspecify.annotations.NullMarked;
