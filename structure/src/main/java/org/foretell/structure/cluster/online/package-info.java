/** Chameleon: clusters from one marker of a program to the next, as if it were being recorded. */
@NullMarked
package org.foretell.structure.cluster.online;

import org.jspecify.annotations.NullMarked;
