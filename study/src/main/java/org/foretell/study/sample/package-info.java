/** Draws of uncertain figures, the same for all offers. */
@org.jspecify.annotations.NullMarked
package org.foretell.study.sample;
