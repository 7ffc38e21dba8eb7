/** The result of a replay: a prediction, or the reason why there is none. */
@NullMarked
package org.foretell.result;

import org.jspecify.annotations.NullMarked;
