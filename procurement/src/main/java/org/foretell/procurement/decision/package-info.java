/** Which offer comes first, how sure that is, and what would change it. */
@org.jspecify.annotations.NullMarked
package org.foretell.procurement.decision;
