package org.foretell.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.foretell.machine.Placement;
import org.foretell.observe.Statistics.Part;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;

/** Random runs, watched in any order between ranks, against sums over lists of records. */
class StatisticsPropertyTest {
  private static final int RANKS = 5;
  private static final int CALL_SITES = 4;
  private static final OpCode[] CODES = {
    OpCode.COMPUTE, OpCode.SEND, OpCode.RECV, OpCode.WAITALL, OpCode.ALLREDUCE, OpCode.IBCAST
  };

  private static final Placement PLACEMENT =
      new Placement("scattered", new int[] {0, 1, 0, 2, 1}, new int[] {0, 0, 1, 0, 1});

  /** One callback. */
  private record Seen(
      int rank,
      OpCode code,
      int callSite,
      int peer,
      long bytes,
      long start,
      long waiting,
      long end) {
    long time() {
      return end - start;
    }

    void tell(SimObserver observer) {
      if (code == OpCode.MARKER_BEGIN || code == OpCode.MARKER_END) {
        observer.marker(rank, peer, code == OpCode.MARKER_BEGIN, start);
      } else if (code == OpCode.COMPUTE) {
        observer.compute(rank, code, callSite, start, end);
      } else {
        observer.op(rank, code, callSite, peer, 0, bytes, start, waiting, end);
        if (code == OpCode.SEND) {
          observer.message(rank, peer, 0, bytes, start, start, end);
        }
      }
    }
  }

  private static List<List<Seen>> run(Random random) {
    List<List<Seen>> run = new ArrayList<>();
    for (int rank = 0; rank < RANKS; rank++) {
      List<Seen> seen = new ArrayList<>();
      Deque<Integer> open = new ArrayDeque<>();
      long now = 0;
      for (int i = random.nextInt(40); i > 0; i--) {
        int choice = random.nextInt(10);
        if (choice == 0) {
          open.push(random.nextInt(3));
          seen.add(new Seen(rank, OpCode.MARKER_BEGIN, 0, open.peek(), 0, now, 0, now));
        } else if (choice == 1 && !open.isEmpty()) {
          seen.add(new Seen(rank, OpCode.MARKER_END, 0, open.pop(), 0, now, 0, now));
        } else {
          OpCode code = CODES[random.nextInt(CODES.length)];
          boolean bare = code == OpCode.COMPUTE || code == OpCode.WAITALL;
          long time = random.nextInt(100);
          long wait = code == OpCode.COMPUTE ? 0 : random.nextLong(time + 1);
          int callSite = random.nextInt(CALL_SITES + 1);
          seen.add(
              new Seen(
                  rank,
                  code,
                  callSite == CALL_SITES ? OpView.NONE : callSite,
                  bare ? OpView.NONE : random.nextInt(RANKS),
                  bare ? 0 : random.nextInt(1000),
                  now,
                  wait,
                  now += time));
        }
      }
      while (!open.isEmpty()) {
        seen.add(new Seen(rank, OpCode.MARKER_END, 0, open.pop(), 0, now, 0, now));
      }
      run.add(seen);
    }
    return run;
  }

  private static Statistics watch(List<List<Seen>> run, Random order) {
    Statistics statistics = new Statistics(PLACEMENT, EnumSet.allOf(Part.class));
    statistics.begin(RANKS);
    int[] next = new int[RANKS];
    List<Integer> unfinished = new ArrayList<>(List.of(0, 1, 2, 3, 4));
    while (!unfinished.isEmpty()) {
      Integer rank = unfinished.get(order.nextInt(unfinished.size()));
      List<Seen> seen = run.get(rank);
      if (next[rank] < seen.size()) {
        seen.get(next[rank]++).tell(statistics);
      } else {
        statistics.finished(rank, finish(seen));
        unfinished.remove(rank);
      }
    }
    return statistics;
  }

  private static long finish(List<Seen> seen) {
    return seen.isEmpty() ? 0 : seen.get(seen.size() - 1).end();
  }

  private static Stream<Seen> all(List<List<Seen>> run) {
    return run.stream().flatMap(List::stream);
  }

  private static Total sum(Stream<Long> values) {
    return Total.of(values.mapToLong(Long::longValue).sum());
  }

