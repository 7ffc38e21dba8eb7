/** The kinds and classes of communication. */
@org.jspecify.annotations.NullMarked
package org.foretell.classification.kind;
