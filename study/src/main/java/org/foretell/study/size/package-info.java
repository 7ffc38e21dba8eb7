/** Traces of the wanted sizes, chosen among those of a program or extrapolated from them. */
@org.jspecify.annotations.NullMarked
package org.foretell.study.size;
