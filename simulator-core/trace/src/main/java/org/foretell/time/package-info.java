/**
 * Simulated time and physical quantities: checked picosecond arithmetic, rate conversions, the one
 * rounding rule, and the parsing and printing of units.
 */
@NullMarked
package org.foretell.time;

import org.jspecify.annotations.NullMarked;
