/** What Foretell answered once, to be answered again. */
@NullMarked
package org.foretell.golden;

import org.jspecify.annotations.NullMarked;
