/**
 * The text form of a trace, for people: everything that the native form can hold, one statement on
 * a line ({@code docs/trace-format.md}). {@link org.foretell.trace.text.TraceTextWriter} writes it,
 * {@link org.foretell.trace.text.TraceTextReader} reads it into any sink.
 */
@NullMarked
package org.foretell.trace.text;

import org.jspecify.annotations.NullMarked;
