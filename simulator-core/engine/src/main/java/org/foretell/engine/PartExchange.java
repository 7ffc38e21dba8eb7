package org.foretell.engine;

import org.foretell.engine.collective.CollectiveMatching;
import org.foretell.engine.mail.Mailbox;
import org.foretell.engine.mail.NeedsOnePart;
import org.foretell.engine.mail.Part;
import org.foretell.engine.message.DirectTransport;
import org.foretell.engine.message.MailedMessages;
import org.foretell.engine.state.ProblemLog;

/** Lets one part of a replay get what the others send. */
final class PartExchange implements Mailbox.Reader {
  /** Events between two looks at what has come. */
  private static final int EVENTS = 64;

  private final Part part;
  private final ProblemLog problems;
  private final MailedMessages mailed;
  private final DirectTransport transport;
  private final CollectiveMatching matching;
  private int untilExchange = EVENTS;

  PartExchange(
      Part part,
      ProblemLog problems,
      MailedMessages mailed,
      DirectTransport transport,
      CollectiveMatching matching) {
    this.part = part;
    this.problems = problems;
    this.mailed = mailed;
    this.transport = transport;
    this.matching = matching;
  }

  int firstRank() {
    return part.first();
  }

  int endRank() {
    return part.end();
  }

  /**
   * An event is over. Now and then letters are sent and read.
   *
   * @param awake called now and then while it waits
   * @return false if the replay was stopped
   * @throws NeedsOnePart if there is a problem, which is reported from a replay in one part
   */
  boolean eventIsOver(Runnable awake) {
    if (--untilExchange > 0) {
      return true;
    }
    untilExchange = EVENTS;
    if (problems.hasSome()) {
      throw new NeedsOnePart();
    }
    return part.mailbox().exchange(this, awake);
  }

  /**
   * No rank of this part can go on.
   *
   * @param awake called now and then while it waits
   * @return false if that will never change
   */
  boolean await(Runnable awake) {
    return part.mailbox().await(this, awake);
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
