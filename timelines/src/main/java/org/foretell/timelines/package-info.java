/**
 * The activity of each rank over time, written during a replay for timeline viewers: Chrome's trace
 * format, Perfetto's, and Paraver's.
 */
@NullMarked
package org.foretell.timelines;

import org.jspecify.annotations.NullMarked;
