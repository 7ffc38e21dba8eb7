/** What is read from a machine file, or what is wrong with it. */
@NullMarked
package org.foretell.machines.file;

import org.jspecify.annotations.NullMarked;
