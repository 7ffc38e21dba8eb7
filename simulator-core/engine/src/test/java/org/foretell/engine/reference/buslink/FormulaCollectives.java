package org.foretell.engine.reference.buslink;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.foretell.engine.reference.CollectiveMatch;
import org.foretell.engine.reference.CollectiveSizes;
import org.foretell.engine.reference.Collectives;
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
  private final BusLinkModel busLinks;
  private final Ways ways;
  private final Cpus cpus;

  FormulaCollectives(
      Replay replay,
      CollectiveModel model,
      Placement placement,
      @Nullable CollectiveSchedules schedules,
      Executor executor,
      BusLinkModel busLinks,
      Ways ways,
      Cpus cpus) {
    super(replay, model, placement, schedules, executor, false);
    this.busLinks = busLinks;
    this.ways = ways;
    this.cpus = cpus;
  }

  private static boolean isByMessages(CollectiveMatch match) {
    return Startups.isByMessages(match.firstCall) && match.group.size() > 1;
  }

  @Override
  protected void checkCall(RankState rank, CollectiveMatch match) {
    if (match.firstCall != null
        && match.group.size() > 1
        && Startups.isByMessages(rank.op) != Startups.isByMessages(match.firstCall)) {
      throw replay.invalid(rank, "some reduce by messages, others do not");
    }
  }

  /** In a reduce traced as messages all but the root send their vector to it. */
  @Override
  protected void hasCalled(CollectiveMatch match, int member) {
    if (!isByMessages(match)) {
      return;
    }
    int root = match.firstCall.root();
    if (member == root) {
      endsIfThere(match, root);
      return;
    }
    int[] ranks = match.group.worldRanks;
    long bytes = CollectiveSizes.sentBytes(match.calls[member], member, ranks.length);
    ways.send(
        ways.view(ranks[member], ranks[root], 0, bytes),
        () -> {},
        () -> {
          match.requests[member].complete(replay.nowPs(), 0);
          endsIfThere(match, root);
        });
  }

  /** The root goes on when it has called and has all vectors. */
  private void endsIfThere(CollectiveMatch match, int root) {
    for (int member = 0; member < match.group.size(); member++) {
      Request request = match.requests[member];
      if (request == null || (member != root && !request.known())) {
        return;
      }
    }
    match.requests[root].complete(replay.nowPs(), 0);
  }

  @Override
  protected void lastHasCalled(CollectiveMatch match) {
    if (!isByMessages(match)) {
      new Collective(match).begin();
    }
  }

  /** One that takes the buses of its sites. */
  private final class Collective {
    private final CollectiveMatch match;
    private final long calledPs = replay.nowPs();

    /** A member of each site, in the order of the sites. */
    private final List<Integer> takers = new ArrayList<>();

    private final List<Integer> sites = new ArrayList<>();

    /** The same members, in the order in which they got the last of what they take. */
    private final List<Integer> ready = new ArrayList<>();

    /** By site, in the order of the sites. */
    private final SortedMap<Integer, Ways.Taker> links = new TreeMap<>();

    private int missing;

    Collective(CollectiveMatch match) {
      this.match = match;
    }

    private int site(int member) {
      return ways.site(match.group.worldRanks[member]);
    }

    void begin() {
      int deciding = match.view(placement).decidingMember();
      for (int site = 0; site < busLinks.machine().sites().size(); site++) {
        int here = site;
        if (site(deciding) == site) {
          takers.add(deciding);
          sites.add(site);
        } else {
          match.arrivals.stream()
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
      links.put(site, taker);
      taker.goOn();
    }

    private void hasOut() {
      if (--missing == 0) {
        missing = sites.size();
        List.copyOf(links.values()).forEach(Ways.Taker::goOn);
      }
    }

    private void hasIn(int member) {
      ready.add(member);
      if (--missing == 0) {
        run();
      }
    }

    private void run() {
      CollectiveCall call = match.view(placement);
      long endPs = replay.nowPs() + model.durationPs(call);
      long flightPs = busLinks.collectiveFlightPs(call);
      cpus.at(endPs - flightPs, this::release);
      cpus.at(endPs, this::end);
    }

    private void release() {
      for (int site : sites) {
        if (sites.size() > 1) {
          ways.free(links.get(site));
        }
        ways.freeAllBuses(site);
      }
    }

    private void end() {
      for (int member : match.arrivals) {
        if (!takers.contains(member)) {
          match.requests[member].complete(replay.nowPs(), calledPs);
        }
      }
      for (int member : ready) {
        match.requests[member].complete(replay.nowPs(), calledPs);
      }
    }
  }
}
