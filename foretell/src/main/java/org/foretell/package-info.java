/** The face of Foretell for programs: predictions and comparisons. */
@NullMarked
package org.foretell;

import org.jspecify.annotations.NullMarked;
