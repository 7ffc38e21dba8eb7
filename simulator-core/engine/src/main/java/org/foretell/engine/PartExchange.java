package org.foretell.engine;

import org.foretell.engine.collective.CollectiveMatching;
import org.foretell.engine.mail.Mailbox;
import org.foretell.engine.mail.Part;
import org.foretell.engine.message.DirectTransport;
import org.foretell.engine.message.MailedMessages;

/** Lets one part of a replay get what the others send. */
final class PartExchange implements Mailbox.Reader {
  private final Part part;
  private final DirectTransport transport;
  private final CollectiveMatching matching;

  PartExchange(Part part, DirectTransport transport, CollectiveMatching matching) {
    this.part = part;
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
   * An event is over.
   *
   * @return false if the replay was stopped
   */
  boolean eventIsOver() {
    return part.mailbox().exchange(this);
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
  public void letter(long[] words, int at) {
    if (words[at] < MailedMessages.KINDS) {
      transport.letter(words, at);
    } else {
      matching.letter(words, at);
    }
  }
}
