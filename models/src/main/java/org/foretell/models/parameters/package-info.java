/** Reads the parameters of models: the user's values, else the machine's, else defaults. */
@NullMarked
package org.foretell.models.parameters;

import org.jspecify.annotations.NullMarked;
