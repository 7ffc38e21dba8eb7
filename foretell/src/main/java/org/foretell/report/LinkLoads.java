package org.foretell.report;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.foretell.machine.Topology;
import org.foretell.machine.topology.Fabric;
import org.foretell.time.Ps;

/** What the links of a network carried in a run, over time. Immutable. */
public final class LinkLoads {
  private final Topology network;
  private final boolean isOfModel;
  private final long intervalPs;
  private final long endPs;
  private final int[] links;
  private final long[][] bytes;

  /**
   * Takes what was counted; the arrays must not change any more.
   *
   * @param network has the links
   * @param isOfModel whether the model told of them, so that messages shared their bandwidth
   * @param intervalPs how long an interval is, picoseconds; the last one ends with the run
   * @param endPs when the run ended, above 0
   * @param links those that carried something, rising
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

  /** {@return the network that has the links} */
  public Topology network() {
    return network;
  }

  /** {@return whether the model itself has links; otherwise messages were led over routes} */
  public boolean isOfModel() {
    return isOfModel;
  }

  /** {@return how long an interval is, picoseconds} */
  public long intervalPs() {
    return intervalPs;
  }

  /** {@return how many intervals the run has} */
  public int intervals() {
    return links.length == 0 ? 0 : bytes[0].length;
  }

  /**
   * {@return how long an interval is, picoseconds; the last may be shorter}
   *
   * @param interval 0 to {@code intervals() - 1}
   */
  public long lastsPs(int interval) {
    return interval == intervals() - 1 ? endPs - interval * intervalPs : intervalPs;
  }

  /** {@return how many links carried something} */
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
   * {@return the share of what a link could carry that it carried in an interval}
   *
   * @param index of the link, 0 to {@code links() - 1}
   * @param interval 0 to {@code intervals() - 1}
   */
  public double share(int index, int interval) {
    double seconds = Ps.toSeconds(lastsPs(interval));
    return bytes[index][interval] / network.bytesPerSecond(links[index]) / seconds;
  }

  /**
   * {@return the same of the whole run}
   *
   * @param index of the link, 0 to {@code links() - 1}
   */
  public double share(int index) {
    return bytes(index) / network.bytesPerSecond(links[index]) / Ps.toSeconds(endPs);
  }

  /**
   * {@return the same of the interval in which it is the highest}
   *
   * @param index of the link, 0 to {@code links() - 1}
   */
  public double peakShare(int index) {
    return IntStream.range(0, intervals()).mapToDouble(i -> share(index, i)).max().orElse(0);
  }

  /**
   * {@return what kind of link it is, and whether it goes up or down in a network with levels}
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

  /** {@return the indices of all links, those with the highest share first} */
  public List<Integer> busiestFirst() {
    double[] shares = IntStream.range(0, links.length).mapToDouble(this::share).toArray();
    return IntStream.range(0, links.length)
        .boxed()
        .sorted(Comparator.comparingDouble((Integer index) -> shares[index]).reversed())
        .toList();
  }
}
