/** Explanations of predictions as one page for browsers, which needs nothing beside it. */
@NullMarked
package org.foretell.page;

import org.jspecify.annotations.NullMarked;
