package org.foretell.engine.onesided;

import org.foretell.engine.cause.CauseTree;
import org.foretell.engine.cause.Causes;
import org.foretell.engine.kernel.RecordPool;
import org.foretell.engine.mail.Part;
import org.foretell.engine.message.MessagePool;
import org.foretell.engine.message.Transport;
import org.foretell.engine.state.OpRecorder;
import org.foretell.engine.state.RankTable;
import org.foretell.engine.state.ReplayState;
import org.foretell.engine.state.RequestTable;
import org.foretell.observe.PathLeg;
import org.jspecify.annotations.Nullable;

/**
 * What ranks do to each other through windows of MPI: puts, gets, accumulates, locks, and messages
 * by which epochs begin and end. Each is a one-sided message, see {@link WindowMessages}.
 */
public final class WindowAccess {
  private final Windows windows;
  private final RankTable ranks;
  private final RequestTable requests;
  private final Transport transport;
  private final MessagePool messages;
  private final WindowMessages sent;
  private final Clock clock;

  /** Null where there is one. */
  private final @Nullable Part part;

  private final @Nullable OpRecorder recorder;
  private final Causes causes;
  private final AccessPool accesses = new AccessPool();

  /** By rank the window of its latest fence, while somebody observes. */
  private final @Nullable RankWindow[] fenced;

  public final WindowWaits waits;

  /**
   * Nothing is under way.
   *
   * @param part null where there is one
   */
  public WindowAccess(
      Windows windows,
      ReplayState state,
      Transport transport,
      MessagePool messages,
      Clock clock,
      @Nullable Part part) {
    this.part = part;
    this.windows = windows;
    ranks = state.ranks();
    requests = state.requests();
    recorder = state.recorder();
    causes = state.causes();
    this.transport = transport;
    this.messages = messages;
    this.clock = clock;
    sent = new WindowMessages(ranks, transport, messages, clock, causes);
    fenced = new RankWindow[recorder == null ? 0 : windows.users()];
    waits = new WindowWaits(windows, requests, messages, accesses);
  }

  /** Whether a one-sided message is of this kind. */
  public boolean isItsOwn(int message) {
    return messages.context(message) == MessagePool.WINDOWS;
  }

  /**
   * A rank sends the message of an op that accesses a target.
   *
   * @param bytes what it accesses at the target
   * @param writes whether it changes what is there
   * @param operandBytes what it sends for that, 0 if it only reads
   * @param reads whether an answer brings {@code bytes} back; one of both at least
   * @param slot request slot, or {@link RequestTable#DETACHED}
   */
  public void access(
      RankWindow window,
      int target,
      long bytes,
      boolean writes,
      long operandBytes,
      boolean reads,
      int slot) {
    int epoch = window.lockAllEpoch();
    if (epoch > 0) {
      window.reaches(target);
    }
    int access = reads ? accesses.create(slot) : RecordPool.NONE;
    int kind =
        WindowMessages.inEpoch(
            reads ? writes ? WindowMessages.SWAP : WindowMessages.GET : WindowMessages.PUT, epoch);
    int message =
        sent.create(window.rank, target, access, operandBytes, kind, window.context, bytes);
    int atTarget = window.account(target);
    CompletionAccounts accounts = windows.accounts;
    accounts.starts(window.all);
    accounts.starts(atTarget);
    tell(window.rank, target, bytes);
    long goesOnPs = transport.transmit(message, true, causes.clock(window.rank));
    int goesOn = transport.goesOn();
    ranks.part(window.rank, goesOnPs, 0, goesOn);
    if (reads) {
      accounts.starts(window.all + 1);
      accounts.starts(atTarget + 1);
      if (slot >= 0) {
        requests.setPending(window.rank, slot, RequestTable.ONE_SIDED, access);
      }
    } else {
      long donePs = transport.sourceDonePs(message, goesOnPs);
      accounts.isComplete(window.all + 1, target, donePs, goesOn);
      accounts.isComplete(atTarget + 1, target, donePs, goesOn);
      if (slot >= 0) {
        int rank = window.rank;
        int done = causes.happened(PathLeg.Kind.OVERHEAD, rank, target, bytes, donePs, goesOn);
        requests.setComplete(rank, slot, RequestTable.ONE_SIDED, donePs, 0, done);
      }
    }
  }

  /** The request of an access that is under way is freed. */
  public void detach(int access) {
    accesses.slot(access, RequestTable.DETACHED);
  }

