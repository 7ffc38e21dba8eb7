/** Metrics that buyers compute from run times: performance of a system, energy, cost. */
@org.jspecify.annotations.NullMarked
package org.foretell.procurement.metric;
