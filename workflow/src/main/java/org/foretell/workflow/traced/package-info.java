/** Traces of master-worker programs, and the tasks that they dealt out. */
@NullMarked
package org.foretell.workflow.traced;

import org.jspecify.annotations.NullMarked;
