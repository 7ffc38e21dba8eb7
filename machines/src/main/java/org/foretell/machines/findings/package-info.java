/** Finds mistakes in machine files and shows foreign text in messages. */
@NullMarked
package org.foretell.machines.findings;

import org.jspecify.annotations.NullMarked;
