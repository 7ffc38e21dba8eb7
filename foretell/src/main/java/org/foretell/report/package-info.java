/** What predictions and comparisons tell, and their JSON. */
@NullMarked
package org.foretell.report;

import org.jspecify.annotations.NullMarked;
