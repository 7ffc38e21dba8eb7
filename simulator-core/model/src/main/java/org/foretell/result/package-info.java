/** What a replay gives: a prediction, or the reason why there is none. */
@NullMarked
package org.foretell.result;

import org.jspecify.annotations.NullMarked;
