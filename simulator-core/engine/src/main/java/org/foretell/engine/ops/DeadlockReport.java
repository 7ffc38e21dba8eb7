package org.foretell.engine.ops;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.foretell.engine.collective.CollectiveMatching;
import org.foretell.engine.collective.CommunicatorGroup;
import org.foretell.engine.collective.CommunicatorTable;
import org.foretell.engine.collective.OpenCollective;
import org.foretell.engine.collective.RunsInProgress;
import org.foretell.engine.collective.ScheduleRun;
import org.foretell.engine.kernel.RecordPool;
import org.foretell.engine.message.Matcher;
import org.foretell.engine.message.Probes;
import org.foretell.engine.message.StepTags;
import org.foretell.engine.onesided.OneSided;
import org.foretell.engine.onesided.WindowAccess;
import org.foretell.engine.state.OpTexts;
import org.foretell.engine.state.RankPrograms;
import org.foretell.engine.state.RankTable;
import org.foretell.engine.state.ReplayState;
import org.foretell.engine.state.RequestTable;
import org.foretell.engine.state.WaitCycle;
import org.foretell.result.Deadlock;
import org.foretell.result.Position;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/** Finds out, once nothing moves any more, what each unfinished rank waits for. */
public final class DeadlockReport implements Matcher.Visitor {
  /** Most ranks that are named for one that waits. */
  private static final int MOST_NAMED = 64;

  /** Most ranks that are named in a sentence. */
  private static final int MOST_IN_SENTENCE = 8;

  private final RankTable ranks;
  private final RequestTable requests;
  private final Matcher matcher;
  private final @Nullable Matcher waiting;
  private final Probes probes;
  private final OneSided oneSided;
  private final WindowAccess windows;
  private final CollectiveMatching matching;
  private final @Nullable RunsInProgress steps;
  private final CommunicatorTable communicators;
  private final RankPrograms programs;
  private final OpTexts texts;

  /** By rank what it waits for; null for finished ranks. */
  private final @Nullable Wait[] waits;

  /** What one rank waits for. */
  private static final class Wait {
    final Position position;
    final IntArrayList peers = new IntArrayList();
    int parts;
    long firstOperation = Long.MAX_VALUE;
    int firstPeer;
    String first = "";

    Wait(Position position) {
      this.position = position;
    }

    void add(int peer) {
      if (peers.size() < MOST_NAMED && !peers.contains(peer)) {
        peers.add(peer);
      }
    }

    /** Whether something waited for since an op comes first in the report. */
    boolean isFirst(long operation, int peer) {
      parts++;
      if (operation > firstOperation || (operation == firstOperation && peer >= firstPeer)) {
        return false;
      }
      firstOperation = operation;
      firstPeer = peer;
      return true;
    }
  }

  /**
   * Where what ranks wait for may stand.
   *
   * @param waiting messages that may not move yet, if they are not with the others
   * @param steps null where all collectives go by formula
   */
  public record Waiting(
      Matcher matcher,
      @Nullable Matcher waiting,
      Probes probes,
      OneSided oneSided,
      WindowAccess windows,
      CollectiveMatching matching,
      @Nullable RunsInProgress steps) {}

  public DeadlockReport(
      ReplayState state,
      Waiting where,
      CommunicatorTable communicators,
      RankPrograms programs,
      OpTexts texts) {
    ranks = state.ranks();
    requests = state.requests();
    matcher = where.matcher();
    waiting = where.waiting();
    probes = where.probes();
    oneSided = where.oneSided();
    windows = where.windows();
    matching = where.matching();
    steps = where.steps();
    this.communicators = communicators;
    this.programs = programs;
    this.texts = texts;
    waits = new Wait[programs.ranks()];
  }

