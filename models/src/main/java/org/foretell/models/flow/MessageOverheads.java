package org.foretell.models.flow;

/**
 * How long messages occupy their ranks at both ends.
 *
 * @param sendPs a blocking send its caller, picoseconds
 * @param nonBlockingSendPs any non-blocking send its caller, picoseconds
 * @param receivePs the receive of a message that is there, picoseconds
 * @param rendezvousToo whether blocking sends and receives of rendezvous messages cost that too; in
 *     SimGrid they do not
 */
public record MessageOverheads(
    long sendPs, long nonBlockingSendPs, long receivePs, boolean rendezvousToo) {
  /** No overheads. */
  public static final MessageOverheads NONE = new MessageOverheads(0, 0, 0, false);
}