  /**
   * The op of a rank waits until what it has under way is complete.
   *
   * @param atOrigin whether that at the origin is enough
   */
  public void quiet(RankWindow window, boolean atOrigin) {
    await(window, window.all + (atOrigin ? 1 : 0));
  }

  /** As {@link #quiet(RankWindow, boolean)}, of what goes to one target. */
  public void quiet(RankWindow window, int target, boolean atOrigin) {
    await(window, window.account(target) + (atOrigin ? 1 : 0));
  }

  /** A rank has called a fence, and its own accesses are complete. */
  public void fence(RankWindow window) {
    window.fence();
    if (recorder != null) {
      fenced[window.rank] = window;
    }
  }

  private void await(RankWindow window, int account) {
    boolean complete = !windows.accounts.await(account);
    waits.awaits(window, complete ? WindowWaits.NOTHING : WindowWaits.ITS_ACCESSES);
  }

  /** The op of a rank lasts until it has the lock of a target. */
  public void lock(RankWindow window, int target, boolean exclusive) {
    window.lock(target);
    waits.awaitsLock(window, target);
    ranks.expect(window.rank);
    tell(window.rank, target, 0);
    sent.sendByCaller(window, target, WindowMessages.LOCK, exclusive ? 1 : 0);
  }

  /** A rank gives back the lock of a target. */
  public void unlock(RankWindow window, int target) {
    window.unlock(target);
    tell(window.rank, target, 0);
    sent.sendByCaller(window, target, WindowMessages.UNLOCK, 0);
  }

  /** A rank gives back the lock that its latest epoch in which all was locked has of a target. */
  public void unlockOfAll(RankWindow window, int target) {
    sent.sendByCaller(window, target, WindowMessages.UNLOCK, window.epochs());
  }

  /** A rank tells another that that may access it. */
  public void post(RankWindow window, int origin) {
    sent.sendByCaller(window, origin, WindowMessages.POST, 0);
  }

  /** A rank tells another that it does not access it any more. */
  public void complete(RankWindow window, int target) {
    sent.sendByCaller(window, target, WindowMessages.COMPLETE, 0);
  }

  /** The op of a rank waits until all whom it wants to access have posted. */
  public void start(RankWindow window, int[] targets) {
    window.start(targets);
    window.posts.take(targets);
    awaitAll(window, window.posts, WindowWaits.POSTS);
  }

  /** The op of a rank waits until all for whom it has posted have completed. */
  public void awaitCompletes(RankWindow window) {
    window.completes.take(window.posted());
    awaitAll(window, window.completes, WindowWaits.COMPLETES);
    if (window.completes.isComplete()) {
      window.endPost();
    }
  }

  private void awaitAll(RankWindow window, SynchronisationMessages wanted, byte what) {
    boolean complete = wanted.isComplete();
    waits.awaits(window, complete ? WindowWaits.NOTHING : what);
    if (!complete) {
      ranks.expect(window.rank);
    }
  }

  /** Ends an exposure epoch if all have completed. */
  public void testCompletes(RankWindow window) {
    if (window.completes.haveCome(window.posted())) {
      window.completes.take(window.posted());
      window.endPost();
    }
  }

  private void tell(int rank, int peer, long bytes) {
    if (recorder != null) {
      recorder.partner(rank, peer, bytes);
    }
  }

  /** A message is at its target, which follows from a moment. */
  public void comes(int message, int after) {
    int kind = sent.kind(message);
    if (kind <= WindowMessages.SWAP) {
      int epoch = sent.epoch(message);
      if (epoch == 0
          || windows
              .of(messages.destination(message), sent.context(message))
              .lock
              .admits(messages.source(message), epoch, message)) {
        takesEffect(message, 0, after);
      }
      return;
    }
    int source = messages.source(message);
    int access = messages.ordinal(message);
    RankWindow window = windows.of(messages.destination(message), sent.context(message));
    long about = messages.about(message);
    long sentPs = messages.sendPs(message);
    long bytes = messages.bytes(message);
    messages.release(message);
    switch (kind) {
      case WindowMessages.DATA -> answered(window, source, access, bytes, sentPs, about, after);
      case WindowMessages.LOCK -> {
        if (window.lock.take(source, about == 1)) {
          sent.answer(window, source, RecordPool.NONE, 0, WindowMessages.LOCK_ANSWER, 0, after);
        }
      }
      case WindowMessages.LOCK_ANSWER -> {
        waits.ends(window.rank);
        ranks.partEnds(window.rank, clock.nowPs(), about, after);
      }
      case WindowMessages.UNLOCK -> {
        window.lock.giveBack(source, (int) about);
        grant(window, source, after);
      }
      case WindowMessages.POST ->
          comes(window, window.posts, WindowWaits.POSTS, source, sentPs, after);
      default -> comes(window, window.completes, WindowWaits.COMPLETES, source, sentPs, after);
    }
  }

