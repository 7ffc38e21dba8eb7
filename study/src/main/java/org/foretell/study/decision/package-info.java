/** The answer of a study: who is first, how sure that is, and what would change it. */
@org.jspecify.annotations.NullMarked
package org.foretell.study.decision;
