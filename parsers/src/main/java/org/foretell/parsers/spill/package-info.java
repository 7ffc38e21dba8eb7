/** Records of many streams, sorted by stream in one temporary file. */
@NullMarked
package org.foretell.parsers.spill;

import org.jspecify.annotations.NullMarked;
