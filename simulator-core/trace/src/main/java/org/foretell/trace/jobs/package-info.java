/** Several jobs as one trace, so that a replay can run them on one machine at the same time. */
@NullMarked
package org.foretell.trace.jobs;

import org.jspecify.annotations.NullMarked;