  /**
   * The message of an access takes effect at its target.
   *
   * @param heldPs until when others have held it back, 0 if none has
   */
  private void takesEffect(int message, long heldPs, int after) {
    int origin = messages.source(message);
    int target = messages.destination(message);
    int context = sent.context(message);
    int kind = sent.kind(message);
    int access = messages.ordinal(message);
    long answerBytes = messages.about(message);
    long bytes = messages.bytes(message);
    long sentPs = messages.sendPs(message);
    messages.release(message);
    if (kind != WindowMessages.GET) {
      tellArrived(origin, target, bytes, sentPs);
    }
    if (recorder != null && fenced[target] == windows.of(target, context)) {
      recorder.observer.accessedInFence(target, origin, clock.nowPs());
    }
    if (kind != WindowMessages.PUT) {
      sent.answer(
          windows.of(target, context),
          origin,
          access,
          answerBytes,
          WindowMessages.DATA,
          heldPs,
          after);
      return;
    }
    long knownPs = transport.acknowledgedPs(target, origin);
    if (part != null && part.isElsewhere(origin)) {
      Acknowledgements.write(part, origin, target, context, heldPs, knownPs, clock.nowPs());
      return;
    }
    RankWindow window = windows.of(origin, context);
    int known = transport.acknowledged(knownPs, after);
    completes(window, target, 0, knownPs, heldPs, after, known);
  }

  /** Data of a rank here are at one elsewhere, as the rank knows from a time on. */
  public void acknowledged(long[] words, int at) {
    RankWindow window =
        windows.of(Acknowledgements.rank(words, at), Acknowledgements.context(words, at));
    int target = Acknowledgements.target(words, at);
    long knownPs = Acknowledgements.knownPs(words, at);
    long heldPs = Acknowledgements.heldPs(words, at);
    completes(window, target, 0, knownPs, heldPs, CauseTree.NONE, CauseTree.NONE);
  }

  private void answered(
      RankWindow window, int target, int access, long bytes, long sentPs, long heldPs, int after) {
    int slot = accesses.slot(access);
    accesses.release(access);
    tellArrived(target, window.rank, bytes, sentPs);
    long now = clock.nowPs();
    requests.completes(window.rank, slot, now, heldPs, after);
    completes(window, target, 0, now, heldPs, after, after);
    completes(window, target, 1, now, heldPs, after, after);
  }

  private void completes(
      RankWindow window, int target, int side, long ps, long heldPs, int after, int known) {
    int all = window.all + side;
    int its = window.account(target) + side;
    if (windows.accounts.complete(all, its, target, ps, heldPs, after, known)) {
      waits.ends(window.rank);
    }
  }

  private void comes(
      RankWindow window,
      SynchronisationMessages told,
      byte what,
      int source,
      long sentPs,
      int after) {
    if (!told.comes(source)) {
      return;
    }
    if (recorder != null) {
      recorder.observer.partnerCame(window.rank, source, sentPs);
    }
    if (!told.isComplete()) {
      ranks.part(window.rank, clock.nowPs(), sentPs, after);
      return;
    }
    waits.ends(window.rank);
    if (what == WindowWaits.COMPLETES) {
      window.endPost();
    }
    ranks.partEnds(window.rank, clock.nowPs(), sentPs, after);
  }

  /** Those that have waited for a lock get it, as far as they can, from the one that had it. */
  private void grant(RankWindow window, int from, int after) {
    for (TargetLock.Request next = window.lock.next(); next != null; next = window.lock.next()) {
      if (recorder != null) {
        recorder.observer.partnerCame(next.origin, from, clock.nowPs());
      }
      if (next.epoch == 0) {
        sent.answer(
            window,
            next.origin,
            RecordPool.NONE,
            0,
            WindowMessages.LOCK_ANSWER,
            clock.nowPs(),
            after);
      }
      for (int i = 0; i < next.messages.size(); i++) {
        takesEffect(next.messages.getInt(i), clock.nowPs(), after);
      }
    }
  }

  private void tellArrived(int source, int target, long bytes, long sentPs) {
    if (recorder != null) {
      recorder.observer.oneSidedMessage(source, target, 0, bytes, sentPs, clock.nowPs());
    }
  }
}
