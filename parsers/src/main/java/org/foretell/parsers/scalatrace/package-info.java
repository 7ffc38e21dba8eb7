/** The text traces of ScalaTrace 2, in and out; see {@code docs/scalatrace.md}. */
@NullMarked
package org.foretell.parsers.scalatrace;

import org.jspecify.annotations.NullMarked;
