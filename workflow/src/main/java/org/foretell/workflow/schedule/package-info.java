/** The order in which tasks are dealt out. */
@NullMarked
package org.foretell.workflow.schedule;

import org.jspecify.annotations.NullMarked;
