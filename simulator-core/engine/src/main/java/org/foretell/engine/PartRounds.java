package org.foretell.engine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.foretell.engine.collective.CollectiveMatching;
import org.foretell.engine.collective.SplitCalls;
import org.foretell.engine.mail.Bundle;
import org.foretell.engine.mail.Letters;
import org.foretell.engine.mail.NeedsOnePart;
import org.foretell.engine.mail.RoundMail;
import org.foretell.engine.mail.Rounds;
import org.foretell.engine.message.CrossedMessages;
import org.foretell.engine.message.EventList;
import org.foretell.engine.onesided.Acknowledgements;
import org.foretell.engine.state.ProblemLog;
import org.foretell.time.Ps;

/**
 * Lets one part of a replay under an occupancy model get what the others send.
 *
 * <p>A round lasts at most half as long as the fastest message is under way between nodes. So
 * nothing that is sent in it arrives in it or in the next one, and what was sent in it is read
 * after the next one, in the order in which one part would have met it. A part may be a round ahead
 * of others: how much happens in a round, and how fast its thread is just then, differs.
 */
final class PartRounds implements OtherParts {
  /** A part looks after as many rounds whether it is time for a trial. */
  private static final int ROUNDS_BETWEEN_LOOKS = 4;

  /** Rounds after which the first part asks whether to stop, since others do not. */
  private static final int ROUNDS_BETWEEN_QUESTIONS = 1 << 8;

  /** For how many times the length of a trial a part is left to another thread, at least. */
  private static final int SHORTEST_PAUSE = 1;

  /** The same, at most. */
  private static final int LONGEST_PAUSE = 1 << 4;

  private final int part;
  private final RoundMail mail;
  private final long lengthPs;
  private final ProblemLog problems;
  private final EventList eventList;
  private final OpParts ops;
  private final CollectiveMatching matching;

  /** By part which of its letters is next. */
  private final int[] next;

  /** Ends of collectives that are read now. */
  private final List<End> ends = new ArrayList<>();

  /** Ends that are read a round too early, for the next time. */
  private final List<End> laterEnds = new ArrayList<>();

  private final PartsPay pay;

  /** Those that the part's own thread has executed. */
  private int rounds;

  /** When the trial began that shows how long parts wait for each other. */
  private long trialNanos = System.nanoTime();

  /** How long all had waited then. */
  private long waitedNanos;

  private int pause = SHORTEST_PAUSE;

  /** Whether there are no more rounds, as another thread has found. */
  private boolean over;

  /** The end of the round that is executed, and that of the one before. */
  private long untilPs;

  private long beforePs;

  /** A letter about the end of a collective, which all parts have called. */
  private record End(long startedPs, int firstRank, long[] words, int at) {}

  private static final Comparator<End> IN_ORDER =
      Comparator.comparingLong(End::startedPs).thenComparingInt(End::firstRank);

  /**
   * All begin at 0.
   *
   * @param lengthPs how long a message is under way, at least
   * @param pay what says whether several threads are faster than one
   */
  PartRounds(
      int part,
      RoundMail mail,
      long lengthPs,
      PartsPay pay,
      ProblemLog problems,
      EventList eventList,
      OpParts ops) {
    this.part = part;
    this.mail = mail;
    this.lengthPs = lengthPs;
    this.pay = pay;
    this.problems = problems;
    this.eventList = eventList;
    this.ops = ops;
    matching = ops.matching;
    next = new int[mail.parts()];
    beginRound(0);
  }

  @Override
  public boolean eventIsOver(Runnable awake) {
    return true;
  }

  @Override
  public void replay(Runnable executes, Runnable awake) {
    do {
      executes.run();
      rounds++;
      if (part == 0) {
        if (rounds % ROUNDS_BETWEEN_QUESTIONS == 0) {
          awake.run();
        }
      } else if (pay.leastBusy() > 0 && rounds % ROUNDS_BETWEEN_LOOKS == 0) {
        leaveIfSlow(executes, awake);
      }
    } while (!over && goesOn(awake));
  }

  /** Waits for others, and reads what they have sent; whether there is another round. */
  private boolean goesOn(Runnable awake) {
    if (problems.hasSome()) {
      throw new NeedsOnePart();
    }
    long least = mail.awaitOthers(awake);
    if (least == Rounds.STOPPED || least == Rounds.NOTHING) {
      return false;
    }
    read();
    mail.endRound(eventList.earliestPs());
    beginRound(least);
    return true;
  }

