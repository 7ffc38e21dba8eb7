package org.foretell.engine.message;

import org.foretell.engine.cause.Causes;
import org.foretell.engine.cause.Uses;
import org.foretell.model.MutableMessage;
import org.foretell.observe.SimObserver;
import org.jspecify.annotations.Nullable;

/**
 * What the costs of messages are accounted to, under a model of any kind.
 *
 * @param nodes by rank its node
 * @param view shows models the message that costs are about
 * @param cpus until when CPUs are in use
 */
public record CostState(
    MessagePool messages,
    int[] nodes,
    MutableMessage view,
    MessageEnds ends,
    Causes causes,
    Uses cpus,
    @Nullable SimObserver observer) {}
