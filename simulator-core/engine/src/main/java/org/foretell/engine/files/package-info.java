/** Servers of files, and the links of nodes to them. */
@NullMarked
package org.foretell.engine.files;

import org.jspecify.annotations.NullMarked;
