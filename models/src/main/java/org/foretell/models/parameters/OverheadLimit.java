package org.foretell.models.parameters;

import org.foretell.machine.Machine;
import org.foretell.model.FigureOrigin;
import org.foretell.time.Quantity;

/**
 * Keeps the overhead of the LogP family within the latency of the machine, which includes it: a
 * message of one byte takes 2 o + L, or 2 o + L + g, and that is the machine's latency. An overhead
 * that the machine sets for a model is reduced to fit its latency. An overhead that the user gives
 * is kept, with a warning. Neither is changed if L is stated, since the machine's latency then does
 * not apply to messages.
 */
public final class OverheadLimit {
  private final Parameters parameters;
  private final Machine machine;
  private final Parameter<Long> latency;
  private final Parameter<Long> overhead;

  /**
   * Creates the rule for a model.
   *
   * @param parameters of the model
   * @param machine states {@code network.latency}
   * @param latency the parameter L
   * @param overhead the parameter o
   */
  public OverheadLimit(
      Parameters parameters, Machine machine, Parameter<Long> latency, Parameter<Long> overhead) {
    this.parameters = parameters;
    this.machine = machine;
    this.latency = latency;
    this.overhead = overhead;
  }

  /**
   * {@return the effective overhead, picoseconds}
   *
   * @param statedPs the stated overhead
   * @param mostPs the maximum that the latency allows at each end
   * @param formula of that, for the report
   */
  public long limited(long statedPs, long mostPs, String formula) {
    if (statedPs <= mostPs || parameters.given(latency)) {
      return statedPs;
    }
    String stated =
        "network.latency="
            + time(machine.buses().speed().latencyPs())
            + " of "
            + machine.name()
            + " is less than the overheads of a message, with o="
            + time(statedPs);
    if (parameters.givenByUser(overhead)) {
      parameters.warn(stated + " as given at each end: L is 0, and a lower latency has no effect");
      return statedPs;
    }
    parameters.warn(
        stated
            + " at each end: the overhead is part of the latency, so o is set to "
            + time(mostPs)
            + " and L to 0; -P o=.. sets another overhead");
    return parameters.replace(
        overhead, mostPs, FigureOrigin.ofMachineAlone("network.latency", formula));
  }

  private static String time(long ps) {
    return Quantity.formatTime(ps);
  }
}
