package org.foretell.energy;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.IntToDoubleFunction;
import org.foretell.machine.Machine;
import org.foretell.machine.NodeGroup;
import org.foretell.machine.NodePower;
import org.foretell.machine.Placement;
import org.foretell.machine.Watts;
import org.foretell.report.EnergyUse;
import org.foretell.report.Joules;
import org.foretell.report.RunEnergy;
import org.foretell.time.Ps;

/**
 * The power that the nodes of a run take, by what their cores do. A core computes, or its rank is
 * in a communication call, or it is idle; everything else takes the same power all the time. The
 * nodes of a run account for the switches by their share of the machine's nodes. {@code
 * docs/energy.md} has the formulas. Immutable.
 */
public final class PowerDraw {
  private static final double ROUNDING = 1e-9;

  /** Of a group of which no node is in use. */
  private static final NodePower NOTHING =
      new NodePower(Watts.NONE, Watts.NONE, Watts.NONE, Watts.NONE, Watts.NONE, Optional.empty());

  private final List<Group> groups;
  private final UsedNodes used;
  private final int coresPerRank;
  private final Watts switches;
  private final int nodes;

  /**
   * The nodes of a group that a run uses.
   *
   * @param cores of these nodes
   * @param nics of these nodes
   */
  private record Group(NodePower power, int nodes, long cores, long nics) {
    /** The share of the power above idle that a core takes at a clock. */
    double powerShare(double clock) {
      return power.clocks().map(clocks -> clocks.powerShare(clock)).orElse(1.0);
    }

    /** What takes the same power all the time. */
    double constantWatts() {
      return nodes * power.node().value() + nics * power.networkInterface().value();
    }
  }

  private PowerDraw(
      List<Group> groups, UsedNodes used, int coresPerRank, Watts switches, int nodes) {
    this.groups = List.copyOf(groups);
    this.used = used;
    this.coresPerRank = coresPerRank;
    this.switches = switches;
    this.nodes = nodes;
  }

  /**
   * {@return the power of the nodes of a placement; empty if the machine does not state that of all
   * of them}
   *
   * @param machine with the nodes
   * @param placement of the ranks
   * @param coresPerRank cores that a rank keeps busy while it computes, at least 1
   */
  public static Optional<PowerDraw> of(Machine machine, Placement placement, int coresPerRank) {
    if (machine.groups().stream().allMatch(group -> group.power().isEmpty())) {
      return Optional.empty();
    }
    UsedNodes used = UsedNodes.of(machine, placement, coresPerRank);
    List<Group> groups = new ArrayList<>();
    for (int index = 0; index < machine.groups().size(); index++) {
      NodeGroup group = machine.groups().get(index);
      int nodes = used.nodes()[index];
      if (nodes > 0 && group.power().isEmpty()) {
        return Optional.empty();
      }
      groups.add(
          new Group(
              group.power().orElse(NOTHING),
              nodes,
              (long) nodes * group.coresPerNode(),
              (long) nodes * group.nics()));
    }
    int nodes = placement.nodesUsed();
    double share = (double) nodes / machine.nodes();
    Watts switches =
        machine
            .switchPower()
            .map(power -> power.each().times(power.switches() * share))
            .orElse(Watts.NONE);
    return Optional.of(new PowerDraw(groups, used, coresPerRank, switches, nodes));
  }

  /** {@return how many groups of nodes the machine has} */
  int groups() {
    return groups.size();
  }

  /** {@return the group of the node of a rank} */
  int group(int rank) {
    return used.groupOfRank()[rank];
  }

  /** {@return the cores that a rank keeps busy; less than one if ranks share those of a node} */
  double coresOfRank(int rank) {
    return used.coresOfRank()[rank];
  }

  /** {@return the number of ranks} */
  public int ranks() {
    return used.groupOfRank().length;
  }

