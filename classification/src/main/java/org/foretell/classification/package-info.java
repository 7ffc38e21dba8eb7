/**
 * Sorts messages by the cause of their inefficiency, with decision trees trained on
 * micro-benchmarks (Vetter, "Performance analysis of distributed applications using automatic
 * classification of communication inefficiencies", ICS 2000).
 */
@org.jspecify.annotations.NullMarked
package org.foretell.classification;
