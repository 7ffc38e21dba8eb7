package org.foretell.engine.graph;

import org.foretell.engine.message.Matcher;
import org.foretell.engine.state.ProblemLog;
import org.foretell.machine.Placement;
import org.jspecify.annotations.Nullable;

/**
 * What a transport of any kind moves the messages of task graphs between.
 *
 * @param recorder null without observers
 */
record GraphState(
    Placement placement,
    TaskTable tasks,
    TaskEventList eventList,
    TaskProgress progress,
    Matcher matcher,
    ProblemLog problems,
    @Nullable TaskRecorder recorder,
    GraphCauses causes) {}
