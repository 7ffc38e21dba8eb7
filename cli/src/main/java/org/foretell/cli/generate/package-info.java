/** {@code sim generate}: programs for real machines, traces of regular programs. */
@NullMarked
package org.foretell.cli.generate;

import org.jspecify.annotations.NullMarked;
