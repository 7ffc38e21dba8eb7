/** Workflows: tasks with dependencies, dealt out by a master to workers on a simulated machine. */
@NullMarked
package org.foretell.workflow;

import org.jspecify.annotations.NullMarked;
