/**
 * What the build generates from the command {@code sim} for its users: completion scripts and man
 * pages.
 */
@NullMarked
package org.foretell.dist;

import org.jspecify.annotations.NullMarked;
