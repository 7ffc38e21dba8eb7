package org.foretell.models.parameters;

import org.foretell.machine.Machine;
import org.foretell.model.FigureOrigin;
import org.foretell.time.Quantity;

/**
 * Keeps the overhead of the LogP family within the latency of the machine, of which it is a part: a
 * message of one byte takes 2 o + L, or 2 o + L + g, and that is the machine's latency. An overhead
 * that the machine states for a model is shortened to what its latency leaves. One that the user
 * gives counts as it is, with a warning. Neither is touched where L is stated, since a message then
 * does not go by the machine's latency.
 */
public final class OverheadLimit {
  private final Parameters parameters;
  private final Machine machine;
  private final Parameter<Long> latency;
  private final Parameter<Long> overhead;

  /**
   * The rule for one model.
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
   * {@return the overhead that counts, picoseconds}
   *
   * @param statedPs what was read
   * @param mostPs what the latency leaves for each end
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
