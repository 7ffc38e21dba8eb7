/** What is classified, and as what. */
@org.jspecify.annotations.NullMarked
package org.foretell.classification.kind;
