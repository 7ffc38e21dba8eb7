/** Drawings that can be written as PNG or SVG. */
@NullMarked
package org.foretell.pictures;

import org.jspecify.annotations.NullMarked;
