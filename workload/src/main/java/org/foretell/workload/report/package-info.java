/** What came out of a queue. */
@NullMarked
package org.foretell.workload.report;

import org.jspecify.annotations.NullMarked;
