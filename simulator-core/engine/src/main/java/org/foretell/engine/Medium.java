package org.foretell.engine;

import java.util.function.Function;
import org.foretell.engine.collective.CollectiveMatching;
import org.foretell.engine.collective.ScheduleRuns;
import org.foretell.engine.collective.StepMessages;
import org.foretell.engine.files.FileServers;
import org.foretell.engine.message.EventList;
import org.foretell.engine.message.Transport;
import org.foretell.engine.ops.WaitOps;
import org.jspecify.annotations.Nullable;

/**
 * How messages move, and what ops have to know of it.
 *
 * @param transport what moves them
 * @param waits how ranks wait for them
 * @param events the order of events, and what time it is
 * @param launcher who takes over collectives that go by formula; null if the formula ends them
 * @param instants where collectives that go by formula end when nothing else of their time is left;
 *     null where they end at once
 * @param steps gives the transport what steps of collectives send and receive
 * @param tracedProtocols whether the model knows of the protocol with which a message was sent when
 *     it was traced
 */
record Medium(
    Transport transport,
    WaitOps waits,
    FileServers.Events events,
    CollectiveMatching.@Nullable Launcher launcher,
    @Nullable EventList instants,
    Function<ScheduleRuns, StepMessages> steps,
    boolean tracedProtocols) {}
