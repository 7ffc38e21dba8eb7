/** Runs of several jobs on one machine: alone, in pairs, and all together. */
@NullMarked
package org.foretell.jobs;

import org.jspecify.annotations.NullMarked;