  public Deadlock make() {
    for (int rank = 0; rank < waits.length; rank++) {
      if (!programs.isFinished(rank)) {
        waits[rank] = new Wait(texts.at(rank, ranks.operation(rank)));
      }
    }
    matcher.forEach(this);
    if (waiting != null) {
      waiting.forEach(this);
    }
    for (int rank = 0; rank < waits.length; rank++) {
      if (!programs.isFinished(rank) && probes.awaits(rank)) {
        probe(rank);
      }
      if (!programs.isFinished(rank)) {
        oneSided(rank);
      }
    }
    communicators.forEachGroup(this::collectives);
    matching.creations.forEachGroupCreation(
        open -> collective(open, "", member -> open.call(member) != RecordPool.NONE));
    long latest = 0;
    List<Deadlock.Blocked> blocked = new ArrayList<>();
    for (int rank = 0; rank < waits.length; rank++) {
      Wait wait = waits[rank];
      if (wait != null) {
        latest = Math.max(latest, ranks.clockPs(rank));
        wait.peers.sort(null);
        blocked.add(
            new Deadlock.Blocked(
                wait.position, ranks.clockPs(rank), List.copyOf(wait.peers), reason(wait)));
      }
    }
    return new Deadlock(latest, blocked, WaitCycle.among(peers()));
  }

  private @Nullable IntArrayList[] peers() {
    @Nullable IntArrayList[] peers = new IntArrayList[waits.length];
    for (int rank = 0; rank < waits.length; rank++) {
      Wait wait = waits[rank];
      peers[rank] = wait == null ? null : wait.peers;
    }
    return peers;
  }

  private static String reason(Wait wait) {
    if (wait.parts == 0) {
      return "waits for something that can never come";
    }
    return wait.parts == 1 ? wait.first : wait.first + "; and for " + (wait.parts - 1) + " more";
  }

  /** What a rank waits for if a slot is part of its op, null if the slot is not. */
  private @Nullable Wait waiting(int rank, int slot) {
    boolean awaited =
        slot == RequestTable.BLOCKING
            || (slot >= 0 && RequestTable.awaited(requests.word(rank, slot)));
    return awaited ? waits[rank] : null;
  }

  /** A message of a collective that is executed in steps: what the rank waits for, if it does. */
  private void step(int rank, int slot, int peer, String what) {
    ScheduleRun run = steps == null ? null : steps.run(rank, slot);
    if (run == null) {
      return;
    }
    Wait wait =
        waiting(
            rank,
            run.call == RecordPool.NONE ? RequestTable.BLOCKING : matching.calls.slot(run.call));
    if (wait != null) {
      wait.add(peer);
      if (wait.isFirst(run.operation, peer)) {
        wait.first = "is in " + run + " and waits " + what + state(rank, peer);
      }
    }
  }

  @Override
  public void receive(int receive, int rank, int source, int tag) {
    if (StepTags.isStep(tag)) {
      step(rank, matcher.receives.slot(receive), source, "for rank " + source);
      return;
    }
    Wait wait = waiting(rank, matcher.receives.slot(receive));
    if (wait != null) {
      String what = "waits for a message with " + tagText(tag);
      message(wait, rank, matcher.receives.operation(receive), source, what);
    }
  }

  private void probe(int rank) {
    Wait wait = waits[rank];
    if (wait != null) {
      String what = "waits until it can see a message with " + tagText(probes.tag(rank));
      message(wait, rank, ranks.operation(rank), probes.source(rank), what);
    }
  }

  private void oneSided(int rank) {
    String what = oneSided.awaited(rank);
    if (what != null) {
      oneSided(rank, what, oneSided.awaitedFrom(rank));
    }
    String inWindow = windows.waits.text(rank);
    if (inWindow != null) {
      oneSided(rank, inWindow, windows.waits.from(rank));
    }
  }

  private void oneSided(int rank, String what, int source) {
    Wait wait = waits[rank];
    if (wait != null) {
      message(wait, rank, ranks.operation(rank), source, what);
    }
  }

