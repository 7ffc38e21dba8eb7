/**
 * The native binary form of a trace ({@code docs/trace-format.md}) and the same representation in
 * memory.
 *
 * <p>{@link org.foretell.trace.store.TraceStoreWriter} writes a file, {@link
 * org.foretell.trace.store.TraceStoreReader} replays it; {@link
 * org.foretell.trace.store.MemoryTrace} does without the file. Programs are kept as blocks of
 * records; a cursor decodes a window of records at a time into words and iterates over these,
 * unrolling repeats on the fly. A small shared program is decoded once for all its ranks.
 */
@NullMarked
package org.foretell.trace.store;

import org.jspecify.annotations.NullMarked;
