/** Jobs as users hand them in. */
@NullMarked
package org.foretell.workload.job;

import org.jspecify.annotations.NullMarked;
