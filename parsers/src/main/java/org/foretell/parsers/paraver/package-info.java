/** Reads traces of Paraver, as Extrae writes them. */
@NullMarked
package org.foretell.parsers.paraver;

import org.jspecify.annotations.NullMarked;
