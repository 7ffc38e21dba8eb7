package org.foretell.engine.onesided;

/** Returns the present time of a replay. */
@FunctionalInterface
public interface Clock {
  long nowPs();
}
