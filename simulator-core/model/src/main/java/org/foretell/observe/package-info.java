/** What can be watched while a program is replayed, and the standard statistics. */
@NullMarked
package org.foretell.observe;

import org.jspecify.annotations.NullMarked;
