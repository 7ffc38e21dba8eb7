package org.foretell.engine.mail;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * The letters of one part of a replay. A letter is {@link #WORDS} numbers; letters from one part to
 * another arrive in the order in which they were written. Used by the thread of the part.
 */
public final class Mailbox implements Letters {
  /** Bundles that are read at once, so that a part also replays while it gets many. */
  private static final int MOST_AT_ONCE = 16;

  private final PostOffice office;
  private final int part;

  /** By part the letters that have not been sent yet. */
  private final @Nullable Bundle[] outgoing;

  private boolean hasOutgoing;

  /** Parts to which something was sent since the last look at how far behind they are. */
  private final BitSet sentTo = new BitSet();

  /** Reads letters. */
  public interface Reader {
    /** Whether letters had better wait, since many cannot be dealt with yet. */
    boolean isFull();

    /**
     * A letter has come.
     *
     * @param words the letter is {@link Letters#WORDS} of them, only valid during the call
     * @param at the first one
     */
    void letter(long[] words, int at);
  }

  /** Nothing has been written. */
  public Mailbox(PostOffice office, int part) {
    this.office = office;
    this.part = part;
    outgoing = new Bundle[office.parts()];
  }

  @Override
  public void write(
      int to, long kind, long a, long b, long c, long d, long e, long f, long g, long h) {
    Bundle bundle = outgoing[to];
    if (bundle == null) {
      bundle = new Bundle();
      outgoing[to] = bundle;
      hasOutgoing = true;
    }
    bundle.write(kind, a, b, c, d, e, f, g, h);
    if (bundle.isFull()) {
      send(to, bundle);
    }
  }

  private void send(int to, Bundle bundle) {
    outgoing[to] = null;
    sentTo.set(to);
    office.send(to, bundle);
  }

  @Override
  public void announce(long timePs) {
    // Nobody waits for a time.
  }

  @Override
  public boolean inRounds() {
    return false;
  }

  @Override
  public void send() {
    if (!hasOutgoing) {
      return;
    }
    hasOutgoing = false;
    for (int to = 0; to < outgoing.length; to++) {
      Bundle bundle = outgoing[to];
      if (bundle != null) {
        send(to, bundle);
      }
    }
  }

  /**
   * Sends what was written, and reads what has come. If a part to which something was sent is far
   * behind, it waits.
   *
   * @param awake called now and then by a thread that waits long
   * @return false if the replay was stopped
   */
  public boolean exchange(Reader reader, Runnable awake) {
    send();
    if (!reader.isFull()) {
      read(reader);
    }
    while (isAhead() && !office.isStopped()) {
      // The other part may wait for this one in the same way.
      if (!read(reader)) {
        office.nap(awake);
      }
      send();
    }
    sentTo.clear();
    return !office.isStopped();
  }

  private boolean isAhead() {
    for (int to = sentTo.nextSetBit(0); to >= 0; to = sentTo.nextSetBit(to + 1)) {
      if (office.isFull(to)) {
        return true;
      }
    }
    return false;
  }

  /** Reads what has come, but not too much of it; whether there was any. */
  private boolean read(Reader reader) {
    for (int left = MOST_AT_ONCE; left > 0; left--) {
      Bundle bundle = office.take(part);
      if (bundle == null) {
        return left < MOST_AT_ONCE;
      }
      for (int letter = 0; letter < bundle.letters(); letter++) {
        reader.letter(bundle.words(), letter * WORDS);
      }
      office.haveRead();
    }
    return true;
  }

  /**
   * The part has nothing to do: sends what was written, waits for letters, and reads them.
   *
   * @param awake called now and then by a thread that waits long
   * @return false if none will come
   */
  public boolean await(Reader reader, Runnable awake) {
    if (office.isStopped()) {
      return false;
    }
    send();
    if (read(reader)) {
      return true;
    }
    if (!office.awaitLetter(part, awake)) {
      return false;
    }
    read(reader);
    return true;
  }
}
