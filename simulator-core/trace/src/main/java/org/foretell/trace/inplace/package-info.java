/** How the engine reads recorded ops in the trace's own words; not for embedders. */
@NullMarked
package org.foretell.trace.inplace;

import org.jspecify.annotations.NullMarked;
