/** Mixes and workflows of a study, simulated on an offer. */
@org.jspecify.annotations.NullMarked
package org.foretell.study.simulation;
