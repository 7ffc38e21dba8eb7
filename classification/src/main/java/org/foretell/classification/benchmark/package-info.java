/** Programs that emulate each class, as traces in memory. */
@org.jspecify.annotations.NullMarked
package org.foretell.classification.benchmark;
