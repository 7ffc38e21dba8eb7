/** Results of predictions, comparisons and checks, contents of traces, and their JSON. */
@NullMarked
package org.foretell.report;

import org.jspecify.annotations.NullMarked;
