/**
 * What each rank does when, written while a replay goes on, for viewers of timelines: Chrome's
 * trace format, Perfetto's, and Paraver's.
 */
@NullMarked
package org.foretell.timelines;

import org.jspecify.annotations.NullMarked;
