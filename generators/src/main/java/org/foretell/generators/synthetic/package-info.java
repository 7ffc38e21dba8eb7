/** Traces of regular programs for any number of ranks, written from options. */
@NullMarked
package org.foretell.generators.synthetic;

import org.jspecify.annotations.NullMarked;
