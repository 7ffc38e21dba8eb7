package org.foretell.generators.synthetic;

import org.foretell.generators.GeneratorException;

/** How large programs may be, and the refusal of settings. */
final class Limits {
  /** The largest number of points or bytes of a rank or message. */
  static final long MOST_BYTES = 1L << 50;

  /** The largest number of steps or tasks. */
  static final long MOST_STEPS = 1_000_000_000_000L;

  private Limits() {}

  static GeneratorException bad(String message) {
    return new GeneratorException(GeneratorException.Kind.SETTING, message);
  }

  /** A product, which must not be above the largest number of bytes. */
  static long product(long... factors) {
    long product = 1;
    for (long factor : factors) {
      if (factor != 0 && product > MOST_BYTES / factor) {
        throw bad(
            "the sizes are too large: points of a rank or bytes of a message exceed 2^50; give"
                + " smaller sizes");
      }
      product *= factor;
    }
    return product;
  }
}
