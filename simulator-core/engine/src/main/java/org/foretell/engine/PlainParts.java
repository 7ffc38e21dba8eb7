package org.foretell.engine;

import java.util.Objects;
import org.foretell.engine.collective.PlainStepMessages;
import org.foretell.engine.files.FileServers;
import org.foretell.engine.mail.Mailbox;
import org.foretell.engine.mail.Part;
import org.foretell.engine.mail.RoundMail;
import org.foretell.engine.message.CpuQueues;
import org.foretell.engine.message.DirectTransport;
import org.foretell.engine.message.EventList;
import org.foretell.engine.message.FlowTransport;
import org.foretell.engine.message.FreeCpus;
import org.foretell.engine.message.MailedMessages;
import org.foretell.engine.message.Matcher;
import org.foretell.engine.message.MessagePool;
import org.foretell.engine.message.OccupancyTransport;
import org.foretell.engine.message.OwnCpus;
import org.foretell.engine.message.QueuedTransport;
import org.foretell.engine.message.Transport;
import org.foretell.engine.ops.WaitOps;
import org.foretell.engine.state.CpuPolicy;
import org.foretell.engine.state.ReplayLoop;
import org.foretell.engine.state.RunSettings;
import org.foretell.model.DirectModel;
import org.foretell.model.FlowModel;
import org.foretell.model.MpiModel;
import org.foretell.model.OccupancyModel;
import org.foretell.model.QueuedOccupancyModel;
import org.foretell.trace.Capability;
import org.jspecify.annotations.Nullable;

/** The parts of a replay under any model but those of links and buses. */
final class PlainParts extends SequenceParts {
  /** Numbers that the events of an op or step get, at most, on average: a get has most. */
  private static final int NUMBERS_OF_STEP = 8;

  /** Stands for a number of steps that is not known. */
  private static final long MANY_STEPS = 1L << 34;

  private final EventList eventList;
  private final RankParts ranks;
  private final OpParts ops;
  private final ReplayLoop loop;

  /** Messages of ranks of other parts of the replay; null where there is one part. */
  private final @Nullable MailedMessages mailed;

  /**
   * The parts for all ranks, or for those of one part of the replay.
   *
   * @param place of that part; null where there is one part
   */
  PlainParts(RunSettings settings, @Nullable PartPlace place) {
    MpiModel model = settings.communication().mpi();
    int rankCount = settings.trace().info().ranks();
    MessagePool pool = new MessagePool();
    eventList = new EventList(settings.schedule(), rankCount, model, pool);
    CpuQueues queues = eventList.cpus();
    CpuPolicy cpus =
        queues == null
            ? new FreeCpus(eventList, rankCount)
            : new OwnCpus(eventList, queues, rankCount);
    ranks = new RankParts(settings, pool, cpus, this);
    eventList.tells(ranks.causes);
    Part part = place == null ? null : place.part();
    mailed = part == null || queues != null ? null : new MailedMessages(part, pool);
    if (place != null && part != null && queues != null) {
      long steps = Math.min(MANY_STEPS, place.work().steps());
      eventList.inRounds(part, ranks.matcher, NUMBERS_OF_STEP * steps / part.partition().parts());
    }
    Transport transport = transport(model);
    WaitOps waits =
        new WaitOps(
            ranks.state,
            eventList,
            null,
            settings.trace().capabilities().contains(Capability.UNRESOLVED_COMPLETIONS));
    Medium medium =
        new Medium(
            transport,
            waits,
            new FileEvents(),
            null,
            queues == null ? null : eventList,
            runs -> new PlainStepMessages(ranks.state, ranks.matcher, transport, runs, cpus),
            false);
    ops = new OpParts(settings, ranks, medium, place);
    loop =
        new RankLoop(
            ranks,
            ops,
            transport,
            eventList,
            settings.schedule(),
            part,
            place == null ? null : others(place, transport, model));
  }

  private OtherParts others(PartPlace place, Transport transport, MpiModel model) {
    Part part = place.part();
    if (part.letters() instanceof RoundMail mail) {
      long leastPs = ((OccupancyModel) model).leastFlightPs();
      return new PartRounds(
          part.number(), mail, leastPs, place.pay(), ranks.problems, eventList, ops);
    }
    return new PartExchange(
        (Mailbox) part.letters(),
        ranks.problems,
        Objects.requireNonNull(mailed),
        (DirectTransport) transport,
        ops.matching);
  }

  private Transport transport(MpiModel model) {
    if (model instanceof OccupancyModel occupancy) {
      CpuQueues queues = Objects.requireNonNull(eventList.cpus());
      return occupancy instanceof QueuedOccupancyModel queued
          ? new QueuedTransport(queued, ranks.messages, eventList, queues, ranks.observer())
          : new OccupancyTransport(occupancy, ranks.messages, eventList, queues, ranks.observer());
    }
    return model instanceof FlowModel flows
        ? new FlowTransport(flows, ranks.messages, eventList)
        : new DirectTransport(
            (DirectModel) model, ranks.messages, eventList, ranks.observer(), mailed);
  }

  @Override
  RankParts ranks() {
    return ranks;
  }

  @Override
  OpParts ops() {
    return ops;
  }

  @Override
  ReplayLoop loop() {
    return loop;
  }

  @Override
  @Nullable Matcher waiting() {
    return null;
  }

  /** Arrivals at file servers are events among others; their consequences are known at once. */
  private final class FileEvents implements FileServers.Events {
    @Override
    public long nowPs() {
      return eventList.nowPs();
    }

    @Override
    public void fileRequestArrives(int request, long timePs) {
      eventList.fileRequestArrives(request, timePs);
    }

    @Override
    public void fileRequestEnds(int request, long timePs) {
      ops.fileServers.end(request, timePs);
    }
  }
}
