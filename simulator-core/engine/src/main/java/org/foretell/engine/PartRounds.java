package org.foretell.engine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.foretell.engine.collective.CollectiveMatching;
import org.foretell.engine.collective.SplitCalls;
import org.foretell.engine.mail.Bundle;
import org.foretell.engine.mail.Letters;
import org.foretell.engine.mail.NeedsOnePart;
import org.foretell.engine.mail.RoundMail;
import org.foretell.engine.mail.Rounds;
import org.foretell.engine.message.CrossedMessages;
import org.foretell.engine.message.EventList;
import org.foretell.engine.state.ProblemLog;
import org.foretell.time.Ps;

/**
 * Lets one part of a replay under an occupancy model get what the others send. A round lasts as
 * long as the fastest message is under way between nodes, so that nothing that is sent in it
 * arrives in it. What was sent is read after the round, in the order in which one part would have
 * met it.
 */
final class PartRounds implements OtherParts {
  /** After so many rounds, and twice as many, and so on, parts look how much happens in one. */
  private static final int FIRST_TRIAL = 1 << 8;

  /** From then on it is too late to begin again. */
  private static final int LAST_TRIAL = 1 << 19;

  private final int part;
  private final RoundMail mail;
  private final long lengthPs;
  private final ProblemLog problems;
  private final EventList eventList;
  private final CollectiveMatching matching;

  /** By part which of its letters is next. */
  private final int[] next;

  private final List<End> ends = new ArrayList<>();
  private final long leastEvents;
  private long rounds;
  private long events;

  /** A letter about the end of a collective, which all parts have called. */
  private record End(long startedPs, int firstRank, long[] words, int at) {}

  /**
   * All begin at 0.
   *
   * @param lengthPs of a round
   * @param leastEvents of a round, without which one thread is faster
   */
  PartRounds(
      int part,
      RoundMail mail,
      long lengthPs,
      int leastEvents,
      ProblemLog problems,
      EventList eventList,
      CollectiveMatching matching) {
    this.part = part;
    this.mail = mail;
    this.lengthPs = lengthPs;
    this.leastEvents = leastEvents;
    this.problems = problems;
    this.eventList = eventList;
    this.matching = matching;
    next = new int[mail.parts()];
    eventList.beginRound(lengthPs);
  }

  @Override
  public boolean eventIsOver(Runnable awake) {
    events++;
    return true;
  }

  @Override
  public boolean await(Runnable awake) {
    if (problems.hasSome()) {
      throw new NeedsOnePart();
    }
    long least = mail.endRound(eventList.earliestPs(), events, awake);
    events = 0;
    if (least == Rounds.STOPPED || least == Rounds.NOTHING) {
      return false;
    }
    rounds++;
    boolean tried = rounds >= FIRST_TRIAL && rounds <= LAST_TRIAL && (rounds & (rounds - 1)) == 0;
    if (tried && mail.eventsOfAll() < rounds * mail.parts() * leastEvents) {
      throw new NeedsOnePart(); // threads rather wait for each other than replay
    }
    read();
    eventList.beginRound(Ps.plus(least, lengthPs));
    return true;
  }

  private void read() {
    findEnds();
    for (int other = 0; other < next.length; other++) {
      next[other] = -1;
      advance(other);
    }
    for (End end : ends) {
      readMessages(end.startedPs);
      eventList.numberedAs(
          end.startedPs,
          SplitCalls.endPs(end.words, end.at),
          end.firstRank,
          matching.membersHere(end.words, end.at),
          () -> matching.letter(end.words, end.at));
    }
    readMessages(Long.MAX_VALUE);
  }

  private void findEnds() {
    ends.clear();
    for (int other = 0; other < next.length; other++) {
      Bundle bundle = mail.from(other);
      long[] words = bundle.words();
      for (int letter = 0; letter < bundle.letters(); letter++) {
        int at = letter * Letters.WORDS;
        if (SplitCalls.isEnd(words, at)) {
          ends.add(
              new End(SplitCalls.startedPs(words, at), matching.firstRank(words, at), words, at));
        }
      }
    }
    ends.sort(Comparator.comparingLong(End::startedPs).thenComparingInt(End::firstRank));
  }

  /** Goes to the next message that a part has sent. */
  private void advance(int other) {
    Bundle bundle = mail.from(other);
    int letter = next[other] + 1;
    while (letter < bundle.letters() && SplitCalls.isEnd(bundle.words(), letter * Letters.WORDS)) {
      letter++;
    }
    next[other] = letter;
  }

  /** Reads messages that set out until a time, in the order of time and source. */
  private void readMessages(long untilPs) {
    while (true) {
      int first = -1;
      long firstPs = untilPs;
      for (int other = next.length - 1; other >= 0; other--) {
        Bundle bundle = mail.from(other);
        if (next[other] < bundle.letters()) {
          long sentPs = CrossedMessages.sentPs(bundle.words(), next[other] * Letters.WORDS);
          if (sentPs <= firstPs) {
            first = other;
            firstPs = sentPs;
          }
        }
      }
      if (first < 0) {
        return;
      }
      eventList.arrives(mail.from(first).words(), next[first] * Letters.WORDS, first < part);
      advance(first);
    }
  }
}
