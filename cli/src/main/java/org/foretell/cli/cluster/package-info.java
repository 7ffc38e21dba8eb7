/** {@code sim cluster}: ranks that are alike. */
@NullMarked
package org.foretell.cli.cluster;

import org.jspecify.annotations.NullMarked;