  /**
   * Leaves this part to the thread of the first one for a while if threads rather wait for each
   * other. That changes with the program, and with what else the machine has to do.
   */
  private void leaveIfSlow(Runnable executes, Runnable awake) {
    long now = System.nanoTime();
    long nanos = now - trialNanos;
    if (nanos < pay.trialNanos()) {
      return;
    }
    double waiting = (double) (mail.waitedNanos() - waitedNanos) / nanos;
    if (mail.parts() - waiting >= pay.leastBusy()) {
      pause = SHORTEST_PAUSE;
    } else {
      BooleanSupplier round =
          () -> {
            over = !goesOn(awake);
            if (!over) {
              executes.run();
            }
            return !over;
          };
      mail.leave(round, pause * pay.trialNanos());
      pause = Math.min(2 * pause, LONGEST_PAUSE);
    }
    trialNanos = System.nanoTime();
    waitedNanos = mail.waitedNanos();
  }

  /**
   * Begins the next round.
   *
   * @param leastPs when something happened next in any part after the round before the one that is
   *     over: letters that are not read yet set out no earlier, so they arrive a flight later
   */
  private void beginRound(long leastPs) {
    long readPs = beforePs;
    beforePs = untilPs;
    long halfPs = Math.max(1, lengthPs / 2);
    untilPs = Math.min(Ps.plus(leastPs, lengthPs), Ps.plus(Math.max(untilPs, leastPs), halfPs));
    eventList.beginRound(untilPs, readPs);
  }

  private void read() {
    findEnds();
    for (int other = 0; other < next.length; other++) {
      next[other] = -1;
      advance(other);
    }
    for (End end : ends) {
      readUntil(end.startedPs);
      eventList.numberedAs(
          end.startedPs,
          SplitCalls.endPs(end.words, end.at),
          end.firstRank,
          matching.membersHere(end.words, end.at),
          () -> matching.letter(end.words, end.at));
    }
    readUntil(Long.MAX_VALUE);
  }

  /** Reads a letter about a message or an acknowledgement. */
  private void readLetter(long[] words, int at, boolean lower) {
    if (!Acknowledgements.isOne(words, at)) {
      eventList.arrives(words, at, lower);
    } else if (Acknowledgements.knownPs(words, at) < untilPs) {
      throw new NeedsOnePart(); // models may let them be faster than messages
    } else {
      ops.acknowledged(words, at);
    }
  }

  /**
   * Finds the ends of collectives whose last members called before the round that is over. The part
   * that writes about an end may be behind that of the last member, and write a round too early.
   */
  private void findEnds() {
    ends.clear();
    ends.addAll(laterEnds);
    laterEnds.clear();
    for (int other = 0; other < next.length; other++) {
      Bundle bundle = mail.from(other);
      long[] words = bundle.words();
      for (int letter = 0; letter < bundle.letters(); letter++) {
        int at = letter * Letters.WORDS;
        if (SplitCalls.isEnd(words, at)) {
          find(new End(SplitCalls.startedPs(words, at), matching.firstRank(words, at), words, at));
        }
      }
    }
    if (ends.size() > 1) {
      ends.sort(IN_ORDER);
    }
  }

  private void find(End end) {
    if (end.startedPs < beforePs) {
      ends.add(end);
    } else {
      laterEnds.add(end);
      mail.announce(SplitCalls.endPs(end.words, end.at));
    }
  }

  /** Goes to the next letter of a part that is not about the end of a collective. */
  private void advance(int other) {
    Bundle bundle = mail.from(other);
    int letter = next[other] + 1;
    while (letter < bundle.letters() && SplitCalls.isEnd(bundle.words(), letter * Letters.WORDS)) {
      letter++;
    }
    next[other] = letter;
  }

  /** Reads letters about what set out until a time, in the order of time and source. */
  private void readUntil(long lastPs) {
    while (true) {
      int first = -1;
      long firstPs = lastPs;
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
      readLetter(mail.from(first).words(), next[first] * Letters.WORDS, first < part);
      advance(first);
    }
  }
}
