/** Readers and writers of other tools' trace formats. */
@NullMarked
package org.foretell.parsers;

import org.jspecify.annotations.NullMarked;
