package org.foretell.engine.state;

import org.foretell.engine.cause.Causes;
import org.jspecify.annotations.Nullable;

/**
 * What nearly all that acts in a replay looks at.
 *
 * @param ranks how far each rank is
 * @param requests what ranks have under way
 * @param problems what is wrong with the trace
 * @param recorder null if nobody observes
 */
public record ReplayState(
    RankTable ranks,
    RequestTable requests,
    ProblemLog problems,
    @Nullable OpRecorder recorder,
    Causes causes) {}
