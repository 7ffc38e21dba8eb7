package org.foretell.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.foretell.engine.collective.CommunicatorTable;
import org.foretell.engine.collective.SplitCollectives;
import org.foretell.engine.mail.Mailbox;
import org.foretell.engine.mail.NeedsOnePart;
import org.foretell.engine.mail.Part;
import org.foretell.engine.mail.Partition;
import org.foretell.engine.mail.PostOffice;
import org.foretell.engine.message.Leftovers;
import org.foretell.engine.state.InvalidTrace;
import org.foretell.engine.state.ProblemLog;
import org.foretell.engine.state.RunSettings;
import org.foretell.engine.state.SequenceTexts;
import org.foretell.observe.PartedObserver;
import org.foretell.observe.SimObserver;
import org.foretell.result.InputException;
import org.foretell.result.Prediction;
import org.foretell.time.TimeOverflowException;
import org.foretell.trace.TraceException;
import org.jspecify.annotations.Nullable;

/**
 * A replay in which each of several threads has some of the ranks, which run ahead until they need
 * others. Times do not depend on who is first, so they are those of a replay in one part.
 *
 * <p>What is reported in an order that only one part has (deadlocks, errors and most defects of the
 * trace) is left to a replay in one part, which begins from the start.
 */
final class PartedReplay {
  /** Ops of a part between two times at which others learn how far it is. */
  private static final long COUNTED_OPS = 1 << 14;

  private final RunSettings settings;
  private final Partition partition;
  private final PostOffice office;
  private final SplitCollectives collectives;
  private final long[] finishPs;
  private final AtomicLong[] operations;
  private final PartReplay[] replays;
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

  /** Each one sees its part. */
  private final List<List<SimObserver>> observers = new ArrayList<>();

  /**
   * A replay.
   *
   * @param settings whose observers are all {@link PartedObserver}s
   * @param parts at least 2, and at most as many as ranks
   */
  PartedReplay(RunSettings settings, int parts) {
    this.settings = settings;
    int ranks = settings.trace().info().ranks();
    partition = new Partition(ranks, parts);
    office = new PostOffice(parts);
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
   * @param another makes what each further thread needs
   * @return empty if a replay in one part is needed; observers have seen nothing then
   * @throws CancellationException if it was stopped
   */
  Optional<Prediction> run(Supplier<Share> another) {
    List<Share> shares = new ArrayList<>();
    try {
      for (int part = 1; part < partition.parts(); part++) {
        shares.add(another.get());
      }
      return run(shares);
    } finally {
      shares.forEach(share -> share.trace().close());
    }
  }

  private Optional<Prediction> run(List<Share> shares) {
    List<Thread> threads = new ArrayList<>();
    try {
      for (int part = 1; part < partition.parts(); part++) {
        RunSettings own = ofOther(shares.get(part - 1), part);
        int number = part;
        Thread thread = new Thread(() -> replay(own, number), "replay, part " + part);
        thread.setDaemon(true);
        thread.start();
        threads.add(thread);
      }
      replay(ofFirst(), 0);
    } catch (OutOfMemoryError noMoreThreads) {
      fails(new NeedsOnePart("no more threads"));
    }
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

  /** Replays one part; a failure ends the others. */
  private void replay(RunSettings own, int number) {
    try {
      Part part = new Part(partition, number, new Mailbox(office, number));
      PartReplay replay = new PartReplay(own, new PartPlace(part, collectives));
      replays[number] = replay;
      operations[number].set(replay.run(finishPs));
    } catch (CancellationException stopped) {
      fails(stopped);
    } catch (InvalidTrace
        | InputException
        | TraceException
        | TimeOverflowException
        | IllegalStateException
        | IllegalArgumentException
        | ArithmeticException reported) {
      // One part reports them at the op that comes first.
      fails(new NeedsOnePart(String.valueOf(reported.getMessage())));
    } catch (OutOfMemoryError tooLarge) {
      // One part needs less.
      fails(new NeedsOnePart("memory"));
    } catch (RuntimeException | Error other) {
      fails(other);
    }
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

  private RunSettings ofFirst() {
    return settings
        .inPart(
            settings.trace(), settings.communication(), settings.compute(), observers.get(0))
        .watched(
            (timePs, count, all) ->
                settings.progress().progress(timePs, count + countElsewhere(), all),
            settings.progressEvery(),
            settings.stop());
  }

  private RunSettings ofOther(Share share, int part) {
    return settings
        .inPart(share.trace(), share.communication(), share.compute(), observers.get(part))
        .watched((timePs, count, all) -> operations[part].set(count), COUNTED_OPS, office::isStopped);
  }

  private long countElsewhere() {
    long sum = 0;
    for (int part = 1; part < operations.length; part++) {
      sum += operations[part].get();
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
    long executed = 0;
    for (long end : finishPs) {
      makespanPs = Math.max(makespanPs, end);
    }
    for (AtomicLong part : operations) {
      executed += part.get();
    }
    Leftovers leftovers = new Leftovers(true);
    for (PartReplay replay : replays) {
      replay.addTo(leftovers);
    }
    ProblemLog problems = new ProblemLog();
    leftovers.report(problems);
    return new Prediction(
        Prediction.Outcome.COMPLETED,
        makespanPs,
        finishPs,
        executed,
        settings.schedule(),
        Optional.empty(),
        problems.problems(new SequenceTexts(settings.trace())),
        problems.counts());
  }
}
