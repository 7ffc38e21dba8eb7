package org.foretell.engine.onesided;

import org.foretell.engine.cause.Causes;
import org.foretell.engine.kernel.RecordPool;
import org.foretell.engine.mail.NeedsOnePart;
import org.foretell.engine.mail.Part;
import org.foretell.engine.message.MessagePool;
import org.foretell.engine.message.OneSidedArrivals;
import org.foretell.engine.message.Transport;
import org.foretell.engine.state.OpRecorder;
import org.foretell.engine.state.RankTable;
import org.foretell.engine.state.ReplayState;
import org.foretell.machine.ShmemSupport;
import org.jspecify.annotations.Nullable;

/**
 * What the messages of one-sided ops bring about where they come: they write, update variables,
 * take and free locks, and are answered by the network interface of their target, without its CPU.
 */
final class OneSidedEffects implements OneSidedArrivals {
  private final RankTable ranks;
  private final Transport transport;
  private final MessagePool messages;
  private final OneSidedMessages sent;
  private final Clock clock;
  private final @Nullable OpRecorder recorder;
  private final Causes causes;
  private final OneSidedContexts contexts;
  private final FenceOrder order;
  private final TargetService service;

  /** Null where there is one part. */
  private final @Nullable Part part;

  final SharedVariables variables = new SharedVariables();
  final UpdateWaits waits;
  private final VariableLists lists;
  final LockTable locks;

  final PollTable polls = new PollTable();

  /**
   * Nothing has come.
   *
   * @param users how many of the ranks execute one-sided ops, all or none
   */
  OneSidedEffects(
      ReplayState state,
      int users,
      Transport transport,
      MessagePool messages,
      OneSidedMessages sent,
      Clock clock,
      ShmemSupport support,
      OneSidedContexts contexts,
      FenceOrder order,
      VariableLists lists,
      @Nullable Part part) {
    ranks = state.ranks();
    recorder = state.recorder();
    causes = state.causes();
    this.transport = transport;
    this.messages = messages;
    this.sent = sent;
    this.clock = clock;
    this.contexts = contexts;
    this.order = order;
    this.lists = lists;
    this.part = part;
    service = new TargetService(ranks, support);
    waits = new UpdateWaits(ranks, users, variables, new Answers());
    locks = new LockTable(users);
  }

  @Override
  public void comes(int message, int after) {
    int source = messages.source(message);
    int target = messages.destination(message);
    int context = sent.context(message);
    if (!sent.isAnswer(message) && waitsForService(message, target)) {
      return;
    }
    if ((sent.kind(message) & OneSidedMessages.WRITES) == 0) {
      takesEffect(message, source, target, context, after);
    } else if (order.comes(context, source, target, message)) {
      int next = message;
      int moment = after;
      while (next != RecordPool.NONE) {
        moment = takesEffect(next, source, target, context, moment);
        next = order.next(context, source, target);
      }
    }
  }

  /** Whether a message comes again because its target cannot serve it now. */
  private boolean waitsForService(int message, int target) {
    long now = clock.nowPs();
    boolean isDone = (sent.kind(message) & OneSidedMessages.DONE) != 0;
    long served = isDone ? now : service.beginsPs(target, now);
    if (served == now && !isDone && (sent.kind(message) & OneSidedMessages.ATOMIC) != 0) {
      served = service.atomicEndsPs(target, now);
      sent.isDone(message);
    }
    if (served > now) {
      transport.comesAgain(message, served);
      return true;
    }
    return false;
  }

