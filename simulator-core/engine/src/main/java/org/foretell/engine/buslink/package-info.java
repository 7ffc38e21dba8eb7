/** Links, buses and CPUs that are counted and queued for: the transport of bus-link models. */
@NullMarked
package org.foretell.engine.buslink;

import org.jspecify.annotations.NullMarked;
