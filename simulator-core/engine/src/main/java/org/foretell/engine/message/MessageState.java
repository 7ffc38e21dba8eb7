package org.foretell.engine.message;

import org.foretell.engine.cause.Causes;
import org.foretell.engine.state.RankTable;
import org.foretell.engine.state.RequestTable;
import org.foretell.machine.Placement;
import org.jspecify.annotations.Nullable;

/**
 * What a transport of any kind moves messages between.
 *
 * @param oneSided called for one-sided messages that have reached their target; null where there
 *     are none
 */
public record MessageState(
    Placement placement,
    RankTable ranks,
    RequestTable requests,
    Matcher matcher,
    Probes probes,
    Deliveries deliveries,
    @Nullable OneSidedArrivals oneSided,
    Causes causes) {}
