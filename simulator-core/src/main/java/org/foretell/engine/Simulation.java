package org.foretell.engine;

/** Replays a trace against models. */
public final class Simulation {
  private Simulation() {}
}
