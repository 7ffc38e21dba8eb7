/** What predictions, comparisons and checks tell, what traces contain, and the JSON of all this. */
@NullMarked
package org.foretell.report;

import org.jspecify.annotations.NullMarked;
