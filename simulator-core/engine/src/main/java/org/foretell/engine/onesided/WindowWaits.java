package org.foretell.engine.onesided;

import org.foretell.engine.kernel.RecordPool;
import org.foretell.engine.message.MessagePool;
import org.foretell.engine.state.RequestTable;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/** What the ops of ranks wait for in windows, and who has to do something about it. */
public final class WindowWaits {
  static final byte NOTHING = 0;
  static final byte A_LOCK = 1;
  static final byte POSTS = 2;
  static final byte COMPLETES = 3;
  static final byte ITS_ACCESSES = 4;

  private final Windows windows;
  private final RequestTable requests;
  private final MessagePool messages;
  private final AccessPool accesses;

  /** By rank what its op waits for, in which window, and at which rank if it is a lock. */
  private final byte[] what;

  private final @Nullable RankWindow[] window;
  private final int[] at;

  /** No rank waits. */
  WindowWaits(Windows windows, RequestTable requests, MessagePool messages, AccessPool accesses) {
    this.windows = windows;
    this.requests = requests;
    this.messages = messages;
    this.accesses = accesses;
    what = new byte[windows.users()];
    window = new RankWindow[what.length];
    at = new int[what.length];
  }

  /** The op of a rank waits for something in its part of a window, or for {@link #NOTHING}. */
  void awaits(RankWindow in, byte something) {
    what[in.rank] = something;
    window[in.rank] = in;
  }

  /** The op of a rank waits for the lock of a target. */
  void awaitsLock(RankWindow in, int target) {
    awaits(in, A_LOCK);
    at[in.rank] = target;
  }

  /** What the op of a rank has waited for is there. */
  void ends(int rank) {
    what[rank] = NOTHING;
  }

  /** What the op of a rank waits for, for messages; null if it is nothing that may never come. */
  public @Nullable String text(int rank) {
    if (!windows.areAnnounced()) {
      return null;
    }
    RankWindow in = window[rank];
    if (in != null) {
      switch (what[rank]) {
        case A_LOCK -> {
          return "waits for the lock of rank " + at[rank] + " on window " + in.name;
        }
        case POSTS -> {
          return "waits for win_post on window " + in.name;
        }
        case COMPLETES -> {
          return "waits for win_complete on window " + in.name;
        }
        default -> {}
      }
    }
    RankWindow target = holdsBack(rank);
    return target == null
        ? null
        : "waits until its ops may take effect on rank "
            + target.rank
            + ", whose part of window "
            + windows.of(rank, target.context).name
            + " is locked; to be unlocked";
  }

  /** Who has to do something about what the op of a rank {@link #text waits} for. */
  public int from(int rank) {
    RankWindow in = window[rank];
    if (in != null) {
      switch (what[rank]) {
        case A_LOCK -> {
          return windows.of(at[rank], in.context).lock.holder();
        }
        case POSTS -> {
          return in.posts.firstMissing(in.started());
        }
        case COMPLETES -> {
          return in.completes.firstMissing(in.posted());
        }
        default -> {}
      }
    }
    RankWindow target = holdsBack(rank);
    return target == null ? OpView.ANY : target.lock.holder();
  }

  /** Where something waits for a lock that the op of a rank waits for; null if there is nothing. */
  private @Nullable RankWindow holdsBack(int rank) {
    for (RankWindow target : windows.parts()) {
      TargetLock.Request request = target.lock.waitingEpoch(rank);
      if (request != null && (what[rank] == ITS_ACCESSES || isAwaited(rank, request))) {
        return target;
      }
    }
    return null;
  }

  private boolean isAwaited(int rank, TargetLock.Request request) {
    return request
        .messages
        .intStream()
        .map(messages::ordinal)
        .filter(access -> access != RecordPool.NONE)
        .map(accesses::slot)
        .anyMatch(slot -> slot >= 0 && RequestTable.awaited(requests.word(rank, slot)));
  }
}
