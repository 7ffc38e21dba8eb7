/** Messages share the links of a topology: max-min fair shares. */
@NullMarked
package org.foretell.models.flow;

import org.jspecify.annotations.NullMarked;
