/**
 * The machine that a program is replayed on, and the placement of its ranks: immutable, validated,
 * with units in every name. Other modules read machine files.
 */
@NullMarked
package org.foretell.machine;

import org.jspecify.annotations.NullMarked;
