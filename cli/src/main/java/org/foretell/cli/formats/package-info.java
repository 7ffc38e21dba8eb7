/** The command sim formats. */
@NullMarked
package org.foretell.cli.formats;

import org.jspecify.annotations.NullMarked;
