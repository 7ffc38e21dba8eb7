/** Why ranks waited in the traced run, from its recorded times. */
@org.jspecify.annotations.NullMarked
package org.foretell.analysis.recorded;
