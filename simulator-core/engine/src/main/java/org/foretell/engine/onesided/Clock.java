package org.foretell.engine.onesided;

/** Tells the present time of a replay. */
@FunctionalInterface
public interface Clock {
  long nowPs();
}
