/** The flow model: messages share the links of a topology by max-min fairness. */
@NullMarked
package org.foretell.models.flow;

import org.jspecify.annotations.NullMarked;
