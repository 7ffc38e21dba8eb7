package org.foretell.engine.mail;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Where the parts of a replay leave letters for each other, and learn that all of them have come to
 * an end. Used by the threads of all parts.
 */
public final class PostOffice implements Office {
  /** Bundles that wait for a part before those who write to it wait too. */
  private static final int MOST_WAITING = 64;

  /** How often a part looks whether there is something before its thread sleeps. */
  private static final int LOOKS = 4_000;

  /** A sleeping thread looks again after this time, even if nobody wakes it. */
  private static final long NAP_NANOS = 5_000_000;

  /** How long a part waits for another that is behind before it looks again. */
  private static final long SHORT_NAP_NANOS = 50_000;

  private final Inbox[] inboxes;

  /** Parts that are not idle, and bundles that have not been read: nothing happens after 0. */
  private final AtomicLong unfinished;

  private volatile boolean over;
  private volatile boolean stopped;

  /** Letters for one part. */
  private static final class Inbox {
    private final Queue<Bundle> bundles = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private volatile @Nullable Thread sleeper;
  }

  /** Nothing has been sent, and no part is idle. */
  public PostOffice(int parts) {
    inboxes = new Inbox[parts];
    for (int part = 0; part < parts; part++) {
      inboxes[part] = new Inbox();
    }
    unfinished = new AtomicLong(parts);
  }

  int parts() {
    return inboxes.length;
  }

  void send(int part, Bundle bundle) {
    unfinished.incrementAndGet();
    Inbox inbox = inboxes[part];
    inbox.waiting.incrementAndGet();
    inbox.bundles.add(bundle);
    wake(inbox);
  }

  /** The next bundle for a part, null if there is none; {@link #haveRead} follows. */
  @Nullable Bundle take(int part) {
    Inbox inbox = inboxes[part];
    Bundle bundle = inbox.bundles.poll();
    if (bundle != null) {
      inbox.waiting.decrementAndGet();
    }
    return bundle;
  }

  /** A bundle has been read; whoever read it is not idle. */
  void haveRead() {
    unfinished.decrementAndGet();
  }

  /** Whether a part is so far behind that others had better not write to it. */
  boolean isFull(int part) {
    return inboxes[part].waiting.get() > MOST_WAITING;
  }

  /**
   * A part has nothing to do until it gets a letter: waits for one.
   *
   * @param awake called now and then by the thread that waits
   * @return false if none will ever come, since all parts wait, or since the replay was stopped
   */
  boolean awaitLetter(int part, Runnable awake) {
    if (unfinished.decrementAndGet() == 0) {
      over = true;
      wakeAll();
      return false;
    }
    Inbox inbox = inboxes[part];
    while (inbox.bundles.isEmpty()) {
      if (over || stopped) {
        return false;
      }
      rest(inbox, awake);
    }
    unfinished.incrementAndGet();
    return true;
  }

  /** Waits a little, at most until there is a letter. */
  private void rest(Inbox inbox, Runnable awake) {
    for (int look = 0; look < LOOKS; look++) {
      if (over || stopped || !inbox.bundles.isEmpty()) {
        return;
      }
      Thread.onSpinWait();
    }
    inbox.sleeper = Thread.currentThread();
    // Whoever sends sees the sleeper, or the sleeper sees what was sent.
    if (inbox.bundles.isEmpty() && !over && !stopped) {
      LockSupport.parkNanos(this, NAP_NANOS);
    }
    inbox.sleeper = null;
    awake.run();
  }

  /** Lets others have the processor, since the caller is ahead of them. */
  void nap(Runnable awake) {
    LockSupport.parkNanos(this, SHORT_NAP_NANOS);
    awake.run();
  }

  @Override
  public void stop() {
    stopped = true;
    wakeAll();
  }

  @Override
  public boolean isStopped() {
    return stopped;
  }

  private void wakeAll() {
    for (Inbox inbox : inboxes) {
      wake(inbox);
    }
  }

  private static void wake(Inbox inbox) {
    Thread sleeper = inbox.sleeper;
    if (sleeper != null) {
      LockSupport.unpark(sleeper);
    }
  }
}
