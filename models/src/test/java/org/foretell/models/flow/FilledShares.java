package org.foretell.models.flow;

import java.util.ArrayList;
import java.util.List;

/**
 * Max-min fair rates as in the textbook: the levels of all flows rise together; those that meet a
 * full link or their limit stay. For comparison, slow.
 */
final class FilledShares {
  /**
   * A flow.
   *
   * @param takes by link what it takes of it, as a multiple of its rate
   */
  record Flow(int number, double[] takes, double weight, double limit) {}

  private FilledShares() {}

  /** The rates of all flows, in their order. */
  static double[] rates(double[] capacity, List<Flow> flows) {
    double[] rates = new double[flows.size()];
    boolean[] fixed = new boolean[flows.size()];
    for (int left = flows.size(); left > 0; ) {
      double lowest = Double.POSITIVE_INFINITY;
      List<Integer> meeting = new ArrayList<>();
      for (int link = 0; link < capacity.length; link++) {
        double room = capacity[link];
        double weights = 0;
        List<Integer> here = new ArrayList<>();
        for (int i = 0; i < flows.size(); i++) {
          double takes = flows.get(i).takes()[link];
          room -= takes * rates[i];
          if (takes > 0 && !fixed[i]) {
            weights += takes * flows.get(i).weight();
            here.add(i);
          }
        }
        if (!here.isEmpty() && room / weights < lowest) {
          lowest = room / weights;
          meeting = here;
        }
      }
      for (int i = 0; i < flows.size(); i++) {
        if (!fixed[i] && flows.get(i).limit() / flows.get(i).weight() < lowest) {
          lowest = flows.get(i).limit() / flows.get(i).weight();
          meeting = List.of(i);
        }
      }
      for (int i : meeting) {
        rates[i] = lowest * flows.get(i).weight();
        fixed[i] = true;
        left--;
      }
    }
    return rates;
  }
}
