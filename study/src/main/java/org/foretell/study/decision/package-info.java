/** The answer of a study: the best offer, its probability, and what would change the decision. */
@org.jspecify.annotations.NullMarked
package org.foretell.study.decision;
