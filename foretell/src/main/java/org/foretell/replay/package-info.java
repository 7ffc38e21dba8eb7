/** Makes simulations of settings, repeats them, takes predictions apart. */
@NullMarked
package org.foretell.replay;

import org.jspecify.annotations.NullMarked;
