/** Archives of OTF2, see {@link Otf2Format}; {@code docs/otf2.md} describes their treatment. */
@org.jspecify.annotations.NullMarked
package org.foretell.parsers.otf2;
