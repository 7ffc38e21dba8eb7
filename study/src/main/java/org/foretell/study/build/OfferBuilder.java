package org.foretell.study.build;

import java.util.LinkedHashMap;
import java.util.Map;
import org.foretell.failure.ForetellException;
import org.foretell.scenario.Change;

/** A machine that is offered. */
public final class OfferBuilder {
  private final Map<String, Object> members = new LinkedHashMap<>();

  private final Map<String, Object> power = new LinkedHashMap<>();

  private OfferBuilder() {}

  /**
   * {@return an offer}
   *
   * @param name of it
   * @param machine of the catalogue, or a file
   * @param nodes that are offered
   */
  public static OfferBuilder offer(String name, String machine, long nodes) {
    OfferBuilder offer = new OfferBuilder();
    offer.members.put("name", name);
    offer.members.put("machine", machine);
    offer.members.put("nodes", nodes);
    return offer;
  }

  /**
   * Changes figures of the machine.
   *
   * @param changes of different figures
   * @return this
   */
  public OfferBuilder changes(Change... changes) {
    members.put("changes", written(changes));
    return this;
  }

  /**
   * Sets the price.
   *
   * @param figure of it
   * @return this
   */
  public OfferBuilder price(Figure figure) {
    members.put("price", figure.written());
    return this;
  }

  /**
   * Sets the cost of maintenance a year.
   *
   * @param figure of it
   * @return this
   */
  public OfferBuilder maintenancePerYear(Figure figure) {
    members.put("maintenancePerYear", figure.written());
    return this;
  }

  /**
   * Sets the cost of hosting a year.
   *
   * @param figure of it
   * @return this
   */
  public OfferBuilder hostingPerYear(Figure figure) {
    members.put("hostingPerYear", figure.written());
    return this;
  }

  /**
   * Sets the value after the last year.
   *
   * @param figure of it
   * @return this
   */
  public OfferBuilder residual(Figure figure) {
    members.put("residual", figure.written());
    return this;
  }

  /**
   * Sets the power of a node.
   *
   * @param idle that computes nothing
   * @param busy all of whose cores compute
   * @return this
   */
  public OfferBuilder nodePower(Figure idle, Figure busy) {
    power.put("idle", idle.written());
    power.put("busy", busy.written());
    members.put("power", power);
    return this;
  }

  /**
   * Sets the power of the whole network.
   *
   * @param figure of it
   * @return this
   */
  public OfferBuilder networkPower(Figure figure) {
    power.put("network", figure.written());
    members.put("power", power);
    return this;
  }

  /** As a file has it. */
  Map<String, Object> written() {
    return members;
  }

  /** Changes as a file has them. Two of one figure remain two, which are refused as there. */
  static Map<String, Object> written(Change... changes) {
    Map<String, Object> written = new LinkedHashMap<>();
    for (Change change : changes) {
      Object before = written.put(change.address(), change.amount().text());
      if (before != null) {
        throw ForetellException.usage(
            change.address() + ": is changed to " + before + " and to " + change.amount().text());
      }
    }
    return written;
  }
}
