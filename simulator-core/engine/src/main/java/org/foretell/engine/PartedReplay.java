package org.foretell.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.foretell.engine.collective.CommunicatorTable;
import org.foretell.engine.collective.EstimatedCalls;
import org.foretell.engine.collective.SplitCollectives;
import org.foretell.engine.mail.Letters;
import org.foretell.engine.mail.Mailbox;
import org.foretell.engine.mail.NeedsOnePart;
import org.foretell.engine.mail.Office;
import org.foretell.engine.mail.Part;
import org.foretell.engine.mail.Partition;
import org.foretell.engine.mail.PostOffice;
import org.foretell.engine.mail.RoundMail;
import org.foretell.engine.mail.Rounds;
import org.foretell.engine.message.CpuQueues;
import org.foretell.engine.message.Leftovers;
import org.foretell.engine.onesided.SplitOneSided;
import org.foretell.engine.onesided.VariableLists;
import org.foretell.engine.onesided.WindowCalls;
import org.foretell.engine.state.ProblemLog;
import org.foretell.engine.state.RunSettings;
import org.foretell.engine.state.SequenceTexts;
import org.foretell.failure.ForetellException;
import org.foretell.model.OccupancyModel;
import org.foretell.observe.PartedObserver;
import org.foretell.observe.SimObserver;
import org.foretell.result.Prediction;
import org.foretell.result.ReplayOrder;
import org.foretell.trace.TraceSource;
import org.jspecify.annotations.Nullable;

/**
 * A replay in which each of several threads has some of the ranks. Under an independent model these
 * run ahead until they need others: times do not depend on who is first. Under an occupancy model
 * they go on in rounds, in an order that does not depend on the parts. So times are those of a
 * replay in one part.
 *
 * <p>What is reported in an order that only one part has (deadlocks, errors and most defects of the
 * trace) is left to a replay in one part, which begins from the start.
 */
final class PartedReplay {
  /** No op has more steps, for short. */
  private static final int MOST_STEPS_OF_OP = 1 << 7;

  /** Ranks times parts, at most: each part has tables for all ranks. */
  private static final int MOST_ROWS = 1 << 19;

  /** Ops of a part between two times at which others learn how far it is. */
  private static final long COUNTED_OPS = 1 << 14;

  private final RunSettings settings;
  private final Partition partition;
  private final PartsPay pay;
  private final Office office;
  private final ReplayWork work;
  private final SplitCollectives collectives;
  private final VariableLists variableLists = new VariableLists();
  private final WindowCalls windowCalls = new WindowCalls();
  private final long[] finishPs;
  private final AtomicLong[] operations;
  private final PartReplay[] replays;

  /** Made beforehand, since there may be no memory for it when it is needed. */
  private final NeedsOnePart needsOnePart = new NeedsOnePart();

  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

  /** When the first part was, and how many ops all had executed, at the last progress. */
  private long firstPartPs;

  private long told;

  /** Each one sees its part. */
  private final List<List<SimObserver>> observers = new ArrayList<>();

  /**
   * A replay in parts, null if it may not have any, or if one is faster.
   *
   * @param most parts that are wanted
   */
  static @Nullable PartedReplay of(RunSettings settings, int most, PartsPay pay) {
    TraceSource trace = settings.trace();
    boolean allowed =
        (settings.schedule() == ReplayOrder.RUN_AHEAD || Obstacles.allowRounds(settings))
            && settings.path() == null
            && settings.moved() == null
            && settings.observers().stream().allMatch(PartedObserver.class::isInstance);
    int ranks = trace.info().ranks();
    int parts = Math.min(most, Math.min(ranks / pay.leastRanks(), MOST_ROWS / ranks));
    // A trace that is not replayed in parts is not looked at: it may hold task graphs.
    // Short traces are not looked at either, since that takes some time.
    long operations = trace.operations().orElse(Long.MAX_VALUE);
    if (parts < 2 || !allowed || operations < pay.leastWork() / MOST_STEPS_OF_OP) {
      return null;
    }
    ReplayWork work = ReplayWork.of(settings);
    if (pay.leastWork() > 0
        && (work.steps() < pay.leastWork()
            || (work.rendezvous() && Obstacles.ofRendezvous(settings)))) {
      return null;
    }
    Partition partition = partition(settings, parts, pay.leastRanks());
    return partition.parts() < 2 ? null : new PartedReplay(settings, partition, work, pay);
  }

  /** Ranks that run ahead may be anywhere; others share what their nodes have. */
  private static Partition partition(RunSettings settings, int parts, int leastRanks) {
    int ranks = settings.trace().info().ranks();
    if (settings.schedule() == ReplayOrder.RUN_AHEAD) {
      return new Partition(ranks, parts);
    }
    int[] nics = CpuQueues.nicsOf((OccupancyModel) settings.communication().mpi(), ranks);
    return Partition.apart(parts, leastRanks, settings.placement().nodes(), nics);
  }

  private PartedReplay(RunSettings settings, Partition partition, ReplayWork work, PartsPay pay) {
    this.settings = settings;
    int ranks = settings.trace().info().ranks();
    this.partition = partition;
    this.pay = pay;
    int parts = partition.parts();
    office =
        settings.schedule() == ReplayOrder.RUN_AHEAD ? new PostOffice(parts) : new Rounds(parts);
    this.work = work;
    collectives = new SplitCollectives(CommunicatorTable.firstContext(settings.trace()));
    finishPs = new long[ranks];
    operations = new AtomicLong[parts];
    replays = new PartReplay[parts];
    for (int part = 0; part < parts; part++) {
      operations[part] = new AtomicLong();
      observers.add(
          settings.observers().stream()
              .<SimObserver>map(observer -> ((PartedObserver) observer).ofPart())
              .toList());
    }
  }

