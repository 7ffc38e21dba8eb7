package org.foretell.models.collectives;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.foretell.model.CollectiveSchedule;
import org.foretell.model.CollectiveStep;
import org.foretell.model.MemberCall;
import org.jspecify.annotations.Nullable;

/**
 * Executes a schedule on an ideal machine: every message is a rendezvous that takes {@code alpha +
 * bytes * beta} and keeps one sending and one receiving port for that time; there is nothing else
 * that messages share. Fails on a deadlock, on messages that nobody receives and on sizes that
 * disagree.
 */
final class ScheduleRun {
  /** What messages carry. */
  interface Data {
    /** What a message carries that is sent now. */
    Object send(int member, int to, long bytes);

    /** A message has been received. */
    void receive(int member, int from, long bytes, Object content);

    /** What has been received since the last step is combined. */
    void reduce(int member, long bytes);
  }

  /** Carries nothing. */
  static final Data NO_DATA =
      new Data() {
        @Override
        public Object send(int member, int to, long bytes) {
          return "";
        }

        @Override
        public void receive(int member, int from, long bytes, Object content) {}

        @Override
        public void reduce(int member, long bytes) {}
      };

  private final CollectiveSchedule schedule;
  private final List<? extends MemberCall> calls;
  private final Data data;
  private final long alpha;
  private final long beta;
  private final long gamma;

  private final Member[] members;
  private final Map<Long, Deque<Half>> sends = new HashMap<>();
  private final Map<Long, Deque<Half>> receives = new HashMap<>();
  private final List<Transfer> ready = new ArrayList<>();
  private final List<Transfer> moving = new ArrayList<>();
  private long now;
  private int messages;
  private long totalBytes;

  ScheduleRun(
      CollectiveSchedule schedule,
      List<? extends MemberCall> calls,
      Data data,
      long alpha,
      long beta,
      long gamma) {
    this.schedule = schedule;
    this.calls = calls;
    this.data = data;
    this.alpha = alpha;
    this.beta = beta;
    this.gamma = gamma;
    members = new Member[calls.size()];
    for (int member = 0; member < members.length; member++) {
      members[member] = new Member();
    }
  }

  /** Messages cost 1 each. */
  static ScheduleRun of(CollectiveSchedule schedule, List<? extends MemberCall> calls, Data data) {
    return new ScheduleRun(schedule, calls, data, 1, 0, 0);
  }

  /** Runs to the end; the time at which the last member is done. */
  long run() {
    boolean goesOn = true;
    while (goesOn) {
      for (int member = 0; member < members.length; member++) {
        advance(member);
      }
      startTransfers();
      goesOn = passTime();
    }
    for (int member = 0; member < members.length; member++) {
      if (!members[member].done) {
        fail("deadlock: member %d at step %d", member, members[member].index);
      }
    }
    assertThat(sends.values()).as("sent, but not received").allMatch(Deque::isEmpty);
    assertThat(receives.values()).as("awaited, but not sent").allMatch(Deque::isEmpty);
    return now;
  }

  int messages() {
    return messages;
  }

  long totalBytes() {
    return totalBytes;
  }

  private void advance(int number) {
    Member member = members[number];
    while (!member.done && member.busyUntil <= now && !member.isBlocked()) {
      CollectiveStep step = member.step;
      if (member.ended) {
        member.done = true;
      } else if (schedule.step(calls.get(number), member.index, step)) {
        execute(number, member, step);
        member.index++;
      } else {
        member.ended = true;
        member.waitsForAll = true;
      }
    }
  }

  private void execute(int number, Member member, CollectiveStep step) {
    member.waitsForAll = false;
    member.blocking.clear();
    switch (step.kind()) {
      case SEND -> member.blocking.add(post(number, step.peer(), step.bytes(), true));
      case RECEIVE -> member.blocking.add(post(number, step.peer(), step.bytes(), false));
      case SEND_RECEIVE -> {
        member.blocking.add(post(number, step.receivePeer(), step.receiveBytes(), false));
        member.blocking.add(post(number, step.peer(), step.bytes(), true));
      }
      case START_SEND -> member.started.add(post(number, step.peer(), step.bytes(), true));
      case START_RECEIVE -> member.started.add(post(number, step.peer(), step.bytes(), false));
      case WAIT_ALL -> member.waitsForAll = true;
      case REDUCE -> {
        data.reduce(number, step.bytes());
        member.busyUntil = now + step.bytes() * gamma;
      }
    }
  }

