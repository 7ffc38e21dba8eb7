package org.foretell.scenario;

/**
 * A run that a question requests: a {@link Scenario}, whose outcome is remembered by its hash, or a
 * {@link Replay} that differs from it.
 */
public sealed interface Wanted permits Scenario, Replay {}
