/** Capacity studies; begin with {@link org.foretell.study.Study}. */
@org.jspecify.annotations.NullMarked
package org.foretell.study;