  @Property
  void resultsDoNotDependOnTheOrderBetweenRanks(@ForAll long seed) {
    List<List<Seen>> run = run(new Random(seed));
    Statistics one = watch(run, new Random(seed + 1));
    Statistics other = watch(run, new Random(seed + 2));
    assertThat(other.events()).isEqualTo(one.events());
    assertThat(other.ranks()).isEqualTo(one.ranks());
    assertThat(other.callSites()).isEqualTo(one.callSites());
    assertThat(other.phases()).isEqualTo(one.phases());
    assertThat(other.matrix()).isEqualTo(one.matrix());
    assertThat(other.efficiency()).isEqualTo(one.efficiency());
  }

  @Property
  void sumsAgreeWithThoseOverTheOps(@ForAll long seed) {
    List<List<Seen>> run = run(new Random(seed));
    Statistics statistics = watch(run, new Random(seed));

    for (EventSummary event : statistics.events()) {
      List<Seen> seen = all(run).filter(s -> s.code() == event.code()).toList();
      assertThat(event.count()).isEqualTo(seen.size());
      assertThat(event.timePs()).isEqualTo(sum(seen.stream().map(Seen::time)));
      assertThat(event.waitPs()).isEqualTo(sum(seen.stream().map(Seen::waiting)));
      assertThat(event.bytes()).isEqualTo(sum(seen.stream().map(Seen::bytes)));
      assertThat(event.maxBytes())
          .isEqualTo(seen.stream().mapToLong(Seen::bytes).max().orElseThrow());
      assertThat(event.maxTimePs())
          .isEqualTo(seen.stream().mapToLong(Seen::time).max().orElseThrow());
    }
    for (CallSiteSummary site : statistics.callSites()) {
      List<Seen> seen =
          all(run).filter(s -> s.code() == site.code() && s.callSite() == site.callSite()).toList();
      assertThat(site.count()).isEqualTo(seen.size());
      assertThat(site.timePs()).isEqualTo(sum(seen.stream().map(Seen::time)));
      assertThat(site.waitPs()).isEqualTo(sum(seen.stream().map(Seen::waiting)));
    }
    for (MatrixEntry entry : statistics.matrix()) {
      List<Seen> seen =
          all(run)
              .filter(s -> s.code() == OpCode.SEND)
              .filter(s -> s.rank() == entry.source() && s.peer() == entry.destination())
              .toList();
      assertThat(entry.volume())
          .isEqualTo(new MessageVolume(seen.size(), sum(seen.stream().map(Seen::bytes))));
    }
    for (RankSummary rank : statistics.ranks()) {
      assertThat(rank.computePs() + rank.communicationPs() + rank.waitPs() + rank.idlePs())
          .isEqualTo(statistics.makespanPs());
      assertThat(rank.communicationPs())
          .isEqualTo(
              run.get(rank.rank()).stream()
                  .filter(s -> s.code() != OpCode.COMPUTE)
                  .mapToLong(s -> s.time() - s.waiting())
                  .sum());
    }
    EfficiencySummary efficiency = statistics.efficiency();
    assertThat(efficiency.loadBalance() * efficiency.communicationEfficiency())
        .isBetween(
            efficiency.parallelEfficiency() - 1e-12, efficiency.parallelEfficiency() + 1e-12);
  }

  @Property
  void phasesAgreeWithTheOpsInside(@ForAll long seed) {
    List<List<Seen>> run = run(new Random(seed));
    Map<Integer, long[]> expected = new HashMap<>();
    for (List<Seen> seen : run) {
      Deque<Integer> open = new ArrayDeque<>();
      for (Seen s : seen) {
        if (s.code() == OpCode.MARKER_BEGIN) {
          open.push(s.peer());
          expected.computeIfAbsent(s.peer(), marker -> new long[5])[4]++;
        } else if (s.code() == OpCode.MARKER_END) {
          open.pop();
        } else if (!open.isEmpty()) {
          open.stream()
              .distinct()
              .map(expected::get)
              .forEach(
                  sums -> {
                    sums[0] += s.time();
                    sums[1] += s.waiting();
                  });
          expected.get(open.peek())[2] += s.time();
          expected.get(open.peek())[3] += s.waiting();
        }
      }
    }

    List<PhaseSummary> phases = watch(run, new Random(seed)).phases();
    assertThat(phases).hasSize(expected.size());
    for (PhaseSummary phase : phases) {
      assertThat(
              new Total[] {
                phase.inclusive().timePs(),
                phase.inclusive().waitPs(),
                phase.exclusive().timePs(),
                phase.exclusive().waitPs(),
                Total.of(phase.count())
              })
          .isEqualTo(
              Arrays.stream(expected.get(phase.marker()))
                  .mapToObj(Total::of)
                  .toArray(Total[]::new));
    }
  }
}
