/** Reads OTF2 archives, as Score-P, EZTrace and others write them. */
@NullMarked
package org.foretell.parsers.otf2;

import org.jspecify.annotations.NullMarked;
