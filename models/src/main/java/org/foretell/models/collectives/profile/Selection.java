package org.foretell.models.collectives.profile;

import java.util.Locale;
import org.foretell.model.ParameterException;
import org.foretell.models.collectives.algorithm.Algorithms;
import org.foretell.models.collectives.pattern.Pattern;
import org.foretell.models.collectives.pattern.PatternSchedule;
import org.foretell.models.collectives.pattern.Segments;
import org.foretell.time.Quantity;
import org.foretell.time.QuantityException;
import org.foretell.trace.OpCode;

/**
 * An algorithm and its parameters as users write them: {@code ring}, {@code pipeline/64KiB}, {@code
 * k-nomial/k8}, {@code binomial/whole}.
 *
 * @param algorithm its name
 * @param segmentBytes 0 for its own, {@link Segments#WHOLE} for one segment
 * @param radix 0 for its own
 */
public record Selection(String algorithm, long segmentBytes, int radix) {
  /**
   * Reads one.
   *
   * @throws ParameterException if a parameter is none; the message shows how to write it
   */
  public static Selection parse(String text) {
    String[] words = text.split("/", -1);
    long segmentBytes = 0;
    int radix = 0;
    for (int word = 1; word < words.length; word++) {
      String parameter = words[word];
      if (parameter.equals("whole")) {
        segmentBytes = Segments.WHOLE;
      } else if (parameter.matches("k[0-9]{1,9}")) {
        radix = positive(text, Integer.parseInt(parameter.substring(1)));
      } else {
        segmentBytes = positive(text, bytes(text, parameter));
      }
    }
    return new Selection(words[0], segmentBytes, radix);
  }

  private static int positive(String text, int radix) {
    return (int) positive(text, (long) radix);
  }

  private static long positive(String text, long figure) {
    if (figure < 1) {
      throw new ParameterException(
          "'" + text + "': sizes of segments and radices must be at least 1");
    }
    return figure;
  }

  private static long bytes(String text, String parameter) {
    try {
      return Quantity.parseBytes(parameter);
    } catch (QuantityException e) {
      throw new ParameterException(
          String.format(
              Locale.US,
              "'%s' in '%s' is not a parameter of an algorithm; write a segment size like 64KiB,"
                  + " or whole, or a radix like k4",
              parameter,
              text));
    }
  }

  /**
   * The schedule for a collective.
   *
   * @throws ParameterException if the collective has no such algorithm, or it no such parameters
   */
  PatternSchedule schedule(OpCode op) {
    Pattern pattern = Algorithms.named(op, algorithm).pattern(segmentBytes, radix);
    return new PatternSchedule(algorithm, pattern);
  }
}
