package org.foretell.machine;

/**
 * The cost of a collective in two halves, as in Dimemas: data are gathered, then spread.
 *
 * @param in the fan-in
 * @param out the fan-out
 */
public record Fans(Fan in, Fan out) {
  /**
   * {@return both halves with the same model, each with its own size}
   *
   * @param model how the time of each half grows
   */
  public static Fans both(FanModel model) {
    Fan fan = new Fan(model, FanSize.OWN);
    return new Fans(fan, fan);
  }
}