  /**
   * A message takes effect.
   *
   * @param came a moment from which that follows besides where the message was
   * @return the moment of it
   */
  private int takesEffect(int message, int source, int target, int context, int came) {
    int kind = sent.kind(message);
    long about = messages.about(message);
    long now = clock.nowPs();
    long sentPs = messages.sendPs(message);
    int tag = messages.tag(message);
    long bytes = messages.bytes(message);
    long answerBytes = messages.answerBytes(message);
    int after = causes.later(came, messages.cause(message));
    messages.release(message);
    if ((kind & OneSidedMessages.WRITES) != 0) {
      arrived(source, target, tag, bytes, sentPs);
      if ((kind & OneSidedMessages.UPDATES) != 0) {
        update(source, target, tag, kind >>> OneSidedMessages.LIST_SHIFT, sentPs, after);
      }
    }
    switch (kind & OneSidedMessages.KINDS) {
      case OneSidedMessages.PUT -> {
        if (transport.acknowledgesByMessage()) {
          answer(target, source, 0, OneSidedMessages.ACKNOWLEDGEMENT, context, after);
        } else {
          long knownPs = transport.acknowledgedPs(target, source);
          if (part != null && part.isElsewhere(source)) {
            Acknowledgements.write(part, source, target, context, knownPs, now);
          } else {
            int known = transport.acknowledged(knownPs, after);
            contexts.completes(context, target, knownPs, known);
          }
        }
      }
      case OneSidedMessages.ACKNOWLEDGEMENT -> contexts.completes(context, source, now, after);
      case OneSidedMessages.GET -> {
        long fetched =
            (kind & OneSidedMessages.WRITES) == 0
                ? about
                : (kind & OneSidedMessages.COMPARES) == 0 ? bytes : bytes / 2;
        answer(
            target,
            source,
            fetched,
            OneSidedMessages.DATA | (kind & OneSidedMessages.IS_AWAITED),
            context,
            after);
      }
      case OneSidedMessages.POLL -> {
        int account = variables.account(target, tag);
        waits.polled(polls.add(source, account, about, answerBytes), account, after);
      }
      case OneSidedMessages.DATA -> {
        arrived(source, target, 0, bytes, sentPs);
        if ((kind & OneSidedMessages.IS_AWAITED) == 0) {
          contexts.completes(context, source, now, after);
        } else {
          polls.ends(target);
          ranks.partEnds(target, now, about, after);
        }
      }
      case OneSidedMessages.SET_LOCK -> {
        if (locks.take(about, source)) {
          grant(target, source, 0, after);
        } else {
          int request = sent.create(source, target, 0, 0, true, OneSidedMessages.SET_LOCK, context);
          locks.queue(about, request);
        }
      }
      case OneSidedMessages.TRY_LOCK -> {
        locks.take(about, source);
        grant(target, source, 0, after);
      }
      case OneSidedMessages.LOOK_AT_LOCK -> grant(target, source, 0, after);
      case OneSidedMessages.CLEAR_LOCK -> {
        if (part != null && part.isElsewhere(source) && !locks.isHeldBy(about, source)) {
          throw new NeedsOnePart(); // the op was wrong
        }
        int request = locks.free(about);
        if (request != RecordPool.NONE) {
          int asking = messages.source(request);
          messages.release(request);
          locks.take(about, asking);
          if (recorder != null) {
            recorder.observer.partnerCame(asking, source, now);
          }
          grant(target, asking, now, after);
        }
      }
      default -> {
        locks.awaitsNoMore(target);
        ranks.partEnds(target, now, about, after);
      }
    }
    return after;
  }

  /**
   * Counts updates, and lets go on who waits for them.
   *
   * @param list number of the list of variables plus 1, 0 for {@code tag} alone
   */
  private void update(int source, int target, int tag, int list, long sentPs, int after) {
    long now = clock.nowPs();
    if (list == 0) {
      int account = variables.account(target, tag);
      variables.updated(account, source);
      waits.updated(account, now, sentPs, after);
      waits.answer(account, sentPs, after);
      return;
    }
    long[] several = lists.get(list - 1);
    for (long variable : several) {
      variables.updated(variables.account(target, (int) variable), source);
    }
    for (long variable : several) {
      waits.updated(variables.account(target, (int) variable), now, sentPs, after);
    }
    for (long variable : several) {
      waits.answer(variables.account(target, (int) variable), sentPs, after);
    }
  }

  /** Polls whose updates have come. */
  private final class Answers implements UpdateWaits.PollAnswers {
    @Override
    public int rank(int request) {
      return polls.rank(request);
    }

    @Override
    public long needed(int request) {
      return polls.needed(request);
    }

    @Override
    public void answer(int request, long sentPs, int after) {
      int home = variables.rank(polls.account(request));
      int rank = polls.rank(request);
      long bytes = polls.bytes(request);
      polls.release(request);
      int kind = OneSidedMessages.DATA | OneSidedMessages.IS_AWAITED;
      sent.answer(home, rank, bytes, kind, rank, sentPs, after);
    }
  }

  private void arrived(int source, int target, int tag, long bytes, long sentPs) {
    if (recorder != null) {
      recorder.observer.oneSidedMessage(source, target, tag, bytes, sentPs, clock.nowPs());
    }
  }

  private void grant(int home, int rank, long grantedPs, int after) {
    sent.answer(home, rank, 0, OneSidedMessages.LOCK_ANSWER, rank, grantedPs, after);
  }

  private void answer(int from, int to, long bytes, int kind, int context, int after) {
    sent.answer(from, to, bytes, kind, context, 0, after);
  }
}
