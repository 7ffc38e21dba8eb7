/** JMH benchmarks and the generator of synthetic traces; nothing depends on this module. */
@NullMarked
package org.foretell.benchmarks;

import org.jspecify.annotations.NullMarked;
