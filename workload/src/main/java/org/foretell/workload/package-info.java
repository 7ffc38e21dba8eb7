/** Simulates a queue of jobs on a machine; begin with {@link org.foretell.workload.Mix}. */
@NullMarked
package org.foretell.workload;

import org.jspecify.annotations.NullMarked;
