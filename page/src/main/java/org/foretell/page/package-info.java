/** Explanations of predictions as one self-contained page for browsers. */
@NullMarked
package org.foretell.page;

import org.jspecify.annotations.NullMarked;
