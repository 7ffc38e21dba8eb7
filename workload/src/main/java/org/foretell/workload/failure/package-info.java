/** Failures of nodes and networks: what they cost a long run, with checkpoints. */
@NullMarked
package org.foretell.workload.failure;

import org.jspecify.annotations.NullMarked;
