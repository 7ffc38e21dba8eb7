/** What each op of a rank does. */
@NullMarked
package org.foretell.engine.ops;

import org.jspecify.annotations.NullMarked;
