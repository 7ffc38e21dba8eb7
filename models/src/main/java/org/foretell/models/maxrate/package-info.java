/** The max-rate model of nodes whose ranks share network interfaces, in the LogGP family. */
@NullMarked
package org.foretell.models.maxrate;

import org.jspecify.annotations.NullMarked;
