package org.foretell.parsers.dimemas;

import java.util.ArrayList;
import java.util.List;

/** Peculiarities of a trace for its user. */
final class DimNotes {
  private int oddBeginnings;
  private int firstOddBeginning;
  private long openRequests;
  private int firstWithOpenRequests;
  private long rootless;
  private int empty;
  private int firstEmpty;

  /** A task begins with something else than a burst. */
  void doesNotBeginWithABurst(int task) {
    firstOddBeginning = oddBeginnings++ == 0 ? task : firstOddBeginning;
  }

  /** A task has ended with requests that it did not wait for. */
  void neverWaitedFor(int task, int requests) {
    firstWithOpenRequests = openRequests == 0 ? task : firstWithOpenRequests;
    openRequests += requests;
  }

  /** A task's call of a collective that needs a root, but no task's record says that it is. */
  void noRoot() {
    rootless++;
  }

  /** A task has no records. */
  void noRecords(int task) {
    firstEmpty = empty++ == 0 ? task : firstEmpty;
  }

  /** One sentence each. */
  List<String> list() {
    List<String> list = new ArrayList<>();
    if (empty > 0) {
      list.add("tasks without records: " + empty + ", task " + firstEmpty + " is the first");
    }
    if (oddBeginnings > 0) {
      list.add(
          "tasks that do not begin with a burst: "
              + oddBeginnings
              + ", task "
              + firstOddBeginning
              + " is the first; Dimemas itself would leave them out");
    }
    if (openRequests > 0) {
      list.add(
          "Irecvs and non-blocking collectives without a wait: "
              + openRequests
              + ", task "
              + firstWithOpenRequests
              + " is the first with some");
    }
    if (rootless > 0) {
      list.add(
          "calls of rooted collectives in which no task is marked as the root: "
              + rootless
              + "; the first member is assumed");
    }
    return list;
  }
}
