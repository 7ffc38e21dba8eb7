/** Workflows that ran. */
@NullMarked
package org.foretell.workflow.recorded;

import org.jspecify.annotations.NullMarked;