  /**
   * {@return the slowest clock that all nodes in use have, relative to the nominal one; empty if
   * the machine does not state what slower clocks do}
   */
  public OptionalDouble lowestClock() {
    double lowest = 0;
    for (Group group : groups) {
      if (group.nodes() > 0) {
        if (group.power().clocks().isEmpty()) {
          return OptionalDouble.empty();
        }
        lowest = Math.max(lowest, group.power().clocks().get().lowestClock());
      }
    }
    return OptionalDouble.of(lowest);
  }

  /**
   * {@return the energy of a run at the nominal clock}
   *
   * @param times of its ranks
   */
  public RunEnergy energy(CoreTimes times) {
    return energy(times, rank -> 1);
  }

  /**
   * {@return the energy of a run}
   *
   * @param times of its ranks, at these clocks
   * @param clock of the cores of each rank, relative to the nominal one
   */
  public RunEnergy energy(CoreTimes times, IntToDoubleFunction clock) {
    double[] busy = new double[groups.size()];
    double[] waiting = new double[groups.size()];
    double[] busyAboveIdle = new double[groups.size()];
    double[] waitingAboveIdle = new double[groups.size()];
    for (int rank = 0; rank < ranks(); rank++) {
      int group = group(rank);
      double share = groups.get(group).powerShare(clock.applyAsDouble(rank));
      double cores = coresOfRank(rank);
      double busySeconds = cores * Ps.toSeconds(times.busyPs(rank));
      double waitingSeconds = cores * Ps.toSeconds(times.finishPs(rank) - times.busyPs(rank));
      busy[group] += busySeconds;
      waiting[group] += waitingSeconds;
      busyAboveIdle[group] += busySeconds * share;
      waitingAboveIdle[group] += waitingSeconds * share;
    }
    double seconds = Ps.toSeconds(times.makespanPs());
    Map<EnergyUse, Joules> uses = new EnumMap<>(EnergyUse.class);
    for (int index = 0; index < groups.size(); index++) {
      Group group = groups.get(index);
      NodePower power = group.power();
      Watts idle = power.coreIdle();
      add(uses, EnergyUse.CORES_BUSY, idle, busy[index] - busyAboveIdle[index]);
      add(uses, EnergyUse.CORES_BUSY, power.coreBusy(), busyAboveIdle[index]);
      add(uses, EnergyUse.CORES_WAITING, idle, waiting[index] - waitingAboveIdle[index]);
      add(uses, EnergyUse.CORES_WAITING, power.coreWaiting(), waitingAboveIdle[index]);
      add(
          uses,
          EnergyUse.CORES_IDLE,
          idle,
          idleSeconds(group, seconds, busy[index], waiting[index]));
      add(uses, EnergyUse.NODES, power.node(), group.nodes() * seconds);
      add(uses, EnergyUse.INTERFACES, power.networkInterface(), group.nics() * seconds);
    }
    add(uses, EnergyUse.SWITCHES, switches, seconds);
    return new RunEnergy(times.makespanPs(), nodes, coresPerRank, uses);
  }

  /** {@return the power that does not depend on what cores do, watts; idle cores included} */
  double idleWatts() {
    double watts = switches.value();
    for (Group group : groups) {
      watts += group.constantWatts() + group.cores() * group.power().coreIdle().value();
    }
    return watts;
  }

  /**
   * {@return the power above idle of some cores of a group, watts}
   *
   * @param computing cores that compute, on average
   * @param waiting cores of ranks in communication calls, on average
   * @param clock of their cores
   */
  double aboveIdleWatts(int group, double computing, double waiting, double clock) {
    Group of = groups.get(group);
    double idle = of.power().coreIdle().value();
    return of.powerShare(clock)
        * (computing * (of.power().coreBusy().value() - idle)
            + waiting * (of.power().coreWaiting().value() - idle));
  }

  /** What is left of the cores' time, which is nothing if only rounding is left. */
  private static double idleSeconds(Group group, double seconds, double busy, double waiting) {
    double all = group.cores() * seconds;
    double idle = all - busy - waiting;
    return idle < all * ROUNDING ? 0 : idle;
  }

  private static void add(Map<EnergyUse, Joules> uses, EnergyUse use, Watts power, double seconds) {
    uses.merge(use, Joules.of(power, seconds), Joules::plus);
  }
}
