/** What each moment of a replay follows from. */
@org.jspecify.annotations.NullMarked
package org.foretell.engine.cause;
