/**
 * Traces of Dimemas ({@code .dim}), see {@link org.foretell.parsers.dimemas.DimemasReader}; what
 * becomes of each record is told in {@code docs/dimemas.md}.
 */
@org.jspecify.annotations.NullMarked
package org.foretell.parsers.dimemas;
