/** Failures of the machine under a workflow. */
@NullMarked
package org.foretell.workflow.failure;

import org.jspecify.annotations.NullMarked;
