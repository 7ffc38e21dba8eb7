/** The net below every change: what all questions answered before, value by value. */
@NullMarked
package org.foretell.golden;

import org.jspecify.annotations.NullMarked;
