package org.foretell.scenario;

/**
 * What a question may want made: the run of a {@link Scenario}, which is remembered by its hash, or
 * a {@link Replay} that differs from it.
 */
public sealed interface Wanted permits Scenario, Replay {}
