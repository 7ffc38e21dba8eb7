/**
 * Traces of Dimemas ({@code .dim}), see {@link org.foretell.parsers.dimemas.DimemasReader}; {@code
 * docs/dimemas.md} describes the treatment of each record.
 */
@org.jspecify.annotations.NullMarked
package org.foretell.parsers.dimemas;
