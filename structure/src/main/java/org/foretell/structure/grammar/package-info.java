/** Sequences of symbols as runs and pairs of symbols. */
@NullMarked
package org.foretell.structure.grammar;

import org.jspecify.annotations.NullMarked;
