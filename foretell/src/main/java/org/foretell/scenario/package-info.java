/** Runs as values: scenarios, and what varies them. */
@NullMarked
package org.foretell.scenario;

import org.jspecify.annotations.NullMarked;
