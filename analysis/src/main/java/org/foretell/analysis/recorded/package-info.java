/** Why ranks waited in the traced run, by the times that were recorded there. */
@org.jspecify.annotations.NullMarked
package org.foretell.analysis.recorded;
