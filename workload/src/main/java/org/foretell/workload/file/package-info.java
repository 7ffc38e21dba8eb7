/** Workloads in files: of Foretell, in the Standard Workload Format, and of Batsim. */
@NullMarked
package org.foretell.workload.file;

import org.jspecify.annotations.NullMarked;
