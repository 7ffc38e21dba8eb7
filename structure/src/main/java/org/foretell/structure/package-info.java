/**
 * The structure of traces.
 *
 * <p>{@link org.foretell.structure.Compression} finds repeats within ranks and shares programs
 * between them. The trace that it writes has the same ops, op for op.
 */
@NullMarked
package org.foretell.structure;

import org.jspecify.annotations.NullMarked;
