/** Pipelines: stages over lists, and the tasks that they have. */
@NullMarked
package org.foretell.workflow.pipeline;

import org.jspecify.annotations.NullMarked;
