/** The best offer, its probability, and what would change the decision. */
@org.jspecify.annotations.NullMarked
package org.foretell.procurement.decision;
