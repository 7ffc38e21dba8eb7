/** Where ranks wait for each other, by the pattern that makes them wait. */
@org.jspecify.annotations.NullMarked
package org.foretell.analysis.waits;
