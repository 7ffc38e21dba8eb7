/** Programs whose master deals out tasks to workers: which ranks they are. */
@NullMarked
package org.foretell.structure.dispatch;

import org.jspecify.annotations.NullMarked;
