/** The contents of a machine file, or its errors. */
@NullMarked
package org.foretell.machines.file;

import org.jspecify.annotations.NullMarked;
