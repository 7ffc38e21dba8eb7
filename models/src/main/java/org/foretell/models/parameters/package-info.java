/** Reads the parameters of models: what the user gave, else the machine, else a default. */
@NullMarked
package org.foretell.models.parameters;

import org.jspecify.annotations.NullMarked;
