/** What a trace contains, and whether it fits together; without a machine. */
@NullMarked
package org.foretell.inspection;

import org.jspecify.annotations.NullMarked;
