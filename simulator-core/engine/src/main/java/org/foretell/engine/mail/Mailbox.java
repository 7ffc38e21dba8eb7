package org.foretell.engine.mail;

import org.jspecify.annotations.Nullable;

/**
 * The letters of one part of a replay. A letter is {@link #WORDS} numbers; letters from one part to
 * another arrive in the order in which they were written. Used by the thread of the part.
 */
public final class Mailbox {
  /** Numbers in a letter. */
  public static final int WORDS = 8;

  /** Bundles that are read at once, so that a part also replays while it gets many. */
  private static final int MOST_AT_ONCE = 16;

  /** Events between two looks at what has come. */
  private static final int EVENTS = 64;

  private final PostOffice office;
  private final int part;
  private int untilExchange = EVENTS;

  /** By part the letters that have not been sent yet. */
  private final @Nullable Bundle[] outgoing;

  private boolean hasOutgoing;

  /** Reads a letter. */
  @FunctionalInterface
  public interface Reader {
    /**
     * A letter has come.
     *
     * @param words the letter is {@link Mailbox#WORDS} of them, only valid during the call
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

  /** Writes a letter to another part; it is sent with others. */
  public void write(
      int to, long kind, long a, long b, long c, long d, long e, long f, long g) {
    Bundle bundle = outgoing[to];
    if (bundle == null) {
      bundle = new Bundle();
      outgoing[to] = bundle;
      hasOutgoing = true;
    }
    int at = bundle.add();
    long[] words = bundle.words;
    words[at] = kind;
    words[at + 1] = a;
    words[at + 2] = b;
    words[at + 3] = c;
    words[at + 4] = d;
    words[at + 5] = e;
    words[at + 6] = f;
    words[at + 7] = g;
    if (bundle.isFull()) {
      outgoing[to] = null;
      office.send(to, bundle);
    }
  }

  private void send() {
    if (!hasOutgoing) {
      return;
    }
    hasOutgoing = false;
    for (int to = 0; to < outgoing.length; to++) {
      Bundle bundle = outgoing[to];
      if (bundle != null) {
        outgoing[to] = null;
        office.send(to, bundle);
      }
    }
  }

  /**
   * An event is over: now and then sends what was written, and reads what has come. If another part
   * is far behind, it waits.
   *
   * @return false if the replay was stopped
   */
  public boolean exchange(Reader reader) {
    if (--untilExchange > 0) {
      return true;
    }
    untilExchange = EVENTS;
    send();
    read(reader);
    while (isAhead() && !office.isStopped()) {
      Thread.onSpinWait();
      read(reader);
      send();
    }
    return !office.isStopped();
  }

  private boolean isAhead() {
    for (int to = 0; to < outgoing.length; to++) {
      if (to != part && office.isFull(to)) {
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
      for (int letter = 0; letter < bundle.letters; letter++) {
        reader.letter(bundle.words, letter * WORDS);
      }
      office.isRead();
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
