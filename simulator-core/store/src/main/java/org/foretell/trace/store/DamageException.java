package org.foretell.trace.store;

/**
 * Something in a block is not what it must be. Never leaves this package: who knows the file and
 * the rank makes a {@link org.foretell.trace.TraceException} of it.
 */
final class DamageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int offset;

  /**
   * @param offset where, in bytes from the start of the uncompressed block
   * @param message what was expected and what was found
   */
  DamageException(int offset, String message) {
    super(message, null, false, false);
    this.offset = offset;
  }

  int offset() {
    return offset;
  }

  String what() {
    return String.valueOf(getMessage());
  }
}
