/** The useful share of the time, and the causes of losses: the ladder of POP's efficiencies. */
@org.jspecify.annotations.NullMarked
package org.foretell.analysis.efficiency;
