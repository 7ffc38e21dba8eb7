/** Opens machines and traces of every format. */
@NullMarked
package org.foretell.input;

import org.jspecify.annotations.NullMarked;
