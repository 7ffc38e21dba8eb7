/**
 * The machine that a program is replayed on, and where its ranks are placed: immutable, validated,
 * with units in every name. Files are read elsewhere.
 */
@NullMarked
package org.foretell.machine;

import org.jspecify.annotations.NullMarked;
