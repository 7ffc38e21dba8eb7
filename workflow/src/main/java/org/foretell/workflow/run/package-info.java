/** The simulation: the master with its workers, and the runs of a question. */
@NullMarked
package org.foretell.workflow.run;

import org.jspecify.annotations.NullMarked;