  private Half post(int number, int peer, long bytes, boolean isSend) {
    assertThat(peer).as("peer of member %d", number).isBetween(0, members.length - 1);
    assertThat(peer).as("peer of member %d", number).isNotEqualTo(number);
    assertThat(bytes).isNotNegative();
    Half half = new Half(number, bytes, members[number].posted++);
    if (isSend) {
      half.content = data.send(number, peer, bytes);
      messages++;
      totalBytes += bytes;
    }
    long channel = isSend ? (long) number << 32 | peer : (long) peer << 32 | number;
    Deque<Half> others =
        (isSend ? receives : sends).computeIfAbsent(channel, k -> new ArrayDeque<>());
    Half other = others.poll();
    if (other == null) {
      (isSend ? sends : receives).computeIfAbsent(channel, k -> new ArrayDeque<>()).add(half);
    } else {
      Half send = isSend ? half : other;
      Half receive = isSend ? other : half;
      assertThat(receive.bytes)
          .as("message of %d from %d", receive.member, send.member)
          .isEqualTo(send.bytes);
      ready.add(new Transfer(send, receive, now));
    }
    return half;
  }

  private void startTransfers() {
    ready.sort(
        Comparator.<Transfer>comparingLong(t -> t.readyAt)
            .thenComparingInt(t -> t.send.ordinal)
            .thenComparingInt(t -> t.receive.ordinal)
            .thenComparingInt(t -> t.send.member));
    for (var waiting = ready.iterator(); waiting.hasNext(); ) {
      Transfer transfer = waiting.next();
      Member sender = members[transfer.send.member];
      Member receiver = members[transfer.receive.member];
      if (!sender.sending && !receiver.receiving) {
        sender.sending = true;
        receiver.receiving = true;
        transfer.endsAt = now + alpha + transfer.send.bytes * beta;
        moving.add(transfer);
        waiting.remove();
      }
    }
  }

  private boolean passTime() {
    long next = Long.MAX_VALUE;
    for (Transfer transfer : moving) {
      next = Math.min(next, transfer.endsAt);
    }
    for (Member member : members) {
      if (member.busyUntil > now) {
        next = Math.min(next, member.busyUntil);
      }
    }
    if (next == Long.MAX_VALUE) {
      return false;
    }
    now = next;
    for (var each = moving.iterator(); each.hasNext(); ) {
      Transfer transfer = each.next();
      if (transfer.endsAt == now) {
        each.remove();
        members[transfer.send.member].sending = false;
        members[transfer.receive.member].receiving = false;
        transfer.send.complete = true;
        transfer.receive.complete = true;
        data.receive(
            transfer.receive.member,
            transfer.send.member,
            transfer.send.bytes,
            Objects.requireNonNull(transfer.send.content));
      }
    }
    return true;
  }

  private static final class Member {
    final CollectiveStep step = new CollectiveStep();
    final List<Half> blocking = new ArrayList<>();
    final List<Half> started = new ArrayList<>();
    int index;
    int posted;
    long busyUntil;
    boolean waitsForAll;
    boolean sending;
    boolean receiving;
    boolean ended;
    boolean done;

    boolean isBlocked() {
      if (waitsForAll) {
        started.removeIf(half -> half.complete);
        if (started.isEmpty()) {
          waitsForAll = false;
        }
      }
      return waitsForAll || blocking.stream().anyMatch(half -> !half.complete);
    }
  }

  private static final class Half {
    final int member;
    final long bytes;
    final int ordinal;
    @Nullable Object content;
    boolean complete;

    Half(int member, long bytes, int ordinal) {
      this.member = member;
      this.bytes = bytes;
      this.ordinal = ordinal;
    }
  }

  private static final class Transfer {
    final Half send;
    final Half receive;
    final long readyAt;
    long endsAt;

    Transfer(Half send, Half receive, long readyAt) {
      this.send = send;
      this.receive = receive;
      this.readyAt = readyAt;
    }
  }
}
