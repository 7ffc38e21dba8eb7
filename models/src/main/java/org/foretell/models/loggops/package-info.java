/** The LogP family: LogGOPS, and the variant that ATLAHS uses. */
@NullMarked
package org.foretell.models.loggops;

import org.jspecify.annotations.NullMarked;
