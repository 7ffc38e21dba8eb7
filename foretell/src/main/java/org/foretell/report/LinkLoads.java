package org.foretell.report;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.foretell.machine.Topology;
import org.foretell.machine.topology.Fabric;
import org.foretell.time.Ps;

/** The load of a network's links in a run, over time. Immutable. */
public final class LinkLoads {
  private final Topology network;
  private final boolean isOfModel;
  private final long intervalPs;
  private final long endPs;
  private final int[] links;
  private final long[][] bytes;

  /**
   * Takes over the counts; the arrays must not change any more.
   *
   * @param network has the links
   * @param isOfModel whether the model reported them, so that messages shared their bandwidth
   * @param intervalPs length of an interval, picoseconds; the last one ends with the run
   * @param endPs when the run ended, above 0
   * @param links those that carried bytes, ascending
   * @param bytes by link and interval
   */
  public LinkLoads(
      Topology network,
      boolean isOfModel,
      long intervalPs,
      long endPs,
      int[] links,
      long[][] bytes) {
    this.network = network;
    this.isOfModel = isOfModel;
    this.intervalPs = intervalPs;
    this.endPs = endPs;
    this.links = links;
    this.bytes = bytes;
  }

  /** {@return the network with these links} */
  public Topology network() {
    return network;
  }

  /** {@return whether the model itself has links; otherwise messages were assigned to routes} */
  public boolean isOfModel() {
    return isOfModel;
  }

  /** {@return the length of an interval, picoseconds} */
  public long intervalPs() {
    return intervalPs;
  }

  /** {@return the number of intervals of the run} */
  public int intervals() {
    return links.length == 0 ? 0 : bytes[0].length;
  }

  /**
   * {@return the length of an interval, picoseconds; the last may be shorter}
   *
   * @param interval 0 to {@code intervals() - 1}
   */
  public long lastsPs(int interval) {
    return interval == intervals() - 1 ? endPs - interval * intervalPs : intervalPs;
  }

  /** {@return how many links carried bytes} */
  public int links() {
    return links.length;
  }

  /**
   * {@return the number of a link in the network}
   *
   * @param index 0 to {@code links() - 1}
   */
  public int link(int index) {
    return links[index];
  }

  /**
   * {@return how many bytes of payload a link carried in an interval}
   *
   * @param index of the link, 0 to {@code links() - 1}
   * @param interval 0 to {@code intervals() - 1}
   */
  public long bytes(int index, int interval) {
    return bytes[index][interval];
  }

  /**
   * {@return how many bytes of payload a link carried in all}
   *
   * @param index of the link, 0 to {@code links() - 1}
   */
  public double bytes(int index) {
    double sum = 0;
    for (long some : bytes[index]) {
      sum += some;
    }
    return sum;
  }

  /**
   * {@return the utilisation of a link in an interval: its bytes over its capacity}
   *
   * @param index of the link, 0 to {@code links() - 1}
   * @param interval 0 to {@code intervals() - 1}
   */
  public double share(int index, int interval) {
    double seconds = Ps.toSeconds(lastsPs(interval));
    return bytes[index][interval] / network.bytesPerSecond(links[index]) / seconds;
  }

  /**
   * {@return the utilisation of a link in the whole run}
   *
   * @param index of the link, 0 to {@code links() - 1}
   */
  public double share(int index) {
    return bytes(index) / network.bytesPerSecond(links[index]) / Ps.toSeconds(endPs);
  }

  /**
   * {@return the highest utilisation of a link in an interval}
   *
   * @param index of the link, 0 to {@code links() - 1}
   */
  public double peakShare(int index) {
    return IntStream.range(0, intervals()).mapToDouble(i -> share(index, i)).max().orElse(0);
  }

  /**
   * {@return the kind of link, and its direction, up or down, in a network with levels}
   *
   * @param index of the link, 0 to {@code links() - 1}
   */
  public String kind(int index) {
    int link = links[index];
    String name = network.linkClass(link);
    if (!(network instanceof Fabric fabric)) {
      return name;
    }
    int climb = Integer.compare(fabric.level(fabric.to(link)), fabric.level(fabric.from(link)));
    return climb == 0 ? name : climb > 0 ? name + ", up" : name + ", down";
  }

  /** {@return the indices of all links, the highest utilisation first} */
  public List<Integer> busiestFirst() {
    double[] shares = IntStream.range(0, links.length).mapToDouble(this::share).toArray();
    return IntStream.range(0, links.length)
        .boxed()
        .sorted(Comparator.comparingDouble((Integer index) -> shares[index]).reversed())
        .toList();
  }
}
