/** The program that all ranks of all traces share: loops and calls, with how often each runs. */
@NullMarked
package org.foretell.extrapolation.outline;

import org.jspecify.annotations.NullMarked;
