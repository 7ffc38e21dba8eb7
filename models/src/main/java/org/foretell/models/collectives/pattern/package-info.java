/** What an algorithm of a collective is, and how large and small ones are put together. */
@NullMarked
package org.foretell.models.collectives.pattern;

import org.jspecify.annotations.NullMarked;
