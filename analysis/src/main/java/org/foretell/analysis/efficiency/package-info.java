/** What share of the time is useful, and what takes the rest: the ladder of POP's efficiencies. */
@org.jspecify.annotations.NullMarked
package org.foretell.analysis.efficiency;
