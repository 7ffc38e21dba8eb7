package org.foretell.engine.reference.buslink;

import java.util.ArrayList;
import java.util.List;
import org.foretell.engine.reference.CollectiveSizes;
import org.foretell.engine.reference.Collectives;
import org.foretell.engine.reference.Gate;
import org.foretell.engine.reference.RankState;
import org.foretell.engine.reference.Replay;
import org.foretell.engine.reference.Request;
import org.foretell.machine.Placement;
import org.foretell.model.BusLinkModel;
import org.foretell.model.CollectiveCall;
import org.foretell.model.CollectiveModel;
import org.foretell.model.CollectiveSchedules;
import org.jspecify.annotations.Nullable;

/** Collectives by formula, which take all buses, and reduces traced as messages. */
final class FormulaCollectives extends Collectives {
  private final BusLinkModel slots;
  private final Ways ways;
  private final Cpus cpus;

  FormulaCollectives(
      Replay replay,
      CollectiveModel model,
      Placement placement,
      @Nullable CollectiveSchedules schedules,
      Executor executor,
      BusLinkModel slots,
      Ways ways,
      Cpus cpus) {
    super(replay, model, placement, schedules, executor);
    this.slots = slots;
    this.ways = ways;
    this.cpus = cpus;
  }

  private static boolean isByMessages(Gate gate) {
    return Startups.isByMessages(gate.firstCall) && gate.group.size() > 1;
  }

  @Override
  protected void checkCall(RankState rank, Gate gate) {
    if (gate.firstCall != null
        && gate.group.size() > 1
        && Startups.isByMessages(rank.op) != Startups.isByMessages(gate.firstCall)) {
      throw replay.invalid(rank, "some reduce by messages, others do not");
    }
  }

  /** In a reduce traced as messages all but the root send their vector to it. */
  @Override
  protected void hasCalled(Gate gate, int member) {
    if (!isByMessages(gate)) {
      return;
    }
    int root = gate.firstCall.root();
    if (member == root) {
      endsIfThere(gate, root);
      return;
    }
    int[] ranks = gate.group.worldRanks;
    long bytes = CollectiveSizes.sentBytes(gate.calls[member], member, ranks.length);
    ways.send(
        ways.view(ranks[member], ranks[root], 0, bytes),
        () -> {},
        () -> {
          gate.requests[member].complete(replay.nowPs(), 0);
          endsIfThere(gate, root);
        });
  }

  /** The root goes on when it has called and has all vectors. */
  private void endsIfThere(Gate gate, int root) {
    for (int member = 0; member < gate.group.size(); member++) {
      Request request = gate.requests[member];
      if (request == null || (member != root && !request.known())) {
        return;
      }
    }
    gate.requests[root].complete(replay.nowPs(), 0);
  }

  @Override
  protected void lastHasCalled(Gate gate) {
    if (!isByMessages(gate)) {
      new Collective(gate).begin();
    }
  }

  /** One that takes the buses of its sites. */
  private final class Collective {
    private final Gate gate;
    private final long calledPs = replay.nowPs();

    /** A member of each site, in the order of the sites. */
    private final List<Integer> takers = new ArrayList<>();

    private final List<Integer> sites = new ArrayList<>();

    /** The same members, in the order in which they got the last of what they take. */
    private final List<Integer> ready = new ArrayList<>();

    private final List<Ways.Taker> links = new ArrayList<>();
    private int missing;

    Collective(Gate gate) {
      this.gate = gate;
    }

    private int site(int member) {
      return ways.site(gate.group.worldRanks[member]);
    }

    void begin() {
      int deciding = gate.view(placement).decidingMember();
      for (int site = 0; site < slots.machine().sites().size(); site++) {
        int here = site;
        if (site(deciding) == site) {
          takers.add(deciding);
          sites.add(site);
        } else {
          gate.arrivals.stream()
              .filter(member -> site(member) == here)
              .findFirst()
              .ifPresent(
                  member -> {
                    takers.add(member);
                    sites.add(here);
                  });
        }
      }
      missing = sites.size();
      for (int site : sites) {
        ways.takeAllBuses(site, () -> hasBuses(site));
      }
    }

    private void hasBuses(int site) {
      if (sites.size() == 1) {
        ready.addAll(takers);
        run();
        return;
      }
      int member = takers.get(sites.indexOf(site));
      Ways.Taker taker = ways.siteLinks(site, this::hasOut, () -> hasIn(member));
      links.add(taker);
      taker.goOn();
    }

    private void hasOut() {
      if (--missing == 0) {
        missing = sites.size();
        List.copyOf(links).forEach(Ways.Taker::goOn);
      }
    }

    private void hasIn(int member) {
      ready.add(member);
      if (--missing == 0) {
        run();
      }
    }

    private void run() {
      CollectiveCall call = gate.view(placement);
      long endPs = replay.nowPs() + model.durationPs(call);
      long flightPs = slots.collectiveFlightPs(call);
      cpus.at(endPs - flightPs, this::release);
      cpus.at(endPs, this::end);
    }

    private void release() {
      links.forEach(ways::free);
      sites.forEach(ways::freeAllBuses);
    }

    private void end() {
      for (int member : gate.arrivals) {
        if (!takers.contains(member)) {
          gate.requests[member].complete(replay.nowPs(), calledPs);
        }
      }
      for (int member : ready) {
        gate.requests[member].complete(replay.nowPs(), calledPs);
      }
    }
  }
}
