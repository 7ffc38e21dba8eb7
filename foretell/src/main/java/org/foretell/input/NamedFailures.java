package org.foretell.input;

import org.foretell.result.InputException;
import org.foretell.trace.TraceException;

/**
 * Sees to it that what is wrong with a trace says with which: readers name the file, but what looks
 * at ops later knows ranks and ops only.
 */
public final class NamedFailures {
  private NamedFailures() {}

  /** Something that is done with a trace. */
  @FunctionalInterface
  public interface Work<T, E extends Exception> {
    T run() throws E;
  }

  /**
   * {@return what some work comes to, whose complaints about its trace name the trace}
   *
   * @param trace as the user calls it
   */
  public static <T, E extends Exception> T of(String trace, Work<T, E> work) throws E {
    try {
      return work.run();
    } catch (InputException unnamed) {
      throw new InputException(named(trace, unnamed));
    } catch (TraceException unnamed) {
      if (unnamed.writing() || isNamed(trace, unnamed)) {
        throw unnamed;
      }
      throw new TraceException(named(trace, unnamed), unnamed);
    }
  }

  private static String named(String trace, RuntimeException failure) {
    return isNamed(trace, failure)
        ? String.valueOf(failure.getMessage())
        : trace + ": " + failure.getMessage();
  }

  private static boolean isNamed(String trace, RuntimeException failure) {
    return String.valueOf(failure.getMessage()).contains(trace);
  }
}
