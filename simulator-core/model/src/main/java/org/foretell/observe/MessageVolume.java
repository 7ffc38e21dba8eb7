package org.foretell.observe;

/**
 * Messages and their size.
 *
 * @param messages how many
 * @param bytes total payload
 */
public record MessageVolume(long messages, Total bytes) {
  /** No messages. */
  public static final MessageVolume NONE = new MessageVolume(0, Total.ZERO);

  /** {@return the mean size of a message in bytes; 0 without messages} */
  public double meanBytes() {
    return bytes.mean(messages);
  }

  /**
   * {@return the sum of both volumes}
   *
   * @param other any volume
   */
  public MessageVolume plus(MessageVolume other) {
    return new MessageVolume(messages + other.messages, bytes.plus(other.bytes));
  }
}