  private void message(Wait wait, int rank, long operation, int source, String what) {
    if (source == OpView.ANY) {
      for (int peer = 0; peer < waits.length && wait.peers.size() < MOST_NAMED; peer++) {
        if (peer != rank && !programs.isFinished(peer)) {
          wait.add(peer);
        }
      }
    } else {
      wait.add(source);
    }
    if (wait.isFirst(operation, source)) {
      wait.first =
          source == OpView.ANY
              ? what + " from any rank, but no rank that could send it goes on"
              : what + " from rank " + source + state(rank, source);
    }
  }

  @Override
  public void message(int message) {
    int rank = matcher.messages.source(message);
    int receiver = matcher.messages.destination(message);
    if (StepTags.isStep(matcher.messages.tag(message))) {
      String what = "for rank " + receiver + " to receive (rendezvous)";
      step(rank, matcher.messages.slot(message), receiver, what);
      return;
    }
    Wait wait = waiting(rank, matcher.messages.slot(message));
    if (wait != null) {
      wait.add(receiver);
      if (wait.isFirst(matcher.messages.operation(message), receiver)) {
        wait.first =
            "waits for rank "
                + receiver
                + " to receive its message with "
                + tagText(matcher.messages.tag(message))
                + " (rendezvous)"
                + state(rank, receiver);
      }
    }
  }

  private static String tagText(int tag) {
    return tag == OpView.ANY ? "any tag" : "tag " + tag;
  }

  private String state(int rank, int peer) {
    Wait wait = waits[peer];
    if (wait == null) {
      return ", which has finished";
    }
    if (peer == rank) {
      return ", which is the rank itself";
    }
    String text = wait.position.text();
    int blank = text.indexOf(' ');
    return ", which is itself blocked in " + (blank < 0 ? text : text.substring(0, blank));
  }

  private void collectives(CommunicatorGroup group) {
    for (int i = 0; i < group.open.size(); i++) {
      long number = group.open.first() + i;
      if (!group.open.at(number).inSteps) {
        collective(
            group.open.at(number),
            "number " + number + " ",
            member -> group.open.number(group.calls(member)) > number);
      }
    }
  }

  /** Whether a member has called a collective. */
  @FunctionalInterface
  private interface Called {
    boolean by(int member);
  }

  private void collective(OpenCollective open, String number, Called called) {
    IntArrayList missing = new IntArrayList();
    for (int member = 0; member < open.participants() && missing.size() < MOST_NAMED; member++) {
      if (!called.by(member)) {
        missing.add(open.worldRank(member));
      }
    }
    String reason =
        open.arrived()
            + " of "
            + open.participants()
            + " ranks have called "
            + open.traced().name().toLowerCase(Locale.ROOT)
            + " "
            + number
            + "on this communicator; missing: "
            + names(missing, open.participants() - open.arrived());
    boolean blocking = !open.calledAs().isNonBlockingCollective();
    for (int member = 0; member < open.participants(); member++) {
      if (called.by(member)) {
        int rank = open.worldRank(member);
        int slot = blocking ? RequestTable.BLOCKING : matching.calls.slot(open.call(member));
        Wait wait = waiting(rank, slot);
        if (wait != null) {
          for (int i = 0; i < missing.size(); i++) {
            wait.add(missing.getInt(i));
          }
          if (wait.isFirst(ranks.operation(rank), OpView.ANY)) {
            wait.first = reason;
          }
        }
      }
    }
  }

  private String names(IntArrayList some, int all) {
    StringBuilder text = new StringBuilder();
    int shown = Math.min(MOST_IN_SENTENCE, some.size());
    for (int i = 0; i < shown; i++) {
      int rank = some.getInt(i);
      text.append(i == 0 ? "rank " : ", rank ").append(rank);
      text.append(programs.isFinished(rank) ? " (finished)" : "");
    }
    return shown < all
        ? text.append(" and ").append(all - shown).append(" more").toString()
        : text.toString();
  }
}