  /**
   * Replays, with the calling thread as one of the threads.
   *
   * @param another makes what each thread needs
   * @return empty if a replay in one part is needed; observers have seen nothing then
   * @throws CancellationException if it was stopped
   */
  Optional<Prediction> run(Supplier<Share> another) {
    List<Share> shares = new ArrayList<>();
    try {
      // The models that a replay in one part would use stay unused: they may keep state.
      for (int part = 0; part < partition.parts(); part++) {
        shares.add(another.get());
      }
    } catch (ForetellException | OutOfMemoryError tooMany) {
      shares.forEach(share -> share.trace().close());
      return Optional.empty();
    }
    try {
      return run(shares);
    } finally {
      shares.forEach(share -> share.trace().close());
    }
  }

  private Optional<Prediction> run(List<Share> shares) {
    List<Thread> threads = new ArrayList<>();
    for (int part = 1; part < partition.parts(); part++) {
      RunSettings own = ofOther(shares.get(part), part);
      int number = part;
      Thread thread = new Thread(() -> replay(own, number), "replay, part " + part);
      thread.setDaemon(true);
      try {
        thread.start();
      } catch (OutOfMemoryError noMoreThreads) {
        fails(needsOnePart);
        break;
      }
      threads.add(thread);
    }
    replay(ofFirst(shares.get(0)), 0);
    threads.forEach(PartedReplay::join);
    Throwable failed = failure.get();
    if (failed == null) {
      return Optional.of(prediction());
    }
    if (failed instanceof NeedsOnePart) {
      return Optional.empty();
    }
    if (failed instanceof Error error) {
      throw error;
    }
    throw (RuntimeException) failed;
  }

  /** Replays one part; if it does not complete, the others do not go on. */
  private void replay(RunSettings own, int number) {
    boolean ended = false;
    try {
      Part part = new Part(partition, number, letters(number));
      SplitOneSided oneSided = new SplitOneSided(part, variableLists, windowCalls, work.fences());
      PartReplay replay =
          new PartReplay(own, new PartPlace(part, collectives, oneSided, work, pay));
      replays[number] = replay;
      operations[number].set(replay.run(finishPs));
      ended = true;
    } catch (CancellationException stopped) {
      fails(stopped);
    } catch (RuntimeException | OutOfMemoryError reported) {
      // One part reports it for the op that comes first, or has memory enough.
      fails(needsOnePart);
    } catch (Error defect) {
      fails(defect);
    } finally {
      if (!ended) {
        fails(needsOnePart);
      }
    }
  }

  private Letters letters(int part) {
    return office instanceof Rounds rounds
        ? new RoundMail(rounds, part)
        : new Mailbox((PostOffice) office, part);
  }

  private void fails(Throwable why) {
    // A part that cannot go on may only be the consequence of one that has failed.
    failure.compareAndSet(null, why);
    office.stop();
  }

  private static void join(Thread thread) {
    boolean interrupted = false;
    while (true) {
      try {
        thread.join();
        break;
      } catch (InterruptedException asked) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private RunSettings ofFirst(Share share) {
    return settings
        .inPart(share.trace(), share.communication(), share.compute(), observers.get(0))
        .watched(this::progress, settings.progressEvery(), this::isStopped);
  }

  private RunSettings ofOther(Share share, int part) {
    return settings
        .inPart(share.trace(), share.communication(), share.compute(), observers.get(part))
        .watched(
            (timePs, count, all) -> operations[part].set(count), COUNTED_OPS, office::isStopped);
  }

  /** The first part has gone on. */
  private void progress(long timePs, long count, long all) {
    operations[0].set(count);
    firstPartPs = timePs;
    tellProgress();
  }

  /** Asked now and then by the first part, also while it waits for others. */
  private boolean isStopped() {
    tellProgress();
    return settings.stop().getAsBoolean();
  }

  private void tellProgress() {
    long count = executed();
    if (count - told >= settings.progressEvery()) {
      told = count;
      settings.progress().progress(firstPartPs, count, settings.trace().operations().orElse(-1));
    }
  }

  private long executed() {
    long sum = 0;
    for (AtomicLong part : operations) {
      sum += part.get();
    }
    return sum;
  }

  private Prediction prediction() {
    for (int i = 0; i < settings.observers().size(); i++) {
      PartedObserver whole = (PartedObserver) settings.observers().get(i);
      whole.begin(finishPs.length);
      for (List<SimObserver> ofPart : observers) {
        whole.add((PartedObserver) ofPart.get(i));
      }
    }
    long makespanPs = 0;
    for (long end : finishPs) {
      makespanPs = Math.max(makespanPs, end);
    }
    EstimatedCalls estimated = new EstimatedCalls();
    Leftovers leftovers = new Leftovers(true);
    for (PartReplay replay : replays) {
      replay.addTo(estimated);
      replay.addTo(leftovers);
    }
    ProblemLog problems = new ProblemLog();
    estimated.report(problems);
    leftovers.report(problems);
    for (PartReplay replay : replays) {
      replay.addLeftUpdates(problems);
    }
    return new Prediction(
        Prediction.Outcome.COMPLETED,
        makespanPs,
        finishPs,
        executed(),
        settings.schedule(),
        Optional.empty(),
        problems.problems(new SequenceTexts(settings.trace())),
        problems.counts());
  }
}
