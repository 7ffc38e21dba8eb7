package org.foretell.engine;

import org.foretell.engine.collective.CollectiveMatching;
import org.foretell.engine.mail.Mailbox;
import org.foretell.engine.mail.NeedsOnePart;
import org.foretell.engine.message.DirectTransport;
import org.foretell.engine.message.MailedMessages;
import org.foretell.engine.state.ProblemLog;

/** Lets one part of a replay get what the others send. */
final class PartExchange implements OtherParts, Mailbox.Reader {
  /** Events between two looks at what has come. */
  private static final int EVENTS = 64;

  private final Mailbox mailbox;
  private final ProblemLog problems;
  private final MailedMessages mailed;
  private final DirectTransport transport;
  private final CollectiveMatching matching;
  private int untilExchange = EVENTS;

  PartExchange(
      Mailbox mailbox,
      ProblemLog problems,
      MailedMessages mailed,
      DirectTransport transport,
      CollectiveMatching matching) {
    this.mailbox = mailbox;
    this.problems = problems;
    this.mailed = mailed;
    this.transport = transport;
    this.matching = matching;
  }

  /** Now and then letters are sent and read. */
  @Override
  public boolean eventIsOver(Runnable awake) {
    if (--untilExchange > 0) {
      return true;
    }
    untilExchange = EVENTS;
    if (problems.hasSome()) {
      throw new NeedsOnePart();
    }
    return mailbox.exchange(this, awake);
  }

  @Override
  public void replay(Runnable executes, Runnable awake) {
    do {
      executes.run();
    } while (mailbox.await(this, awake));
  }

  @Override
  public boolean isFull() {
    return mailed.isFull();
  }

  @Override
  public void letter(long[] words, int at) {
    if (words[at] < MailedMessages.KINDS) {
      transport.letter(words, at);
    } else {
      matching.letter(words, at);
    }
  }
}
