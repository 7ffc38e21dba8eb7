/** Tasks and what they wait for, as programs hand them in. */
@NullMarked
package org.foretell.workflow.task;

import org.jspecify.annotations.NullMarked;
